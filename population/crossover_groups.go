package population

import "github.com/multiwalk/multiwalk"

// groups is for integers whose values are but names of groups, as colours of a graph are: what counts is which elements
// share one.
type groups struct {
	lo      int32
	k       int
	size    [2][]int32 // of the groups of two individuals
	overlap []int32    // [a][b] how many elements group a of one shares with group b of another
	taken   []bool
}

// inheritEither is inherit, from either parent first.
func inheritEither(v *variation, child, own, other []int32, r *multiwalk.Rand) {
	if r.Uint32()&1 != 0 {
		own, other = other, own
	}
	inherit(v, child, own, other, r)
}

func newGroups(s multiwalk.Space) *groups {
	lo, hi := s.Bounds()
	k := int(hi-lo) + 1
	return &groups{lo: lo, k: k, size: [2][]int32{make([]int32, k), make([]int32, k)}, overlap: make([]int32, k*k),
		taken: make([]bool, k)}
}

// inherit is greedy partition crossover (Galinier and Hao, "Hybrid evolutionary algorithms for graph coloring", Journal
// of Combinatorial Optimization 3, 1999). The parents take turns, own first: each gives its largest group of those elements
// that the child does not have yet. Elements that are left at the end go to random groups. It is O(k*n) for k groups.
func inherit(v *variation, child, own, other []int32, r *multiwalk.Rand) {
	g := v.groups
	parents := [2][]int32{own, other}
	for side, x := range parents {
		clear(g.size[side])
		for _, u := range x {
			g.size[side][u-g.lo]++
		}
	}
	for i := range child {
		child[i] = g.lo - 1 // none yet
	}
	for group := range g.k {
		side := group & 1
		largest := int32(0)
		for k, size := range g.size[side] {
			if size > g.size[side][largest] {
				largest = int32(k)
			}
		}
		for i, u := range parents[side] {
			if u-g.lo == largest && child[i] < g.lo {
				child[i] = g.lo + int32(group)
				g.size[0][own[i]-g.lo]--
				g.size[1][other[i]-g.lo]--
			}
		}
	}
	for i := range child {
		if child[i] < g.lo {
			child[i] = g.lo + int32(r.IntN(g.k))
		}
	}
}

// alike reports whether two individuals have the same groups but for at most the given number of elements, if each
// group of one is matched greedily with a group of the other.
func (g *groups) alike(a, b []int32, most int) bool {
	clear(g.overlap)
	clear(g.taken)
	for i, u := range a {
		g.overlap[int(u-g.lo)*g.k+int(b[i]-g.lo)]++
	}
	same := 0
	for u := range g.k {
		row, best := g.overlap[u*g.k:(u+1)*g.k], -1
		for w, many := range row {
			if !g.taken[w] && (best < 0 || many > row[best]) {
				best = w
			}
		}
		g.taken[best] = true
		same += int(row[best])
	}
	return len(a)-same <= most
}
