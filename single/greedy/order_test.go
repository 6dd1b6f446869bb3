package greedy

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/walk"
)

// shop is a flow shop that prices insertions in full.
type shop struct{ times [][3]int32 }

func (p shop) Space() multiwalk.Space { return multiwalk.Permutation(len(p.times)) }

func (p shop) Cost(x []int32) int64 {
	var free [3]int32
	for _, job := range x {
		done := int32(0)
		for m, t := range p.times[job] {
			done = max(done, free[m]) + t
			free[m] = done
		}
	}
	return int64(free[2])
}

func (p shop) InsertDelta(x []int32, i, j int32) int64 {
	y := slices.Clone(x)
	move(y, i, j)
	return p.Cost(y) - p.Cost(x)
}

// partly has costs of partial orders too, and likes the last of the best places.
type partly struct{ shop }

func (p partly) NewPlaces() multiwalk.Places { return p }

func (p partly) Best(x []int32, i int32) (j int32, delta int64) {
	for k := range int32(len(x)) {
		if d := p.InsertDelta(x, i, k); k == 0 || d <= delta {
			j, delta = k, d
		}
	}
	return j, delta
}

// plain is the algorithm as a loop that evaluates all in full.
type plain struct {
	p      multiwalk.Problem
	cost   func(part, out []int32) int64 // of a partial order, with the elements that are out
	tie    func(part []int32, i int32, best []int) int
	random *multiwalk.Rand
	steps  int  // looks that are left
	whole  bool // partial orders have no costs of their own
	anew   int  // how often it began anew
	trail  []int64
}

// best moves the element at i of a partial order to its best place, and returns by how much the order costs less.
func (l *plain) best(part, out []int32, i int32) int64 {
	e := part[i]
	rest := slices.Delete(slices.Clone(part), int(i), int(i)+1)
	costs := make([]int64, len(part))
	for k := range costs {
		costs[k] = l.cost(slices.Insert(slices.Clone(rest), k, e), out)
	}
	least := slices.Min(costs)
	var best []int
	for k, c := range costs {
		if c == least {
			best = append(best, k)
		}
	}
	copy(part, slices.Insert(rest, l.tie(part, i, best), e))
	l.steps--
	return least - costs[i]
}

// search improves a partial order until as many elements in a row as it looks at have no better place.
func (l *plain) search(part, out, queue []int32) {
	queue = slices.Clone(queue)
	l.random.Shuffle(queue)
	for at, since := 0, 0; since < len(queue) && l.steps > 0; at++ {
		since++
		if l.best(part, out, int32(slices.Index(part, queue[at%len(queue)]))) < 0 {
			since = 0
		}
	}
}

func (l *plain) run(x []int32, release int, temperature float64) {
	n, all := len(x), l.steps
	was, home := slices.Clone(x), l.p.Cost(x)
	lowest, began, found, anew := home, 0, 0, false
	for l.search(x, nil, x); l.steps > 0; {
		l.steps--
		cost, unit := l.p.Cost(x), all-l.steps
		if anew {
			began = unit
		}
		if anew || cost < lowest {
			lowest, found = cost, unit
		}
		if anew || metropolis.Accept(cost-home, temperature, l.random.Uint32()) {
			was, home = slices.Clone(x), cost
		} else {
			copy(x, was)
		}
		l.trail = append(l.trail, home)
		count, from, width := release, 0, n
		if l.whole {
			if anew = unit-found > found-began+patience*n*n; anew {
				count, l.anew = n-1, l.anew+1
			}
			most := 0 // how often twice the number fits
			for count<<(most+1) <= n {
				most++
			}
			least := count << l.random.IntN(most+1)
			width = min(n, least+1+l.random.IntN(least))
			from = l.random.IntN(n - width + 1)
		}
		to := from + width
		placed := n
		for ; placed > n-count; placed-- {
			i := from + l.random.IntN(width-(n-placed))
			copy(x, slices.Concat(x[:i], x[i+1:], x[i:i+1]))
		}
		if !l.whole {
			l.search(x[:placed], x[placed:], x[:placed])
		}
		for ; placed < n && l.steps > 0; placed++ {
			e := x[placed]
			l.best(x[:placed+1], x[placed+1:], int32(placed))
			j := slices.Index(x, e)
			from, to = min(from, j), max(to, j+1)
		}
		switch {
		case placed < n:
		case l.whole:
			l.search(x, nil, x[max(0, from-1):min(n, to+1)])
		default:
			l.search(x, nil, x)
		}
	}
}

// recorded notes what orders are accepted, by what they cost.
func recorded(w *orderWalk, looks int) (trail []int64) {
	for range looks {
		judges := w.since >= len(w.queue) && w.placed == len(w.x)
		w.Step(walk.NewSlice(1))
		if judges {
			trail = append(trail, w.homeCost)
		}
	}
	return trail
}

// The walk makes what the loop makes: by deltas of whole orders, and by the costs of partial ones.
func TestOrder_IsThePlainLoop(t *testing.T) {
	r, p := multiwalk.NewRand(3, 0), shop{make([][3]int32, 10)}
	for job := range p.times {
		for m := range p.times[job] {
			p.times[job][m] = int32(1 + r.IntN(99))
		}
	}
	ties := multiwalk.NewRand(7, 0)
	loops := []plain{
		{p: p, whole: true, random: ties, cost: func(part, out []int32) int64 { return p.Cost(slices.Concat(part, out)) },
			tie: func(_ []int32, _ int32, best []int) int {
				if len(best) == 1 {
					return best[0]
				}
				return best[ties.IntN(len(best))]
			}},
		{p: partly{p}, random: multiwalk.NewRand(7, 0), cost: func(part, _ []int32) int64 { return p.Cost(part) },
			tie: func(_ []int32, _ int32, best []int) int { return best[len(best)-1] }},
	}
	for _, loop := range loops {
		const looks = 3000
		s := must.Have(Order{Method: "greedy", Release: 3, Temperature: 4}.Prepare(loop.p, walk.Plan{Seed: 7}))(t)
		w := must.Have(s.NewWalk(0))(t)
		x := make([]int32, loop.p.Space().Len())
		walk.Plan{}.Begin(loop.p, loop.random, x)
		loop.steps = looks
		loop.run(x, 3, 4)
		got := recorded(w.(*orderWalk), looks)
		if !slices.Equal(got, loop.trail) || len(slices.Compact(got)) < 10 {
			t.Errorf("%T: %v\nloop: %v", loop.p, got, loop.trail)
		}
		if loop.whole != (loop.anew > 0) {
			t.Errorf("%T: %d new beginnings", loop.p, loop.anew)
		}
	}
}

// The temperature follows from how much worse iterations end.
func TestOrder_Temperature(t *testing.T) {
	w := &orderWalk{s: &orders{}}
	if w.temperature() != 0 {
		t.Error("a temperature of nothing")
	}
	w.worse, w.worsened = 30, 4
	if got := w.temperature(); math.Abs(got-wholeShare*7.5) > 1e-12 {
		t.Error(got)
	}
	w.places = partly{}
	if got := w.temperature(); math.Abs(got-partlyShare*7.5) > 1e-12 {
		t.Error(got)
	}
	if w.s.Temperature = 3; w.temperature() != 3 {
		t.Error("the given temperature is not taken")
	}
}
