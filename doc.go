// Package multiwalk solves combinatorial optimisation problems with massively parallel metaheuristics.
//
// A [Problem] is a Go type with two methods: the [Space] of its solutions and the Cost of one. A problem that knows
// more (the delta of a move, an incremental state, a constructor) implements small optional interfaces, which methods
// find by type assertion. A [Method] is a metaheuristic from the packages single, population or cooperate; package auto
// picks one. [Minimize] runs a method's walks on all CPU cores and returns the best solution found with the evidence:
// why it stopped, the history of incumbents, and the seed and settings that replay it.
//
// Costs are int64 and minimised. Time is logical. Walks work in rounds, and tell each other something only between two
// rounds. The wall clock decides after which round the run stops, and nothing else. So equal seeds give equal runs, for
// any number of workers.
package multiwalk
