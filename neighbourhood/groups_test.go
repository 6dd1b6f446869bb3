package neighbourhood

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/walk"
)

// bins is integers whose cost is that of the groups that they make: 50 for each value in use, and the square of its load. Elements may be
// fixed, and the deltas of changes come from the problem, from a state, or from neither.
type bins struct {
	space multiwalk.Space
	fixed []multiwalk.Fixed
}

func (b *bins) Space() multiwalk.Space   { return b.space }
func (b *bins) Fixed() []multiwalk.Fixed { return b.fixed }
func (b *bins) Cost(x []int32) (cost int64) {
	load := map[int32]int64{}
	for i, v := range x {
		load[v] += int64(1 + i%3)
	}
	for v, l := range load {
		cost += 50 + int64(v+3)*l*l
	}
	return cost
}

type pricedBins struct{ bins }

func (b *pricedBins) ChangeDelta(x []int32, i, v int32) int64 {
	y := slices.Clone(x)
	y[i] = v
	return b.Cost(y) - b.Cost(x)
}

type statedBins struct{ bins }

// binsState counts how often it was told of a whole solution.
type binsState struct {
	p      *bins
	x      []int32
	resets int
}

func (b *statedBins) NewState(x []int32) multiwalk.State {
	return &binsState{p: &b.bins, x: slices.Clone(x)}
}
func (s *binsState) Reset(x []int32)   { copy(s.x, x); s.resets++ }
func (s *binsState) Change(i, v int32) { s.x[i] = v }
func (s *binsState) ChangeDelta(i, v int32) int64 {
	before, was := s.p.Cost(s.x), s.x[i]
	s.x[i] = v
	d := s.p.Cost(s.x) - before
	s.x[i] = was
	return d
}

// Moves of groups, mixed with others, cost what they are said to cost, whatever prices them. They can be taken back, leave fixed elements
// as they are, and the groups that the walk keeps are those of its solution.
func TestGroups_PriceAndFollow(t *testing.T) {
	plain := bins{space: multiwalk.Integers(14, -2, 4)}
	held := bins{plain.space, []multiwalk.Fixed{{Position: 3, Value: 1}, {Position: 13, Value: 4}}}
	for name, p := range map[string]multiwalk.Problem{"in full": &plain, "by the problem": &pricedBins{plain}, "by a state": &statedBins{plain},
		"in full, fixed": &held, "by the problem, fixed": &pricedBins{held}, "by a state, fixed": &statedBins{held}} {
		t.Run(name, func(t *testing.T) {
			n := must.Have(For(p))(t)
			r, x := multiwalk.NewRand(5, 0), make([]int32, 14)
			p.Space().Random(r, x)
			walk.KeepFixed(p, x)
			n.Reset(x)
			seen := map[Op]int{}
			for range 3000 {
				m := n.Random(r)
				before, was := slices.Clone(x), p.Cost(x)
				full, deltas := n.Evaluations()
				d := n.Delta(x, m)
				if !slices.Equal(before, x) {
					t.Fatalf("the price of %v changed the solution", m)
				}
				if f, ds := n.Evaluations(); f == full && ds == deltas {
					t.Fatalf("the price of %v was not counted", m)
				}
				n.Apply(x, m)
				if got := p.Cost(x) - was; got != d {
					t.Fatalf("%v of %v costs %d, and was priced %d", m, before, got, d)
				}
				if d > 0 && r.IntN(2) == 0 {
					if n.Undo(x, m); !slices.Equal(before, x) {
						t.Fatalf("%v undone gives %v, not %v", m, x, before)
					}
				}
				seen[m.Op]++
				if err := walk.Feasible(p, x); err != nil {
					t.Fatalf("%v of %v: %v", m, before, err)
				}
				checkGroups(t, n.(*union), x)
			}
			if seen[OpGroupChange] < 20 || seen[OpGroupSwap] < 20 {
				t.Errorf("kinds of move were drawn %v times", seen)
			}
			if s, ok := StateOf(n).(*binsState); ok && s.resets > 1 {
				t.Errorf("the state was told of whole solutions %d times", s.resets)
			}
		})
	}
}

// checkGroups compares the groups that a walk keeps with those of its solution.
func checkGroups(t *testing.T, u *union, x []int32) {
	t.Helper()
	g, used := u.state.groupings[0], 0
	for v := g.b.Lo; v < g.b.Lo+int32(g.b.Values); v++ {
		var want []int32
		for i, w := range x {
			if w == v && (g.held == nil || !g.held[i]) {
				want = append(want, int32(i))
			}
		}
		if slices.Contains(x, v) {
			used++
		}
		if got := slices.Sorted(slices.Values(g.elements(nil, v))); !slices.Equal(got, want) {
			t.Fatalf("value %d of %v is that of %v, and the walk has %v", v, x, want, got)
		}
	}
	if g.inUse != used {
		t.Fatalf("%d values are in use in %v, and the walk counts %d", used, x, g.inUse)
	}
}

// A join gives an element a value that another one has. Moves of groups by a state count each change.
func TestGroups_JoinsAndCounts(t *testing.T) {
	p := &statedBins{bins{space: multiwalk.Integers(6, 0, 9)}}
	n := must.Have(ByName(p, "change+join+groupchange"))(t)
	x := []int32{7, 7, 7, 2, 2, 2}
	n.Reset(x)
	u, r := n.(*union), multiwalk.NewRand(1, 0)
	joins := 0
	for range 100 {
		u.drawn = 0
		if m := u.join(r); m.J == 5 { // 2 up by 5 is 7, and 7 up by 5 is 2
			joins++
		}
	}
	if joins < 80 {
		t.Errorf("of 100 joins %d lead to the other value in use", joins)
	}
	n.Delta(x, Move{Op: OpGroupChange, I: 7, J: 4})
	if _, deltas := n.Evaluations(); deltas != 3 {
		t.Errorf("a group of three was priced by %d evaluations", deltas)
	}
}

// Where values are names alone, the exchange of two groups costs nothing and is soon drawn no more.
func TestLearner_LeavesOutWhatIsFlat(t *testing.T) {
	l := newLearner([]float64{1, 1}, []float64{1, 0}, []float64{0, 4})
	drawn := func() (second int) {
		r := multiwalk.NewRand(1, 0)
		for range 40 * period {
			k := l.draw(r)
			l.priced(k, 4, int64(k-1))
			l.made(k, int64(k-1))
			second += k
		}
		return second
	}
	if some, left := drawn(), drawn(); some < flat || left > 0 {
		t.Errorf("a flat kind was drawn %d times, then %d", some, left)
	}
}

func TestByName_Groups(t *testing.T) {
	p := &bins{space: multiwalk.Integers(12, 0, 9)}
	for name, ok := range map[string]bool{"join": false, "change+join": true, "groupswap": true, "flip": false} {
		if n, err := ByName(p, name); (err == nil) != ok || ok && n.Name() != name {
			t.Errorf("%q gives %v, %v", name, n, err)
		}
	}
	if n, _ := ByPosition(p, ""); n.Name() != "change+swap" {
		t.Errorf("by position moves are %s", n.Name())
	}
	for _, s := range []multiwalk.Space{multiwalk.Integers(50, 0, 1), multiwalk.Integers(7, 0, 3), multiwalk.Integers(10, 0, 99), multiwalk.Binary(9)} {
		if n, _ := For(&bins{space: s}); Members(n) == nil {
			t.Errorf("%v has moves of groups: %s", s, n.Name())
		}
	}
}
