package conformance

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// pairs is the moves of two positions i != j of one part, or i < j only.
func pairs(name string, ordered bool, price func(x []int32, i, j int32) int64, apply func(x []int32, i, j int32)) oracle {
	at := func(x []int32, i, j int32) move {
		return move{fmt.Sprintf("%s(x, %d, %d)", name, i, j), func() int64 { return price(x, i, j) }, func() []int32 {
			y := slices.Clone(x)
			apply(y, i, j)
			return y
		}}
	}
	return oracle{
		name: name,
		all: func(x []int32, part multiwalk.Space, from int32, f func(move) bool) {
			end := from + int32(part.Len())
			for i := from; i < end; i++ {
				for j := from; j < end; j++ {
					if (i < j || ordered && i != j) && !f(at(x, i, j)) {
						return
					}
				}
			}
		},
		draw: func(r *multiwalk.Rand, x []int32, part multiwalk.Space, from int32) (move, bool) {
			i, j := from+position(r, part), from+position(r, part)
			if i == j {
				return move{}, false
			}
			if !ordered {
				i, j = min(i, j), max(i, j)
			}
			return at(x, i, j), true
		},
	}
}

// segments is the or-opt moves inside one part, with segments of any length that leaves two elements.
func segments(e multiwalk.OrOptEvaluator) oracle {
	at := func(x []int32, i, j, k int32, reversed bool) move {
		return move{fmt.Sprintf("OrOptDelta(x, %d, %d, %d, %v)", i, j, k, reversed),
			func() int64 { return e.OrOptDelta(x, i, j, k, reversed) },
			func() []int32 {
				segment := slices.Clone(x[i : j+1])
				if reversed {
					slices.Reverse(segment)
				}
				rest := slices.Delete(slices.Clone(x), int(i), int(j)+1)
				return slices.Insert(rest, slices.Index(rest, x[k])+1, segment...)
			}}
	}
	// fits says whether k lies outside of the segment and is not its cyclic predecessor, in a part of n from from.
	fits := func(n, from, i, j, k int32) bool {
		return j-i+1 <= n-2 && (k < i || k > j) && k != i-1 && (i != from || k != from+n-1)
	}
	return oracle{
		name: "OrOptDelta",
		all: func(x []int32, part multiwalk.Space, from int32, f func(move) bool) {
			n := int32(part.Len())
			for i := from; i < from+n; i++ {
				for j := i; j < from+n; j++ {
					for k := from; k < from+n; k++ {
						if fits(n, from, i, j, k) && (!f(at(x, i, j, k, false)) || !f(at(x, i, j, k, true))) {
							return
						}
					}
				}
			}
		},
		draw: func(r *multiwalk.Rand, x []int32, part multiwalk.Space, from int32) (move, bool) {
			n := int32(part.Len())
			i, k := from+position(r, part), from+position(r, part)
			j := min(i+int32(r.IntN(4)), from+n-1)
			return at(x, i, j, k, r.IntN(2) == 1), fits(n, from, i, j, k)
		},
	}
}

// values is the moves that give one element of a part another value. The kind is the widest that the move makes sense in:
// a change suits binary elements too.
func values(name string, kind multiwalk.Kind, price func(x []int32, i, v int32) int64) oracle {
	suits := func(part multiwalk.Space) bool {
		return part.Kind() == kind || kind == multiwalk.KindIntegers && part.Kind() == multiwalk.KindBinary
	}
	at := func(x []int32, i, v int32) move {
		text := fmt.Sprintf("%s(x, %d)", name, i)
		if kind == multiwalk.KindIntegers {
			text = fmt.Sprintf("%s(x, %d, %d)", name, i, v)
		}
		return move{text, func() int64 { return price(x, i, v) }, func() []int32 {
			y := slices.Clone(x)
			y[i] = v
			return y
		}}
	}
	return oracle{
		name: name,
		all: func(x []int32, part multiwalk.Space, from int32, f func(move) bool) {
			lo, hi := part.Bounds()
			hi = int32(min(int64(hi), int64(lo)+1000)) // of a range as wide as that, the rest is drawn elsewhere
			for i := from; suits(part) && i < from+int32(part.Len()); i++ {
				for v := int64(lo); v <= int64(hi); v++ {
					if int32(v) != x[i] && !f(at(x, i, int32(v))) {
						return
					}
				}
			}
		},
		draw: func(r *multiwalk.Rand, x []int32, part multiwalk.Space, from int32) (move, bool) {
			lo, hi := part.Bounds()
			i := from + position(r, part)
			v := int32(int64(lo) + int64(r.Uint64()%uint64(int64(hi)-int64(lo)+1)))
			return at(x, i, v), suits(part) && v != x[i]
		},
	}
}

// position draws a position of a part, its ends often: there a delta that forgets one side, or what the last element has to do with the
// first, is wrong.
func position(r *multiwalk.Rand, part multiwalk.Space) int32 {
	switch last := int32(part.Len() - 1); r.IntN(8) {
	case 0:
		return 0
	case 1:
		return last
	default:
		return int32(r.IntN(part.Len()))
	}
}
