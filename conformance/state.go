package conformance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// stateMove is a kind of move that states are told of.
type stateMove struct {
	name string
	pair bool // it is of two positions; else of one, and a value
	// suits tells whether a state is told of such moves in a part.
	suits func(s multiwalk.State, part multiwalk.Kind) bool
	do    func(s multiwalk.State, i, j int32)
	// after makes the move on a solution.
	after func(x []int32, i, j int32)
}

// stateAbility is something that states can do, and what compares it with full evaluation, or with what was compared with that.
type stateAbility struct {
	name  string
	has   func(s multiwalk.State) bool
	move  *stateMove // that such a state is told of; nil: of none
	check func(s multiwalk.State, x []int32, r *multiwalk.Rand) error
}

// stateAbilities is all that states can do. Bits are flipped by who can flip; changes are then those of integers.
func (k *problemKit) stateAbilities() []stateAbility {
	joint := int32(k.p.Space().JointLength())
	swap := &stateMove{"Swap", true, func(multiwalk.State, multiwalk.Kind) bool { return true },
		func(s multiwalk.State, i, j int32) { s.(interface{ Swap(i, j int32) }).Swap(i, j) }, exchanged}
	insert := &stateMove{"Insert", true, func(_ multiwalk.State, part multiwalk.Kind) bool { return isOrder(part) },
		func(s multiwalk.State, i, j int32) { s.(multiwalk.InsertFollower).Insert(i, j) }, relocated}
	flip := &stateMove{"Flip", false, func(_ multiwalk.State, part multiwalk.Kind) bool { return part == multiwalk.KindBinary },
		func(s multiwalk.State, i, _ int32) { s.(multiwalk.FlipFollower).Flip(i) }, func(x []int32, i, v int32) { x[i] = v }}
	change := &stateMove{"Change", false, changes,
		func(s multiwalk.State, i, v int32) { s.(multiwalk.ChangeFollower).Change(i, v) }, func(x []int32, i, v int32) { x[i] = v }}
	together := &stateMove{"JointSwap", true, func(multiwalk.State, multiwalk.Kind) bool { return joint > 0 },
		func(s multiwalk.State, i, j int32) { s.(multiwalk.JointSwapFollower).JointSwap(i%joint, j%joint) },
		func(x []int32, i, j int32) { jointly(x, joint, i%joint, j%joint) }}
	return []stateAbility{
		told("Solution", nil, k.solution),
		priced(k, swap, multiwalk.SwapFollower.SwapDelta),
		told("Row", swap, k.rows),
		priced(k, insert, multiwalk.InsertFollower.InsertDelta),
		priced(k, flip, func(s multiwalk.FlipFollower, i, _ int32) int64 { return s.FlipDelta(i) }),
		told("FlipDeltas", flip, k.flipDeltas),
		told("Fields", flip, k.fields),
		told("Flip2Delta", flip, flipped(k, 2, func(s multiwalk.Flip2Follower, i []int32) int64 { return s.Flip2Delta(i[0], i[1]) })),
		told("Flip3Delta", flip, flipped(k, 3, func(s multiwalk.Flip3Follower, i []int32) int64 { return s.Flip3Delta(i[0], i[1], i[2]) })),
		priced(k, change, multiwalk.ChangeFollower.ChangeDelta),
		told("ChangeRow", change, k.changeRow),
		priced(k, together, func(s multiwalk.JointSwapFollower, i, j int32) int64 { return s.JointSwapDelta(i%joint, j%joint) }),
		told("Conflicts", nil, k.conflicts),
		told("InConflict", nil, k.inConflict),
	}
}

// told is the ability of states that are of type T.
func told[T any](name string, m *stateMove, look func(s T, x []int32, r *multiwalk.Rand) error) stateAbility {
	has := func(s multiwalk.State) bool { _, ok := s.(T); return ok }
	return stateAbility{name, has, m, func(s multiwalk.State, x []int32, r *multiwalk.Rand) error { return look(s.(T), x, r) }}
}

// priced is the ability to price a kind of move. Random ones are compared with full evaluation.
func priced[T any](k *problemKit, m *stateMove, delta func(s T, i, j int32) int64) stateAbility {
	name := m.name + "Delta"
	return told(name, m, func(s T, x []int32, r *multiwalk.Rand) error {
		cost := k.p.Cost(x)
		for range min(k.moves, 4*len(x)) {
			i, j, ok := k.draw(any(s).(multiwalk.State), m, x, r)
			if !ok {
				continue
			}
			k.moved["State."+name]++
			y := slices.Clone(x)
			m.after(y, i, j)
			if d, want := delta(s, i, j), k.p.Cost(y)-cost; d != want {
				return fmt.Errorf("%s(%s) = %d, but the cost changes by %d, at x = %s", name, m.arguments(i, j), d, want, show(x))
			}
		}
		return nil
	})
}

// arguments are those of a move, for a message.
func (m *stateMove) arguments(i, j int32) string {
	if m.name == "Flip" {
		return fmt.Sprint(i)
	}
	return fmt.Sprintf("%d, %d", i, j)
}

func isOrder(k multiwalk.Kind) bool { return k == multiwalk.KindPermutation || k == multiwalk.KindTour }

