// Package deme has a population as data, and what becomes of it: the neighbourhood of an individual, selection, crossover, mutation,
// replacement, once for a thread on a core and a team of threads on a GPU. What becomes of individual i in generation g follows from
// the seed, from g, i, and from its neighbourhood after generation g-1. So it does not matter who makes it, nor when.
package deme

import "github.com/multiwalk/multiwalk/kernel/lane"

// Rule says how a generation follows from the one before. The fields but Cuts, Mates, Mutates and Steps are settled.
type Rule struct {
	Topology Topology
	Select   Selection `launch:"settled"` // of the parents
	Own      int32     `launch:"settled"` // 1: the first parent is the individual itself
	Rivals   int32     `launch:"settled"` // Tournament: how many
	Orders   Orders    `launch:"settled"` // crossover of parts that are orders
	Values   Values    `launch:"settled"` // crossover of parts with values
	Move     Move      `launch:"settled"` // mutation of parts that are orders
	Replace  Replace   `launch:"settled"`
	Cuts     int32     // how many individuals, by successive numbers, share their cut points in a generation
	Mates    uint64    // probability of a crossover, of 2^32: 2^32 is certain; else the child begins as its first parent
	Mutates  uint64    // probability of a mutation, likewise
	Steps    int32     // of the refinement of a child, by a problem that is a kernel.Refiner
}

// Selection says who of a neighbourhood, to which the individual itself belongs, is a parent. Tournaments of two are linear ranking.
type Selection int32

// The selections.
const (
	Tournament Selection = iota // the best of some drawn at random, the first drawn of several
	Best                        // the best, the first of several; as a second parent the best of the others
	Random                      // any
	Roulette                    // with a chance in proportion to what it is cheaper than the dearest, plus a share of 1
)

// Orders is a crossover of permutations and tours.
type Orders int32

// The crossovers of orders: see package cross.
const (
	PartiallyMapped Orders = iota
	Ordered
	Cycle
	Position
	EdgeRecombination
)

// Values is a crossover of bits and integers.
type Values int32

// The crossovers of values: see package cross.
const (
	TwoPoint Values = iota
	OnePoint
	Uniform
)

// Move is a mutation of a permutation or a tour. In parts with values a mutation gives one element another value.
type Move int32

// The mutations of orders.
const (
	Swap      Move = iota // two elements change places
	Insertion             // one goes elsewhere
	Inversion             // a stretch is reversed
)

// Replace says when a child takes a place, and whose: the individual's, but for Worst.
type Replace int32

// The replacements.
const (
	IfBetter  Replace = iota // if it costs less
	IfNoWorse                // if it does not cost more
	Always                   // always, but for the best of an island, whose first individual keeps the best of its neighbourhood
	Worst                    // that of the worst of the neighbourhood, if it costs less; only where places are taken one after the other
	Crowding                 // if it costs less than the parent that it resembles: see pair
)

// Part is a part of a solution: an order of its elements, or values.
type Part struct {
	At, N  int32
	Lo     int32
	Values int64 // how many there are; 0: it is an order
}

// Fixed is an element that does not change.
type Fixed struct{ Position, Value int32 }

// words gives the random words of an individual in a generation by their number. It draws four at a time.
type words struct {
	seed       uint64
	individual uint32
	generation uint64
	from       uint32 // the number of the first of these draws
}

// four is draw number k, words 4k to 4k+3.
func (w words) four(k int32) [4]uint32 {
	return lane.Random(w.seed, w.individual, w.generation, w.from+uint32(k))
}

func (w words) Word(k int32) uint32 { return lane.Word(w.four(k>>2), k) }

// draws are the random words of an individual in a generation, one after the other.
type draws struct {
	words
	next  int32
	drawn [4]uint32 // the four that word next-1 is of
}

// drawsOf are those of an individual of a population. Generations are below 2^32, or draw what other populations do.
func drawsOf(seed uint64, population, individual uint32, generation int64) draws {
	return draws{words: words{seed: seed, individual: individual, generation: uint64(generation) + uint64(population)<<32}}
}

func (d *draws) word() uint32 {
	k := d.next
	if k&3 == 0 {
		d.drawn = d.four(k >> 2)
	}
	d.next++
	return lane.Word(d.drawn, k)
}

// below draws a number below n, each with the same probability but for the rounding of 32 bits.
func (d *draws) below(n int32) int32 { return int32(uint64(d.word()) * uint64(n) >> 32) }

// happens draws an event of that probability, of 2^32.
func (d *draws) happens(rate uint64) bool { return uint64(d.word()) < rate }

// pair draws 0 <= i < j < n; with n below 2 both are 0.
func (d *draws) pair(n int32) (i, j int32) {
	i, j = d.two(n)
	return max(0, min(i, j)), min(max(i, j), n-1)
}

// two draws two different numbers below n, at least 2.
func (d *draws) two(n int32) (i, j int32) {
	i, j = d.below(n), d.below(n-1)
	if j >= i {
		j++
	}
	return i, j
}
