package single

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/single/anneal"
	"github.com/multiwalk/multiwalk/single/descent"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/single/tabu"
	"github.com/multiwalk/multiwalk/single/threshold"
	"github.com/multiwalk/multiwalk/walk"
)

// Methods walk by pairs of moves of a product, alone and beside others, and resume: on cores and on devices.
func TestMethods_ByPairsOfMoves(t *testing.T) {
	unraced.Test(t)
	p := q3ap.Random(5, 1)
	for _, m := range []walk.Method{
		descent.Climb{Neighbourhood: "pair", Restarts: -1}, anneal.Anneal{Neighbourhood: "swap+jointswap+pair"}, tabu.Tabu{Neighbourhood: "pair"},
		tabu.IteratedTabu{Tabu: tabu.Tabu{Neighbourhood: "swap+pair"}}, threshold.LateAcceptance{Neighbourhood: "pair"}, ils.ILS{Neighbourhood: "pair"},
	} {
		t.Run(m.Name(), func(t *testing.T) {
			s := multiwalk.Settings{Seed: 1, Walks: 2, Stop: []multiwalk.Stop{multiwalk.Evaluations(20_000)}}
			solvesByPairs(t, p, m, multiwalk.Settings{Seed: 1, Walks: 2, Device: device.Emulator(), Stop: s.Stop})
			solvesByPairs(t, p, m, s)
			must.Do(t, conformance.CheckResume(m, p, s))
		})
	}
}

func solvesByPairs(t *testing.T, p *q3ap.Instance, m walk.Method, s multiwalk.Settings) {
	t.Helper()
	if r, err := multiwalk.Minimize(t.Context(), p, m, s); err != nil || r.Cost != p.Cost(r.Best) || r.Moves == 0 {
		t.Fatalf("%v, %v", r, err)
	}
}
