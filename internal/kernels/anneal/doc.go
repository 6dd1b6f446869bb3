// Package anneal has annealing by swaps with parallel moves on a device.
package anneal
