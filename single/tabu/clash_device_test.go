package tabu_test

import (
	"context"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/single/tabu"
	"github.com/multiwalk/multiwalk/walk"
)

// The searches keep their promises: deltas add up, equal seeds give equal runs, and a run that is resumed goes on as it was.
func TestClash_Conform(t *testing.T) {
	unraced.Test(t)
	p := sample.NewClashes(12, 3, 0.5, 1)
	for _, m := range []walk.Method{tabu.Tabu{}, tabu.IteratedTabu{Length: 20, Tabu: tabu.Tabu{Tenure: 7}}} {
		conformance.Method(t, m, p, conformance.Budget(2_500), conformance.On(device.Emulator()))
	}
}

// falseClashes has a list that is not what its cost says.
type falseClashes struct {
	*sample.Clashes
	with func(k int32) int32
}

func (p falseClashes) Kernels() (kernel.Module, error) {
	m, err := p.Clashes.Kernels()
	m.Problem = &wrongList{p.Clashes, p.with}
	return m, err
}

type wrongList struct {
	*sample.Clashes
	with func(k int32) int32
}

func (p *wrongList) ClashWith(k int32) int32 { return p.with(k) }

func TestClash_Refuse(t *testing.T) {
	p := sample.NewClashes(20, 4, 0.5, 1)
	lie := func(with func(k int32) int32) multiwalk.Problem { return falseClashes{p, with} }
	for says, v := range map[string]struct {
		m walk.Method
		p multiwalk.Problem
	}{
		`the neighbourhood is "swap"`:           {tabu.Tabu{Neighbourhood: "swap"}, p},
		"they take 2 to 255 values":             {tabu.Tabu{}, sample.NewClashes(20, 256, 0.5, 1)},
		"more than 101376 bytes":                {tabu.Tabu{}, sample.NewClashes(2000, 100, 0.001, 1)},
		"they take 127 elements with one value": {tabu.Tabu{}, sample.NewClashes(255, 3, 0.1, 1)},
		"tenure 200 is too long":                {tabu.Tabu{Tenure: 200}, p},
		"aspiration 5 is by age":                {tabu.Tabu{Aspiration: 5}, p},
		"perturbations of 9 to 3":               {tabu.IteratedTabu{Weakest: 9, Strongest: 3}, p},
		"which is no other element":             {tabu.Tabu{}, lie(func(k int32) int32 { return 77 })},
		"from both sides": {tabu.Tabu{}, lie(func(k int32) int32 {
			if k == 0 { // it is of element 0
				return p.With[0]%19 + 1
			}
			return p.With[k]
		})},
	} {
		_, err := multiwalk.Minimize(t.Context(), v.p, v.m, multiwalk.Settings{Device: device.Emulator(), Walks: 1, Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		must.Fail(t, says)(err)
	}
}

// On a graph that is coloured with few colours to spare, the searches colour it within some thousand iterations; random solutions have
// dozens of clashes.
func TestClash_Colours(t *testing.T) {
	p := sample.NewClashes(40, 8, 0.5, 2)
	r, err := multiwalk.Minimize(context.Background(), p, tabu.Tabu{}, multiwalk.Settings{Seed: 1, Walks: 4, Device: device.Emulator(),
		Stop: []multiwalk.Stop{multiwalk.Target(0), multiwalk.Evaluations(4 * 40 * 3000)}})
	if err != nil || r.Cost != 0 || p.Cost(r.Best) != 0 {
		t.Errorf("%v, %v", r, err)
	}
}
