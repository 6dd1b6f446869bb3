package conformance

import (
	"slices"

	"github.com/multiwalk/multiwalk"
)

// args are those of a move: two positions, a position and a value, or several positions. Of an or-opt move they are the ends of the segment,
// the position behind which it goes, and 1 if it is turned round.
type args []int32

// shape is which moves of a kind there are, made the plain way, without the index arithmetic of package neighbourhood.
type shape struct {
	// all calls f for the moves on x inside one part, which is n elements from at, until f returns false.
	all func(x []int32, part multiwalk.Space, at int32, f func(args) bool)
	// draw returns a random move inside the part, or nil if it drew none.
	draw func(r *multiwalk.Rand, x []int32, part multiwalk.Space, at int32) args
}

// pairs is the moves of two positions i != j of one part, or i < j only.
func pairs(ordered bool) shape {
	return shape{
		all: func(_ []int32, part multiwalk.Space, from int32, f func(args) bool) {
			end := from + int32(part.Len())
			for i := from; i < end; i++ {
				for j := from; j < end; j++ {
					if (i < j || ordered && i != j) && !f(args{i, j}) {
						return
					}
				}
			}
		},
		draw: func(r *multiwalk.Rand, _ []int32, part multiwalk.Space, from int32) args {
			i, j := from+position(r, part), from+position(r, part)
			if i == j {
				return nil
			}
			if !ordered {
				i, j = min(i, j), max(i, j)
			}
			return args{i, j}
		},
	}
}

// jointly is pairs of positions of the first part, for a product of parts of n elements; 0: of other parts.
func jointly(n int) shape {
	each := pairs(true)
	return shape{
		all: func(x []int32, part multiwalk.Space, from int32, f func(args) bool) {
			if n > 0 && from == 0 {
				each.all(x, part, 0, f)
			}
		},
		draw: func(r *multiwalk.Rand, x []int32, part multiwalk.Space, _ int32) args {
			if n == 0 {
				return nil
			}
			return each.draw(r, x, part, 0)
		},
	}
}

// swapPairs is two swaps at once, of positions i != j of one order of a product and k != l of a later one.
func swapPairs(space multiwalk.Space) shape {
	each, parts := pairs(true), space.Parts()
	later := func(from int32, f func(part multiwalk.Space, at int32) bool) {
		at := int32(0)
		for _, p := range parts {
			if at > from && isOrder(p.Kind()) && !f(p, at) {
				return
			}
			at += int32(p.Len())
		}
	}
	return shape{
		all: func(x []int32, part multiwalk.Space, from int32, f func(args) bool) {
			later(from, func(other multiwalk.Space, at int32) (on bool) {
				on = true
				each.all(x, part, from, func(a args) bool {
					each.all(x, other, at, func(b args) bool {
						on = f(args{a[0], a[1], b[0], b[1]})
						return on
					})
					return on
				})
				return on
			})
		},
		draw: func(r *multiwalk.Rand, x []int32, part multiwalk.Space, from int32) (drawn args) {
			a := each.draw(r, x, part, from)
			later(from, func(other multiwalk.Space, at int32) bool {
				if b := each.draw(r, x, other, at); a != nil && b != nil {
					drawn = args{a[0], a[1], b[0], b[1]}
				}
				return r.IntN(2) == 0
			})
			return drawn
		},
	}
}

// segments is the or-opt moves inside one part, with segments of any length that leaves two elements.
func segments() shape {
	// fits says whether k lies outside of the segment and is not its cyclic predecessor, in a part of n from from.
	fits := func(n, from, i, j, k int32) bool {
		return j-i+1 <= n-2 && (k < i || k > j) && k != i-1 && (i != from || k != from+n-1)
	}
	return shape{
		all: func(_ []int32, part multiwalk.Space, from int32, f func(args) bool) {
			n := int32(part.Len())
			for i := from; i < from+n; i++ {
				for j := i; j < from+n; j++ {
					for k := from; k < from+n; k++ {
						if fits(n, from, i, j, k) && (!f(args{i, j, k, 0}) || !f(args{i, j, k, 1})) {
							return
						}
					}
				}
			}
		},
		draw: func(r *multiwalk.Rand, _ []int32, part multiwalk.Space, from int32) args {
			n := int32(part.Len())
			i, k := from+position(r, part), from+position(r, part)
			j := min(i+int32(r.IntN(4)), from+n-1)
			if reversed := int32(r.IntN(2)); fits(n, from, i, j, k) {
				return args{i, j, k, reversed}
			}
			return nil
		},
	}
}

// values is the moves that give one element of a part another value.
func values() shape {
	return shape{
		all: func(x []int32, part multiwalk.Space, from int32, f func(args) bool) {
			lo, hi := part.Bounds()
			hi = int32(min(int64(hi), int64(lo)+1000)) // of a range as wide as that, the rest is drawn elsewhere
			for i := from; i < from+int32(part.Len()); i++ {
				for v := int64(lo); v <= int64(hi); v++ {
					if int32(v) != x[i] && !f(args{i, int32(v)}) {
						return
					}
				}
			}
		},
		draw: func(r *multiwalk.Rand, x []int32, part multiwalk.Space, from int32) args {
			lo, hi := part.Bounds()
			i := from + position(r, part)
			if lo == hi {
				return nil
			}
			return args{i, otherValue(part, x[i], r)}
		},
	}
}

// subsets is the moves of several positions of one part, in order.
func subsets(count int) shape {
	return shape{
		all: func(_ []int32, part multiwalk.Space, from int32, f func(args) bool) {
			eachSubset(nil, from, from+int32(part.Len()), count, f)
		},
		draw: func(r *multiwalk.Rand, _ []int32, part multiwalk.Space, from int32) args {
			at := make(args, count)
			for k := range at {
				at[k] = from + position(r, part)
			}
			slices.Sort(at)
			if len(slices.Compact(slices.Clone(at))) < count {
				return nil
			}
			return at
		},
	}
}

// eachSubset calls f for begin with each count of the numbers from from to below end, until f returns false.
func eachSubset(begin args, from, end int32, count int, f func(args) bool) bool {
	if count == 0 {
		return f(slices.Clone(begin))
	}
	for i := from; i < end; i++ {
		if !eachSubset(append(begin, i), i+1, end, count-1, f) {
			return false
		}
	}
	return true
}

func isOrder(k multiwalk.Kind) bool { return k == multiwalk.KindPermutation || k == multiwalk.KindTour }

// otherValue draws a value of a part that is another one.
func otherValue(part multiwalk.Space, was int32, r *multiwalk.Rand) int32 {
	lo, hi := part.Bounds()
	values := uint64(int64(hi) - int64(lo) + 1)
	up := uint64(int64(was)-int64(lo)) + 1 + r.Uint64()%(values-1)
	return int32(int64(lo) + int64(up%values))
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
