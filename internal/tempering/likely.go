package tempering

import "math"

const (
	// mantissaUnit makes a logarithm of a float32's bits, exponent and fraction f, because log2(1+f) is at least f.
	mantissaUnit = 0x1p-23
	// likelyBound is the draw's 32 bits, less the one that is shifted out, plus the bias of exponents and some room for
	// what is rounded.
	likelyBound = 32 - 1 + 127 + 1.0/64
)

// Likely says whether a proposal is likely to be taken: all that metropolis.Rule.Takes takes with the same draw are, and of
// others few more than one in twenty of these. It costs no exponential, and is what package simd computes by vectors.
// factor is LikelyFactor of the rule.
func Likely(delta, factor float32, u uint32) bool {
	log := float32(float32(int32(math.Float32bits(float32(int32(u>>1))))) * mantissaUnit)
	return float32(delta*factor) < float32(likelyBound-log)
}

// LikelyFactor returns the factor of Likely from that of a rule. At temperature 0 no worse swap is likely.
func LikelyFactor(factor float64) float32 {
	if factor == 0 {
		return 1e30
	}
	return float32(factor)
}
