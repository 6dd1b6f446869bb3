// Package single holds the S-metaheuristics, the searches that keep one current solution, or a ladder of them (parallel tempering).
//
// It has their settings, which is what a program needs. Each family is a package below: x.go has the settings of method x, walk.go
// or x_walk.go its walk on a core, device*.go its machines. Package explore is the engine of all methods that propose moves and
// accept them by a rule; internal/walking is what all walks stand on: a solution, its moves, its random words.
package single
