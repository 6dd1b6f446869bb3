package flock

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/reals"
)

const (
	// informed is how many particles each one informs, beside itself, with topology Random.
	informed = 3
	// firstLink is the candidate whose words are the links of particle 0: above all others (see the draws of package continuous).
	firstLink = 1<<23 + 1<<20
	// Nobody is what a particle has heard that none informs.
	Nobody = math.MaxUint64
)

// Informed is whom particle k of a swarm informs by the links of a generation.
func (m *Mover[T]) Informed(links int64, k, size int32) (to [informed]int32) {
	w := m.words(links, firstLink+k, 1)
	for i := range to {
		to[i] = int32(uint64(w[i]) * uint64(size) >> 32)
	}
	return to
}

// Hear writes what all particles of a swarm are told by the links of a generation.
func (m *Mover[T]) Hear(links int64, costs []float64, heard []uint64) {
	size := int32(len(costs))
	for k := range heard {
		heard[k] = Nobody
	}
	for k, f := range costs {
		word := Word(f, int32(k), size)
		for _, to := range m.Informed(links, int32(k), size) {
			heard[to] = min(heard[to], word)
		}
	}
}

// Word is what particle k tells with topology Random, its cost and number in a word: the least of those that a particle hears is from the
// one that leads it. The number takes the last bits of the cost, so of two that differ in those alone the first leads.
func Word(f float64, k, size int32) uint64 {
	return (uint64(reals.Cost(f))^1<<63)&^numbers(size) | uint64(k)
}

// Leader is who leads particle k of that word, by the least word that it has heard.
func Leader(own, heard uint64, k, size int32) int32 {
	if mask := numbers(size); heard&^mask < own&^mask {
		return int32(heard & mask)
	}
	return k
}

// numbers has the bits of particles' numbers.
func numbers(size int32) uint64 { return 1<<uint32(bits.Len32(uint32(size-1))) - 1 }

// Settled reports whether the costs of a population are as good as equal: within ftol, or the last digits.
func Settled(low, high, ftol float64) bool { return high-low <= ftol+float64(4e-16*math.Abs(low)) }

// Stale is after how many generations without an improvement a population is drawn anew.
const Stale = 200
