// Package mating draws how the individuals of a genetic algorithm come about: who mates with whom, where parents are cut,
// what mutates. It is the same on every processor and device: a draw is a function of seed, subpopulation, generation and
// individual, as lane.Random gives it, so it does not matter who draws first, nor in which thread.
package mating

import "math/bits"

const (
	// again marks the second draw of an individual in a generation. There are at most 2^30 individuals.
	again = 1 << 31
	// first marks the steps of initial permutations, beyond those of all generations.
	first = 1 << 63
	// perBirth is how many steps the initial permutations of a generation have: one for four elements of at most 2^18.
	perBirth = 16
)

// Rate returns a probability from 0 to 1 as Mutates takes it: it is true that often, to within 2^-32.
func Rate(probability float64) uint64 { return uint64(probability*(1<<32) + 0.5) }

// Mating is how a child of individual i comes about, but for its mutation.
type Mating struct {
	Partner    int32 // the second parent, not i
	Cut1, Cut2 int32 // 0 <= Cut1 < Cut2 < n: crossover takes positions Cut1 to Cut2-1 by themselves
}

// Of turns an individual's draw of a generation into its mating, among size >= 2 individuals of n elements. Every partner
// and every pair of cuts has the same probability but for the rounding of 32 bits. One element has one pair of cuts, 0 and 1.
func Of(draw [4]uint32, individual, size, n int32) Mating {
	m := Mating{Partner: below(draw[0], size-1), Cut1: below(draw[1], n), Cut2: below(draw[2], n-1)}
	if m.Partner >= individual {
		m.Partner++
	}
	if m.Cut2 >= m.Cut1 {
		m.Cut2++
	}
	m.Cut1, m.Cut2 = min(m.Cut1, m.Cut2), max(m.Cut1, m.Cut2)
	return m
}

// Mutates says from the same draw whether the child mutates, at a rate that Rate gave.
func Mutates(draw [4]uint32, rate uint64) bool { return uint64(draw[3]) < rate }

// Swap turns the second draw of an individual, which Again numbers, into the two positions of its swap mutation.
func Swap(draw [4]uint32, n int32) (i, j int32) {
	i, j = below(draw[0], n), below(draw[1], n-1)
	if j >= i {
		j++
	}
	return i, j
}

// Again is the number under which an individual draws a second time in a generation.
func Again(individual int32) uint32 { return uint32(individual) | again }

// Birth is the step of the draw of four words for elements k to k+3 of the permutations that are born in a generation.
func Birth(generation int64, k int32) uint64 {
	return first | uint64(generation)<<perBirth | uint64(k>>2)
}

// Place is where Fisher and Yates' shuffle, inside out, puts element k: position k gets what is there, and the place k.
func Place(draw [4]uint32, k int32) int32 {
	u := draw[0]
	switch k & 3 { // and not draw[k&3], which would put the draw into a device's memory
	case 1:
		u = draw[1]
	case 2:
		u = draw[2]
	case 3:
		u = draw[3]
	}
	return below(u, k+1)
}

// below scales a word to [0, n).
func below(u uint32, n int32) int32 {
	hi, _ := bits.Mul32(u, uint32(n))
	return int32(hi)
}
