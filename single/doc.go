// Package single holds the S-metaheuristics, the searches that keep one current solution (or a ladder of them: parallel
// tempering). A method x has its settings in x.go, its walk on a core in x_walk.go, and its machines in x_device*.go.
package single
