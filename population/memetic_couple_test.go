package population

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/walk"
)

// coupleOf returns a couple of groups that cost so much.
func coupleOf(own, other []int32, costs ...int64) *brood {
	p := paint{len(own), 3}
	v := newVariation(p, nil, either)
	v.groups, v.parts[0].cross = newGroups(p.Space()), inherit
	b := newBrood(Memetic{Patience: 3}, len(own), 2, v, multiwalk.NewRand(1, 0))
	b.couple = newCouple(len(own))
	copy(b.child(0), own)
	copy(b.child(1), other)
	b.wed(costs)
	return b
}

// Children take the places of dearer and cheaper parents. A couple that is the same groups by other names is none.
func TestCouple_ChildrenReplaceParents(t *testing.T) {
	b := coupleOf([]int32{3, 3, 4, 4, 5, 5}, []int32{3, 4, 5, 3, 4, 5}, 5, 6)
	b.procreate()
	if child := b.child(0); child[0] != child[1] || b.born {
		t.Errorf("child %v does not begin with a group of the first parent", child)
	}
	copy(b.child(0), []int32{3, 3, 3, 4, 4, 5})
	copy(b.child(1), []int32{4, 4, 4, 5, 3, 3})
	if !b.wed([]int64{9, 4}) || !slices.Equal(b.costs, []int64{9, 4}) || !slices.Equal(b.x, b.children) || b.least != 4 {
		t.Errorf("individuals %v cost %v, the least %d", b.x, b.costs, b.least)
	}
	copy(b.child(1), []int32{4, 4, 4, 5, 5, 3})
	if b.wed([]int64{9, 9}) {
		t.Errorf("%v are the same groups", b.x)
	}
}

// At the end of each cycle the best individual of the cycle before comes back, or what another walk found if that is better.
func TestCouple_RemembersTheBest(t *testing.T) {
	own, other, best, guest := []int32{3, 3, 4, 4, 5, 5}, []int32{3, 4, 5, 3, 4, 5}, []int32{5, 5, 5, 4, 4, 3}, []int32{4, 3, 3, 3, 3, 5}
	for _, hosts := range []bool{false, true} {
		b := coupleOf(own, other, 50, 60)
		want := []int64{50, 2, 40, 40} // the costs of the first individual at the ends of cycles
		if hosts {
			want[1] = 1
		}
		for generation := 2; generation <= 4*coupleCycle; generation++ {
			copy(b.child(0), own)
			copy(b.child(1), other)
			costs := []int64{50, 60}
			switch {
			case generation == 5:
				copy(b.child(1), best)
				costs[1] = 2
			case generation == 15 && hosts:
				b.adopt(guest, 1)
			case generation > coupleCycle:
				costs[0] = 40
			}
			b.wed(costs)
			if end := generation / coupleCycle; generation%coupleCycle == 0 {
				var x []int32
				switch b.costs[0] {
				case 1:
					x = guest
				case 2:
					x = best
				default:
					x = own
				}
				if first := b.costs[0]; end > 1 && first != want[end-1] || !slices.Equal(b.individual(0), x) {
					t.Errorf("hosts %v: after generation %d the first individual %v costs %d, want %d", hosts, generation,
						b.individual(0), first, want[end-1])
				}
			}
		}
		if b.restart(); b.couple.costs != [2]int64{math.MaxInt64, math.MaxInt64} || b.couple.made != 0 {
			t.Errorf("a new couple remembers %+v", b.couple)
		}
	}
}

// Each time that a couple begins anew its children get twice the iterations, and never more than a number holds.
func TestCouple_SearchesLonger(t *testing.T) {
	unraced.Test(t)
	p := paint{9, 3}
	s := memeticOn(t, p, Memetic{Length: 5}, walk.Plan{Seed: 1, Walks: 1}).(*memeticWalk)
	b := s.broods.list[0]
	if s.s.m.Population != 2 || b.couple == nil {
		t.Fatalf("%+v is no couple", s.s.m)
	}
	most, restarts := int64(0), int64(0)
	for range 100_000 {
		s.Step(walk.NewSlice(1))
		left := s.searches.Left()
		if most = max(most, left); b.restarts > restarts {
			restarts++
			if want := int64(coupleFirst*5<<restarts - 1); left != want && left != want+1 {
				t.Fatalf("after restart %d the first individual gets %d iterations, want %d", restarts, left, want)
			}
			if n := s.broods.iterations(1); n != 5<<restarts {
				t.Fatalf("after restart %d a child gets %d iterations, want %d", restarts, n, 5<<restarts)
			}
		}
	}
	if restarts < 3 {
		t.Errorf("%d restarts, the longest search is %d", restarts, most)
	}
	b.restarts = 1 << 40
	for i := range 2 {
		if n := s.broods.iterations(i); n < 1<<29 || n > math.MaxInt32 {
			t.Errorf("after very many restarts child %d gets %d iterations", i, n)
		}
	}
}

func TestCouple_Conforms(t *testing.T) {
	conformance.Method(t, Memetic{Length: 3, Stagnation: 4}, paint{9, 4}, conformance.Budget(6000))
}
