package evaluation

import (
	"fmt"

	"github.com/multiwalk/multiwalk/internal/gpu"
)

// variant is a rule of scheme balanced with its kernels.
type variant struct {
	name              string
	most              int // the greatest board
	permutations, any kernelOf
}

// kernelOf is a kernel of this package by its symbol and as a Go function.
type kernelOf struct {
	symbol string
	fn     any
}

var variants = []variant{
	{"counted", MaxN, kernelOf{"Balanced_counted_permutation", Balanced[counted, permutation]}, kernelOf{"Balanced_counted_anyRows", Balanced[counted, anyRows]}},
	{"grouped", MaxN, kernelOf{"Balanced_grouped_permutation", Balanced[grouped, permutation]}, kernelOf{"Balanced_grouped_anyRows", Balanced[grouped, anyRows]}},
	{"mixed", exactFloats, kernelOf{"Balanced_mixed_permutation", Balanced[mixed, permutation]}, kernelOf{"Balanced_mixed_anyRows", Balanced[mixed, anyRows]}},
	{"product", exactFloats, kernelOf{"Balanced_product_permutation", Balanced[product, permutation]}, kernelOf{"Balanced_product_anyRows", Balanced[product, anyRows]}},
}

// Variants returns the names of the rules by which scheme balanced compares pairs.
func Variants() []string {
	var list []string
	for _, v := range variants {
		list = append(list, v.name)
	}
	return list
}

// seldom is the size from which random candidates have so few conflicts that most groups of pairs have none: of the 1024
// pairs that a warp compares as one group, a permutation of n makes 4/(3n) conflicts each.
const seldom = 8192

// rule names the variant for a size: the one asked for, or the one that takes the fewest instructions.
func ruleFor(asked string, n int) string {
	switch {
	case asked != "":
		return asked
	case n < seldom:
		return "counted"
	case n <= exactFloats:
		return "mixed"
	}
	return "grouped"
}

// balanced launches Balanced.
type balanced struct {
	s            *Scheme
	rule         string // whose kernels are loaded
	permutations *gpu.Kernel
	any          *gpu.Kernel
}

func newBalanced(s *Scheme) (algorithm, error) { return &balanced{s: s}, nil }

func (a *balanced) prepare(n, _ int) error {
	rule := ruleFor(a.s.o.Variant, n)
	if a.rule == rule {
		return nil
	}
	for _, v := range variants {
		if v.name != rule {
			continue
		}
		if n > v.most {
			return fmt.Errorf("multiwalk: scheme %s, variant %s: %d queens; it takes up to %d", a.s.name, rule, n, v.most)
		}
		var err error
		if a.permutations, err = a.s.kernel(v.permutations.symbol, v.permutations.fn); err != nil {
			return err
		}
		if a.any, err = a.s.kernel(v.any.symbol, v.any.fn); err != nil {
			return err
		}
	}
	a.rule = rule
	return nil
}

func (a *balanced) bring(chunk) error { return nil }
func (a *balanced) free() error       { return nil }

func (a *balanced) launch(c chunk) error {
	k := a.any
	if c.permutations {
		k = a.permutations
	}
	q, threads := squares(c.n, c.candidates, a.s.m.Multiprocessors(), a.s.o.Threads)
	resident, err := a.s.resident(k, threads, balancedShared)
	if err != nil {
		return err
	}
	blocks := int(min(int64(resident), q.tiles()*int64(c.candidates)))
	return k.Launch(gpu.Shape{Blocks: blocks, Threads: threads, Shared: balancedShared, Stream: c.stream}, q, c.x, c.counts)
}

// shares is how many tiles a multiprocessor should have at least: enough that its blocks differ little, by one each.
const shares = 32

// squares divides the pairs into the largest tiles that are enough for all multiprocessors, and else the smallest. threads
// is the size of a block, or 0.
func squares(n, candidates, multiprocessors, threads int) (q Squares, block int) {
	blocks := []int{256, 128, 64, 32}
	if threads > 0 {
		blocks = []int{threads}
	}
	for _, block = range blocks {
		side := held * block
		for width := widest; width >= 64; width /= 2 {
			if side%width != 0 {
				continue
			}
			q = Squares{N: int32(n), Candidates: int32(candidates), Side: int32(side), Width: int32(width), Together: together}
			if q.tiles()*int64(candidates) >= int64(shares*multiprocessors) {
				return q, block
			}
		}
	}
	return q, block
}
