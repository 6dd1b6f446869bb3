package own

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/single"
)

// all returns the cases with published instances where they are at hand.
func all() []Case {
	folder := os.Getenv("MULTIWALK_DATA")
	if folder == "" {
		folder = filepath.Join("..", "..", "..", "shared", "data")
	}
	return All(folder)
}

// small are cases whose solutions can be counted.
func small() []Case {
	tiny := vehicles{"tiny", 6, 3, 2, 1, 9}
	return []Case{
		routingCase(files{}.routing(tiny), "tiny", 10), colouringCase(NewColouring(7, 3, 2)),
		quadraticCase(NewQuadratic(12, 3)), orderingCase("lop-7", NewOrdering(7, 4)),
		orderingCase("trade-7", NewTrade(7, 4)), flowShopCase("flow-shop-7", NewFlowShop(7, 3, 5)),
		knapsackCase(12, 2, 6), timetableCase(NewTimetable(5, 3, 2, 7)),
		setupsCase(NewSetups(7, 8)), sitesCase(NewSites(6, 5)),
	}
}

func TestCases_Conform(t *testing.T) {
	for _, c := range slices.Concat(all(), small()) {
		t.Run(c.Name, func(t *testing.T) {
			conformance.Problem(t, c.Problem, conformance.Solutions(1), conformance.Moves(100))
		})
	}
}

// minimize runs auto without any setting, one walk on one core, and checks what it finds.
func (c Case) minimize(seed uint64, stop ...multiwalk.Stop) (*multiwalk.Result, error) {
	res, err := multiwalk.Minimize(context.Background(), c.Problem, auto.For(c.Problem),
		multiwalk.Settings{Seed: seed, Device: device.CPU(1), Walks: 1, Stop: stop})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.Name, err)
	}
	if got := c.Check(res.Best); got != res.Cost {
		return nil, fmt.Errorf("%s: our solution costs %d, checked %d", c.Name, res.Cost, got)
	}
	return res, nil
}

// What both say a solution costs is what it costs by an evaluation that shares nothing with Cost.
func TestCases_CostsAreTrue(t *testing.T) {
	for _, c := range slices.Concat(all(), All(""), small()) {
		t.Run(c.Name, func(t *testing.T) {
			x := c.random(1)
			before := c.Problem.Cost(x)
			if got := c.Check(x); got != before {
				t.Fatalf("a random solution costs %d, checked %d", before, got)
			}
			best, cost := c.Rival(time.Second).Run(x, before, 1, steps(5))
			if got := c.Check(best); got != cost || cost > before {
				t.Errorf("the rival's solution costs %d, checked %d, from %d", cost, got, before)
			}
			must.Have(c.minimize(1, multiwalk.Evaluations(1000)))(t)
		})
	}
}

// On what can be enumerated both find the optimum, ours with one of five seeds.
func TestCases_Optimum(t *testing.T) {
	for _, c := range small() {
		t.Run(c.Name, func(t *testing.T) {
			least := runtest.LeastBy(c.Problem.Space(), c.Check)
			x := c.random(1)
			if _, cost := c.Rival(time.Second).Run(x, c.Problem.Cost(x), 1, steps(500)); cost != least {
				t.Errorf("the rival finds %d, the optimum is %d", cost, least)
			}
			var res *multiwalk.Result
			for seed := range uint64(5) {
				var err error
				if res, err = c.minimize(seed, multiwalk.Evaluations(100_000), multiwalk.Target(least)); err != nil {
					t.Fatal(err)
				}
				if res.Cost == least {
					return
				}
			}
			t.Errorf("%v, the optimum is %d", res, least)
		})
	}
}

// The generator of Taillard is exact: these are the first times of ta051 and ta081 on the first machine.
func TestNewFlowShop_IsTaillards(t *testing.T) {
	for _, c := range []struct {
		p    *FlowShop
		want []int32
	}{
		{NewFlowShop(50, 20, 1539989115), []int32{52, 95, 42, 75, 44, 57, 89}},
		{NewFlowShop(100, 20, 450926852), []int32{12, 72, 29, 16, 22, 61, 69}},
	} {
		for job, want := range c.want {
			if got := c.p.Times[job*int(c.p.Machines)]; got != want {
				t.Errorf("job %d takes %d, not %d", job, got, want)
			}
		}
	}
}

// A rival stops when its time is spent, and keeps the best it has seen.
func TestRival_EndsWithItsTime(t *testing.T) {
	c := quadraticCase(NewQuadratic(100, 1))
	x := c.random(2)
	calls := 0
	first := c.Problem.Cost(x)
	_, cost := c.Rival(time.Second).Run(x, first, 2, func() float64 { calls++; return float64(calls) / 50 })
	if calls != 50 || cost >= first {
		t.Errorf("%d calls, cost %d from %d", calls, cost, first)
	}
}

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
