// Package population holds P-metaheuristics: methods that keep many solutions and make new ones of several of them. The
// others, which keep one, are in package single.
package population
