package conformance

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// branches makes random choices until there is a solution. No bound on the way may be above what it costs, and the last one is that.
func (k *problemKit) branches(p multiwalk.Brancher) error {
	r, often := multiwalk.NewRand(k.seed, 14), p.NewBranches()
	if often.Size() < 0 || often.Depth() < 0 || often.Ways() < 1 {
		return fmt.Errorf("solutions take %d numbers, %d choices and %d ways", often.Size(), often.Depth(), often.Ways())
	}
	for range max(4, k.solutions) {
		node, x := make([]int32, often.Size()), make([]int32, k.p.Space().Len())
		often.Root(node)
		most := int64(multiwalk.NoBound)
		for depth := range often.Depth() {
			child, err := drawChild(often, p.NewBranches(), node, r)
			if err != nil {
				return fmt.Errorf("after %d choices: %w", depth, err)
			}
			most = max(most, child.Bound)
			often.Grow(node, child.Choice)
			if depth+1 == often.Depth() {
				often.Solution(node, x)
				if cost := k.p.Cost(x); child.Bound != cost {
					return fmt.Errorf("the bound of solution %s is %d, and it costs %d", show(x), child.Bound, cost)
				}
			}
		}
		often.Solution(node, x)
		if err := k.p.Space().Check(x); err != nil {
			return fmt.Errorf("%d choices make no solution: %w", often.Depth(), err)
		}
		if cost := k.p.Cost(x); most > cost {
			return fmt.Errorf("solution %s costs %d, and on the way to it there was a bound of %d", show(x), cost, most)
		}
	}
	return nil
}

// drawChild draws a child of a partial solution, of a random way. One that has answered much must say what a new one says.
func drawChild(often, fresh multiwalk.Branches, node []int32, r *multiwalk.Rand) (c multiwalk.Branch, err error) {
	was, way := slices.Clone(node), r.IntN(often.Ways())
	list := often.Expand(node, way, nil)
	switch {
	case !slices.Equal(node, was):
		return c, fmt.Errorf("Expand(node, %d) changed node; let it work on a copy", way)
	case !slices.Equal(fresh.Expand(node, way, nil), list):
		return c, fmt.Errorf("Expand(node, %d) says something else than one that was asked less", way)
	case len(list) == 0:
		return c, fmt.Errorf("Expand(node, %d) has no children", way)
	}
	for k, c := range list {
		if !(c.Waste >= 0) {
			return c, fmt.Errorf("child %d wastes %v; it is a number from 0 on", k, c.Waste)
		}
	}
	return list[r.IntN(len(list))], nil
}
