package sweep

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

func TestModule_KernelsAreInThePTX(t *testing.T) { gputest.InPTX(t, Module()) }

// random draws pairs of n bits: some number of each, with weights that are multiples of a factor.
func random(n, each int, most, factor int64, seed uint64) *neighbourhood.Pairs {
	r := rand.New(rand.NewPCG(seed, 2))
	list := make([]map[int32]int64, n)
	for i := range list {
		list[i] = map[int32]int64{}
	}
	for range n * each / 2 {
		if i, j := r.IntN(n), r.IntN(n); i != j {
			w := factor * (r.Int64N(2*most+1) - most)
			list[i][int32(j)], list[j][int32(i)] = w, w
		}
	}
	q := &neighbourhood.Pairs{Start: make([]int32, 1, n+1)}
	for i := range list {
		q.Linear = append(q.Linear, r.Int64N(41)-20)
		for j := range int32(n) {
			if w, ok := list[i][j]; ok {
				q.Others, q.Weights = append(q.Others, j), append(q.Weights, w)
			}
		}
		q.Start = append(q.Start, int32(len(q.Others)))
	}
	return q
}

// A layout has all pairs at their places, and no two bits of a class share one.
func TestLayout_HasAllPairs(t *testing.T) {
	q := random(500, 5, 127, 3, 1)
	must.Do(t, q.Validate(500))
	l := must.Have(NewLayout(q))(t)
	class := make([]int, len(l.Linear)/32)
	for c := range len(l.Classes) - 1 {
		for s := l.Classes[c]; s < l.Classes[c+1]; s++ {
			class[s] = c
		}
	}
	found := 0
	for i, at := range l.Place {
		if int64(l.Linear[at]) != q.Linear[i] {
			t.Fatalf("bit %d costs %d, want %d", i, l.Linear[at], q.Linear[i])
		}
		weights := map[int32]int64{}
		for k := l.Slices[at/32] + at%32; k < l.Slices[at/32+1]; k += 32 {
			if p := l.Pairs[k]; p != 0 {
				weights[p&(1<<otherBits-1)] += int64(p>>otherBits) * int64(l.Factor)
			}
		}
		for k := q.Start[i]; k < q.Start[i+1]; k++ {
			other := l.Place[q.Others[k]]
			if weights[other] != q.Weights[k] || class[other/32] == class[at/32] {
				t.Fatalf("bits %d and %d, of classes %d and %d: weight %d, want %d", i, q.Others[k], class[at/32], class[other/32], weights[other], q.Weights[k])
			}
			if q.Weights[k] != 0 {
				found++
			}
		}
	}
	entries := 0
	for _, p := range l.Pairs {
		if p>>otherBits != 0 {
			entries++
		}
	}
	if entries != found {
		t.Errorf("%d entries for %d ends of pairs", entries, found)
	}
}

func TestLayout_Refuses(t *testing.T) {
	for _, c := range map[string]struct {
		q    *neighbourhood.Pairs
		want string
	}{
		"wide weights":  {random(400, 4, 128, 1, 3), "more than 127"},
		"great linear":  {&neighbourhood.Pairs{Linear: append(make([]int64, 99), 5000), Start: make([]int32, 101)}, "by more than 4096"},
		"least linear":  {&neighbourhood.Pairs{Linear: append(make([]int64, 99), math.MinInt64), Start: make([]int32, 101)}, "by more than 4096"},
		"great factor":  {random(400, 4, 1, 5000, 3), "by more than 4096"},
		"least weight":  {&neighbourhood.Pairs{Linear: make([]int64, 2), Start: []int32{0, 1, 2}, Others: []int32{1, 0}, Weights: []int64{math.MinInt64, math.MinInt64}}, "more than"},
		"many classes":  {random(60, 40, 1, 1, 3), "such classes"},
		"no bits apart": {&neighbourhood.Pairs{Linear: make([]int64, 2), Start: []int32{0, 1, 2}, Others: []int32{1, 0}, Weights: []int64{1, 1}}, "such classes"},
	} {
		must.Fail(t, c.want)(NewLayout(c.q))
	}
}

// plain is a search of Sweep as a plain loop over bits, with fields from the definition.
type plain struct {
	q           *neighbourhood.Pairs
	l           *Layout
	order       []int32 // of bits, by place
	x, best     []int32
	cost, least int64
	moves       int64
}

func (p *plain) sweep(a Sweeping, odds []uint32, s int64, search int) {
	for _, i := range p.order {
		field := p.q.Linear[i]
		for k := p.q.Start[i]; k < p.q.Start[i+1]; k++ {
			field += p.q.Weights[k] * int64(p.x[p.q.Others[k]])
		}
		d := field * int64(1-2*p.x[i])
		u := lane.Random(a.Seed, a.First+uint32(search/Side), uint64(s), uint32(p.l.Place[i]))[search%Side]
		if d < 0 || d < int64(a.Odds) && u < odds[d] {
			p.x[i] = 1 - p.x[i]
			p.cost += d
			p.moves++
		}
	}
	if p.cost < p.least {
		p.least = p.cost
		copy(p.best, p.x)
	}
}

