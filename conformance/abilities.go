package conformance

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/successor"
)

// abilities makes a check of each optional ability but the evaluators.
func (k *problemKit) abilities() []check {
	var checks []check
	checks = append(checks, k.states()...)
	if p, ok := k.p.(multiwalk.SwapStater); ok {
		checks = append(checks, check{"SwapState", func() error { return k.swapState(p) }})
	}
	if p, ok := k.p.(multiwalk.ConflictStater); ok {
		checks = append(checks, check{"ConflictState", func() error { return k.conflictState(p) }})
	}
	if p, ok := k.p.(multiwalk.ConflictConstructor); ok {
		checks = append(checks, check{"ConstructConflictState", func() error { return k.constructConflictState(p) }})
	}
	if p, ok := k.p.(multiwalk.InsertionsEvaluator); ok {
		checks = append(checks, check{"InsertDeltas", func() error { return k.insertDeltas(p) }})
	}
	if k.p.Space().Kind() == multiwalk.KindTour {
		checks = append(checks, check{"rotation", k.rotation})
	}
	if p, ok := k.p.(multiwalk.EdgeCoster); ok {
		checks = append(checks, check{"EdgeCost", func() error { return k.edgeCost(p) }})
	}
	if p, ok := k.p.(multiwalk.EdgeMatrixer); ok {
		checks = append(checks, check{"EdgeMatrix", func() error { return k.edgeMatrix(p) }})
	}
	if p, ok := k.p.(multiwalk.NeighbourLister); ok {
		checks = append(checks, check{"Neighbours", func() error { return k.neighbours(p) }})
	}
	if p, ok := k.p.(multiwalk.FixedEdger); ok {
		checks = append(checks, check{"FixedEdges", func() error { return k.fixedEdges(p) }})
	}
	if p, ok := k.p.(multiwalk.Constrained); ok {
		checks = append(checks, check{"Constraints", func() error { return k.constraints(p) }})
	}
	if p, ok := k.p.(multiwalk.Violator); ok {
		checks = append(checks, check{"Violations", func() error { return k.violator(p) }})
	}
	if p, ok := k.p.(multiwalk.Feasibler); ok {
		checks = append(checks, check{"Feasible", func() error { return k.feasibler(p) }})
	}
	if p, ok := k.p.(multiwalk.Checker); ok {
		checks = append(checks, check{"Check", func() error { return k.checker(p) }})
	}
	if p, ok := k.p.(multiwalk.Constructor); ok {
		checks = append(checks, check{"Construct", func() error { return k.construct(p) }})
	}
	if p, ok := k.p.(multiwalk.Mover); ok {
		checks = append(checks, check{movesCheck, func() error { return k.checkMoves(p) }})
	}
	if p, ok := k.p.(successor.Problem); ok {
		checks = append(checks, check{"Construction", func() error { return k.construction(p) }})
	}
	if p, ok := k.p.(multiwalk.Bounder); ok {
		checks = append(checks, check{"LowerBound", func() error { return k.lowerBound(p) }})
	}
	if p, ok := k.p.(multiwalk.Namer); ok && p.Name() == "" {
		checks = append(checks, check{"Name", func() error { return fmt.Errorf("it is empty; leave the method out instead") }})
	}
	return checks
}

// construction has the heuristics looked at by their own package.
func (k *problemKit) construction(p successor.Problem) error {
	for _, x := range k.x {
		if err := p.Construction().Check(x, p.Cost(x)); err != nil {
			return fmt.Errorf("at x = %s: %w", show(x), err)
		}
	}
	return nil
}

// swapState takes a state through random swaps, beside a second one that must not notice.
func (k *problemKit) swapState(p multiwalk.SwapStater) error {
	r, n, rounds := multiwalk.NewRand(k.seed, 3), k.p.Space().Len(), 12
	if n > 2*allMoves {
		rounds = 6
	}
	for _, start := range k.x {
		given := slices.Clone(start)
		state, other := p.NewSwapState(given), p.NewSwapState(start)
		x := slices.Clone(start)
		clear(given) // the state has copied it
		for swaps := range rounds {
			if err := k.rows(state, r, x); err != nil {
				return fmt.Errorf("after %d swaps: %w", swaps, err)
			}
			if i, j := r.IntN(n), r.IntN(n); i != j {
				state.Swap(int32(i), int32(j))
				x[i], x[j] = x[j], x[i]
			}
		}
		if err := k.rows(other, r, start); err != nil {
			return fmt.Errorf("a state that swapped nothing, while another one did: %w", err)
		}
		given = slices.Clone(k.x[len(k.x)-1])
		state.Reset(given)
		clear(given)
		if err := k.rows(state, r, k.x[len(k.x)-1]); err != nil {
			return fmt.Errorf("after Reset: %w", err)
		}
	}
	return nil
}

