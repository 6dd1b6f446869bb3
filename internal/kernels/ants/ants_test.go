package ants_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/ants"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// plane is cities at random, by their distances.
type plane struct{ x, y []int32 }

func newPlane(n int) plane {
	r, p := multiwalk.NewRand(3, 0), plane{}
	for range n {
		p.x, p.y = append(p.x, int32(r.IntN(100))), append(p.y, int32(r.IntN(100)))
	}
	return p
}

func (p plane) Place(i int32) int32 { return i }

func (p plane) Between(a, b int32) int32 {
	dx, dy := p.x[a]-p.x[b], p.y[a]-p.y[b]
	return dx*dx + dy*dy
}

func (p plane) Cost(a, b int32) int64 { return int64(p.Between(a, b)) }

// lists are the k nearest of each city, and a heuristic.
func (p plane) lists(k int32) (near, far []int32, desire []float32) {
	n := int32(len(p.x))
	for i := range n {
		var others []int32
		for j := range n {
			if j != i {
				others = append(others, j)
			}
		}
		slices.SortStableFunc(others, func(a, b int32) int { return int(p.Between(i, a) - p.Between(i, b)) })
		near, far = append(near, others[:k]...), append(far, others[k:k+further]...)
		for _, c := range others[:k] {
			desire = append(desire, 100/float32(1+p.Between(i, c)))
		}
	}
	return near, far, desire
}

const further = 2

func ruleOf(v ants.Variant, k int32) ants.Rule {
	r := ants.Rule{Variant: v, Tour: 1, Choices: k, Further: further, Alpha: 1, Gone: 0.2, First: 1, Least: 0.01, Unit: ants.Unit(37), Patience: 3}
	if v == ants.Colony {
		r.First, r.Greedy, r.Alpha = 0.02, 1<<31, 1.5
	}
	return r
}

const colony = 37 // ants, which fill no number of warps

// plain is a colony that goes its way one ant after the other, as the papers tell it.
func plain(p plane, r ants.Rule, iterations int64) (state ants.State, trail *ants.Trail, tours []int32) {
	n := int32(len(p.x))
	near, far, desire := p.lists(r.Choices)
	trail, state = ants.NewTrail(&r, near, far, desire), ants.State{Lead: math.MaxInt64, Least: math.MaxInt64}
	laid, lead := ants.Laid{Next: make([]int32, n)}, make([]int32, n)
	for g := range iterations {
		tours = tours[:0]
		var costs []int64
		for i := range colony {
			x := walk(p, r, trail, uint32(5+i), g)
			cost := int64(0)
			for k, c := range x {
				cost += p.Cost(c, x[(k+1)%len(x)])
			}
			tours, costs = append(tours, x...), append(costs, cost)
		}
		best := slices.Index(costs, slices.Min(costs))
		x := tours[best*int(n):][:n]
		news := state.Take(&r, g, costs[best])
		if news.Lead {
			copy(lead, x)
		}
		if !news.Own {
			x = lead
		}
		laid.Anew = news.Anew
		for k, c := range x {
			laid.Next[c] = x[(k+1)%len(x)]
		}
		for i, cost := range costs {
			if r.Marks() {
				ants.Mark(ants.Alone{}, &r, trail, tours[i*int(n):][:n], cost, state.Lead)
			}
		}
		for row := range n {
			ants.Learn(ants.Alone{}, &r, trail, row, &laid)
		}
	}
	return state, trail, tours
}

// walk is an ant's tour, drawn from lists of what is left.
func walk(p plane, r ants.Rule, trail *ants.Trail, number uint32, g int64) (x []int32) {
	n := int32(len(p.x))
	word := func(s int) uint32 { return rng.At(1, number, uint64(g), uint32(s/4))[s%4] }
	at := int32(uint64(word(0)) * uint64(n) >> 32)
	for x = append(x, at); len(x) < int(n); x = append(x, at) {
		row := at * r.Choices
		var choices []int32
		total, u := uint64(0), uint64(word(len(x)))
		for i := row; i < row+r.Choices; i++ {
			if !slices.Contains(x, trail.Near[i]) {
				choices, total = append(choices, i), total+uint64(trail.Weight[i])
			}
		}
		switch {
		case len(choices) == 0:
			from := at
			at = -1
			for c := range n {
				if !slices.Contains(x, c) && (at < 0 || p.Between(from, c) < p.Between(from, at)) {
					at = c
				}
			}
		case u < uint64(r.Greedy):
			at = trail.Near[slices.MaxFunc(choices, func(a, b int32) int { return int(trail.Weight[a]) - int(trail.Weight[b]) })]
		default:
			u = (u - uint64(r.Greedy)) << 32 / (1<<32 - uint64(r.Greedy))
			u = u * total >> 32
			for _, i := range choices {
				if at = trail.Near[i]; u < uint64(trail.Weight[i]) {
					break
				}
				u -= uint64(trail.Weight[i])
			}
		}
	}
	return x
}

