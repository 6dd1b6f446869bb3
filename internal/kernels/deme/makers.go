package deme

import (
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// geneticTeam is a team that makes a child and evaluates it.
type geneticTeam interface {
	team.Team
	Number() int32 // among the teams of the block
	Teams() int32  // of the block
	// Any reports whether one says so.
	Any(v bool) bool
	// Before counts those of lower rank that say so, and all that do.
	Before(v bool) (lower, all int32)
	// cost evaluates a solution, for all.
	cost(x []int32) int64
}

// geneticThread is a thread by itself.
type geneticThread[P kernel.Coster] struct {
	team.Single
	p P
}

func (e geneticThread[P]) cost(x []int32) int64 { return e.p.Cost(x) }

// geneticWarp is a warp, whose lanes share the terms of the cost.
type geneticWarp[P kernel.TermCoster] struct {
	team.Warp
	p P
}

func (e geneticWarp[P]) cost(x []int32) int64 {
	sum := int64(0)
	for i := e.Rank(); i < int32(len(x)); i += e.Size() {
		sum += e.p.CostTerm(x, i)
	}
	return lane.TreeAdd(e.T, sum)
}