// rows compares the rows of a state at x with full evaluation, or some entries of a few if there are many.
func (k *problemKit) rows(state multiwalk.SwapState, r *multiwalk.Rand, x []int32) error {
	n, cost := len(x), k.p.Cost(x)
	for t := range min(n, 2*allMoves) {
		i, step := t, 1
		if n > 2*allMoves {
			i, step = r.IntN(n), max(1, n*2*allMoves/k.moves)
		}
		narrow, wide := state.Row(int32(i))
		if i == n-1 && (len(narrow) > 0 || len(wide) > 0) || i < n-1 && len(narrow)+len(wide) != n-1-i ||
			narrow != nil && wide != nil {
			return fmt.Errorf("Row(%d) has %d narrow and %d wide deltas, want %d of one kind", i, len(narrow), len(wide), n-1-i)
		}
		for at := r.IntN(step); at < n-1-i; at += step {
			j, y := i+1+at, slices.Clone(x)
			y[i], y[j] = y[j], y[i]
			var d int64
			if narrow != nil {
				d = int64(narrow[at])
			} else {
				d = wide[at]
			}
			if want := k.p.Cost(y) - cost; d != want {
				return fmt.Errorf("Row(%d)[%d], of swapping %d and %d, is %d, but the cost changes by %d, at x = %s",
					i, at, i, j, d, want, show(x))
			}
		}
	}
	return nil
}

// construct builds into two slices with different rubbish, from equal random numbers.
func (k *problemKit) construct(p multiwalk.Constructor) error {
	n := k.p.Space().Len()
	for walk := range k.solutions {
		x, y := make([]int32, n), slices.Repeat([]int32{-1}, n)
		p.Construct(multiwalk.NewRand(k.seed, walk), x)
		p.Construct(multiwalk.NewRand(k.seed, walk), y)
		if !slices.Equal(x, y) {
			return fmt.Errorf("equal random numbers, of walk %d, give %s and %s", walk, show(x), show(y))
		}
		if err := k.p.Space().Check(x); err != nil {
			return fmt.Errorf("from the random numbers of walk %d: %w", walk, err)
		}
		multiwalk.KeepFixed(k.p, x) // as walks do
		if err := multiwalk.Feasible(k.p, x); err != nil {
			return fmt.Errorf("from the random numbers of walk %d: %w", walk, err)
		}
		k.x = append(k.x, x) // for the bound
	}
	return nil
}

// checker asks Check about each solution twice, and once about another slice of the same.
func (k *problemKit) checker(p multiwalk.Checker) error {
	for _, x := range k.x {
		given := slices.Clone(x)
		first := p.Check(given)
		if err := unchanged("Check", given, x); err != nil {
			return err
		}
		if again := p.Check(x); (first == nil) != (again == nil) {
			return fmt.Errorf("of %s it says %v at the first call and %v at the second", show(x), first, again)
		}
	}
	return k.checksMoves(p)
}

// checksMoves makes moves of solutions that Check accepts. Searches do not ask it about a move.
func (k *problemKit) checksMoves(p multiwalk.Checker) error {
	_, own := k.p.(multiwalk.Mover)
	_, edges := k.p.(multiwalk.FixedEdger)
	nb, err := neighbourhood.For(k.p)
	if own || edges || err != nil || nb.Size() == 0 {
		return nil
	}
	r := multiwalk.NewRand(k.seed, 11)
	for _, start := range k.x {
		if p.Check(start) != nil {
			continue
		}
		x := slices.Clone(start)
		nb.Reset(x)
		for range 100 {
			m := nb.Random(r)
			before := slices.Clone(x)
			nb.Apply(x, m)
			if err := p.Check(x); err != nil {
				return fmt.Errorf("it accepts %s, and after a move of %s it says: %w; no search asks it about a move, so count in Cost what moves "+
					"may break, or bring moves of the problem's own (multiwalk.Mover)", show(before), nb.Name(), err)
			}
		}
	}
	return nil
}

func (k *problemKit) lowerBound(p multiwalk.Bounder) error {
	bound := p.LowerBound()
	for _, x := range k.starts() {
		if c := k.p.Cost(x); c < bound {
			return fmt.Errorf("it is %d, but %s costs %d", bound, show(x), c)
		}
	}
	return nil
}
