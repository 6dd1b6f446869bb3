package conformance

import (
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/successor"
	"github.com/multiwalk/multiwalk/walk"
)

// abilities makes a check of each optional ability but the evaluators.
func (k *problemKit) abilities() []check {
	checks := slices.Concat(
		k.states(),
		offered("ConstructConflictState", k, k.constructConflictState),
		offered("InsertDeltas", k, k.insertDeltas),
		offered("NewPlaces", k, k.places),
		offered("NewBranches", k, k.branches),
		offered("Relink", k, k.relinks),
		offered("CostBatch", k, k.costBatch),
		offered("EdgeCost", k, k.edgeCost),
		offered("EdgeMatrix", k, k.edgeMatrix),
		offered("Neighbours", k, k.neighbours),
		offered("FixedEdges", k, k.fixedEdges),
		offered("Constraints", k, k.constraints),
		offered("Violations", k, k.violator),
		offered("Feasible", k, k.feasibler),
		offered("Check", k, k.checker),
		offered("Construct", k, k.construct),
		offered(movesCheck, k, k.checkMoves),
		offered("Construction", k, k.construction),
		offered("LowerBound", k, k.lowerBound),
		offered("Name", k, named),
	)
	if k.p.Space().Kind() == multiwalk.KindTour {
		checks = append(checks, check{"rotation", k.rotation})
	}
	return checks
}

// offered is the check of an ability that problems of type T have, or none.
func offered[T any](name string, k *problemKit, run func(p T) error) []check {
	p, ok := k.p.(T)
	if !ok {
		return nil
	}
	return []check{{name, func() error { return run(p) }}}
}

func named(p multiwalk.Namer) error {
	if p.Name() == "" {
		return errors.New("it is empty; leave the method out instead")
	}
	return nil
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

// construct builds into two slices with different rubbish, from equal random numbers.
func (k *problemKit) construct(p multiwalk.Constructor) error {
	n := k.p.Space().Len()
	for number := range k.solutions {
		x, y := make([]int32, n), slices.Repeat([]int32{-1}, n)
		p.Construct(multiwalk.NewRand(k.seed, number), x)
		p.Construct(multiwalk.NewRand(k.seed, number), y)
		if !slices.Equal(x, y) {
			return fmt.Errorf("equal random numbers, of walk %d, give %s and %s", number, show(x), show(y))
		}
		if err := k.p.Space().Check(x); err != nil {
			return fmt.Errorf("from the random numbers of walk %d: %w", number, err)
		}
		walk.KeepFixed(k.p, x) // as walks do
		if err := walk.Feasible(k.p, x); err != nil {
			return fmt.Errorf("from the random numbers of walk %d: %w", number, err)
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
