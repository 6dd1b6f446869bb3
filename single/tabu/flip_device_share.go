package tabu

import (
	"slices"

	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/flips"
	"github.com/multiwalk/multiwalk/internal/kernels/tabu"
	"github.com/multiwalk/multiwalk/kernel"
)

// mostParents is how many of the best solutions have children.
const mostParents = 128

// flipShare is how searches share what they found: each is given a child of two of the best incumbents, from which its next burst
// begins. The host chooses the parents by what incumbents cost and by their prints; all else the machine does.
type flipShare struct {
	prints, children *gpu.Kernel
	plan             flips.Share
	of               *gpu.Array[uint64] // the incumbents' prints
	parents          *gpu.Array[int32]
}

// shareDraws is the first step of the random numbers of children. Kernels draw by steps of 32 iterations and, for perturbations, from
// startDraws on.
const shareDraws = 1 << 62

var shareKernels = fleet.Always("Prints", "Children")

// open makes the memory of what searches share, and loads the kernels if there are bursts.
func (s *flipShare) open(w *machineFlips) error {
	s.plan = flips.Share{Walks: w.Plan.Walks, N: int32(w.f.N), First: w.Base, Seed: w.Run.Seed}
	if w.f.mirrored {
		s.plan.Mirrored = 1
	}
	s.of, s.parents = fleet.Array[uint64](&w.Memory, w.Size), fleet.Array[int32](&w.Memory, mostParents)
	if err := w.Made(); err != nil || w.Plan.Length == 0 {
		return err
	}
	list, err := fleet.Kernels(w.Machine, flips.Module(), nil, shareKernels(w.Machine)...)
	if err == nil {
		s.prints, s.children = list[0], list[1]
	}
	return err
}

// printed launches what the choice of parents needs.
func (w *machineFlips) printed() error {
	return w.shared.prints.Launch(w.Shape, w.shared.plan, w.sets, w.shared.of)
}

// share launches what gives each search a child.
func (w *machineFlips) share() error {
	s := &w.shared
	prints := make([]uint64, len(w.States))
	if err := s.of.Read(prints, 0); err != nil {
		return err
	}
	parents := bestDifferent(w.States, prints)
	if len(parents) < 2 {
		return nil
	}
	if err := s.parents.Write(parents, 0); err != nil {
		return err
	}
	w.Plan.Renew = 1
	s.plan.Parents, s.plan.Step = int32(len(parents)), shareDraws+uint64(w.At)
	return s.children.Launch(w.Shape, s.plan, s.parents, w.sets, w.aims)
}

// bestDifferent are the walks of the best incumbents. An incumbent that several walks have counts once: for the first of them.
func bestDifferent(walks []tabu.FlipWalk, prints []uint64) (list []int32) {
	order := make([]int64, len(walks)) // costs and numbers: these are below fleet.First, and no costs of bytes are near 2^38
	for i := range order {
		order[i] = walks[i].Least*fleet.First + int64(i)
	}
	slices.Sort(order)
	known := map[uint64]bool{}
	for _, at := range order {
		i := int32(at & (fleet.First - 1))
		if !known[prints[i]] {
			known[prints[i]] = true
			list = append(list, i)
		}
		if len(list) == mostParents {
			break
		}
	}
	return list
}

// mirrored says whether each solution costs what its complement does. To flip bit i of a solution x costs
// h(i) + sum of w(i,j) x(j), with the opposite sign for x(i) = 1; of the complement that is the same for all x if
// 2 h(i) + sum of w(i,j) = 0. Where it is for all i, the costs of a solution and of its complement differ by a constant, which is 0
// as the complement's complement is the solution. O(n^2).
func mirrored(rows kernel.ByteRower, n int) bool {
	for i := range int32(n) {
		sum := int64(0)
		for k := range rows.Bits() / 8 {
			for word := rows.Row8(i, k); word != 0; word >>= 8 {
				sum += int64(int8(word))
			}
		}
		if 2*int64(rows.LinearWeight(i))+int64(rows.Factor())*sum != 0 {
			return false
		}
	}
	return true
}
