package lane_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// unary are the functions of one float32 with what they are in float64.
var unary = []struct {
	name string
	f    func(float32) float32
	want func(float64) float64
}{
	{"Exp32", lane.Exp32, math.Exp}, {"Log32", lane.Log32, math.Log}, {"Sin32", lane.Sin32, math.Sin}, {"Cos32", lane.Cos32, math.Cos},
	{"Sqrt32", lane.Sqrt32, math.Sqrt}, {"Floor32", lane.Floor32, math.Floor}, {"Ceil32", lane.Ceil32, math.Ceil}, {"Abs32", lane.Abs32, math.Abs},
}

// off is the error of a float32 in units of the spacing of float32s at the exact value; what must be equal is off by 0 or Inf.
func off(got float32, want float64) float64 {
	near := float32(want)
	if float64(near) == want || want != want || near-near != 0 || got-got != 0 {
		if got == near && math.Signbit(float64(got)) == math.Signbit(want) || got != got && want != want {
			return 0
		}
		if near-near != 0 || got-got != 0 {
			return math.Inf(1)
		}
	}
	_, e := math.Frexp(want)
	return math.Abs(float64(got)-want) / math.Ldexp(1, max(e-24, -149))
}

// worst is the most that a function of full precision may be off: half a unit, and a little for the float64 before it.
const worst = 0.5 + 0x1p-10

// Every 2,053rd float32, of all signs and sizes: the step is a prime, so that all exponents and many fractions come. The
// results are within 0.5001 units for every float32 there is.
func TestFloat32_Unary(t *testing.T) {
	step := uint64(2053)
	if testing.Short() {
		step = 65537
	}
	for _, fn := range unary {
		most, at := 0.0, float32(0)
		for u := uint64(0); u < 1<<32; u += step {
			x := math.Float32frombits(uint32(u))
			if d := off(fn.f(x), fn.want(float64(x))); d > most {
				most, at = d, x
			}
		}
		if most > worst {
			t.Errorf("%s(%g) = %g, want %g", fn.name, at, fn.f(at), fn.want(float64(at)))
		}
		t.Logf("%s is off by up to %.5f units", fn.name, most)
	}
}

// special are arguments that functions treat in a way of their own, or that lie at the ends of ranges.
var special = []float32{0, float32(math.Copysign(0, -1)), 1, -1, 0.5, -0.5, 2, -2, 3, -3, 1.5, -2.5, 88.72, 88.73, -87.4, -103.9, -104, 200, -200,
	1e-45, -1e-45, 1e-38, 1<<24 - 1, 1 << 24, -(1<<24 + 2), 1 << 20, -(1 << 20), 1<<20 - 1, math.MaxFloat32, -math.MaxFloat32,
	float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), math.Nextafter32(1, 0), math.Nextafter32(1, 2), math.Pi, math.Pi / 2, 16367173 * 0x1p72}

func TestFloat32_Special(t *testing.T) {
	unraced.Test(t)
	for _, x := range special {
		for _, fn := range unary {
			if got, want := fn.f(x), fn.want(float64(x)); off(got, want) > worst {
				t.Errorf("%s(%g) = %g, want %g", fn.name, x, got, want)
			}
		}
		for _, y := range special {
			checkBinary(t, x, y)
		}
	}
	s := rng.New(11, 0)
	for range 200_000 {
		checkBinary(t, math.Float32frombits(s.Uint32()), math.Float32frombits(s.Uint32()))
		x := float32(math.Ldexp(1+s.Float64(), int(s.Uint32N(250))-125))
		checkBinary(t, x, float32((s.Float64()*300-150)/math.Log2(float64(x))))
		near := float32(1 + (s.Float64()-0.5)*0x1p-10)
		checkBinary(t, near, float32((s.Float64()*300-150)/math.Log2(float64(near))))
		checkBinary(t, -x, float32(int32(s.Uint32N(40))-20))
	}
}

// pow is math.Pow, but precise for large exponents too, where the errors of math.Pow's many products add up.
func pow(x, y float64) float64 {
	p := math.Pow(x, y)
	if a := math.Abs(x); math.Abs(y) < 64 || a < 0.5 || a == 1 || a > 2 || y-y != 0 || p != p {
		return p
	}
	return math.Copysign(math.Exp(y*math.Log1p(math.Abs(x)-1)), p)
}

func checkBinary(t *testing.T, x, y float32) {
	t.Helper()
	if got, want := lane.Pow32(x, y), pow(float64(x), float64(y)); off(got, want) > worst {
		t.Fatalf("Pow32(%g, %g) = %g, want %g", x, y, got, want)
	}
	if got, want := lane.Min32(x, y), min(float64(x), float64(y)); off(got, want) != 0 {
		t.Fatalf("Min32(%g, %g) = %g, want %g", x, y, got, want)
	}
	if got, want := lane.Max32(x, y), max(float64(x), float64(y)); off(got, want) != 0 {
		t.Fatalf("Max32(%g, %g) = %g, want %g", x, y, got, want)
	}
}

// The logarithm and the exponential undo each other exactly at powers of two, by big numbers and not by math.
func TestFloat32_LogOfPowersOfTwo(t *testing.T) {
	ln2, _ := new(big.Float).SetString("0.693147180559945309417232121458176568075500134360255254120680009")
	for e := -149; e < 128; e++ {
		want, _ := new(big.Float).Mul(ln2, big.NewFloat(float64(e))).Float32()
		if got := lane.Log32(float32(math.Ldexp(1, e))); got != want {
			t.Errorf("Log32(2^%d) = %g, want %g", e, got, want)
		}
	}
}
