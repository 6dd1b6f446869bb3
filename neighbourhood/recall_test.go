package neighbourhood

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/must"
)

// ring is integers of which each costs its distance to those beside it.
type ring struct{ n, values int32 }

func (p ring) Space() multiwalk.Space { return multiwalk.Integers(int(p.n), 2, p.values+1) }

func (p ring) Cost(x []int32) (c int64) {
	for i, v := range x {
		d := int64(v - x[(i+1)%len(x)])
		c += d * d
	}
	return c
}

// recalling returns a neighbourhood that draws by what it remembers, at a random solution.
func recalling(t *testing.T, p multiwalk.Problem, seed uint64) (*union, []int32, *multiwalk.Rand) {
	t.Helper()
	nb := must.Have(ByName(p, ""))(t)
	r, x := multiwalk.NewRand(seed, 0), make([]int32, p.Space().Len())
	p.Space().Random(r, x)
	nb.Reset(x)
	if !Recall(nb, x) {
		t.Fatalf("%s remembers nothing", nb.Name())
	}
	return nb.(*union), x, r
}

// priceAll prices every move.
func priceAll(u *union, x []int32) {
	for k := range u.Size() {
		u.Delta(x, u.Move(k))
	}
}

// What is remembered of a move that was just priced is its delta, and a draw is a move of the kind.
func TestRecall_IsThePrice(t *testing.T) {
	for _, p := range []multiwalk.Problem{line{2}, line{3}, line{20}, ring{12, 2}, ring{12, 7}} {
		u, x, r := recalling(t, p, 1)
		roam(u, x, r, 50)
		priceAll(u, x)
		for _, k := range u.kinds {
			if !u.recall.remembers(k.Op) {
				continue
			}
			for range 200 {
				m, d := u.recall.candidate(k, x, r.Uint32())
				y := slices.Clone(x)
				k.Do(y, m)
				if want := p.Cost(y) - p.Cost(x); float32(want) != d {
					t.Fatalf("%v: %v was priced %d, and %v is remembered", p, m, want, d)
				}
				if m = u.recall.draw(k, x, r); k.Move(k.Index(m)) != m || m.Op != k.Op {
					t.Fatalf("%v: %v is no move of %v", p, m, k.Op)
				}
			}
		}
	}
}

// After a move elsewhere, what an element costs before another one holds as long as their neighbours stay.
func TestRecall_HoldsForElements(t *testing.T) {
	p := line{30}
	u, x, r := recalling(t, p, 2)
	priceAll(u, x)
	was := slices.Clone(x)
	u.Apply(x, Move{Op: OpInsert, I: 3, J: 12}) // what lies between has other positions now
	before := func(x []int32, v int32) int32 {
		if i := slices.Index(x, v); i > 0 {
			return x[i-1]
		}
		return -1
	}
	after := func(x []int32, v int32) int32 { return behind(x, int32(slices.Index(x, v)), int32(slices.Index(x, v))) }
	same := func(v int32) bool { return before(x, v) == before(was, v) && after(x, v) == after(was, v) }
	inserts, shifted := u.kinds[slices.IndexFunc(u.kinds, func(b *Member) bool { return b.Op == OpInsert })], 0
	for range 2000 {
		m, d := u.recall.candidate(inserts, x, r.Uint32())
		if to := behind(x, m.I, m.J); !same(x[m.I]) || int(to) < len(x) && before(x, to) != before(was, to) {
			continue
		}
		y := slices.Clone(x)
		insert(y, m.I, m.J)
		if want := p.Cost(y) - p.Cost(x); float32(want) != d {
			t.Fatalf("%v costs %d, and %v is remembered", m, want, d)
		}
		if x[m.I] != was[m.I] {
			shifted++
		}
	}
	if shifted < 100 {
		t.Errorf("only %d moves of elements that had moved along were looked at", shifted)
	}
}

// Draws are the best of four: where all is remembered, one in sixteen is of the dearer half.
func TestRecall_DrawsWhatCostsLittle(t *testing.T) {
	for _, p := range []multiwalk.Problem{line{30}, ring{20, 9}} {
		u, x, r := recalling(t, p, 3)
		priceAll(u, x)
		var all []float64
		for range 2001 {
			_, d := u.recall.candidate(u.kinds[0], x, r.Uint32())
			all = append(all, float64(d))
		}
		slices.Sort(all)
		dear := 0
		for range 1000 {
			if d := u.Delta(x, u.recall.draw(u.kinds[0], x, r)); float64(d) > all[1000] {
				dear++
			}
		}
		if dear > 125 {
			t.Errorf("%v: %d of 1000 draws were of the dearer half", p, dear)
		}
	}
}

// The copy goes where the solution goes, whichever moves are made and taken back.
func TestRecall_Follows(t *testing.T) {
	for _, p := range []multiwalk.Problem{line{40}, ring{40, 5}} {
		u, x, r := recalling(t, p, 4)
		for range 100 {
			if roam(u, x, r, 3); !slices.Equal(u.state.x, x) {
				t.Fatalf("the copy is %v, the solution %v", u.state.x, x)
			}
		}
	}
}

// Who resumes draws what would have been drawn.
func TestRecall_IsSaved(t *testing.T) {
	for _, p := range []multiwalk.Problem{line{40}, ring{40, 5}} {
		u, x, r := recalling(t, p, 5)
		roam(u, x, r, 300)
		priceAll(u, x)
		a := checkpoint.Writer(0)
		a.Fields("walk", u, r)
		again, _, r2 := recalling(t, p, 6)
		b := checkpoint.Reader(a.Bytes())
		b.Fields("walk", again, r2)
		must.Do(t, b.Err())
		y := slices.Clone(x)
		again.Reset(y)
		for k := range 500 {
			m, n := u.Random(r), again.Random(r2)
			if m != n {
				t.Fatalf("%v: draw %d is %v, resumed %v", p, k, m, n)
			}
			u.Delta(x, m)
			again.Delta(y, n)
			u.Apply(x, m)
			again.Apply(y, n)
		}
	}
}

// Where a price takes no longer than a draw, a table would be too large, or there is one kind of move, draws stay as they are.
func TestRecall_Refuses(t *testing.T) {
	for _, c := range []struct {
		p    multiwalk.Problem
		name string
		want bool
	}{
		{line{511}, "", true}, {line{512}, "", false}, {line{30}, "insert", false},
		{lopsided{&weighted{space: multiwalk.Permutation(9)}}, "swap+insert", false},
		{&weighted{space: multiwalk.Permutation(9)}, "swap+insert", true}, {&weighted{space: multiwalk.Integers(9, 0, 5)}, "", true},
		{followed{&weighted{space: multiwalk.Integers(9, 0, 5)}, t, withAbilities["change"]}, "", false},
		{&weighted{space: multiwalk.Binary(9)}, "", false}, {ring{1 << 9, 1 << 9}, "", true}, {ring{1 << 9, 1<<9 + 1}, "", false},
	} {
		nb := must.Have(ByName(c.p, c.name))(t)
		x := least(c.p.Space())
		nb.Reset(x)
		if got := Recall(nb, x); got != c.want {
			t.Errorf("%T of %d elements, %q: %v", c.p, len(x), nb.Name(), got)
		}
	}
}
