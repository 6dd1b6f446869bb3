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
