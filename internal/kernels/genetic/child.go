package genetic

import (
	"github.com/multiwalk/multiwalk/internal/mating"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// allele is a number of a permutation as individuals hold it.
type allele interface{ uint8 | uint16 }

// carried is a number of a permutation that is being made.
type carried interface{ uint8 | int32 }

// offspring is what a team makes a child of.
type offspring[E allele] struct {
	child []int32 // the permutation that is made; Cost wants 32 bits
	place []E     // by number, its position in one of the parents
}

// partiallyMapped makes the child of partially mapped crossover: that of figure 7, which swaps into it, for each position
// of the cut in turn, what the second parent has there. The swaps of a number add up to a chain: outside the cut a
// position keeps its number, or has that which a chain of numbers in the cut leads to, from the second parent's to the
// first's at the same position. So all positions are found side by side. It reports whether the child differs from
// the first parent.
func partiallyMapped[E allele, B geneticTeam](b B, w offspring[E], own, other []E, m mating.Mating) bool {
	n := int32(len(own))
	for k := b.Rank(); k < n; k += b.Size() {
		w.place[other[k]] = E(k)
	}
	b.Sync()
	differs := false
	for k := b.Rank(); k < n; k += b.Size() {
		v := own[k]
		if k >= m.Cut1 && k < m.Cut2 {
			v = other[k]
		} else {
			for at := int32(w.place[v]); at >= m.Cut1 && at < m.Cut2; at = int32(w.place[v]) {
				v = own[at]
			}
		}
		w.child[k] = int32(v)
		differs = differs || v != own[k]
	}
	b.Sync()
	return differs
}

// ordered makes the child of order crossover: the cut of the first parent, and from its end on around the permutation the
// other numbers in the order that the second parent has them in from there on.
func ordered[E allele, B geneticTeam](b B, w offspring[E], own, other []E, m mating.Mating) bool {
	n := int32(len(own))
	for k := b.Rank(); k < n; k += b.Size() {
		w.place[own[k]] = E(k)
		w.child[k] = int32(own[k])
	}
	b.Sync()
	differs := false
	to := m.Cut2
	for from := int32(0); from < n; from += b.Size() {
		v, taken := E(0), false
		if k := from + b.Rank(); k < n {
			v = other[wrapped(m.Cut2+k, n)]
			at := int32(w.place[v])
			taken = at < m.Cut1 || at >= m.Cut2
		}
		lower, all := b.Before(taken)
		if taken {
			k := wrapped(to+lower, n)
			w.child[k] = int32(v)
			differs = differs || v != own[k]
		}
		to = wrapped(to+all, n)
	}
	b.Sync()
	return differs
}

// wrapped is a position below 2n on a ring of n.
func wrapped(k, n int32) int32 {
	if k >= n {
		return k - n
	}
	return k
}

// mutate swaps two positions of the child.
func mutate[C carried, B geneticTeam](b B, a Breeding, child []C, generation int64, individual int32) {
	draw := lane.Random(a.Seed, a.First+uint32(b.Thread().BlockID()), uint64(generation), mating.Again(individual))
	if i, j := mating.Swap(draw, a.N); b.Rank() == 0 {
		child[i], child[j] = child[j], child[i]
	}
	b.Sync()
}

// bear makes the permutation of an individual that has no parents: start, or a random one by one thread.
func bear[C carried, B geneticTeam](b B, a Breeding, start []int32, child []C, generation int64, individual int32) {
	if generation == 0 && individual == 0 && a.Given != 0 {
		for k := b.Rank(); k < a.N; k += b.Size() {
			child[k] = C(start[k])
		}
	} else if b.Rank() == 0 {
		var draw [4]uint32
		for k := range a.N {
			if k&3 == 0 {
				draw = lane.Random(a.Seed, a.First+uint32(b.Thread().BlockID()), mating.Birth(generation, k), uint32(individual))
			}
			at := mating.Place(draw, k)
			child[k] = child[at]
			child[at] = C(k)
		}
	}
	b.Sync()
}
