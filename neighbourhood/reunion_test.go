package neighbourhood

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/must"
)

// line is an order in which neighbours cost their difference.
type line struct{ n int }

func (p line) Space() multiwalk.Space { return multiwalk.Permutation(p.n) }

func (p line) Cost(x []int32) (c int64) {
	for i, v := range x[1:] {
		c += int64(max(v-x[i], x[i]-v))
	}
	return c
}

// reuniting returns a neighbourhood that has Random bring companions together, at a random order.
func reuniting(t *testing.T, n int, seed uint64) (*union, []int32, *multiwalk.Rand) {
	t.Helper()
	nb := must.Have(ByName(line{n}, "swap+insert+2opt"))(t)
	r, x := multiwalk.NewRand(seed, 0), make([]int32, n)
	multiwalk.Permutation(n).Random(r, x)
	nb.Reset(x)
	if !Reunite(nb, x) {
		t.Fatalf("%s of %d elements brings none together", nb.Name(), n)
	}
	return nb.(*union), x, r
}

// roam makes moves, and takes every third back.
func roam(u *union, x []int32, r *multiwalk.Rand, moves int) {
	for k := range moves {
		m := u.Random(r)
		if u.Apply(x, m); k%3 == 0 {
			u.Undo(x, m)
		}
	}
}

// stands tells whether elements are neighbours.
func stands(x []int32, v, w int32) bool {
	d := slices.Index(x, v) - slices.Index(x, w)
	return d == 1 || d == -1
}

// A move that is drawn for a reunion puts an element beside one that it knows and does not stand beside.
func TestReunion_MovesBringCompanionsTogether(t *testing.T) {
	u, x, r := reuniting(t, 200, 1)
	roam(u, x, r, 2000)
	for _, op := range []Op{OpSwap, OpInsert, OpTwoOpt} {
		drawn := 0
		for range 500 {
			m, ok := u.reunion.draw(op, r)
			if !ok {
				continue
			}
			drawn++
			if b := u.kinds[u.owner(m)]; m.Op != op || b.Move(b.Index(m)) != m {
				t.Fatalf("%v is no move of %v", m, op)
			}
			y, met := slices.Clone(x), false
			u.kinds[u.owner(m)].Do(y, m)
			for i := range y[1:] {
				v, w := y[i], y[i+1]
				met = met || !stands(x, v, w) && (slices.Contains(u.reunion.known[v*companions:][:companions], w) ||
					slices.Contains(u.reunion.known[w*companions:][:companions], v))
			}
			if !met {
				t.Fatalf("%v brings no companions together", m)
			}
		}
		if drawn < 450 {
			t.Errorf("%v: only %d of 500 moves were found", op, drawn)
		}
	}
}

// The copy goes where the solution goes, whichever moves are made and taken back.
func TestReunion_Follows(t *testing.T) {
	u, x, r := reuniting(t, 192, 2)
	for range 100 {
		roam(u, x, r, 3)
		if !slices.Equal(u.reunion.order, x) {
			t.Fatalf("the copy is %v, the solution %v", u.reunion.order, x)
		}
		for i, v := range x {
			if u.reunion.at[v] != int32(i) {
				t.Fatalf("%d stands at %d, noted at %d", v, i, u.reunion.at[v])
			}
		}
	}
}

// Who resumes draws what would have been drawn.
func TestReunion_IsSaved(t *testing.T) {
	u, x, r := reuniting(t, 200, 3)
	roam(u, x, r, 1000)
	a := checkpoint.Writer(0)
	a.Fields("walk", u, r)
	again, _, r2 := reuniting(t, 200, 4)
	b := checkpoint.Reader(a.Bytes())
	b.Fields("walk", again, r2)
	must.Do(t, b.Err())
	y := slices.Clone(x)
	again.Reset(y)
	for k := range 500 {
		m, n := u.Random(r), again.Random(r2)
		if m != n {
			t.Fatalf("draw %d is %v, resumed %v", k, m, n)
		}
		u.Apply(x, m)
		again.Apply(y, n)
	}
}

// Where few elements stand, or there is one kind of move, draws stay as they are.
func TestReunite_Refuses(t *testing.T) {
	for _, c := range []struct {
		n    int
		name string
	}{{leastReunion - 1, "swap+insert"}, {300, "insert"}} {
		nb := must.Have(ByName(line{c.n}, c.name))(t)
		if x := least(line{c.n}.Space()); Reunite(nb, x) {
			t.Errorf("%s of %d elements brings companions together", c.name, c.n)
		}
	}
}

// Orders from 192 elements on have companions, as Reunite says.
func TestReunite_FromEightTimesTheCompanions(t *testing.T) {
	for n, want := range map[int]bool{191: false, 192: true} {
		nb := must.Have(ByName(line{n}, "swap+insert"))(t)
		if got := Reunite(nb, least(line{n}.Space())); got != want {
			t.Errorf("%d elements: %v", n, got)
		}
	}
}

// Where elements have no companions yet, four are asked in vain, by two words each, and no move is made.
func TestReunion_GivesUp(t *testing.T) {
	u, _, _ := reuniting(t, 256, 1) // a power of two takes a word, whatever it is
	r, twin := multiwalk.NewRand(5, 0), multiwalk.NewRand(5, 0)
	if m, ok := u.reunion.draw(OpSwap, r); ok {
		t.Fatalf("%v brings companions together, and there are none", m)
	}
	for range 8 {
		twin.Uint32()
	}
	if a, b := r.Uint64(), twin.Uint64(); a != b {
		t.Errorf("draws went on from %x, want %x", a, b)
	}
}
