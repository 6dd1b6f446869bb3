package scheduling

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/kernel"
)

// The loads price every change and exchange as full evaluation does, however many lanes fill the table, and follow what is made.
func TestLengths_DeltasAreExact(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {3, 2}, {30, 5}, {40, 33}} {
		p, r := Generate(size[0], size[1], 3).Makespan(), multiwalk.NewRand(1, 0)
		x, table, anew := make([]int32, p.Tasks), make([]int32, p.TableSize()), make([]int32, p.TableSize())
		p.Space().Random(r, x)
		p.FillTable(x, table, 0, 1)
		for range 300 {
			was, i, j, m := p.Cost(x), int32(r.IntN(int(p.Tasks))), int32(r.IntN(int(p.Tasks))), int32(r.IntN(int(p.Machines)))
			delta, swap := p.ChangeDeltaBy(x, table, i, m), r.IntN(2) == 0 && x[i] != x[j]
			if swap {
				delta = p.SwapDeltaBy(x, table, i, j)
			}
			for l := range int32(3) {
				if swap {
					p.SwapTable(x, table, i, j, l, 3)
				} else {
					p.ChangeTable(x, table, i, m, l, 3)
				}
			}
			if swap {
				x[i], x[j] = x[j], x[i]
			} else {
				x[i] = m
			}
			for l := range int32(3) {
				p.FillTable(x, anew, l, 3)
			}
			if is := p.Cost(x); is-was != delta || !slices.Equal(table[:p.Machines], anew[:p.Machines]) {
				t.Fatalf("%v: delta %d, by full evaluation %d; loads %v and %v", size, delta, is-was, table[:p.Machines], anew[:p.Machines])
			}
		}
	}
}

// refine makes steps of refinement by a team of so many threads.
func refine(p *Makespan, x []int32, steps int, threads int32) {
	table, part := make([]int32, p.TableSize()), kernel.Alternatives/threads
	p.FillTable(x, table, 0, 1)
	for turn := range int32(steps) * p.Turns() {
		p.Prepare(x, table, turn%p.Turns(), [4]uint32{uint32(turn), 7})
		best, least := int32(-1), int64(0)
		for k := range threads {
			if a, price := p.Cheapest(table, k*part, (k+1)*part); a >= 0 && (best < 0 || price < least) {
				best, least = a, price
			}
		}
		p.Take(x, table, turn%p.Turns(), best)
	}
}

// Refinement never makes a schedule longer, comes near the bound, and is the same by teams of any size.
func TestLengths_Refine(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {1, 2}, {2, 3}, {7, 3}, {64, 2}, {256, 8}} {
		p, r := Generate(size[0], size[1], 3).Makespan(), multiwalk.NewRand(1, 0)
		x := make([]int32, p.Tasks)
		p.Construct(r, x)
		y := slices.Clone(x)
		first, last := p.Cost(x), p.Cost(x)
		for range 20 {
			refine(p, x, 5, 1)
			refine(p, y, 5, 32)
			if !slices.Equal(x, y) {
				t.Fatalf("%v: one thread makes %v, 32 make %v", size, x, y)
			}
			if c := p.Cost(x); c > last {
				t.Fatalf("%v: a schedule of %d became one of %d", size, last, c)
			} else {
				last = c
			}
		}
		if bound := p.LowerBound(); size[0] > 100 && float64(last-bound) > 0.02*float64(bound) {
			t.Errorf("%v: from %d to %d, bound %d", size, first, last, bound)
		}
	}
}
