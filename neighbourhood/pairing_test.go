package neighbourhood

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// A pair is every move of a part with every move of a later one, and its price is that of both: by the problem's deltas, or in full.
func TestPair_PricedByWhatTheProblemHas(t *testing.T) {
	mixed := multiwalk.Product(multiwalk.Binary(4), multiwalk.Integers(3, 0, 2), multiwalk.Binary(5))
	for _, p := range []multiwalk.Problem{ones{mixed}, changing{ones{mixed}, 0}, both{flipping{ones{mixed}}}, changes{mixed}} {
		for _, name := range []string{"pair", "flip+change+pair"} {
			n := must.Have(ByName(p, name))(t)
			_, costs := p.(ones)
			if want := int64(4*6 + 4*5 + 6*5); name == "pair" && (n.Size() != want || n.Incremental() == costs || Kinds(n) == nil) {
				t.Errorf("%T: %d moves, want %d; incremental %v", p, n.Size(), want, n.Incremental())
			}
			checkDeltas(t, p, n)
			checkPairs(t, p, n)
			r, x := multiwalk.NewRand(1, 0), make([]int32, mixed.Len())
			mixed.Random(r, x)
			n.Reset(x)
			for range 300 { // what follows the solution goes after moves made and taken back, and after prices
				m := n.Random(r)
				d, before, was := n.Delta(x, m), p.Cost(x), slices.Clone(x)
				n.Apply(x, m)
				if got := p.Cost(x) - before; got != d {
					t.Fatalf("%T: %v: delta %d, want %d", p, m, d, got)
				}
				if r.IntN(3) == 0 {
					if n.Undo(x, m); !slices.Equal(x, was) {
						t.Fatalf("%T: %v undone gives %v, want %v", p, m, x, was)
					}
				}
			}
		}
	}
}

// checkPairs compares what Kinds says of pairs, and their rows, with the neighbourhood.
func checkPairs(t *testing.T, p multiwalk.Problem, n Neighbourhood) {
	t.Helper()
	r, x, members := multiwalk.NewRand(2, 0), make([]int32, p.Space().Len()), Kinds(n)
	p.Space().Random(r, x)
	n.Reset(x)
	for range 100 {
		k := int64(r.Uint64() % uint64(n.Size()))
		which, m := At(members, k)
		b := &members[which]
		if m != n.Move(k) || n.Index(m) != k {
			t.Fatalf("%T: move %d is %v, by its member %v", p, k, n.Move(k), m)
		}
		y, z := slices.Clone(x), slices.Clone(x)
		n.Apply(y, m)
		n.Undo(y, m)
		b.Do(z, m)
		for at := int32(0); ; at++ {
			i, v, ok := b.Brings(x, m, at)
			j, old, _ := b.Takes(x, m, at)
			if !ok {
				break
			}
			if i != j || old != x[i] || v != z[i] {
				t.Fatalf("%T: %v takes %d at %d and brings %d at %d; %v becomes %v", p, m, old, j, v, i, x, z)
			}
			y[i] = v
		}
		if !slices.Equal(y, z) {
			t.Fatalf("%T: %v leads to %v, by its attributes to %v", p, m, z, y)
		}
		if b.Undo(z, m); !slices.Equal(x, z) {
			t.Fatalf("%T: %v undone gives %v, want %v", p, m, z, x)
		}
	}
	for k := range members {
		rows := RowsOf(n, k)
		if (rows != nil) != (members[k].Op == OpPair && n.Incremental()) {
			t.Fatalf("%T: %v has rows: %v", p, members[k].Op, rows != nil)
		}
		if rows != nil {
			checkRows(t, n, &members[k], rows, x)
		}
	}
}

func checkRows(t *testing.T, n Neighbourhood, b *Member, rows Rower, x []int32) {
	t.Helper()
	_, before := n.Evaluations()
	for first := range rows.Firsts() {
		narrow, wide := rows.Row(x, first)
		wide = slices.Clone(wide)
		for _, d := range narrow {
			wide = append(wide, int64(d))
		}
		n.Reset(x) // so that pairs are priced one by one
		for k, d := range wide {
			m := b.paired(first, int32(k))
			if want := n.Delta(x, m); d != want {
				t.Fatalf("row %d has %d for second move %d, want %d", first, d, k, want)
			}
			n.Reset(x)
		}
	}
	if _, after := n.Evaluations(); after-before != b.Size() {
		t.Errorf("%d evaluations, want one for each of %d pairs", after-before, b.Size())
	}
}

// ownFlips has own moves that can be numbered: a bit becomes 1 less it. They have a delta, or none.
type ownFlips struct {
	*weighted
	priced bool
}

