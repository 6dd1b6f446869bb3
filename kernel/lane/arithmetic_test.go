package lane_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// The first two vectors are those of the authors' Random123 library, in terms of seed (the key), walk, step and lane.
func TestRandom_KnownAnswers(t *testing.T) {
	for _, v := range []struct {
		seed, step uint64
		walk, lane uint32
		want       [4]uint32
	}{
		{0, 0, 0, 0, [4]uint32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
		{math.MaxUint64, math.MaxUint64, math.MaxUint32, math.MaxUint32, [4]uint32{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
		{0x299f31d0a4093822, 0x85a308d3243f6a88, 0x03707344, 0x13198a2e, [4]uint32{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
	} {
		if got := lane.Random(v.seed, v.walk, v.step, v.lane); got != v.want {
			t.Errorf("Random(%#x, %#x, %#x, %#x) = %x, want %x", v.seed, v.walk, v.step, v.lane, got, v.want)
		}
	}
}

func TestRandom_IsThatOfSearches(t *testing.T) {
	s := rng.New(9, 0)
	for range 10000 {
		seed, walk, step, id := s.Uint64(), s.Uint32(), s.Uint64(), s.Uint32()
		if got, want := lane.Random(seed, walk, step, id), rng.At(seed, walk, step, id); got != want {
			t.Fatalf("Random(%#x, %#x, %#x, %#x) = %x, rng.At gives %x", seed, walk, step, id, got, want)
		}
	}
}

// exactFMA32 rounds the exact x*y + z, which 600 bits hold for any finite float32s, once.
func exactFMA32(x, y, z float32) float32 {
	exact := func(v float32) *big.Float { return new(big.Float).SetPrec(600).SetFloat64(float64(v)) }
	p := new(big.Float).SetPrec(600).Mul(exact(x), exact(y))
	sum, _ := p.Add(p, exact(z)).Float32()
	return sum
}

func checkFMA32(t *testing.T, x, y, z float32) {
	got, want := lane.FMA32(x, y, z), exactFMA32(x, y, z)
	if got != want {
		t.Fatalf("FMA32(%v, %v, %v) = %v (%#x), want %v (%#x)", x, y, z, got, math.Float32bits(got), want, math.Float32bits(want))
	}
}

func TestFMA32_RoundsOnce(t *testing.T) {
	unraced.Test(t)
	finite := func(u uint32) float32 {
		if v := math.Float32frombits(u); v-v == 0 {
			return v
		}
		return math.Float32frombits(u &^ (1 << 30))
	}
	s := rng.New(4, 0)
	for range 200_000 {
		x, y, z := finite(s.Uint32()), finite(s.Uint32()), finite(s.Uint32())
		checkFMA32(t, x, y, z)
		// Near cancellation and near halfway cases, where rounding twice goes wrong.
		p := float32(float64(x) * float64(y))
		if p-p == 0 {
			checkFMA32(t, x, y, -p)
			checkFMA32(t, x, y, float32(float64(p)*0x1p-24))
			checkFMA32(t, x, y, float32(float64(p)*(0x1p30+float64(s.Uint32()&7))))
		}
	}
	// (1 + 2^-12)^2 + 2^-52 lies just above half a unit beyond 1 + 2^-11: float64 rounds it to exactly half.
	x := float32(1 + 0x1p-12)
	checkFMA32(t, x, x, 0x1p-52)
	checkFMA32(t, x, x, -0x1p-52)
	checkFMA32(t, x, x, 0x1p-80)
	checkFMA32(t, x, x, -0x1p-80)
}

func TestFMA32_SpecialValues(t *testing.T) {
	inf := float32(math.Inf(1))
	for _, v := range [][4]float32{
		{inf, 1, 1, inf}, {1, 1, -inf, -inf}, {math.MaxFloat32, 2, 0, inf}, {0, 1, 0, 0}, {0x1p-100, 0x1p-100, 0, 0},
	} {
		if got := lane.FMA32(v[0], v[1], v[2]); got != v[3] {
			t.Errorf("FMA32(%v, %v, %v) = %v, want %v", v[0], v[1], v[2], got, v[3])
		}
	}
	if got := lane.FMA32(inf, 0, 1); got == got {
		t.Errorf("FMA32(Inf, 0, 1) = %v, want NaN", got)
	}
	if got := lane.FMA32(inf, 1, -inf); got == got {
		t.Errorf("FMA32(Inf, 1, -Inf) = %v, want NaN", got)
	}
	if got := lane.FMA64(0x1p-600, 0x1p600, -1); got != 0 {
		t.Errorf("FMA64(2^-600, 2^600, -1) = %v, want 0", got)
	}
}

func TestSqrt32_IsCorrectlyRounded(t *testing.T) {
	unraced.Test(t)
	s := rng.New(6, 0)
	for range 100_000 {
		x := math.Float32frombits(s.Uint32() & 0x7f7fffff)
		want, _ := new(big.Float).SetPrec(200).Sqrt(big.NewFloat(float64(x))).Float32()
		if got := lane.Sqrt32(x); got != want {
			t.Fatalf("Sqrt32(%v) = %v, want %v", x, got, want)
		}
	}
}

// Those made of other approximations keep within what their comments say, of a device even.
func TestApprox_Composed(t *testing.T) {
	s := rng.New(9, 0)
	for range 10_000 {
		x, y := s.Float64()*20+0x1p-10, s.Float64()*8-4
		a, b := float32(x), float32(y)
		for _, v := range []struct {
			name             string
			got              float32
			want, worst, abs float64
		}{
			{"ApproxExp", lane.ApproxExp(b), math.Exp(float64(b)), 0x1p-22 + math.Abs(y)*0x1p-23, 0},
			{"ApproxLog", lane.ApproxLog(a), math.Log(float64(a)), 0x1p-21, 0x1p-22},
			{"ApproxPow", lane.ApproxPow(a, b), math.Pow(float64(a), float64(b)), 0x1p-22 + math.Abs(y)*max(1, math.Abs(math.Log2(x)))*0x1p-21, 0},
		} {
			if err := math.Abs(float64(v.got) - v.want); err > math.Abs(v.want)*v.worst+v.abs {
				t.Fatalf("%s of %v, %v: %v, want %v", v.name, a, b, v.got, v.want)
			}
		}
	}
}

// On the CPU the approximations are the nearest float32 but for the last bit of a float64 function.
func TestApprox_CPU(t *testing.T) {
	s := rng.New(8, 0)
	for range 10_000 {
		x := float32(s.Float64()*8 + 0x1p-10)
		y := float32(s.Float64()*8 + 0x1p-10)
		for _, v := range []struct {
			name string
			got  float32
			want float64
		}{
			{"ApproxSqrt32", lane.ApproxSqrt32(x), math.Sqrt(float64(x))},
			{"ApproxRsqrt32", lane.ApproxRsqrt32(x), 1 / math.Sqrt(float64(x))},
			{"ApproxRecip32", lane.ApproxRecip32(x), 1 / float64(x)},
			{"ApproxDiv32", lane.ApproxDiv32(x, y), float64(x) / float64(y)},
			{"ApproxExp2", lane.ApproxExp2(x - 4), math.Exp2(float64(x - 4))},
			{"ApproxLog2", lane.ApproxLog2(x), math.Log2(float64(x))},
			{"ApproxSin", lane.ApproxSin(x - 4), math.Sin(float64(x - 4))},
			{"ApproxCos", lane.ApproxCos(x - 4), math.Cos(float64(x - 4))},
		} {
			if err := math.Abs(float64(v.got) - v.want); err > math.Abs(v.want)*0x1p-23 {
				t.Fatalf("%s of %v, %v: %v, off by %g", v.name, x, y, v.got, err)
			}
		}
	}
}

func TestDot4(t *testing.T) {
	for _, v := range []struct {
		a, b uint32
		c, d int32
	}{{0x01020304, 0x00000040, 5, 5 + 4*64}, {0x80ff7f01, 0xff000000, 0, 128}, {0x80ff7f01, 0x0000c000, 1, 1 - 127*64}} {
		if d := lane.Dot4(v.a, v.b, v.c); d != v.d {
			t.Errorf("%#x, %#x, %d: %d, want %d", v.a, v.b, v.c, d, v.d)
		}
	}
}

func TestAbsDiff(t *testing.T) {
	for _, v := range []struct{ a, b, c, d int32 }{{3, 8, 1, 6}, {8, 3, 1, 6}, {-4, 4, -8, 0}, {math.MinInt32, 0, 0, math.MinInt32},
		{math.MinInt32, math.MaxInt32, 0, -1}, {math.MaxInt32, math.MinInt32, 2, 1}} {
		if d := lane.AbsDiff(v.a, v.b, v.c); d != v.d {
			t.Errorf("|%d - %d| + %d: %d, want %d", v.a, v.b, v.c, d, v.d)
		}
	}
}
