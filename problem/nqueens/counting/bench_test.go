package counting

import (
	"context"
	"fmt"
	"math/bits"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// ways are the searches of a task, side by side.
func ways(p *plan) map[string]func(task prefix) uint64 {
	s := newSweep(p)
	of := func(count func(k *class, row, last int, columns, left, right uint32) uint64) func(prefix) uint64 {
		return func(q prefix) uint64 {
			return count(&p.classes[q.Class], p.depth, p.n-1, q.Columns, q.Left, q.Right)
		}
	}
	return map[string]func(task prefix) uint64{
		"backtrack": of((*class).backtrack), "descend": of((*class).descend), "two-ahead": of((*class).twoAhead),
		"sweep": func(q prefix) uint64 {
			s.class = &p.classes[q.Class]
			n, _ := s.count(context.Background(), q)
			return n
		},
	}
}

func TestSweep_AsBacktracking(t *testing.T) {
	t.Logf("vectorised: %v", simd.Vectorised)
	for n := 4; n <= 11; n++ {
		p := newPlan(n)
		all := ways(p)
		for _, task := range p.tasks {
			want := all["backtrack"](task)
			for name, count := range all {
				if got := count(task); got != want {
					t.Fatalf("n=%d: %s counts %d below %+v, want %d", n, name, got, task, want)
				}
			}
		}
	}
}

// Words of boards that are too large to be counted have no bit to spare: a few rows from the end the searches still agree.
func TestSweep_LargestBoards(t *testing.T) {
	r := rng.New(1, 0)
	for _, n := range []int{27, 28, 31, 32} {
		p := shallow(n)
		all, found := ways(&plan{n: n, classes: p.classes, depth: n - 12}), uint64(0)
		for range 200 {
			k := r.IntN(len(p.tasks))
			q, row := descended(r, p, p.tasks[k], n-12)
			if row < n-12 {
				continue
			}
			want := all["backtrack"](q)
			for name, count := range all {
				if got := count(q); got != want {
					t.Fatalf("n=%d: %s counts %d below %+v, want %d", n, name, got, q, want)
				}
			}
			found += want
		}
		if found == 0 {
			t.Errorf("n=%d: no solution to compare", n)
		}
	}
}

// shallow is a plan of large tasks, which is quick to make.
func shallow(n int) *plan {
	p := &plan{n: n, classes: classesOf(n), depth: 3, deep: 3}
	p.tasks = p.prefixes(p.depth)
	return p
}

// descended goes on from a task at random, up to a row or a dead end.
func descended(r *rng.Stream, p *plan, q prefix, to int) (prefix, int) {
	for row := p.depth; row < to; row++ {
		free := ^(q.Columns | q.Left | q.Right | p.classes[q.Class].blocked[row])
		if free == 0 {
			return q, row
		}
		for range r.IntN(bits.OnesCount32(free)) {
			free &= free - 1
		}
		bit := free & -free
		q = prefix{q.Columns | bit, (q.Left | bit) >> 1, (q.Right | bit) << 1, q.Class}
	}
	return q, to
}

// BenchmarkSearch is one core's time for all tasks, by each search.
func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{14, 16} {
		p := newPlan(n)
		for name, count := range ways(p) {
			b.Run(fmt.Sprintf("n=%d/%s", n, name), func(b *testing.B) {
				for b.Loop() {
					sum := uint64(0)
					for _, task := range p.tasks {
						sum += count(task) * p.classes[task.Class].weight
					}
					if sum != published[n].all {
						b.Fatal(sum)
					}
				}
				b.ReportMetric(float64(published[n].all)*float64(b.N)/b.Elapsed().Seconds(), "solutions/s")
			})
		}
	}
}

// BenchmarkCount is the whole count, on all cores and on a GPU.
func BenchmarkCount(b *testing.B) {
	gpu := device.GPU(0)
	for _, n := range []int{12, 14, 16, 17, 18, 19, 20, 21} {
		for _, d := range []multiwalk.Device{device.CPU(1), device.CPU(0), gpu} {
			b.Run(fmt.Sprintf("n=%d/%v", n, d), func(b *testing.B) {
				if d == multiwalk.Device(gpu) && gpu.Ready() != nil {
					b.Skip(gpu.Ready())
				}
				if _, cores := d.(multiwalk.Accelerator); !cores && n > 18 {
					b.Skip("minutes on cores")
				}
				for b.Loop() {
					if r, err := Count(b.Context(), n, Options{Device: d}); err != nil || r.All != published[n].all {
						b.Fatal(r.All, err)
					}
				}
				b.ReportMetric(float64(published[n].all)*float64(b.N)/b.Elapsed().Seconds(), "solutions/s")
			})
		}
	}
}
