// Package simd holds the inner loops of swap searches over a matrix of deltas: rank-one updates, and the scan for the
// best admissible move; that of counting the solutions of N queens; and those over the weights of successors. On amd64 with AVX2 they run in generated
// assembly, the weights by vectors of 512 bits where the processor has AVX-512; elsewhere (and under the build tag purego) in the Go
// of portable.go, with the same bits.
//
// A matrix is stored row by row with a stride that is a multiple of Lanes, in a slice of n*stride entries; vectors of u
// and w have stride entries. What columns from n on hold does not matter, and what a kernel leaves there is undefined.
// The 64-bit kernels multiply the low 32 bits of their factors, as signed numbers: exact products where the factors fit.
package simd

//go:generate go run -C ../../tools/simd . -out ../../internal/simd/zkernels_amd64.s -stubs ../../internal/simd/zkernels_amd64.go -pkg simd

// Lanes is what a stride is a multiple of: a vector of 32-bit numbers.
const Lanes = 8

// Stride returns the least stride for n columns.
func Stride(n int) int { return (n + Lanes - 1) / Lanes * Lanes }
