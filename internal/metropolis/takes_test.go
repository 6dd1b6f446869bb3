package metropolis

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// Takes is Accept for every delta and draw; near the leading zeros' bound too, where the two could differ.
func TestTakes_IsAccept(t *testing.T) {
	r := rng.New(7, 0)
	for range 400_000 {
		u := r.Uint32() >> (r.Uint32() & 31)
		rule := At(math.Exp2(20*r.Float64() - 8))
		delta := int64(r.Uint32N(1<<14)) - 64
		if got, want := rule.Takes(delta, u), rule.Accept(delta, u); got != want {
			t.Fatalf("%v.Takes(%d, %d) = %v, Accept %v", rule, delta, u, got, want)
		}
	}
	bound := Rule{1} // the exponent is the delta
	for _, rule := range []Rule{{}, bound} {
		for k := range 32 {
			for _, u := range []uint32{0, 1 << k, 1<<k - 1, 1<<k + 1, math.MaxUint32 >> k} {
				for delta := int64(-1); delta < 36; delta++ {
					if rule.Takes(delta, u) != rule.Accept(delta, u) {
						t.Errorf("%v: delta %d, draw %d", rule, delta, u)
					}
				}
			}
		}
	}
}

func BenchmarkTakes(b *testing.B) {
	r := rng.New(7, 0)
	deltas, draws := make([]int64, 1024), make([]uint32, 1024)
	for k := range deltas {
		deltas[k], draws[k] = int64(r.Uint32N(2000)), r.Uint32()
	}
	rule, taken := At(50), 0
	for k := 0; b.Loop(); k++ {
		if rule.Takes(deltas[k&1023], draws[k&1023]) {
			taken++
		}
	}
	if taken > b.N {
		b.Fatal("more were taken than there were")
	}
}

// Nothing from Hopeless on is taken, and what is not far below may be.
func TestHopeless_IsTakenByNoDraw(t *testing.T) {
	for _, temperature := range []float64{0, 1e-9, 0.3, 1, 700, 1e12, 1e300} {
		rule := At(temperature)
		d := rule.Hopeless()
		if rule.Takes(d, 0) && d < math.MaxInt64>>1 {
			t.Errorf("at %v a delta of %d is taken", temperature, d)
		}
		if temperature >= 1 && !rule.Takes(int64(0.9*float64(d)), 0) {
			t.Errorf("at %v no draw takes 0.9 times %d", temperature, d)
		}
	}
}
