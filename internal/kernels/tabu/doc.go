// Package tabu has tabu search on a device: over swaps of one permutation and of two, over flips of bits, over values that clash.
package tabu
