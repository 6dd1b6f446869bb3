package tabu

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// clash is a random graph whose vertices want other values than their neighbours. Its states price changes one by one, or in rows,
// or list what is in conflict as well.
type clash struct {
	n      int
	k      int32
	near   [][]int32
	offers int
	fixed  []multiwalk.Fixed
}

const (
	offersChanges = iota
	offersRows
	offersList
)

func newClash(n int, k int32, offers int) clash {
	r, p := multiwalk.NewRand(1, 0), clash{n: n, k: k, near: make([][]int32, n), offers: offers}
	for a := range int32(n) {
		for b := range a {
			if r.IntN(2) == 0 {
				p.near[a], p.near[b] = append(p.near[a], b), append(p.near[b], a)
			}
		}
	}
	return p
}

func (p clash) Space() multiwalk.Space   { return multiwalk.Integers(p.n, -2, p.k-3) }
func (p clash) Fixed() []multiwalk.Fixed { return p.fixed }
func (p clash) Cost(x []int32) (cost int64) {
	for a := range x {
		cost += p.count(x, int32(a), x[a])
	}
	return cost / 2
}

func (p clash) count(x []int32, i, v int32) (count int64) {
	for _, b := range p.near[i] {
		if x[b] == v {
			count++
		}
	}
	return count
}

func (p clash) NewState(x []int32) multiwalk.State {
	s := &clashChanges{p: p, x: slices.Clone(x)}
	s.find()
	switch p.offers {
	case offersRows:
		return &clashRows{s}
	case offersList:
		return &clashList{clashRows{s}}
	}
	return s
}

type clashChanges struct {
	p    clash
	x    []int32
	list []int32 // last changes last, so it depends on more than the solution
}

func (s *clashChanges) find() {
	s.list = slices.DeleteFunc(s.list, func(i int32) bool { return s.Conflicts(i) == 0 })
	for i := range s.x {
		if s.Conflicts(int32(i)) > 0 && !slices.Contains(s.list, int32(i)) {
			s.list = append(s.list, int32(i))
		}
	}
}
func (s *clashChanges) Reset(x []int32)         { copy(s.x, x); s.find() }
func (s *clashChanges) Change(i, v int32)       { s.x[i] = v; s.find() }
func (s *clashChanges) Conflicts(i int32) int64 { return s.p.count(s.x, i, s.x[i]) }
func (s *clashChanges) ChangeDelta(i, v int32) int64 {
	return s.p.count(s.x, i, v) - s.p.count(s.x, i, s.x[i])
}

type clashRows struct{ *clashChanges }

func (s *clashRows) ChangeRow(i int32) []int32 {
	row := make([]int32, s.p.k)
	for v := range row {
		row[v] = 5*i - 100 + int32(s.p.count(s.x, i, int32(v)-2))
	}
	return row
}

type clashList struct{ clashRows }

func (s *clashList) InConflict() []int32 { return s.list }

// However a state prices changes and tells of conflicts, the search makes the same moves, and keeps what is fixed.
func TestTabu_RowsAndListsChangeNothing(t *testing.T) {
	unraced.Test(t)
	for _, fixed := range [][]multiwalk.Fixed{nil, {{Position: 3, Value: 0}, {Position: 4, Value: 0}, {Position: 11, Value: -2}}} {
		for _, m := range []walk.Method{Tabu{}, Tabu{Tenure: 4}, IteratedTabu{Length: 40}} {
			var first *multiwalk.Result
			for offers := range 3 {
				p := newClash(40, 6, offers)
				p.fixed = fixed
				r := must.Have(multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Seed: 3, Walks: 2, Stop: []multiwalk.Stop{multiwalk.Evaluations(60_000)}}))(t)
				if first == nil {
					first = r
				}
				if r.Cost != first.Cost || r.Counters != first.Counters || !slices.Equal(r.Best, first.Best) || p.Cost(r.Best) != r.Cost {
					t.Errorf("%s by offers %d, %d fixed: %v, %v", m.Name(), offers, len(fixed), r, first)
				}
				for _, f := range fixed {
					if r.Best[f.Position] != f.Value {
						t.Errorf("position %d has %d, not %d", f.Position, r.Best[f.Position], f.Value)
					}
				}
			}
		}
	}
}

func TestTabu_RowsConform(t *testing.T) {
	p := newClash(14, 4, offersList)
	for _, err := range conformance.CheckProblem(p) {
		t.Error(err)
	}
	for _, m := range []walk.Method{Tabu{}, IteratedTabu{Length: 9}} {
		conformance.Method(t, m, p, conformance.Budget(4000))
	}
}

// What is tabu stays so when iterations are counted anew, what is forgotten does not, and the values that elements have are marked.
func TestAttributes_Epochs(t *testing.T) {
	p := newClash(4, 3, offersRows)
	nb := must.Have(neighbourhood.ByName(p, "change"))(t)
	x := []int32{-2, -1, 0, 0}
	a := newAttributes(neighbourhood.Kinds(nb), 4)
	a.mark(x)
	marks := func() (at []string) {
		for i := range int32(4) {
			for v := int32(-2); v <= 0; v++ {
				if a.until[a.place(i, v)] == ever {
					at = append(at, fmt.Sprint(i, v))
				}
			}
		}
		return at
	}
	a.now = epoch - 2
	change := neighbourhood.Move{Op: neighbourhood.OpChange, I: 0, J: 1} // from -2 to -1
	a.made(x, 0, change, 5)
	if x[0] = -1; !slices.Equal(marks(), []string{"0 -1", "1 -1", "2 0", "3 0"}) {
		t.Errorf("marks at %v of %v", marks(), x)
	}
	back := neighbourhood.Move{Op: neighbourhood.OpChange, I: 0, J: 2}
	for k := range 5 {
		if !a.forbids(x, 0, back) || a.now >= epoch {
			t.Fatalf("after %d iterations more, at %d, the way back is free until %d", k, a.now, a.until[a.place(0, -2)])
		}
		a.tick()
	}
	if a.forbids(x, 0, back) {
		t.Error("it is tabu for more than its tenure")
	}
	a.made(x, 0, back, math.MaxInt64)
	if x[0] = -2; !a.forbids(x, 0, change) {
		t.Error("the longest tenure is none")
	}
	a.forget()
	x[3] = -2
	if a.settle(x); a.forbids(x, 0, change) || !slices.Equal(marks(), []string{"0 -2", "1 -1", "2 0", "3 -2"}) {
		t.Errorf("after all was forgotten, marks at %v of %v", marks(), x)
	}
}
