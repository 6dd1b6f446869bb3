package metropolis

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

func TestExp2_AgreesWithMath(t *testing.T) {
	worst := 0.0
	check := func(x float64) {
		want := math.Exp2(x)
		err := math.Abs(Exp2(x)-want) / want
		worst = max(worst, err)
		if err > 1e-14 {
			t.Fatalf("Exp2(%v) = %v, math.Exp2 %v, relative error %g", x, Exp2(x), want, err)
		}
	}
	for x := -1021.0; x <= 1022; x += 0.25 {
		check(x)
	}
	r := rng.New(1, 0)
	for range 1_000_000 {
		check((r.Float64() - 0.5) * 80)
	}
	t.Logf("worst relative error %.2g", worst)
}

// The bits of a few values, so that a processor that rounds otherwise fails this test and not somebody's run.
func TestExp2_Bits(t *testing.T) {
	for _, v := range []struct {
		x    float64
		bits uint64
	}{
		{0, 0x3ff0000000000000}, {1, 0x4000000000000000}, {-33, 0x3de0000000000000},
		{0.5, 0x3ff6a09e667f3bcc}, {-0.3, 0x3fe9fdf8bcce533d}, {31.9, 0x41eddb680117ab09}, {3.141592653589793, 0x4021a6637e666f83},
	} {
		if got := math.Float64bits(Exp2(v.x)); got != v.bits {
			t.Errorf("Exp2(%v) = %#x, want %#x", v.x, got, v.bits)
		}
	}
}

func TestAccept_Edges(t *testing.T) {
	for _, v := range []struct {
		delta int64
		t     float64
		u     uint32
		want  bool
	}{
		{0, 0, math.MaxUint32, true}, {-1, 0, math.MaxUint32, true}, {1, 0, 0, false}, {1, -3, 0, false},
		{1, math.NaN(), 0, false}, {1, 1e-320, 0, false}, {math.MaxInt64, 1, 0, false}, {math.MaxInt64, 1e300, math.MaxUint32, true},
		{1, 1, 1580030168, true}, {1, 1, 1580030169, false}, // 2^32 / e = 1580030168.7
		{22, 1, 0, true}, {23, 1, 0, false}, // exp(-22) > 2^-33 > exp(-23)
	} {
		if got := Accept(v.delta, v.t, v.u); got != v.want {
			t.Errorf("Accept(%d, %v, %d) = %v", v.delta, v.t, v.u, got)
		}
	}
}

// 400,000 draws: the frequency lies within 5 standard deviations of exp(-delta/T); the seed is fixed.
func TestAccept_Frequency(t *testing.T) {
	const draws = 400_000
	r := rng.New(7, 0)
	for _, ratio := range []float64{0.01, 0.5, 1, 2, 5} {
		rule, hits := At(1000/ratio), 0
		for range draws {
			if rule.Accept(1000, r.Uint32()) {
				hits++
			}
		}
		p := math.Exp(-ratio)
		if off := math.Abs(float64(hits)-p*draws) / math.Sqrt(draws*p*(1-p)); off > 5 {
			t.Errorf("delta/T %v: %d of %d taken, %.1f standard deviations from %.0f", ratio, hits, draws, off, p*draws)
		}
	}
}

func BenchmarkExp2(b *testing.B) {
	sum, x := 0.0, 0.0
	for b.Loop() {
		sum += Exp2(x)
		x -= 1e-7
	}
	_ = sum
}

func BenchmarkAccept(b *testing.B) {
	rule, n, d := At(100), 0, int64(1)
	for b.Loop() {
		if rule.Accept(d&1023, uint32(d*2654435761)) {
			n++
		}
		d++
	}
	_ = n
}

// thresholds turn the rule of Metropolis around: a deterioration d is accepted with probability exp(-d/T).
func TestThreshold_IsTheRuleOfMetropolis(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100000 {
		u := r.Uint32() >> r.IntN(32)
		want := -math.Log((float64(u) + 0.5) / (1 << 32))
		if got := float64(minusLog(u)); math.Abs(got-want) > 1e-6*want+1e-7 {
			t.Fatalf("-ln of %d is %v, want %v", u, got, want)
		}
	}
	for _, temperature := range []float32{0.1, 3, 500} {
		for _, d := range []int32{0, 1, 10, 400} {
			accepted, draws := 0, 20000
			for range draws {
				if d < Threshold(temperature, r.Uint32()) {
					accepted++
				}
			}
			p := math.Exp(-float64(d) / float64(temperature))
			if got := float64(accepted) / float64(draws); math.Abs(got-p) > 0.02 || d == 0 && got < 1 {
				t.Errorf("at temperature %v, %d is accepted with %v, want %v", temperature, d, got, p)
			}
		}
	}
	if Threshold(1e9, 0) != maxThreshold || Deepest(1e9) != maxThreshold || Threshold(1e-30, 0) != 1 {
		t.Errorf("thresholds %d %d %d", Threshold(1e9, 0), Deepest(1e9), Threshold(1e-30, 0))
	}
}

// Over many iterations each bit of a proposal's number is as often 1 as 0, and so is its difference to that of the next proposal and of the
// next row; within 5 standard deviations.
func TestDraw_IsFair(t *testing.T) {
	const iterations, row = 1 << 16, 1 << 14
	r := rng.New(3, 0)
	for _, other := range []uint32{0, 1, row, row | 1} {
		var ones [32]int
		for range iterations {
			word := r.Uint32()
			v := Draw(word, 5*row|17)
			if other > 0 {
				v ^= Draw(word, 5*row|17+other)
			}
			for ; v != 0; v &= v - 1 {
				ones[bits.TrailingZeros32(v)]++
			}
		}
		for bit, n := range ones {
			if d := n - iterations/2; d*d > 25*iterations/4 {
				t.Errorf("offset %d: bit %d is set %d times of %d", other, bit, n, iterations)
			}
		}
	}
}

// No two proposals of an iteration have the same number.
func TestDraw_IsOneToOne(t *testing.T) {
	seen := make(map[uint32]bool)
	for k := range uint32(1 << 16) {
		seen[Draw(0x12345678, k)] = true
	}
	if len(seen) != 1<<16 {
		t.Errorf("%d numbers of %d proposals", len(seen), 1<<16)
	}
}
