package conformance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/state"
)

// stateAbility is something that states can do, and what compares it with full evaluation, or with what was compared with that.
type stateAbility struct {
	name  string
	check func(s multiwalk.State, x []int32, r *multiwalk.Rand) error
}

// ableTo lists what a state can do.
func (k *problemKit) ableTo(s multiwalk.State) []stateAbility {
	list := slices.Concat(able("Solution", s, k.solution), able("Row", s, k.rows), able("SwapPairRow", s, k.swapPairRow), able("FlipDeltas", s, k.flipDeltas),
		able("Fields", s, k.fields), able("ChangeRow", s, k.changeRow), able("Conflicts", s, k.conflicts),
		able("InConflict", s, k.inConflict))
	for _, m := range k.stateKinds(s) {
		name := m.name + "Delta"
		if m.state == nil || m.state(s) == nil {
			continue
		}
		list = append(list, stateAbility{name, func(s multiwalk.State, x []int32, r *multiwalk.Rand) error {
			return k.deltaAt(m, "State."+name, name+"(", m.state(s), r, x)
		}})
	}
	return list
}

// able is the ability of states of type T, or none.
func able[T any](name string, s multiwalk.State, look func(s T, x []int32, r *multiwalk.Rand) error) []stateAbility {
	if _, ok := s.(T); !ok {
		return nil
	}
	return []stateAbility{{name, func(s multiwalk.State, x []int32, r *multiwalk.Rand) error { return look(s.(T), x, r) }}}
}

// stateKinds are the kinds of move, as a state has to do with them. Bits are flipped by who can flip; changes are then those of integers.
func (k *problemKit) stateKinds(s multiwalk.State) []moveKind {
	kinds := k.kinds()
	if _, flips := s.(state.FlipFollower); flips {
		last := &kinds[len(kinds)-1]
		last.parts = last.parts[:1]
	}
	return kinds
}

// toldOf are the kinds of move that a state is told of: those that it prices, one by one or in rows.
func (k *problemKit) toldOf(s multiwalk.State) []moveKind {
	_, rows := s.(state.SwapsFollower)
	return slices.DeleteFunc(k.stateKinds(s), func(m moveKind) bool {
		return m.told == nil || m.told(s) == nil || m.state(s) == nil && !(rows && m.name == "Swap")
	})
}

// states makes a check of each ability of the problem's states.
func (k *problemKit) states() []check {
	p, ok := k.p.(multiwalk.Stater)
	if !ok {
		return nil
	}
	var list []stateAbility
	err := guarded(func() error {
		s := p.NewState(slices.Clone(k.x[0]))
		list = k.ableTo(s)
		if len(k.toldOf(s)) == 0 && len(nearMisses(s, ofStates)) == 0 {
			return errors.New("it prices no move: give it Swap and SwapDelta, Insert and InsertDelta, Flip and FlipDelta " +
				"or Change and ChangeDelta, with the signatures of state.SwapFollower and its like, or leave out NewState")
		}
		return nil
	})
	if err != nil {
		return []check{{"State", func() error { return err }}}
	}
	var checks []check
	for _, a := range list {
		checks = append(checks, check{"State." + a.name, func() error { return k.state(p, a, len(list)) }})
	}
	return checks
}

// state takes a state through random moves of all kinds, beside a second one that must not notice, and looks at one ability on the way.
func (k *problemKit) state(p multiwalk.Stater, a stateAbility, abilities int) error {
	r := multiwalk.NewRand(k.seed, 7)
	for _, start := range k.x {
		given, x := slices.Clone(start), slices.Clone(start)
		state, other := p.NewState(given), p.NewState(start)
		clear(given) // the state has copied it
		if now := len(k.ableTo(state)); now != abilities {
			return fmt.Errorf("a state at %s has %d abilities, another one %d", show(start), now, abilities)
		}
		if err := k.drive(state, a, x, r); err != nil {
			return err
		}
		if err := a.check(other, start, r); err != nil {
			return fmt.Errorf("a state that made no move, while another one did: %w", err)
		}
		last := k.x[len(k.x)-1]
		given = slices.Clone(last)
		state.Reset(given)
		clear(given)
		if err := k.drive(state, a, slices.Clone(last), r); err != nil {
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
func (k *problemKit) drive(state multiwalk.State, a stateAbility, x []int32, r *multiwalk.Rand) error {
	suspect, kinds := "that NewState copies x", k.toldOf(state)
	for made, next := 0, 0; made <= drives; made++ {
		if made == next {
			if err := a.check(state, x, r); err != nil {
				return fmt.Errorf("after %d moves: %w; check %s, and %s", made, err, a.name, suspect)
			}
			if next++; made >= each {
				next = 2 * made
			}
		}
		m := kinds[r.IntN(len(kinds))]
		for _, move := range m.random(k, r, x, 1) {
			m.told(state)(move)
			m.do(x, move)
			suspect = fmt.Sprintf("what %s does, the last move", m.call(m.name+"(", move))
		}
	}
	return nil
}
