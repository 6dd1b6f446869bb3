// Package successor makes successor states from local heuristics: FANG (Köster, Groß and Krüger, "Fast and Efficient
// Successor-State Generation for Heuristic Optimization on GPUs"), a generic N(x) for thousands of states at once, on
// all cores or on a GPU.
//
// A state is a slice of numbers or plain structs of any type E. It has variables of one or more types. You say, in Go,
// how many possibilities a variable has, how good each is, and how the state changes when the variable is assigned: a
// [Weigher], or a [Rater] where a weight depends on the ratings of all possibilities. For each active variable one
// possibility is drawn, with a probability in proportion to its weight.
//
//	points := successor.Weighed(&walk, len(goals), possibilities)
//	g, err := successor.New(successor.Settings{Size: len(goals), States: 4096, Seed: 1}, points)
//	err = g.Put(states)        // one after the other
//	g.ActivateAll()
//	done, err := g.Generate(4) // each state is replaced by 4 successors
//	err = g.Get(states)
//
// Active variables are assigned one after the other, so each sees what those before it became; types come in the order
// in which New got them, and variables that are declared apart ([Kind.Apart]) at once. A successor's number, the seed
// and the count of generations are its stream of random numbers, so a seed gives the same successors on cores, on GPUs
// and in the emulator, for any number of workers.
//
//	generator  states, generations     kind   variables of a type      fault  what heuristics do wrong
//	cores      all cores               weigh, rate   weights on a core        device  launches; the kernels are in package kernel
//	batch      calls for many possibilities           check   tests of heuristics             tally  what a generation on a device counts
//
// # On cores
//
// A call takes longer than most weights do. So a heuristic may have methods that do for many possibilities in one call what it does for
// one: [WeightsBatcher], or [RatingsBatcher], [AddBatcher] and [MapBatcher]. What that saves is mostly
// more than the weights take, and such a loop over slices may be written with vector instructions. What is drawn stays the same: in tests let
// [Kind.Check] or conformance.Problem compare the two, or build with -tags invariants, which compares them at every draw.
//
// # On a device
//
// The heuristic must be in the device subset (package lane), and have kernels: a line "//go:generate multiwalk kernel
// gen -type T" beside it. [OnePass] keeps the sums of weights in registers and has no limit; [Stored] is the paper's
// way, with all ratings and sums in memory, up to 98,304 possibilities. Both draw the same. Unless the settings name one, a
// model of cost chooses it, and whether a state has a warp or a block: by states, possibilities, whether ratings are
// aggregated, how dear they are ([Kind.Dear]), and what was measured of the GPU. A heuristic whose weights are a few operations each may
// weigh four possibilities in one call there ([FourWeigher], [FourRater]).
package successor
