package counting

import (
	"context"
	"math/bits"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// backtrack counts the ways to fill the rows from row on up to the last, where what is placed attacks the given columns
// of row: the recursive search that sweep and the kernel replace.
func (k *class) backtrack(row, last int, columns, left, right uint32) uint64 {
	free := ^(columns | left | right | k.blocked[row])
	if row == last { // one column is left
		if free != 0 {
			return 1
		}
		return 0
	}
	count := uint64(0)
	for ; free != 0; free &= free - 1 {
		bit := free & -free
		count += k.backtrack(row+1, last, columns|bit, (left|bit)>>1, (right|bit)<<1)
	}
	return count
}

// swept is how many solutions sweep counts below a prefix.
func swept(p *plan, q prefix) uint64 {
	s := newSweep(p)
	s.class = &p.classes[q.Class]
	n, _ := s.count(context.Background(), q)
	return n
}

// walked is how many backtracking counts.
func walked(p *plan, q prefix) uint64 {
	return p.classes[q.Class].backtrack(p.depth, p.n-1, q.Columns, q.Left, q.Right)
}

// Words of boards that are too large to be counted have no bit to spare: a few rows from the end the searches still agree.
func TestSweep_AsBacktracking(t *testing.T) {
	t.Logf("vectorised: %v", simd.Vectorised)
	r := rng.New(1, 0)
	for _, n := range []int{4, 5, 6, 7, 8, 9, 10, 11, 27, 28, 31, 32} {
		p, found := newPlan, uint64(0)
		if n > 11 {
			p = shallow
		}
		plan := p(n)
		tasks, from := plan.tasks, *plan
		if n > 11 {
			from.depth, tasks = n-12, nil
			for range 200 {
				if q, row := descended(r, plan, plan.tasks[r.IntN(len(plan.tasks))], n-12); row == n-12 {
					tasks = append(tasks, q)
				}
			}
		}
		for _, q := range tasks {
			want := walked(&from, q)
			if got := swept(&from, q); got != want {
				t.Fatalf("n=%d: counts %d below %+v, want %d", n, got, q, want)
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
