package neighbourhood

import (
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/state"
)

// follower goes where the solution of a walk goes, from Reset on: the problem's state, if it has one, and a copy of the
// solution where something needs it.
type follower struct {
	abilities                                 // what prices now: nothing before the first Reset
	offers    offers                          // what the problem's states price
	begin     func(x []int32) multiwalk.State // nil: the problem has no state
	state     multiwalk.State                 // where the first Reset finds one it moves, else it begins one
	inRows    bool                            // where nothing else prices swaps, rows do
	placed    bool                            // after the first Reset
	keeps     bool                            // a copy is needed
	x         []int32                         // the copy, nil before Reset and where none is needed
	groupings []*grouping                     // the groups of parts whose elements are moved by groups; then keeps
	step      uint64                          // counts whatever led to another solution
}

// abilities is a state by what it prices.
type abilities struct {
	swaps   state.SwapFollower
	inserts state.InsertFollower
	flips   state.FlipFollower
	pairs   state.Flip2Follower
	triples state.Flip3Follower
	changes state.ChangeFollower
	joint   state.JointSwapFollower

	swapPairs state.SwapPairsFollower
}

// offers says which abilities states have.
type offers struct{ swaps, inserts, flips, changes, joint bool }

func abilitiesOf(s multiwalk.State, inRows bool) (a abilities) {
	if a.swaps, _ = s.(state.SwapFollower); inRows {
		a.swaps = swapsBy(s)
	}
	a.inserts, _ = s.(state.InsertFollower)
	a.flips, _ = s.(state.FlipFollower)
	a.pairs, _ = s.(state.Flip2Follower)
	a.triples, _ = s.(state.Flip3Follower)
	a.changes, _ = s.(state.ChangeFollower)
	a.joint, _ = s.(state.JointSwapFollower)
	a.swapPairs, _ = s.(state.SwapPairsFollower)
	return a
}

// followerOf finds the problem's states. To see what they price, it makes one at the least solution of the space; the walk then
// uses this state. States that price nothing but rows of swaps are for searches by Swaps, unless the problem has no other delta of swaps.
func followerOf(p multiwalk.Problem) follower {
	f := follower{keeps: invariants.Enabled}
	some := SomeState(p)
	if some == nil {
		return f
	}
	_, delta := p.(multiwalk.SwapEvaluator)
	_, edges := p.(multiwalk.EdgeCoster)
	kind := p.Space().Kind()
	f.inRows = !delta && !edges && (kind == multiwalk.KindPermutation || kind == multiwalk.KindTour)
	a := abilitiesOf(some, f.inRows)
	f.offers = offers{a.swaps != nil, a.inserts != nil, a.flips != nil, a.changes != nil, a.joint != nil}
	if _, rows := some.(state.SwapsFollower); !rows || f.offers != (offers{}) {
		f.begin, f.state = p.(multiwalk.Stater).NewState, some
	}
	return f
}

// least is the solution of the least values in order.
func least(s multiwalk.Space) []int32 {
	x, at := make([]int32, s.Len()), 0
	for _, p := range s.Parts() {
		lo, _ := p.Bounds()
		ordered := p.Kind() == multiwalk.KindPermutation || p.Kind() == multiwalk.KindTour
		for i := range p.Len() {
			if x[at+i] = lo; ordered {
				x[at+i] = int32(i)
			}
		}
		at += p.Len()
	}
	return x
}

// followed tells whether the problem's states price a kind of move.
func (o *operation) followed() bool {
	has := &o.state.offers
	switch o.Op {
	case OpSwap:
		return has.swaps
	case OpInsert:
		return has.inserts
	case OpFlip, OpFlip2, OpFlip3:
		return has.flips || has.changes
	case OpJointSwap:
		return has.joint
	case OpChange:
		return has.changes || has.flips && o.binary()
	}
	return false
}

// reset goes to a solution.
func (f *follower) reset(x []int32) {
	f.step++
	switch {
	case f.begin == nil:
	case f.state == nil:
		f.state = f.begin(x)
	default:
		f.state.Reset(x)
	}
	f.abilities, f.placed = abilitiesOf(f.state, f.inRows), true
	if f.keeps {
		f.x = append(f.x[:0], x...)
	}
	for _, g := range f.groupings {
		g.reset(x)
	}
}

// groupingOf returns the groups of a part, which all its operators share.
func (f *follower) groupingOf(b *Member, held []bool) *grouping {
	for _, g := range f.groupings {
		if g.b.At == b.At {
			return g
		}
	}
	g := newGrouping(b, held)
	f.groupings = append(f.groupings, g)
	return g
}

// note gives an element of the copy another value.
func (f *follower) note(i, v int32) {
	f.x[i] = v
	for _, g := range f.groupings {
		g.put(i, v)
	}
}

// regrouped goes after a move that gave some elements of a part other values: x is where it led.
func (f *follower) regrouped(b *Member, x, moved []int32) {
	f.step++
	if !f.placed {
		return
	}
	single := f.changes != nil || f.flips != nil && b.binary()
	for _, i := range moved {
		if single {
			f.set(b, x, i)
		}
		f.note(i, x[i])
	}
	if f.state != nil && !single && len(moved) > 0 {
		f.state.Reset(x)
	}
}