func (p ownFlips) NewMoves() multiwalk.Moves {
	m := &flipMoves{p: p.weighted}
	if p.priced {
		return pricedFlips{m}
	}
	return m
}

type flipMoves struct {
	p *weighted
	x []int32
}

func (f *flipMoves) Reset(x []int32) { f.x = append(f.x[:0], x...) }
func (f *flipMoves) Random(r *multiwalk.Rand) multiwalk.Move {
	return multiwalk.Move{I: int32(r.IntN(f.p.space.Len()))}
}
func (f *flipMoves) Size() int64                      { return int64(f.p.space.Len()) }
func (f *flipMoves) Move(k int64) multiwalk.Move      { return multiwalk.Move{I: int32(k)} }
func (f *flipMoves) Undo(x []int32, m multiwalk.Move) { f.Apply(x, m) }
func (f *flipMoves) Apply(x []int32, m multiwalk.Move) {
	if !slices.Equal(x, f.x) {
		panic("the moves do not follow the solution")
	}
	x[m.I] = 1 - x[m.I]
	f.x[m.I] = x[m.I]
}

type pricedFlips struct{ *flipMoves }

func (f pricedFlips) Delta(x []int32, m multiwalk.Move) int64 {
	if !slices.Equal(x, f.x) {
		panic("the moves do not follow the solution")
	}
	y := slices.Clone(x)
	y[m.I] = 1 - y[m.I]
	return f.p.Cost(y) - f.p.Cost(x)
}

// A problem's own moves that have numbers are paired in any space, alone and beside themselves.
func TestPair_OfOwnMoves(t *testing.T) {
	for _, priced := range []bool{true, false} {
		p := ownFlips{&weighted{space: multiwalk.Binary(6)}, priced}
		for name, size := range map[string]int64{"pair": 36, "own+pair": 42, "own+flip+pair": 48} {
			n, err := ByName(p, name)
			if err != nil || n.Size() != size || n.Incremental() && !priced || Kinds(n) != nil {
				t.Fatalf("%s: %v, %v", name, n, err)
			}
			r, x := multiwalk.NewRand(1, 0), make([]int32, 6)
			p.space.Random(r, x)
			n.Reset(x)
			for k := range n.Size() {
				m := n.Move(k)
				d, before, was := n.Delta(x, m), p.Cost(x), slices.Clone(x)
				if again := n.Delta(x, m); again != d {
					t.Fatalf("%v: %d, then %d", m, d, again)
				}
				n.Apply(x, m)
				if got := p.Cost(x) - before; got != d {
					t.Fatalf("%s: %v: delta %d, want %d", name, m, d, got)
				}
				if k%3 > 0 {
					if n.Undo(x, m); !slices.Equal(x, was) {
						t.Fatalf("%s: %v undone gives %v, want %v", name, m, x, was)
					}
				}
			}
		}
	}
}

// changes has a state that prices changes and flips of all its elements, and nothing else.
type changes struct{ space multiwalk.Space }

func (p changes) Space() multiwalk.Space             { return p.space }
func (p changes) Cost(x []int32) int64               { return ones(p).Cost(x) }
func (p changes) NewState(x []int32) multiwalk.State { return &changed{p, slices.Clone(x)} }

type changed struct {
	p changes
	x []int32
}

func (s *changed) Reset(x []int32)              { copy(s.x, x) }
func (s *changed) Change(i, v int32)            { s.x[i] = v }
func (s *changed) ChangeDelta(i, v int32) int64 { return ones(s.p).set(s.x, i, v) }

func TestPair_Refused(t *testing.T) {
	for name, p := range map[string]multiwalk.Problem{
		"neighbourhood pair makes no sense in binary of 5; use": &weighted{space: multiwalk.Binary(5)},
		"pair is of up to 2147483647 moves in a part":           &weighted{space: multiwalk.Product(multiwalk.Permutation(70_000), multiwalk.Binary(3))},
	} {
		must.Fail(t, name)(ByName(p, "pair"))
	}
	p := multiwalk.Product(multiwalk.Permutation(65_536), multiwalk.Permutation(65_536))
	n, err := ByName(&weighted{space: p}, "pair")
	if err != nil || n.Size() != PairCount(65_536)*PairCount(65_536) {
		t.Fatal(err)
	}
	r := multiwalk.NewRand(3, 0)
	for range 5000 { // numbers up to 2^62
		if k := int64(r.Uint64() % uint64(n.Size())); n.Index(n.Move(k)) != k {
			t.Fatalf("move %d is %v, whose index is %d", k, n.Move(k), n.Index(n.Move(k)))
		}
	}
}
