package deme

import (
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Breeding says what a launch of Genetic or GeneticTerms does: generations From to Until, counted from the beginning of
// the run. A block is a subpopulation.
type Breeding struct {
	Rule     Rule   // of one island, which a subpopulation is: Random, Own, PartiallyMapped or Ordered, Swap, IfBetter
	N        int32  // length of a permutation
	Given    int32  // 1: the first individual of the first generation is start
	Keeps    int32  // 1: the first individual of a subpopulation that begins anew is its best; 0: all are drawn
	Shared   int32  // 1: individuals are in shared memory; 0: in global memory
	Stagnant int32  // individuals as cheap as the best at which a subpopulation begins anew; above Size: never
	Check    int32  // generations of a subpopulation between two looks at that
	Poll     int32  // generations between two looks at stop
	From     int64  // first generation
	Until    int64  // one past the last; at most 2^30 after From
	Target   int64  // a subpopulation that comes to it stops there
	Seed     uint64 // of the random numbers
	First    uint32 // number of the first subpopulation among all of the run
}

// Genetic makes generations of many populations that have nothing to do with each other: the independent runs of Tsutsui and Fujimoto
// ("An analytical study of GPU computation for solving QAPs by parallel evolutionary computation with independent run", sections III-B.1
// to 3). It makes what a Breeder makes by the same rule, for each block a population in the block's own memory, a thread an individual: so
// a generation costs a barrier of the block, where Evolve has all blocks meet. The first parent is the individual itself, and its child
// takes its place if it costs less. Every Check generations a subpopulation in which Stagnant individuals are as cheap as its best is
// given up and drawn anew in the next generation; its best is kept aside.
//
// Individuals are single bytes up to n = 256, else two. Those of a generation and their children lie in shared memory,
// GeneticRoom bytes, or with Shared = 0 the individuals in global memory. The problem stays in global memory, which the
// multiprocessor caches as a whole: lanes read different places of it, which constant memory would serve one by one.
//
// All that a subpopulation is lies in global memory between launches: pools holds its Size permutations of N numbers (twice
// as many with Shared = 0) and costs what each costs; ages is -1 where it is to be drawn; best and least its best
// permutation so far and what it costs; made counts children that took a place, anew how often it was given up. hits[w]
// becomes the generation in which subpopulation w came to the target, and goal[0] the least of these. A block stops when it
// has come as far as goal[0], which it looks at in every generation, or when stop[0] is not 0, which sets goal[0] to -1.
//
// Results depend on the arguments alone, if neither goal nor stop cuts the launch short: not on the threads of a block,
// nor on where individuals lie, nor on how generations are split into launches. GeneticTerms gives the same.
func Genetic[P kernel.Coster](t lane.Thread, p P, a Breeding, start []int32, pools []uint16, costs []int64, ages, best []int32,
	least, made, anew, hits, goal []int64, stop []uint32) {
	b := geneticThread[P]{team.Single{T: t}, p}
	if a.N <= 256 && a.Shared != 0 {
		evolve(b, a, []uint8(nil), start, pools, costs, ages, best, least, made, anew, hits, goal, stop)
		return
	}
	evolve(b, a, pools, start, pools, costs, ages, best, least, made, anew, hits, goal, stop)
}

// GeneticTerms is Genetic with a warp an individual, whose lanes make and evaluate a child together. Up to 32 positions take
// a lane as long as one, a lane's reads lie beside those of its neighbours, and a warp needs room for one child instead of 32.
//
//lane:registers 64
func GeneticTerms[P kernel.TermCoster](t lane.Thread, p P, a Breeding, start []int32, pools []uint16, costs []int64, ages, best []int32,
	least, made, anew, hits, goal []int64, stop []uint32) {
	b := geneticWarp[P]{team.Warp{T: t}, p}
	if a.N <= 256 && a.Shared != 0 {
		evolve(b, a, []uint8(nil), start, pools, costs, ages, best, least, made, anew, hits, goal, stop)
		return
	}
	evolve(b, a, pools, start, pools, costs, ages, best, least, made, anew, hits, goal, stop)
}

// GeneticRoom returns the bytes of shared memory that a block needs, with teams that make a child each: the costs of the
// individuals, a child and a table of places for every team, and with pools all individuals, old and new.
func GeneticRoom(n, size, teams int, pools bool) int {
	element := 1
	if n > 256 || !pools {
		element = 2
	}
	room := 2*8*size + teams*(4*(n|1)+element*n)
	if pools {
		room += 2 * size * n * element
	}
	return room
}
