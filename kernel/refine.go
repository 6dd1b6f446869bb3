package kernel

// Alternatives is how many a turn of a Refiner has at most.
const Alternatives = 1024

// Refiner is a problem that improves solutions in a way of its own, where moves by chance lead nowhere. It does so in turns: in each it
// prepares alternatives, such as all subsets of some moves, of which the cheapest is taken. A step is some turns. What is prepared
// and taken depends on the solution and random words alone. All that it keeps is in its table.
type Refiner interface {
	Tabler
	// Turns is how many turns a step has.
	Turns() int32
	// Prepare readies a turn of a step, from 0. One thread calls it.
	Prepare(x, table []int32, turn int32, words [4]uint32)
	// Cheapest returns the alternative from..to-1 with the least price, the first of several; -1 if there is none that can be. It changes
	// nothing.
	Cheapest(table []int32, from, to int32) (alternative int32, price int64)
	// Take has x become what the alternative says, or what it was before the step if that is -1. One thread calls it.
	Take(x, table []int32, turn, alternative int32)
}
