// Package explorer has the searches on a device that walk by moves of any kind: descents, annealing and its like, and tabu search.
package explorer
