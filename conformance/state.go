package conformance

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// stateKind is a kind of move that states price.
type stateKind struct {
	name string // of the move; its price is called name + "Delta"
	// suits tells whether the move makes sense in a part.
	suits func(part multiwalk.Kind) bool
	// second returns what goes with position i of a part, from at on: another position, or a value.
	second func(part multiwalk.Space, at int32, x []int32, i int32, r *multiwalk.Rand) int32
	delta  func(s multiwalk.State, i, j int32) int64
	do     func(s multiwalk.State, i, j int32)
	// after makes the move on a solution.
	after func(x []int32, i, j int32)
}

// arguments are those of a move of the kind, for a message.
func (k *stateKind) arguments(i, j int32) string {
	if k.name == "Flip" {
		return fmt.Sprint(i)
	}
	return fmt.Sprintf("%d, %d", i, j)
}

// kindsOf lists what a state prices. Bits are flipped by who can flip, so changes are then those of integers.
func kindsOf(s multiwalk.State, space multiwalk.Space) (list []stateKind) {
	if _, ok := s.(multiwalk.SwapFollower); ok {
		list = append(list, stateKind{"Swap", func(multiwalk.Kind) bool { return true }, otherPosition,
			func(s multiwalk.State, i, j int32) int64 { return s.(multiwalk.SwapFollower).SwapDelta(i, j) },
			func(s multiwalk.State, i, j int32) { s.(multiwalk.SwapFollower).Swap(i, j) },
			func(x []int32, i, j int32) { x[i], x[j] = x[j], x[i] }})
	}
	if _, ok := s.(multiwalk.InsertFollower); ok {
		list = append(list, stateKind{"Insert", isOrder, otherPosition,
			func(s multiwalk.State, i, j int32) int64 { return s.(multiwalk.InsertFollower).InsertDelta(i, j) },
			func(s multiwalk.State, i, j int32) { s.(multiwalk.InsertFollower).Insert(i, j) },
			func(x []int32, i, j int32) {
				v := x[i]
				copy(x, slices.Insert(slices.Delete(slices.Clone(x), int(i), int(i)+1), int(j), v))
			}})
	}
	_, flips := s.(multiwalk.FlipFollower)
	if flips {
		list = append(list, stateKind{"Flip", func(k multiwalk.Kind) bool { return k == multiwalk.KindBinary }, otherValue,
			func(s multiwalk.State, i, _ int32) int64 { return s.(multiwalk.FlipFollower).FlipDelta(i) },
			func(s multiwalk.State, i, _ int32) { s.(multiwalk.FlipFollower).Flip(i) },
			func(x []int32, i, v int32) { x[i] = v }})
	}
	if _, ok := s.(multiwalk.ChangeFollower); ok {
		list = append(list, stateKind{"Change",
			func(k multiwalk.Kind) bool { return !isOrder(k) && !(flips && k == multiwalk.KindBinary) }, otherValue,
			func(s multiwalk.State, i, v int32) int64 { return s.(multiwalk.ChangeFollower).ChangeDelta(i, v) },
			func(s multiwalk.State, i, v int32) { s.(multiwalk.ChangeFollower).Change(i, v) },
			func(x []int32, i, v int32) { x[i] = v }})
	}
	if _, ok := s.(multiwalk.JointSwapFollower); ok {
		n := int32(space.JointLength())
		list = append(list, stateKind{"JointSwap", func(multiwalk.Kind) bool { return n > 0 }, otherPosition,
			func(s multiwalk.State, i, j int32) int64 {
				return s.(multiwalk.JointSwapFollower).JointSwapDelta(i%n, j%n)
			},
			func(s multiwalk.State, i, j int32) { s.(multiwalk.JointSwapFollower).JointSwap(i%n, j%n) },
			func(x []int32, i, j int32) { jointly(x, n, i%n, j%n) }})
	}
	return list
}

func isOrder(k multiwalk.Kind) bool { return k == multiwalk.KindPermutation || k == multiwalk.KindTour }

func otherPosition(part multiwalk.Space, at int32, _ []int32, i int32, r *multiwalk.Rand) int32 {
	if j := at + position(r, part); j != i {
		return j
	}
	return at + (i-at+1+int32(r.IntN(part.Len()-1)))%int32(part.Len())
}

func otherValue(part multiwalk.Space, _ int32, x []int32, i int32, r *multiwalk.Rand) int32 {
	lo, hi := part.Bounds()
	values := uint64(int64(hi) - int64(lo) + 1)
	up := uint64(int64(x[i])-int64(lo)) + 1 + r.Uint64()%(values-1)
	return int32(int64(lo) + int64(up%values))
}

