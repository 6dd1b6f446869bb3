package conformance

import (
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/state"
)

// rows compares the rows of a state at x with full evaluation, or some entries of a few if there are many.
func (k *problemKit) rows(s state.SwapsFollower, x []int32, r *multiwalk.Rand) error {
	n, cost := len(x), k.p.Cost(x)
	for t := range min(n, 2*allMoves) {
		i, step := t, 1
		if n > 2*allMoves {
			i, step = r.IntN(n), max(1, n*2*allMoves/k.moves)
		}
		narrow, wide := s.Row(int32(i))
		if len(narrow)+len(wide) != n-1-i || i == n-1 && (narrow != nil || wide != nil) || narrow != nil && wide != nil {
			return fmt.Errorf("Row(%d) has %d narrow and %d wide deltas, want %d of one kind", i, len(narrow), len(wide), n-1-i)
		}
		for at := r.IntN(step); at < n-1-i; at += step {
			j, y, d := i+1+at, slices.Clone(x), int64(0)
			exchanged(y, args{int32(i), int32(j)})
			if narrow != nil {
				d = int64(narrow[at])
			} else {
				d = wide[at]
			}
			k.moved["State.Row"]++
			if want := k.p.Cost(y) - cost; d != want {
				return fmt.Errorf("Row(%d)[%d], of swapping %d and %d, is %d, but the cost changes by %d, at x = %s",
					i, at, i, j, d, want, show(x))
			}
		}
	}
	return nil
}

// swapPairRow compares a row of pairs of swaps with what the state says of each.
func (k *problemKit) swapPairRow(s state.SwapPairsFollower, x []int32, r *multiwalk.Rand) error {
	m := swapPairs(k.p.Space())
	for at, part := range k.parts() {
		a := m.draw(r, x, part, at)
		if a == nil {
			continue
		}
		from, n := k.partOf(a[2])
		narrow, wide := s.SwapPairRow(a[0], a[1], from, n)
		if pairs := int(n * (n - 1) / 2); len(narrow)+len(wide) != pairs || narrow != nil && wide != nil {
			return fmt.Errorf("SwapPairRow(%d, %d, %d, %d) has %d narrow and %d wide deltas, want %d of one kind", a[0], a[1], from, n,
				len(narrow), len(wide), pairs)
		}
		wide = slices.Clone(wide)
		for _, d := range narrow {
			wide = append(wide, int64(d))
		}
		e := 0
		for i := from; i < from+n; i++ {
			for j := i + 1; j < from+n; j++ {
				if want := s.SwapPairDelta(a[0], a[1], i, j); wide[e] != want {
					return fmt.Errorf("SwapPairRow(%d, %d, %d, %d)[%d] is %d, but SwapPairDelta(%d, %d, %d, %d) is %d, at x = %s", a[0], a[1],
						from, n, e, wide[e], a[0], a[1], i, j, want, show(x))
				}
				e++
			}
		}
	}
	return nil
}

// partOf returns where the part begins that has a position, and how many elements it has.
func (k *problemKit) partOf(i int32) (from, n int32) {
	for at, part := range k.parts() {
		if i >= at {
			from, n = at, int32(part.Len())
		}
	}
	return from, n
}

// flipDeltas compares what a state says of a random stretch of each part of bits with what it says of each bit.
func (k *problemKit) flipDeltas(s state.FlipsFollower, x []int32, r *multiwalk.Rand) error {
	for at, part := range k.parts() {
		if part.Kind() != multiwalk.KindBinary {
			continue
		}
		from := r.IntN(part.Len())
		deltas := make([]int64, 1+r.IntN(part.Len()-from))
		first := at + int32(from)
		s.FlipDeltas(first, deltas)
		for j, d := range deltas {
			if i := first + int32(j); d != s.FlipDelta(i) {
				return fmt.Errorf("FlipDeltas(%d) has %d for bit %d, but FlipDelta says %d, at x = %s", first, d, i, s.FlipDelta(i), show(x))
			}
		}
	}
	return nil
}

// fields compares the fields that a state keeps with what it says of each bit.
func (k *problemKit) fields(s state.FieldsFollower, x []int32, _ *multiwalk.Rand) error {
	fields, signs := s.Fields()
	if fields == nil {
		return nil
	}
	if len(fields) != len(x) || len(signs) != len(x) {
		return fmt.Errorf("the state's Fields has %d fields and %d signs, and a solution has %d elements", len(fields), len(signs), len(x))
	}
	for at, part := range k.parts() {
		if part.Kind() != multiwalk.KindBinary {
			continue
		}
		for i := at; i < at+int32(part.Len()); i++ {
			field, sign, want := fields[i], signs[i], s.FlipDelta(i)
			if sign != 1 && sign != -1 || int64(field)*int64(sign) != want || field == math.MaxInt32 || field <= -math.MaxInt32 {
				return fmt.Errorf("the state's Fields has %d times %d for bit %d, but FlipDelta says %d; signs are 1 or -1, and fields from "+
					"-2^31+2 to 2^31-2, at x = %s", field, sign, i, want, show(x))
			}
		}
	}
	return nil
}

