package reals

import (
	"math"
	"slices"
	"testing"
)

// edges are numbers at the ends of what float64 holds.
var edges = []float64{0, math.Copysign(0, -1), 1, -1, 0.1, -0.1, math.MaxFloat64, -math.MaxFloat64, math.SmallestNonzeroFloat64,
	-math.SmallestNonzeroFloat64, 0x1p-1022, math.Pi, 1e300, -1e-300}

// Costs have the order of what they stand for, and stand for it again.
func FuzzCost(f *testing.F) {
	for _, a := range edges {
		f.Add(a, a+1)
		f.Add(a, -a)
	}
	f.Add(math.NaN(), math.Inf(-1))
	f.Fuzz(func(t *testing.T, a, b float64) {
		ca, cb := Cost(a), Cost(b)
		finite := func(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }
		switch {
		case !finite(a):
			if ca != Worst || !math.IsInf(Float(ca), 1) {
				t.Fatalf("%v costs %d", a, ca)
			}
		case Float(ca) != a:
			t.Fatalf("%v comes back as %v", a, Float(ca))
		case finite(b) && (a < b) != (ca < cb), finite(b) && (a == b) != (ca == cb), !finite(b) && ca >= cb:
			t.Fatalf("%v and %v cost %d and %d", a, b, ca, cb)
		}
	})
}

// Vectors come back bit by bit, but that a negative zero is zero.
func FuzzPack(f *testing.F) {
	for _, a := range edges {
		f.Add(a, math.NaN())
	}
	f.Fuzz(func(t *testing.T, a, b float64) {
		x, back, words := []float64{a, b}, make([]float64, 2), make([]int32, 4)
		Pack(x, words)
		Unpack(words, back)
		for i, v := range x {
			if v == 0 {
				v = 0
			}
			if math.Float64bits(back[i]) != math.Float64bits(v+0) {
				t.Fatalf("%v comes back as %v", x, back)
			}
		}
	})
}

func TestCost_Sorts(t *testing.T) {
	costs := make([]int64, len(edges))
	for i, v := range edges {
		costs[i] = Cost(v)
	}
	slices.Sort(costs)
	for i := 1; i < len(costs); i++ {
		if Float(costs[i]) < Float(costs[i-1]) {
			t.Fatalf("%v stands before %v", Float(costs[i-1]), Float(costs[i]))
		}
	}
	if Cost(0) != 0 || Cost(math.Copysign(0, -1)) != 0 {
		t.Fatal("zero does not cost 0")
	}
}

// The quantiles of the normal distribution are the inverse of its distribution function.
func TestNormal_IsQuantile(t *testing.T) {
	for _, u := range []float64{0x1p-53, 1e-12, 1e-6, 0.01, 0.07, 0.08, 0.3, 0.5, 0.6, 0.93, 0.99, 1 - 1e-9} {
		z := Normal(u)
		if back := 0.5 * math.Erfc(-z/math.Sqrt2); math.Abs(back-u) > 4e-15*(1+math.Abs(z))*max(u, 1e-3) && math.Abs(back/u-1) > 1e-13 {
			t.Errorf("below %v lies %v, not %v", z, back, u)
		}
	}
	if Normal(0.25) != -Normal(0.75) {
		t.Error("it is not odd")
	}
}

func TestLog_AgreesWithMath(t *testing.T) {
	for x := 1e-300; x < 1e300; x *= 1.37 {
		if got, want := Log(x), math.Log(x); math.Abs(got-want) > 4e-16*max(math.Abs(want), 1e-3) {
			t.Fatalf("Log(%v) is %v, not %v", x, got, want)
		}
	}
}
