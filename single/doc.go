// Package single holds the S-metaheuristics, the searches that keep one current solution: one method a file.
package single
