package own

import (
	"context"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/single"
)

func TestSites_Conform(t *testing.T) {
	p := NewSites(12, 5)
	conformance.Problem(t, p.Capacitated(), conformance.Solutions(2), conformance.Moves(100))
}

// Openings weigh, and customers move by sites: by single customers alone walks of as many evaluations end a fifth higher, from every seed.
func TestSites_MovesOfGroups(t *testing.T) {
	large := NewSites(100, 20).Capacitated()
	for seed := range uint64(3) {
		var cost [2]int64
		for k, moves := range []string{"", "change+swap"} {
			res := must.Have(multiwalk.Minimize(context.Background(), large, single.Anneal{Neighbourhood: moves},
				multiwalk.Settings{Seed: seed, Device: device.CPU(1), Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(1_000_000)}}))(t)
			if cost[k] = res.Cost; large.check(res.Best) != res.Cost {
				t.Errorf("a solution costs %d, checked %d", res.Cost, large.check(res.Best))
			}
		}
		if cost[0]*6 > cost[1]*5 {
			t.Errorf("seed %d: %d with moves of groups, %d without", seed, cost[0], cost[1])
		}
	}
}