// follow goes after a move, if there was a Reset: x is where the move led.
func (f *follower) follow(b *Member, x []int32, m Move) {
	f.step++
	if !f.placed {
		return
	}
	if f.state != nil {
		f.tell(b, x, m)
	}
	switch {
	case f.x == nil:
	case m.Op == OpSwap:
		f.note(m.I, x[m.I])
		f.note(m.J, x[m.J])
	case m.Op == OpFlip || m.Op == OpChange:
		f.note(m.I, x[m.I])
	default:
		b.Do(f.x, m)
	}
}

// tell has the state make a move, by the methods that it has.
func (f *follower) tell(b *Member, x []int32, m Move) {
	switch {
	case m.Op == OpFlip || m.Op == OpChange:
		f.set(b, x, m.I)
	case m.Op == OpFlip2 || m.Op == OpFlip3:
		for _, i := range []int32{m.I, m.J, m.K}[:m.positions()] {
			f.set(b, x, i)
		}
	case m.Op == OpJointSwap && f.joint != nil:
		f.joint.JointSwap(m.I, m.J)
	case m.Op == OpSwap && b.Values > 0 && x[m.I] == x[m.J]:
	case m.Op == OpSwap && f.swaps != nil:
		f.swaps.Swap(m.I, m.J)
	case m.Op == OpSwap && b.Values > 0:
		f.set(b, x, m.I)
		f.set(b, x, m.J)
	case f.swaps == nil && f.inserts == nil:
		f.state.Reset(x)
	case m.Op == OpSwap:
		f.swap(m.I, m.J)
	case m.Op == OpJointSwap:
		for at := int32(0); at < int32(len(x)); at += m.K {
			f.swap(at+m.I, at+m.J)
		}
	case m.Op == OpBlockSwap:
		for k := range m.K {
			f.swap(m.I+k, m.J+k)
		}
	case m.Op == OpInsert:
		f.insert(m.I, m.J)
	case m.Op == OpTwoOpt:
		f.reverse(m.I, m.J)
	case m.Op == OpThreeOpt:
		f.threeOpt(b.Turned(m))
	default:
		f.orOpt(m)
	}
}

// set gives an element the value that it has in x. For a bit it uses a flip, if the state has flips.
func (f *follower) set(b *Member, x []int32, i int32) {
	switch {
	case f.flips != nil && b.binary():
		f.flips.Flip(i)
	case f.changes != nil:
		f.changes.Change(i, x[i])
	default:
		f.state.Reset(x)
	}
}

// catchUp brings the state to x, to which moves of another kind have led. If the state can be told of single values, catchUp
// goes value by value, which is faster than a Reset if few values changed. For an order it calls Reset.
func (f *follower) catchUp(kinds []*Member, x []int32) {
	f.step++
	if !f.placed || f.x == nil || f.changes == nil && f.flips == nil {
		f.reset(x)
		return
	}
	for _, b := range kinds {
		for i := b.At; b.Values > 0 && i < b.At+b.N; i++ {
			if f.x[i] != x[i] {
				f.set(b, x, i)
				f.note(i, x[i])
			}
		}
	}
	if !slices.Equal(f.x, x) {
		f.reset(x)
	}
}

// swap exchanges elements of an order, if need be by two insertions.
func (f *follower) swap(i, j int32) {
	if f.swaps != nil {
		f.swaps.Swap(i, j)
		return
	}
	i, j = min(i, j), max(i, j)
	if f.inserts.Insert(i, j); j-1 > i {
		f.inserts.Insert(j-1, i)
	}
}

// insert takes an element of an order elsewhere, if need be by swaps of neighbours.
func (f *follower) insert(i, j int32) {
	switch {
	case i == j:
	case f.inserts != nil:
		f.inserts.Insert(i, j)
	case i < j:
		for ; i < j; i++ {
			f.swaps.Swap(i, i+1)
		}
	default:
		for ; i > j; i-- {
			f.swaps.Swap(i, i-1)
		}
	}
}

// reverse turns a stretch round.
func (f *follower) reverse(i, j int32) {
	for ; i < j; i++ {
		if f.swaps == nil {
			f.inserts.Insert(j, i)
			continue
		}
		f.swaps.Swap(i, j)
		j--
	}
}

// orOpt moves a segment, one element after the other, and then turns it round if it is to be.
func (f *follower) orOpt(m Move) {
	to, l := landing(m), m.J-m.I+1
	for range l {
		if m.K > m.I {
			f.insert(m.I, m.K)
		} else {
			f.insert(m.J, to)
		}
	}
	if m.Reversed {
		f.reverse(to, to+l-1)
	}
}

// threeOpt turns the stretches of a 3-opt round.
func (f *follower) threeOpt(t Turned) {
	if t.Whole {
		f.reverse(t.I, t.K)
	}
	if t.First {
		f.reverse(t.I, t.Middle-1)
	}
	if t.Second {
		f.reverse(t.Middle, t.K)
	}
}

// check panics if a walk changed its solution and did not say so. It is for -tags invariants.
func (f *follower) check(x []int32) {
	if invariants.Enabled && f.x != nil && !slices.Equal(f.x, x) {
		panic("neighbourhood: the solution was changed, and Reset was not told")
	}
}
