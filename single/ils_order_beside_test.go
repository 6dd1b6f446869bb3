package single

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/tools/own"
	"github.com/multiwalk/multiwalk/walk"
	"testing"
)

// With as many evaluations a population of local optima gets nearer to the best known order of 60 elements, -97706, than one
// that is perturbed at random does, and annealing.
func TestILS_OrderIsWorthIt(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	p := own.NewOrdering(60, 1)
	over := func(m walk.Method) (sum int64) {
		for seed := range uint64(3) {
			res := must.Have(multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: seed, Walks: 1,
				Stop: []multiwalk.Stop{multiwalk.Evaluations(3_000_000)}}))(t)
			sum += 97706 + res.Cost
		}
		return sum
	}
	many, one, annealed := over(ils.ILS{}), over(ils.ILS{Strength: 4}), over(anneal.Anneal{})
	t.Logf("above the best known, by three seeds: %d, at random %d, annealing %d", many, one, annealed)
	if many > one || many > annealed || many > 60 {
		t.Errorf("%d above the best known, perturbed at random %d, annealing %d", many, one, annealed)
	}
}
