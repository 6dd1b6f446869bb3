// Package taillard has the random numbers from which Taillard's benchmarks are made, and reads the names of instances (Taillard,
// "Benchmarks for basic scheduling problems", European Journal of Operational Research 64, 1993).
package taillard

// Modulus is that of the numbers: a seed is from 1 to Modulus-1.
const Modulus = 1<<31 - 1

// Stream is a stream of random numbers, and holds the last one; it begins with a seed.
type Stream int64

// Uniform draws a number from lo to hi.
func (s *Stream) Uniform(lo, hi int32) int32 {
	*s = *s * 16807 % Modulus
	return lo + int32(float64(*s)/Modulus*float64(hi-lo+1))
}
