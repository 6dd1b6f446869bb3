package conformance

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// conflictState takes a state through random swaps, beside a second one that must not notice.
func (k *problemKit) conflictState(p multiwalk.ConflictStater) error {
	r, n := multiwalk.NewRand(k.seed, 5), k.p.Space().Len()
	for _, start := range k.x {
		given := slices.Clone(start)
		state, other := p.NewConflictState(given), p.NewConflictState(start)
		clear(given) // the state has copied it
		x := slices.Clone(start)
		for swaps := range 12 {
			if err := k.conflicts(state, r, x); err != nil {
				return fmt.Errorf("after %d swaps: %w", swaps, err)
			}
			if i, j := r.IntN(n), r.IntN(n); i != j {
				state.Swap(int32(i), int32(j))
				x[i], x[j] = x[j], x[i]
			}
		}
		if err := k.conflicts(other, r, start); err != nil {
			return fmt.Errorf("a state that swapped nothing, while another one did: %w", err)
		}
		given = slices.Clone(k.x[len(k.x)-1])
		state.Reset(given)
		clear(given)
		if err := k.conflicts(state, r, k.x[len(k.x)-1]); err != nil {
			return fmt.Errorf("after Reset: %w", err)
		}
	}
	return nil
}

// conflicts compares a state with the solution it should be at.
func (k *problemKit) conflicts(s multiwalk.ConflictState, r *multiwalk.Rand, x []int32) error {
	n, cost := len(x), k.p.Cost(x)
	if err := unchanged("the state", s.Solution(), x); err != nil {
		return err
	}
	if c := s.Cost(); c != cost {
		return fmt.Errorf("Cost() is %d, by full evaluation %d, at x = %s", c, cost, show(x))
	}
	conflict := false
	for i := range n {
		conflict = conflict || s.Conflicts(int32(i)) != 0
	}
	if conflict != (cost != 0) {
		return fmt.Errorf("the cost is %d, but it is %v that an element has conflicts, at x = %s", cost, conflict, show(x))
	}
	for range min(k.moves, n*n) {
		i, j := r.IntN(n), r.IntN(n)
		if i == j {
			continue
		}
		y := slices.Clone(x)
		y[i], y[j] = y[j], y[i]
		if d, want := s.SwapDelta(int32(i), int32(j)), k.p.Cost(y)-cost; d != want {
			return fmt.Errorf("SwapDelta(%d, %d) = %d, but the cost changes by %d, at x = %s", i, j, d, want, show(x))
		}
	}
	return nil
}

// constructConflictState compares a state that is built with its start with what Construct builds.
func (k *problemKit) constructConflictState(p multiwalk.ConflictConstructor) error {
	constructor, ok := k.p.(multiwalk.Constructor)
	if !ok {
		return fmt.Errorf("there is no Construct to build the same solution")
	}
	for walk := range k.solutions {
		x := make([]int32, k.p.Space().Len())
		constructor.Construct(multiwalk.NewRand(k.seed, walk), x)
		state, inConflict := p.ConstructConflictState(multiwalk.NewRand(k.seed, walk), nil)
		if state == nil {
			return fmt.Errorf("from the random numbers of walk %d: no state, though nothing aborts it", walk)
		}
		if err := k.conflicts(state, multiwalk.NewRand(k.seed, 6), x); err != nil {
			return fmt.Errorf("from the random numbers of walk %d: %w", walk, err)
		}
		var sum int64
		for _, i := range inConflict {
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