// The kernel does what a plain loop does, whatever the number of warps and the launches; searches go on from an elite where they are
// told to; one that nobody asked for finds nothing.
func TestSweep_IsAPlainLoop(t *testing.T) {
	for _, c := range []struct {
		n, each, warps, searches int
		most, factor             int64
		launch                   int64
	}{{200, 3, 1, 4, 1, 2, 3}, {333, 5, 3, 6, 127, 1, 7}, {700, 1, 2, 1, 100, 10, 20}, {2000, 60, 4, 3, 127, 1, 9}} {
		q := random(c.n, c.each, c.most, c.factor, 5)
		l, err := NewLayout(q)
		if err != nil {
			if c.each < 60 {
				t.Fatal(err)
			}
			continue // the widest fields: deltas may be out of range
		}
		compare(t, q, l, c.warps, c.searches, c.launch)
	}
}

func compare(t *testing.T, q *neighbourhood.Pairs, l *Layout, warps, searches int, launch int64) {
	n, places, blocks := len(q.Linear), len(l.Linear), (searches+Side-1)/Side
	r := rand.New(rand.NewPCG(3, 3))
	a := Sweeping{Walks: int32(searches), Places: int32(places), Classes: int32(len(l.Classes) - 1), Factor: l.Factor, Odds: l.Delta + 1, Poll: 2,
		First: 9, Seed: 4, Target: math.MinInt64}
	odds := make([]uint32, a.Odds)
	for d := range odds {
		odds[d] = uint32(math.MaxUint32 * math.Exp(-float64(d)/30))
	}
	bit := slices.Repeat([]int32{-1}, places)
	for i, at := range l.Place {
		bit[at] = int32(i)
	}
	bit = slices.DeleteFunc(bit, func(i int32) bool { return i < 0 })
	x, states := make([]uint32, blocks*places), make([]Swept, blocks*Side)
	for i := range states {
		states[i] = Swept{Cost: math.MaxInt64 / 2, Least: math.MaxInt64 / 2}
	}
	list, elite, eliteWords := make([]*plain, searches), make([]int32, n), make([]uint32, places)
	cost := func(x []int32) (sum int64) {
		for i, v := range x {
			sum += 2 * q.Linear[i] * int64(v)
			for k := q.Start[i]; k < q.Start[i+1]; k++ {
				sum += q.Weights[k] * int64(v) * int64(x[q.Others[k]])
			}
		}
		return sum / 2
	}
	for i := range elite {
		elite[i] = int32(r.IntN(2))
		eliteWords[l.Place[i]] = uint32(elite[i]) * 0x01010101
	}
	for k := range list {
		own := make([]int32, n)
		for i := range own {
			own[i] = int32(r.IntN(2))
			x[k/Side*places+int(l.Place[i])] |= uint32(own[i]) << (8 * (k % Side))
		}
		list[k] = &plain{q: q, l: l, order: bit, x: own, best: slices.Clone(own), cost: cost(own), least: cost(own)}
		states[k] = Swept{Cost: list[k].cost, Least: list[k].least}
	}
	best := slices.Clone(x)
	hits, goal := slices.Repeat([]int64{math.MaxInt64}, blocks), []int64{math.MaxInt64}
	for from := int64(0); from < 40; from += launch {
		a.From, a.Until, a.Adopt = from, from+launch, 0
		if from/launch == 1 {
			a.Adopt, a.Elite = 1, cost(elite)
			for _, p := range list {
				copy(p.x, elite)
				if p.cost = a.Elite; p.cost < p.least {
					p.least = p.cost
					copy(p.best, elite)
				}
			}
		}
		e := lane.Emulator{Blocks: int32(blocks), Threads: int32(32 * warps), Shared: int32(Room(places, int(a.Odds))), Seed: 7}
		must.Do(t, e.Run(func(th lane.Thread) {
			Sweep(th, a, l.Classes, l.Slices, l.Linear, append(l.Pairs, 0), odds, eliteWords, x, best, states, hits, goal, []uint32{0})
		}))
		moves := int64(0)
		for k, p := range list {
			for s := a.From; s < a.Until; s++ {
				p.sweep(a, odds, s, k)
			}
			moves += p.moves
			if s := states[k]; s.Cost != p.cost || s.Least != p.least || cost(p.x) != p.cost {
				t.Fatalf("%d bits, search %d before sweep %d: %+v, the plain loop costs %d, its incumbent %d", n, k, a.Until, s, p.cost, p.least)
			}
			for i, at := range l.Place {
				at := k/Side*places + int(at)
				if shift := 8 * (k % Side); int32(x[at]>>shift&0xff) != p.x[i] || int32(best[at]>>shift&0xff) != p.best[i] {
					t.Fatalf("%d bits, search %d before sweep %d: bit %d is another one in the plain loop", n, k, a.Until, i)
				}
			}
		}
		if searches%Side == 0 && states[0].Moves != moves {
			t.Fatalf("%d moves, want %d", states[0].Moves, moves)
		}
	}
	a.From, a.Until, a.Target = 100, 200, min(list[0].least, 1<<40)
	e := lane.Emulator{Blocks: int32(blocks), Threads: int32(32 * warps), Shared: int32(Room(places, int(a.Odds))), Seed: 7}
	if err := e.Run(func(th lane.Thread) {
		Sweep(th, a, l.Classes, l.Slices, l.Linear, append(l.Pairs, 0), odds, eliteWords, x, best, states, hits, goal, []uint32{0})
	}); err != nil || hits[0] != 100 || goal[0] != 100 {
		t.Errorf("%v; a search is at the target after the first sweep, and its block says %d, all %d", err, hits[0], goal[0])
	}
}