const (
	// mostAtOnce bounds the values of an element that changeRow asks for.
	mostAtOnce = 1 << 16
	// mostInRow bounds the numbers of ChangeRow.
	mostInRow = 1 << 30
)

// changeRow compares what a state says of all values of a random element of each part with what it says of each.
func (k *problemKit) changeRow(s state.ChangesFollower, x []int32, r *multiwalk.Rand) error {
	for at, part := range k.parts() {
		lo, hi := part.Bounds()
		i := at + position(r, part)
		if _, flips := s.(state.FlipFollower); isOrder(part.Kind()) || flips && part.Kind() == multiwalk.KindBinary ||
			int64(hi)-int64(lo) >= mostAtOnce {
			continue
		}
		row := slices.Clone(s.ChangeRow(i)) // pricing may overwrite it
		if len(row) != int(hi-lo)+1 {
			return fmt.Errorf("ChangeRow(%d) has %d numbers, but the element has %d values", i, len(row), int(hi-lo)+1)
		}
		for up, number := range row {
			v, want := lo+int32(up), int64(0)
			if v != x[i] {
				want = s.ChangeDelta(i, v)
			}
			if d := int64(number) - int64(row[x[i]-lo]); d != want || number < -mostInRow || number > mostInRow {
				return fmt.Errorf("ChangeRow(%d) has %d for value %d, which is %d above that of the present one, but ChangeDelta says %d, "+
					"and numbers are from -2^30 to 2^30, at x = %s", i, number, v, d, want, show(x))
			}
		}
	}
	return nil
}

// conflicts compares whether an element is in conflict with whether there is a cost.
func (k *problemKit) conflicts(s state.ConflictFollower, x []int32, _ *multiwalk.Rand) error {
	cost, conflict := k.p.Cost(x), len(conflicting(s, x)) > 0
	if conflict != (cost != 0) {
		return fmt.Errorf("the cost is %d, but it is %v that an element has conflicts, at x = %s", cost, conflict, show(x))
	}
	return nil
}

// conflicting lists the elements that a state says are in conflict.
func conflicting(s state.ConflictFollower, x []int32) (list []int32) {
	for i := range x {
		if s.Conflicts(int32(i)) != 0 {
			list = append(list, int32(i))
		}
	}
	return list
}

// inConflict compares a state's list with what it says of each element.
func (k *problemKit) inConflict(s state.ConflictLister, x []int32, _ *multiwalk.Rand) error {
	got, want := slices.Sorted(slices.Values(s.InConflict())), conflicting(s, x)
	if !slices.Equal(got, want) {
		return fmt.Errorf("InConflict lists %v, but these have Conflicts: %v, at x = %s", got, want, show(x))
	}
	return nil
}

// solution compares what a state says of itself.
func (k *problemKit) solution(s state.ConflictState, x []int32, _ *multiwalk.Rand) error {
	if err := unchanged("the state", s.Solution(), x); err != nil {
		return err
	}
	if c, cost := s.Cost(), k.p.Cost(x); c != cost {
		return fmt.Errorf("Cost() is %d, by full evaluation %d, at x = %s", c, cost, show(x))
	}
	return nil
}

// constructConflictState compares a state that is built with its start with what Construct builds.
func (k *problemKit) constructConflictState(p state.ConflictConstructor) error {
	constructor, ok := k.p.(multiwalk.Constructor)
	if !ok {
		return fmt.Errorf("there is no Construct to build the same solution")
	}
	for walk := range k.solutions {
		x := make([]int32, k.p.Space().Len())
		constructor.Construct(multiwalk.NewRand(k.seed, walk), x)
		state, listed := p.ConstructConflictState(multiwalk.NewRand(k.seed, walk), nil)
		if state == nil {
			return fmt.Errorf("from the random numbers of walk %d: no state, though nothing aborts it", walk)
		}
		for _, a := range k.ableTo(state) {
			if err := a.check(state, x, multiwalk.NewRand(k.seed, 6)); err != nil {
				return fmt.Errorf("from the random numbers of walk %d: %w", walk, err)
			}
		}
		var sum int64
		for _, i := range listed {
			sum += state.Conflicts(i)
		}
		if (sum == 0) != (state.Cost() == 0) {
			return fmt.Errorf("from the random numbers of walk %d: the cost is %d, "+
				"and the elements named are part of %d violated constraints, at x = %s",
				walk, state.Cost(), sum, show(x))
		}
	}
	return nil
}