// Kernel March finds what a plain colony does, whatever the launch and the lanes of an ant.
func TestMarch_IsAPlainColony(t *testing.T) {
	for _, n := range []int{9, 70} {
		for _, v := range []ants.Variant{ants.MaxMin, ants.System, ants.Colony} {
			for i, e := range []lane.Emulator{{Blocks: 1, Threads: 32}, {Blocks: 3, Threads: 64, Seed: 5}, {Blocks: 2, Threads: 96, Seed: 9}} {
				if testing.Short() && n == 70 && i == 1 {
					continue
				}
				each := int32(4) << i
				t.Run(fmt.Sprintf("%d/%d/%d", n, v, each), func(t *testing.T) {
					p, r := newPlane(n), ruleOf(v, 6)
					const iterations = 7
					state, trail, tours := plain(p, r, iterations)
					m := newMarch(p, r, each)
					m.launch(t, e, 0, 4)
					m.launch(t, e, 4, iterations)
					switch {
					case m.states[0] != state:
						t.Errorf("state %+v, expected is %+v", m.states[0], state)
					case !slices.Equal(m.tours[:colony*n], tours):
						t.Error("the ants of the last iteration went other ways")
					case !slices.Equal(m.trail.Much, trail.Much) || !slices.Equal(m.trail.Weight, trail.Weight):
						t.Error("other pheromone")
					}
				})
			}
		}
	}
}

// A launch ends after the iteration in which an ant comes to the target. Where the host has said stop, it ends after the present one.
func TestMarch_EndsEarly(t *testing.T) {
	p, r := newPlane(20), ruleOf(ants.MaxMin, 6)
	state, _, _ := plain(p, r, 4)
	m := newMarch(p, r, 8)
	m.target = state.Least
	m.launch(t, lane.Emulator{Blocks: 2, Threads: 64}, 0, 50)
	if at := m.goal[0]; at > 3 || m.hits[0] != at || m.states[0].Least > state.Least {
		t.Errorf("it came to the target in iteration %d, and a plain one until 3", at)
	}
	m = newMarch(p, r, 8)
	m.stop[0] = 1
	m.launch(t, lane.Emulator{Blocks: 2, Threads: 64}, 0, 50)
	if m.goal[0] != 0 || m.hits[0] != math.MaxInt64 {
		t.Errorf("it stopped after iteration %d", m.goal[0])
	}
}

// Where ants climb, no exchange of two edges that makes one to a near city gains, and the pheromone is that of the tours that they found.
func TestMarch_ClimbsToLocalOptima(t *testing.T) {
	const n, climbs = 50, 5
	p, r := newPlane(n), ruleOf(ants.MaxMin, 6)
	m := newMarch(p, r, lane.WarpSize)
	m.a.Climbs = climbs
	for i := range n {
		for _, c := range m.trail.Near[6*i:][:climbs] {
			m.close = append(m.close, uint16(c))
		}
	}
	m.room, m.priced = make([]uint16, 2*n*4), make([]int64, 1)
	m.launch(t, lane.Emulator{Blocks: 2, Threads: 64}, 0, 2)
	least := int64(math.MaxInt64)
	for i := range colony {
		x, pos, cost := m.tours[i*n:][:n], make([]int, n), int64(0)
		for k, c := range x {
			pos[c] = k
			cost += p.Cost(c, x[(k+1)%n])
		}
		if least = min(least, cost); cost != m.costs[i] {
			t.Fatalf("ant %d: its tour costs %d, it says %d", i, cost, m.costs[i])
		}
		for k, c := range x {
			for _, d := range m.close[int(c)*climbs:][:climbs] {
				for _, step := range []int{1, n - 1} {
					a, b := x[(k+step)%n], x[(pos[d]+step)%n]
					if gain := p.Cost(c, a) + p.Cost(int32(d), b) - p.Cost(c, int32(d)) - p.Cost(a, b); gain > 0 {
						t.Fatalf("ant %d: to join %d to %d and %d to %d gains %d", i, c, d, a, b, gain)
					}
				}
			}
		}
	}
	if m.states[0].Least > least || m.priced[0] < colony*n*climbs {
		t.Errorf("%+v, the best ant has %d; %d moves priced", m.states[0], least, m.priced[0])
	}
}

