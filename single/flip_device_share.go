package single

import (
	"cmp"
	"slices"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// mostParents is how many of the best solutions have children.
const mostParents = 128

// share gives each search a child of two of the best incumbents, from which its next burst begins: where these agree the child does,
// and elsewhere a bit is of either. An incumbent that several searches have counts once.
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
		child := aims[i*setWords:][:setWords]
		for k := range child {
			if k&3 == 0 {
				u = draw(1 + k/4)
			}
			child[k] = parents[a][k]&u[k&3] | parents[b][k]&^u[k&3]
		}
	})
	w.plan.Renew = 1
	return w.memory.aims.Write(aims, 0)
}

// shareDraws is the first step of the random numbers of children.
const shareDraws = 1 << 62

// parents are the best incumbents, all different.
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
		if !slices.ContainsFunc(list, func(o []uint32) bool { return slices.Equal(o, set) }) {
			list = append(list, set)
		}
		if len(list) == mostParents {
			break
		}
	}
	return list
}
