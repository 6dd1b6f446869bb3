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

// descend counts the same as the kernel does: by a stack of its own, on which only rows lie that have another column.
func (k *class) descend(row, last int, columns, left, right uint32) uint64 {
	type entry struct {
		columns, left, right, free uint32
		row                        int
	}
	var stack [MaxN]entry
	top, count := 0, uint64(0)
	free := ^(columns | left | right | k.blocked[row])
	for free != 0 {
		rest := free & (free - 1)
		bit := free ^ rest
		if rest != 0 {
			stack[top] = entry{columns, left, right, rest, row}
			top++
		}
		columns, left, right = columns|bit, (left|bit)>>1, (right|bit)<<1
		row++
		if free = ^(columns | left | right | k.blocked[row]); free != 0 {
			continue
		}
		if row > last {
			count++
		}
		if top > 0 {
			top--
			e := stack[top]
			columns, left, right, free, row = e.columns, e.left, e.right, e.free, e.row
		}
	}
	return count
}

// twoAhead is backtrack with the pruning of sweep: not into a row whose next one has no free column.
func (k *class) twoAhead(row, last int, columns, left, right uint32) uint64 {
	free := ^(columns | left | right | k.blocked[row])
	if row == last {
		if free != 0 {
			return 1
		}
		return 0
	}
	if ^(columns | left>>1 | right<<1 | k.blocked[row+1]) == 0 {
		return 0
	}
	count := uint64(0)
	for ; free != 0; free &= free - 1 {
		bit := free & -free
		count += k.twoAhead(row+1, last, columns|bit, (left|bit)>>1, (right|bit)<<1)
	}
	return count
}

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