// march is the arguments of a launch.
type march struct {
	p                        plane
	a                        ants.Marching
	trail                    *ants.Trail
	order, tours, lead, best []int32
	links, board             []int32
	close, room              []uint16
	costs, priced            []int64
	keys                     []uint64
	states                   []ants.State
	hits, goal               []int64
	stop                     []uint32
	target                   int64
}

func newMarch(p plane, r ants.Rule, each int32) *march {
	n := int32(len(p.x))
	m := &march{p: p, a: ants.Marching{Rule: r, Each: each, N: n, Ants: colony, First: 5, Seed: 1}, target: -1}
	for i := range n { // numbers against the problem's, so that a mistaken one shows
		m.order = append(m.order, n-1-i)
	}
	near, far, desire := p.lists(r.Choices)
	m.trail = ants.NewTrail(&r, near, far, desire)
	m.p.x, m.p.y = slices.Clone(p.x), slices.Clone(p.y)
	slices.Reverse(m.p.x)
	slices.Reverse(m.p.y)
	many := m.a.Together()
	m.tours, m.costs, m.lead, m.best = make([]int32, many*n), make([]int64, many), make([]int32, n), make([]int32, n)
	m.links, m.board, m.keys = make([]int32, n), make([]int32, 1), []uint64{math.MaxUint64, math.MaxUint64, math.MaxUint64}
	m.states = []ants.State{{Lead: math.MaxInt64, Least: math.MaxInt64}}
	m.hits, m.goal, m.stop = []int64{math.MaxInt64}, []int64{math.MaxInt64}, []uint32{0}
	return m
}

func (m *march) launch(t *testing.T, e lane.Emulator, from, until int64) {
	t.Helper()
	m.a.From, m.a.Until, m.a.Target = from, until, m.target
	e.Shared, e.Workers = int32(ants.Room(len(m.lead), int(e.Threads), int(m.a.Each))), int(e.Blocks)
	must.Do(t, e.Run(func(l lane.Thread) {
		ants.March(l, m.p, m.a, m.order, m.trail.Near, m.trail.Far, m.trail.Desire, m.trail.Much, m.trail.Weight, m.trail.Marks,
			m.close, m.room, m.priced, m.tours, m.costs, m.lead, m.best, m.links, m.keys, m.states, m.board, m.hits, m.goal, m.stop)
	}))
}

// An ant draws an open choice in proportion to its weight, and none where all are taken.
func TestAnt_Draws(t *testing.T) {
	r := ants.Rule{Choices: 3, Alpha: 1, First: 1}
	a := ants.Ant[ants.Alone, plane]{Rule: r, Trail: *ants.NewTrail(&r, []int32{4, 2, 7}, nil, []float32{1, 0.5, 0.5}), Open: make([]uint32, 1)}
	a.Begin(8)
	random := multiwalk.NewRand(1, 0)
	var drawn [8]int
	for range 8000 {
		drawn[a.Draw(0, random.Uint32())]++
	}
	for c, want := range [8]int{4: 4000, 2: 2000, 7: 2000} {
		if drawn[c] < want-200 || drawn[c] > want+200 {
			t.Errorf("choice %d was drawn %d times, expected are %d", c, drawn[c], want)
		}
	}
	if a.Rule.Greedy = 9; a.Draw(0, 8) != 4 {
		t.Errorf("the best choice is 4, not %d", a.Draw(0, 8))
	}
	for _, c := range []int32{4, 2, 7} {
		a.Take(c)
	}
	if c := a.Draw(0, 9); c != -1 {
		t.Errorf("choice %d is taken", c)
	}
}