// draw returns a random move of a kind on x, or false if there is none in the part that it draws.
func (k *problemKit) draw(kind stateKind, x []int32, r *multiwalk.Rand) (i, j int32, ok bool) {
	parts, at := k.p.Space().Parts(), int32(0)
	chosen := r.IntN(len(parts))
	for _, part := range parts[:chosen] {
		at += int32(part.Len())
	}
	part := parts[chosen]
	lo, hi := part.Bounds()
	if !kind.suits(part.Kind()) || part.Len() < 2 && kind.name != "Flip" && kind.name != "Change" ||
		!isOrder(part.Kind()) && lo == hi {
		return 0, 0, false
	}
	i = at + position(r, part)
	return i, kind.second(part, at, x, i, r), true
}

// states makes a check of each kind of move that the problem's states price.
func (k *problemKit) states() []check {
	p, ok := k.p.(multiwalk.Stater)
	if !ok {
		return nil
	}
	var kinds []stateKind
	err := guarded(func() error {
		s := p.NewState(slices.Clone(k.x[0]))
		if kinds = kindsOf(s, k.p.Space()); len(kinds) == 0 && len(nearMisses(s, ofStates)) == 0 {
			return errors.New("it prices no move: give it Swap and SwapDelta, Insert and InsertDelta, Flip and FlipDelta " +
				"or Change and ChangeDelta, with the signatures of multiwalk.SwapFollower and its like, or leave out NewState")
		}
		return nil
	})
	if err != nil {
		return []check{{"State", func() error { return err }}}
	}
	var checks []check
	for _, kind := range kinds {
		checks = append(checks, check{"State." + kind.name + "Delta", func() error { return k.state(p, kind, kinds) }})
	}
	return checks
}

// state takes a state through random moves of all kinds, beside a second one that must not notice, and compares one
// kind's deltas on the way with full evaluation.
func (k *problemKit) state(p multiwalk.Stater, kind stateKind, kinds []stateKind) error {
	r := multiwalk.NewRand(k.seed, 7)
	for _, start := range k.x {
		given, x := slices.Clone(start), slices.Clone(start)
		state, other := p.NewState(given), p.NewState(start)
		clear(given) // the state has copied it
		if a, b := len(kindsOf(state, k.p.Space())), len(kinds); a != b {
			return fmt.Errorf("a state at %s prices %d kinds of move, another one %d", show(start), a, b)
		}
		if err := k.drive(state, kind, kinds, x, r); err != nil {
			return err
		}
		if err := k.stateDeltas(other, kind, start, r); err != nil {
			return fmt.Errorf("a state that made no move, while another one did: %w", err)
		}
		last := k.x[len(k.x)-1]
		given = slices.Clone(last)
		state.Reset(given)
		clear(given)
		if err := k.drive(state, kind, kinds, slices.Clone(last), r); err != nil {
			return fmt.Errorf("after Reset: %w", err)
		}
	}
	return nil
}

const (
	// each is up to how many moves a state is asked after each of them; then it is asked after twice as many, up to drives.
	each, drives = 12, 400
)

// drive takes a state at x through random moves, and asks for deltas on the way.
func (k *problemKit) drive(state multiwalk.State, kind stateKind, kinds []stateKind, x []int32, r *multiwalk.Rand) error {
	suspect := "that NewState copies x"
	for moves, next := 0, 0; moves <= drives; moves++ {
		if moves == next {
			if err := k.stateDeltas(state, kind, x, r); err != nil {
				return fmt.Errorf("after %d moves: %w; check the delta, and %s", moves, err, suspect)
			}
			if next++; moves >= each {
				next = 2 * moves
			}
		}
		by := kinds[r.IntN(len(kinds))]
		if i, j, ok := k.draw(by, x, r); ok {
			by.do(state, i, j)
			by.after(x, i, j)
			suspect = fmt.Sprintf("what %s(%s) does, the last move", by.name, by.arguments(i, j))
		}
	}
	return nil
}

// stateConflicts compares whether an element is in conflict with whether there is a cost.
func stateConflicts(s multiwalk.State, x []int32, cost int64) error {
	f, ok := s.(multiwalk.ConflictFollower)
	if !ok {
		return nil
	}
	var conflicts []int32
	for i := range x {
		if f.Conflicts(int32(i)) != 0 {
			conflicts = append(conflicts, int32(i))
		}
	}
	if conflict := conflicts != nil; conflict != (cost != 0) {
		return fmt.Errorf("the cost is %d, but it is %v that an element has conflicts, at x = %s", cost, conflict, show(x))
	}
	if l, ok := s.(multiwalk.ConflictLister); ok {
		if got := slices.Sorted(slices.Values(l.InConflict())); !slices.Equal(got, conflicts) {
			return fmt.Errorf("InConflict lists %v, but these have Conflicts: %v, at x = %s", got, conflicts, show(x))
		}
	}
	return nil
}

