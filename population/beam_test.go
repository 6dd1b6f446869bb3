package population

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/problem/flowshop"
)

// shopOf makes one of Taillard's flow shops, or draws one.
func shopOf(t *testing.T, name string) *flowshop.Instance {
	t.Helper()
	return must.Have(flowshop.Named(flowshop.Prefix+name, name))(t)
}

func TestBeam_Conforms(t *testing.T) {
	bad := conformance.Refuses(Beam{Guide: "x"}, Beam{Width: -1}, Beam{Width: mostWidth + 1}, Beam{Way: -1}, Beam{Way: 3})
	for _, p := range []multiwalk.Problem{shopOf(t, "20x5:3").Makespan(), shopOf(t, "12x4:2").Flowtime(), sample.Grown{Order: sample.NewOrder(14, 1)}} {
		conformance.Problem(t, p)
		for _, m := range []Beam{{}, {Guide: ByWaste, Width: 7, Way: 1}} {
			conformance.Method(t, m, p, conformance.Budget(30_000), bad)
		}
	}
}

// A beam without a limit goes on until nothing is left out, and then has the optimum.
func TestBeam_Proves(t *testing.T) {
	for seed := range 5 {
		p := shopOf(t, fmt.Sprintf("7x3:%d", seed+1)).Makespan()
		least := runtest.Least(p)
		for _, m := range []Beam{{}, {Guide: ByMix, Way: 1}, {Guide: ByWaste, Way: 2}} {
			res := must.Have(multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 1}))(t)
			if res.Cost != least || !res.Proven || res.Status != multiwalk.MethodEnded {
				t.Errorf("seed %d, %+v: %d, %v, proven is %v; the optimum is %d", seed, m, res.Cost, res.Status, res.Proven, least)
			}
		}
	}
}

// Taillard's ta061 and ta091 are proven to be solved: in 2,200 and 550,000 evaluations, 2 and 50 ms.
func TestBeam_ProvesTaillards(t *testing.T) {
	for name, want := range map[string]int64{"ta061": 5493, "ta091": 10862} {
		res := must.Have(multiwalk.Minimize(t.Context(), shopOf(t, name).Makespan(), Beam{}, multiwalk.Settings{Seed: 1,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(2_000_000)}}))(t)
		if res.Cost != want || !res.Proven {
			t.Errorf("%s: %d after %d evaluations, proven is %v; want %d", name, res.Cost, res.Evaluations(), res.Proven, want)
		}
	}
}

// plainBeam is the method as a loop that keeps all children: what each beam of one guide ends with, and how many children there were.
func plainBeam(p multiwalk.Brancher, guide string, widths []int, least int64) (costs, children []int64) {
	type child struct {
		pick
		node []int32
	}
	b, priced := p.NewBranches(), int64(0)
	for number, width := range widths {
		level := []child{{node: make([]int32, b.Size())}}
		b.Root(level[0].node)
		for depth := range b.Depth() {
			var all []child
			for _, parent := range level {
				for _, c := range b.Expand(parent.node, 0, nil) {
					priced++
					if c.Bound >= least {
						continue
					}
					w := &beamWalk{s: &beamSearch{}, beam: int64(number), depth: depth, level: []pick{parent.pick}}
					w.s.plan.Seed = 9
					grown := slices.Clone(parent.node)
					b.Grow(grown, c.Choice)
					g := guided(guide, &c, float64(depth+1)/float64(b.Depth()), math.Inf(1))
					all = append(all, child{pick{guide: g, bound: c.Bound, tie: w.tie(&pick{choice: c.Choice})}, grown})
				}
			}
			slices.SortFunc(all, func(a, b child) int {
				return cmp.Or(cmp.Compare(a.guide, b.guide), cmp.Compare(a.tie, b.tie))
			})
			level = level[:0]
			for _, c := range all[:min(width, len(all))] {
				if level = append(level, c); depth+1 == b.Depth() {
					least = min(least, c.bound)
				}
			}
		}
		costs, children = append(costs, least), append(children, priced)
	}
	return costs, children
}

// Beams end as those of a plain loop do that keeps all children and sorts them.
func TestBeam_IsThePlainLoop(t *testing.T) {
	p, start := sample.Grown{Order: sample.NewOrder(11, 3)}, make([]int32, 11)
	for i := range start {
		start[i] = int32(i)
	}
	for _, guide := range []string{ByBound, ByGap, ByMix, ByWaste} {
		costs, children := plainBeam(p, guide, []int{1, 2, 4, 8, 16}, p.Cost(start))
		for k := range costs {
			res := must.Have(multiwalk.Minimize(t.Context(), p, Beam{Guide: guide}, multiwalk.Settings{Seed: 9, Walks: 1, Start: start,
				Stop: []multiwalk.Stop{multiwalk.Evaluations(1 + children[k])}}))(t)
			if res.Cost != costs[k] {
				t.Errorf("%s: after beam %d the best costs %d, by the plain loop %d", guide, k+1, res.Cost, costs[k])
			}
		}
	}
}

// A beam on two and three cores does what it does on one.
func TestBeam_IsTheSameOnAnyCores(t *testing.T) {
	var first []string
	for workers := 1; workers <= 3; workers++ {
		var events []string
		res := must.Have(multiwalk.Minimize(t.Context(), shopOf(t, "ta101").Makespan(), Beam{}, multiwalk.Settings{Seed: 2, Workers: workers,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(2_000_000)}, Observe: func(e multiwalk.Event) {
				if e.Kind == multiwalk.EventIncumbent {
					events = append(events, fmt.Sprint(e.Round, e.Counters, e.Cost, e.Best))
				}
			}}))(t)
		if workers == 1 {
			first = events
		}
		if !slices.Equal(events, first) || res.Workers != workers || len(events) < 3 {
			t.Errorf("%d workers, %d in use: %v, one: %v", workers, res.Workers, events, first)
		}
	}
}

// Of picks with many equal guides the same ones are kept as sorting them would keep, however they come.
func TestPicks_AreTheBest(t *testing.T) {
	r := multiwalk.NewRand(1, 0)
	for try := range 200 {
		all := make([]pick, 1+r.IntN(3000))
		for k := range all {
			all[k] = pick{guide: float64(r.IntN(1 + try)), tie: r.Uint32N(9), parent: int32(k)}
		}
		width, l := 1+r.IntN(400), picks{}
		l.clear()
		whole := true
		for from := 0; from < len(all); from += 64 {
			whole = l.add(all[from:min(len(all), from+64)], width, func(p *pick) uint32 { return p.tie }) && whole
		}
		whole = l.cut(width) && whole
		order := func(a, b pick) int {
			if a.before(&b) {
				return -1
			}
			return 1
		}
		slices.SortFunc(all, order)
		slices.SortFunc(l.list, order)
		if want := all[:min(width, len(all))]; !slices.Equal(l.list, want) {
			t.Fatalf("try %d: of %d picks the best %d are not kept", try, len(all), width)
		}
		if whole != (len(all) <= width) {
			t.Fatalf("try %d: of %d picks and a width of %d, whole is %v", try, len(all), width, whole)
		}
	}
}
