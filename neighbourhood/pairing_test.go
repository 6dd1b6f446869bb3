package neighbourhood

import (
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// A pair is every move of a part with every move of a later one, and its price is that of both: by the problem's deltas, or in full.
func TestPair_PricedByWhatTheProblemHas(t *testing.T) {
	mixed := multiwalk.Product(multiwalk.Binary(4), multiwalk.Integers(3, 0, 2), multiwalk.Binary(5))
	for _, p := range []multiwalk.Problem{ones{mixed}, changing{ones{mixed}, 0}, both{flipping{ones{mixed}}}, changes{mixed}} {
		for _, name := range []string{"pair", "flip+change+pair"} {
			n, err := ByName(p, name)
			if err != nil {
				t.Fatal(err)
			}
			_, costs := p.(ones)
			if want := int64(4*6 + 4*5 + 6*5); name == "pair" && (n.Size() != want || n.Incremental() == costs || Kinds(n) != nil) {
				t.Errorf("%T: %d moves, want %d; incremental %v", p, n.Size(), want, n.Incremental())
			}
			checkDeltas(t, p, n)
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

// changes has a state that prices changes and flips of all its elements, and nothing else.
type changes struct{ space multiwalk.Space }

func (p changes) Space() multiwalk.Space { return p.space }
func (p changes) Cost(x []int32) int64   { return ones(p).Cost(x) }
func (p changes) NewState(x []int32) multiwalk.State {
	return &changed{p, slices.Clone(x)}
}

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
		if _, err := ByName(p, "pair"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%v, want %q", err, name)
		}
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