const (
	// mostAtOnce bounds the values of an element that stateChanges asks for.
	mostAtOnce = 1 << 16
	// mostInRow bounds the numbers of ChangeRow.
	mostInRow = 1 << 30
)

// stateChanges compares what a state says of all values of a random element of each part with what it says of each.
func (k *problemKit) stateChanges(s multiwalk.State, kind stateKind, x []int32, r *multiwalk.Rand) error {
	f, ok := s.(multiwalk.ChangesFollower)
	if !ok || kind.name != "Change" {
		return nil
	}
	at := int32(0)
	for _, part := range k.p.Space().Parts() {
		lo, hi := part.Bounds()
		i := at + position(r, part)
		at += int32(part.Len())
		if !kind.suits(part.Kind()) || int64(hi)-int64(lo) >= mostAtOnce {
			continue
		}
		row := slices.Clone(f.ChangeRow(i)) // pricing may overwrite it
		if len(row) != int(hi-lo)+1 {
			return fmt.Errorf("ChangeRow(%d) has %d numbers, but the element has %d values", i, len(row), int(hi-lo)+1)
		}
		for up, number := range row {
			v, want := lo+int32(up), int64(0)
			if v != x[i] {
				want = f.ChangeDelta(i, v)
			}
			if d := int64(number) - int64(row[x[i]-lo]); d != want || number < -mostInRow || number > mostInRow {
				return fmt.Errorf("ChangeRow(%d) has %d for value %d, which is %d above that of the present one, but ChangeDelta says %d, "+
					"and numbers are from -2^30 to 2^30, at x = %s", i, number, v, d, want, show(x))
			}
		}
	}
	return nil
}

// stateFlips compares what a state says of a random stretch of each part of bits with what it says of each bit.
func (k *problemKit) stateFlips(s multiwalk.State, kind stateKind, x []int32, r *multiwalk.Rand) error {
	f, ok := s.(multiwalk.FlipsFollower)
	if !ok || kind.name != "Flip" {
		return nil
	}
	at := 0
	for _, part := range k.p.Space().Parts() {
		from := at + r.IntN(part.Len())
		at += part.Len()
		if !kind.suits(part.Kind()) {
			continue
		}
		deltas := make([]int64, 1+r.IntN(at-from))
		f.FlipDeltas(int32(from), deltas)
		for j, d := range deltas {
			if want := f.FlipDelta(int32(from + j)); d != want {
				return fmt.Errorf("FlipDeltas(%d) has %d for bit %d, but FlipDelta says %d, at x = %s", from, d, from+j, want, show(x))
			}
		}
	}
	return nil
}

// stateFields compares the fields that a state keeps with what it says of each bit.
func (k *problemKit) stateFields(s multiwalk.State, kind stateKind, x []int32) error {
	f, ok := s.(multiwalk.FieldsFollower)
	if !ok || kind.name != "Flip" {
		return nil
	}
	fields, signs := f.Fields()
	if fields == nil {
		return nil
	}
	if len(fields) != len(x) || len(signs) != len(x) {
		return fmt.Errorf("the state's Fields has %d fields and %d signs, and a solution has %d elements", len(fields), len(signs), len(x))
	}
	at := 0
	for _, part := range k.p.Space().Parts() {
		from := at
		if at += part.Len(); !kind.suits(part.Kind()) {
			continue
		}
		for i := from; i < at; i++ {
			field, sign := fields[i], signs[i]
			if want := f.FlipDelta(int32(i)); sign != 1 && sign != -1 || int64(field)*int64(sign) != want || field == math.MaxInt32 || field <= -math.MaxInt32 {
				return fmt.Errorf("the state's Fields has %d times %d for bit %d, but FlipDelta says %d; signs are 1 or -1, and fields from -2^31+2 to 2^31-2, at x = %s",
					field, sign, i, want, show(x))
			}
		}
	}
	return nil
}

// stateDeltas compares random deltas of a state at x with full evaluation.
func (k *problemKit) stateDeltas(s multiwalk.State, kind stateKind, x []int32, r *multiwalk.Rand) error {
	cost := k.p.Cost(x)
	if err := errors.Join(stateConflicts(s, x, cost), k.stateChanges(s, kind, x, r), k.stateFlips(s, kind, x, r), k.stateFields(s, kind, x)); err != nil {
		return err
	}
	for range min(k.moves, 4*len(x)) {
		i, j, ok := k.draw(kind, x, r)
		if !ok {
			continue
		}
		k.moved["State."+kind.name+"Delta"]++
		y := slices.Clone(x)
		kind.after(y, i, j)
		d, want := kind.delta(s, i, j), k.p.Cost(y)-cost
		if d != want {
			return fmt.Errorf("%sDelta(%s) = %d, but the cost changes by %d, at x = %s", kind.name, kind.arguments(i, j), d, want, show(x))
		}
	}
	return nil
}
