// Package population holds P-metaheuristics: methods that keep many solutions, and combine several of them into new
// ones. Methods that keep one solution are in package single.
package population
