package single

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// mostParents is how many of the best solutions have children.
const mostParents = 128

// share gives each search a child of two of the best incumbents, from which its next burst begins: where these agree the child does,
// and elsewhere a bit is of either. An incumbent that several searches have counts once. Where a solution and its complement cost the
// same, as in maximum cut, they count as one, and of two parents the second is turned so that they agree in half of the bits at least:
// a child of two halves that are named the other way round would be a random solution.
func (w *machineFlips) share() error {
	sets := make([]uint32, len(w.states)*setWords*kernel.FlipSets)
	if err := w.memory.sets.Read(sets, 0); err != nil {
		return err
	}
	parents := w.parents(sets)
	if len(parents) < 2 {
		return nil
	}
	aims := make([]uint32, len(w.states)*setWords)
	fleet.Each(len(w.states), func(i int) {
		// Kernels draw by steps of 32 iterations and, for perturbations, from startDraws on.
		draw := func(k int) [4]uint32 {
			return lane.Random(w.Run.Seed, w.Base+uint32(i), shareDraws+uint64(w.At), uint32(k))
		}
		u := draw(0)
		a := int(uint64(u[0]) * uint64(len(parents)) >> 32)
		b := int(uint64(u[1]) * uint64(len(parents)-1) >> 32)
		if b >= a {
			b++
		}
		w.f.between(parents[a], parents[b], aims[i*setWords:][:setWords], draw)
	})
	w.plan.Renew = 1
	return w.memory.aims.Write(aims, 0)
}

// shareDraws is the first step of the random numbers of children.
const shareDraws = 1 << 62

// between makes a child of two parents by random words.
func (f *flipFleet) between(a, b, child []uint32, draw func(k int) [4]uint32) {
	turned := f.ones != nil && 2*distance(a, b) > f.N
	var u [4]uint32
	for k := range child {
		if k&3 == 0 {
			u = draw(1 + k/4)
		}
		other := b[k]
		if turned {
			other ^= f.ones[k]
		}
		child[k] = a[k]&u[k&3] | other&^u[k&3]
	}
}

// distance is in how many bits two sets differ.
func distance(a, b []uint32) (d int) {
	for k := range a {
		d += bits.OnesCount32(a[k] ^ b[k])
	}
	return d
}

// onesOf is the set of all bits where each solution costs what its complement does, else nil. To flip bit i of a solution x costs
// h(i) + sum of w(i,j) x(j), with the opposite sign for x(i) = 1; of the complement that is the same for all x if
// 2 h(i) + sum of w(i,j) = 0. Where it is for all i, the costs of a solution and of its complement differ by a constant, which is 0
// as the complement's complement is the solution. O(n^2).
func onesOf(rows kernel.ByteRower, n int) []uint32 {
	for i := range int32(n) {
		sum := int64(0)
		for k := range rows.Bits() / 8 {
			for word := rows.Row8(i, k); word != 0; word >>= 8 {
				sum += int64(int8(word))
			}
		}
		if 2*int64(rows.LinearWeight(i))+int64(rows.Factor())*sum != 0 {
			return nil
		}
	}
	ones := make([]uint32, setWords)
	toSet(slices.Repeat([]int32{1}, n), ones)
	return ones
}

// parents are the best incumbents, all different. Where complements cost the same, that with the first bit 0 stands for both.
func (w *machineFlips) parents(sets []uint32) (list [][]uint32) {
	order := make([]int, len(w.states))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(cmp.Compare(w.states[i].Least, w.states[j].Least), cmp.Compare(i, j))
	})
	for _, i := range order {
		set := setOf(sets, i, incumbentSet)
		if w.f.ones != nil && set[0]&1 != 0 {
			for k := range set {
				set[k] ^= w.f.ones[k]
			}
		}
		if !slices.ContainsFunc(list, func(o []uint32) bool { return slices.Equal(o, set) }) {
			list = append(list, set)
		}
		if len(list) == mostParents {
			break
		}
	}
	return list
}