func changes(s multiwalk.State, part multiwalk.Kind) bool {
	_, flips := s.(multiwalk.FlipFollower)
	return !isOrder(part) && !(flips && part == multiwalk.KindBinary)
}

func exchanged(x []int32, i, j int32) { x[i], x[j] = x[j], x[i] }

func relocated(x []int32, i, j int32) {
	v := x[i]
	copy(x, slices.Insert(slices.Delete(slices.Clone(x), int(i), int(i)+1), int(j), v))
}

func otherPosition(part multiwalk.Space, at, i int32, r *multiwalk.Rand) int32 {
	if j := at + position(r, part); j != i {
		return j
	}
	return at + (i-at+1+int32(r.IntN(part.Len()-1)))%int32(part.Len())
}

func otherValue(part multiwalk.Space, was int32, r *multiwalk.Rand) int32 {
	lo, hi := part.Bounds()
	values := uint64(int64(hi) - int64(lo) + 1)
	up := uint64(int64(was)-int64(lo)) + 1 + r.Uint64()%(values-1)
	return int32(int64(lo) + int64(up%values))
}

// draw returns a random move of a state at x, or false if there is none in the part that it draws.
func (k *problemKit) draw(s multiwalk.State, m *stateMove, x []int32, r *multiwalk.Rand) (i, j int32, ok bool) {
	at, part := k.anyPart(r)
	lo, hi := part.Bounds()
	if !m.suits(s, part.Kind()) || m.pair && part.Len() < 2 || !isOrder(part.Kind()) && lo == hi {
		return 0, 0, false
	}
	if i = at + position(r, part); m.pair {
		return i, otherPosition(part, at, i, r), true
	}
	return i, otherValue(part, x[i], r), true
}

// states makes a check of each ability of the problem's states.
func (k *problemKit) states() []check {
	p, ok := k.p.(multiwalk.Stater)
	if !ok {
		return nil
	}
	var able []stateAbility
	err := guarded(func() error {
		s := p.NewState(slices.Clone(k.x[0]))
		able = k.ableTo(s)
		if len(movesOf(able)) == 0 && len(nearMisses(s, ofStates)) == 0 {
			return errors.New("it prices no move: give it Swap and SwapDelta, Insert and InsertDelta, Flip and FlipDelta " +
				"or Change and ChangeDelta, with the signatures of multiwalk.SwapFollower and its like, or leave out NewState")
		}
		return nil
	})
	if err != nil {
		return []check{{"State", func() error { return err }}}
	}
	var checks []check
	for _, a := range able {
		checks = append(checks, check{"State." + a.name, func() error { return k.state(p, a, able) }})
	}
	return checks
}

// ableTo lists what a state can do.
func (k *problemKit) ableTo(s multiwalk.State) []stateAbility {
	return slices.DeleteFunc(k.stateAbilities(), func(a stateAbility) bool { return !a.has(s) })
}

// movesOf lists the kinds of move that states with some abilities are told of.
func movesOf(able []stateAbility) (list []*stateMove) {
	for _, a := range able {
		if a.move != nil && !slices.ContainsFunc(list, func(m *stateMove) bool { return m.name == a.move.name }) {
			list = append(list, a.move)
		}
	}
	return list
}

// state takes a state through random moves of all kinds, beside a second one that must not notice, and looks at one ability on the way.
func (k *problemKit) state(p multiwalk.Stater, a stateAbility, able []stateAbility) error {
	r, moves := multiwalk.NewRand(k.seed, 7), movesOf(able)
	for _, start := range k.x {
		given, x := slices.Clone(start), slices.Clone(start)
		state, other := p.NewState(given), p.NewState(start)
		clear(given) // the state has copied it
		if now := len(k.ableTo(state)); now != len(able) {
			return fmt.Errorf("a state at %s has %d abilities, another one %d", show(start), now, len(able))
		}
		if err := k.drive(state, a, moves, x, r); err != nil {
			return err
		}
		if err := a.check(other, start, r); err != nil {
			return fmt.Errorf("a state that made no move, while another one did: %w", err)
		}
		last := k.x[len(k.x)-1]
		given = slices.Clone(last)
		state.Reset(given)
		clear(given)
		if err := k.drive(state, a, moves, slices.Clone(last), r); err != nil {
			return fmt.Errorf("after Reset: %w", err)
		}
	}
	return nil
}

const (
	// each is up to how many moves a state is asked after each of them; then it is asked after twice as many, up to drives.
	each, drives = 12, 400
)

// drive takes a state at x through random moves, and looks at an ability on the way.
func (k *problemKit) drive(state multiwalk.State, a stateAbility, moves []*stateMove, x []int32, r *multiwalk.Rand) error {
	suspect := "that NewState copies x"
	for made, next := 0, 0; made <= drives; made++ {
		if made == next {
			if err := a.check(state, x, r); err != nil {
				return fmt.Errorf("after %d moves: %w; check %s, and %s", made, err, a.name, suspect)
			}
			if next++; made >= each {
				next = 2 * made
			}
		}
		by := moves[r.IntN(len(moves))]
		if i, j, ok := k.draw(state, by, x, r); ok {
			by.do(state, i, j)
			by.after(x, i, j)
			suspect = fmt.Sprintf("what %s(%s) does, the last move", by.name, by.arguments(i, j))
		}
	}
	return nil
}
