package cooperate

import (
	"context"
	"reflect"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// A result says which settings ran, also of methods made of methods: what 0 stands for is in its place.
func TestResolved_MethodsOfMethods(t *testing.T) {
	late, vns := single.LateAcceptance{Neighbourhood: "swap"},
		single.VariableNeighbourhood{K: 10, Strength: 2, Rule: single.FirstImprovement, Neighbourhood: "swap"}
	pair := []walk.Method{single.LateAcceptance{}, single.VariableNeighbourhood{}}
	for _, c := range []struct {
		m, want walk.Method
		p       multiwalk.Problem
	}{
		{Portfolio{Methods: pair}, Portfolio{Methods: []walk.Method{late, vns}, Shares: []int{1, 1}}, qap.Uniform(9, 1)},
		{Portfolio{Methods: pair, Shares: []int{2, 1}, Exchange: 3}, Portfolio{Methods: []walk.Method{late, vns}, Shares: []int{2, 1}, Exchange: 3}, qap.Uniform(9, 1)},
		{Halving{Methods: pair}, Halving{Methods: []walk.Method{late, vns}, Trials: defaultTrials}, qap.Uniform(9, 1)},
		// Min-conflict search has no trial, as the problem lacks what it needs.
		{Halving{Methods: []walk.Method{single.MinConflict{}, single.Climb{Restarts: -1}}, Trials: 20},
			Halving{Methods: []walk.Method{single.Climb{Restarts: -1, Rule: single.FirstImprovement, Neighbourhood: "flip+swap"}}, Trials: 20}, sample.NewBits(9, 1)},
	} {
		for _, walks := range []int{1, 4} {
			r := must.Have(multiwalk.Minimize(context.Background(), c.p, c.m, multiwalk.Settings{Seed: 1, Walks: walks,
				Stop: []multiwalk.Stop{multiwalk.Evaluations(3000)}}))(t)
			if !reflect.DeepEqual(r.Ran, c.want) {
				t.Errorf("%d walks ran %+v, want %+v", walks, r.Ran, c.want)
			}
		}
	}
}
