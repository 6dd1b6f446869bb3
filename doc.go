// Package multiwalk solves combinatorial optimisation problems with massively parallel metaheuristics.
//
// A [Problem] is a Go type with two methods: the [Space] of its solutions and the Cost of one. Whatever else it knows
// (the delta of a move, an incremental state, a constructor) it offers through small optional interfaces, found by
// assertion. A [Method] is a metaheuristic from the packages single, population or cooperate; package auto picks one.
// [Minimize] runs a method's walks on all CPU cores and returns the best solution found with the evidence: why it
// stopped, the history of incumbents, and the seed and settings that replay it.
//
// Costs are int64 and minimised. Time is logical: walks work in rounds, everything that walks tell each other happens
// between two rounds, and the wall clock only decides after which round to stop. So equal seeds give equal runs, for
// any number of workers.
package multiwalk
