package kernelgen

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"unsafe"

	"github.com/multiwalk/multiwalk/internal/kernelgen/testdata/numbers"
)

const samples = 400

// A case is a kernel of package numbers at some types, and how to compare it with its Go function.
type numberCase struct {
	instance Instance
	run      func(*testing.T, library, *rand.Rand)
}

// typeName is the name of a type argument.
func typeName[T any]() string { return reflect.TypeFor[T]().String() }

// integerSamples mixes uniform bits, small numbers and the edges of the type.
func integerSamples[T numbers.Integer](r *rand.Rand) []T {
	x := make([]T, samples)
	var zero T
	width := unsafe.Sizeof(zero) * 8
	edges := []T{0, 1, ^T(0), T(1) << (width - 1), T(1)<<(width-1) - 1, T(1)<<(width-1) + 1}
	for i := range x {
		switch r.IntN(4) {
		case 0:
			x[i] = edges[r.IntN(len(edges))]
		case 1:
			x[i] = T(r.IntN(16)) - 8
		default:
			x[i] = T(r.Uint64())
		}
	}
	return x
}

// floatSamples mixes numbers of all sizes and the special ones.
func floatSamples[T numbers.Float](r *rand.Rand) []T {
	x := make([]T, samples)
	special := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -0.5, 1.5, 2.5, math.Inf(1), math.Inf(-1), math.NaN(),
		math.MaxFloat64, math.SmallestNonzeroFloat64, 0x1p-1030, 1e-40, 1e300, math.Pi / 4}
	for i := range x {
		switch r.IntN(4) {
		case 0:
			x[i] = T(special[r.IntN(len(special))])
		case 1:
			x[i] = T(r.NormFloat64() * 100)
		default:
			x[i] = T(math.Float64frombits(r.Uint64()))
			if unsafe.Sizeof(x[i]) == 4 {
				x[i] = T(math.Float32frombits(r.Uint32()))
			}
		}
	}
	return x
}

// addInteger adds the cases of one integer type.
func addInteger[T numbers.Integer](cs []numberCase) []numberCase {
	name := typeName[T]()
	cs = append(cs, numberCase{Instance{Kernel: "Integers", Types: []string{name}}, func(t *testing.T, l library, r *rand.Rand) {
		l.compare(t, "Integers_"+name, numbers.Integers[T], integerSamples[T](r), integerSamples[T](r), make([]T, samples*numbers.IntegerResults))
	}})
	cs = append(cs, numberCase{Instance{Kernel: "ConstantShifts", Types: []string{name}}, func(t *testing.T, l library, r *rand.Rand) {
		out := make([]T, samples*numbers.ConstantShiftResults) // not zero, as what is not stored would stay
		for i := range out {
			out[i] = T(i) | 1
		}
		l.compare(t, "ConstantShifts_"+name, numbers.ConstantShifts[T], integerSamples[T](r), out)
	}})
	cs = addShift[T, uint8](cs)
	cs = addShift[T, uint16](cs)
	cs = addShift[T, uint32](cs)
	cs = addShift[T, uint64](cs)
	cs = addShift[T, int8](cs)
	cs = addShift[T, int64](cs)
	cs = addComparison(cs, integerSamples[T])
	return addConversions(cs, integerSamples[T])
}

func addSigned[T numbers.Signed](cs []numberCase) []numberCase {
	name := typeName[T]()
	return append(cs, numberCase{Instance{Kernel: "SignedQuotients", Types: []string{name}}, func(t *testing.T, l library, r *rand.Rand) {
		l.compare(t, "SignedQuotients_"+name, numbers.SignedQuotients[T], integerSamples[T](r), make([]T, 2*samples))
	}})
}

// addShift adds shifts by counts of type C: every count up to 130 that C has, and larger ones. Go panics at negative ones.
func addShift[T, C numbers.Integer](cs []numberCase) []numberCase {
	a, b := typeName[T](), typeName[C]()
	return append(cs, numberCase{Instance{Kernel: "Shifts", Types: []string{a, b}}, func(t *testing.T, l library, r *rand.Rand) {
		counts := integerSamples[C](r)
		for i := range counts {
			if counts[i] < 0 || i < 131 {
				counts[i] = C(i % 131 & 0x7f)
			}
		}
		l.compare(t, "Shifts_"+a+"_"+b, numbers.Shifts[T, C], integerSamples[T](r), counts, make([]T, 2*samples))
	}})
}

func addComparison[T numbers.Number](cs []numberCase, sample func(*rand.Rand) []T) []numberCase {
	name := typeName[T]()
	return append(cs, numberCase{Instance{Kernel: "Comparisons", Types: []string{name}}, func(t *testing.T, l library, r *rand.Rand) {
		l.compare(t, "Comparisons_"+name, numbers.Comparisons[T], sample(r), sample(r), make([]bool, samples*numbers.ComparisonResults))
	}})
}

func addFloat[T numbers.Float](cs []numberCase) []numberCase {
	name := typeName[T]()
	cs = append(cs, numberCase{Instance{Kernel: "Floats", Types: []string{name}}, func(t *testing.T, l library, r *rand.Rand) {
		l.compare(t, "Floats_"+name, numbers.Floats[T], floatSamples[T](r), floatSamples[T](r), make([]T, samples*numbers.FloatResults))
	}})
	cs = addComparison(cs, floatSamples[T])
	return addConversions(cs, floatSamples[T])
}

func addConversions[A numbers.Number](cs []numberCase, sample func(*rand.Rand) []A) []numberCase {
	cs = addConversion[A, int8](cs, sample)
	cs = addConversion[A, int16](cs, sample)
	cs = addConversion[A, int32](cs, sample)
	cs = addConversion[A, int64](cs, sample)
	cs = addConversion[A, int](cs, sample)
	cs = addConversion[A, uint8](cs, sample)
	cs = addConversion[A, uint16](cs, sample)
	cs = addConversion[A, uint32](cs, sample)
	cs = addConversion[A, uint64](cs, sample)
	cs = addConversion[A, uint](cs, sample)
	cs = addConversion[A, float32](cs, sample)
	return addConversion[A, float64](cs, sample)
}

// addConversion adds a conversion. A float outside the integer's range is brought inside: Go does not define the result.
func addConversion[A, B numbers.Number](cs []numberCase, sample func(*rand.Rand) []A) []numberCase {
	a, b := typeName[A](), typeName[B]()
	return append(cs, numberCase{Instance{Kernel: "Convert", Types: []string{a, b}}, func(t *testing.T, l library, r *rand.Rand) {
		x := sample(r)
		half := A(1)
		half /= 2
		if low, high, ok := integerRange[B](); ok && half != 0 {
			for i := range x {
				if f := float64(x[i]); !(f > low-1 && f < high) {
					x[i] = A(r.Float64() * 127)
				}
			}
		}
		l.compare(t, "Convert_"+a+"_"+b, numbers.Convert[A, B], x, make([]B, samples))
	}})
}

// integerRange is the least integer of a type and the first number above its range.
func integerRange[B numbers.Number]() (low, high float64, ok bool) {
	k := reflect.TypeFor[B]()
	switch k.Kind() {
	case reflect.Float32, reflect.Float64:
		return 0, 0, false
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Int:
		return -math.Ldexp(1, k.Bits()-1), math.Ldexp(1, k.Bits()-1), true
	}
	return 0, math.Ldexp(1, k.Bits()), true
}

func numberCases() []numberCase {
	var cs []numberCase
	cs = addSigned[int8](addInteger[int8](cs))
	cs = addSigned[int16](addInteger[int16](cs))
	cs = addSigned[int32](addInteger[int32](cs))
	cs = addSigned[int64](addInteger[int64](cs))
	cs = addSigned[int](addInteger[int](cs))
	cs = addInteger[uint8](cs)
	cs = addInteger[uint16](cs)
	cs = addInteger[uint32](cs)
	cs = addInteger[uint64](cs)
	cs = addInteger[uint](cs)
	return addFloat[float64](addFloat[float32](cs))
}

// The IR of every operator, compiled for the host, gives the bits that Go gives.
func TestHost_Numbers(t *testing.T) {
	needTime(t)
	instances := numberInstances()
	src := loadSource(t, "./testdata/numbers", instances)
	for _, checked := range []bool{false, true} {
		t.Run(fmt.Sprintf("checked=%v", checked), func(t *testing.T) {
			lib := buildHost(t, src, Options{Instances: instances, Checked: checked})
			compareNumbers(t, lib)
		})
	}
	t.Run("PTX", func(t *testing.T) {
		assembleFor(t, src, "numbers", Options{Instances: instances})
	})
}

func numberInstances() []Instance {
	var is []Instance
	for _, c := range numberCases() {
		is = append(is, c.instance)
	}
	return is
}

// compareNumbers compares every case.
func compareNumbers(t *testing.T, lib library) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range numberCases() {
		c.run(t, lib, r)
	}
	testMath(t, lib, r)
}

// testMath compares math and math/bits.
func testMath(t *testing.T, lib library, r *rand.Rand) {
	x, y := floatSamples[float64](r), floatSamples[float64](r)
	lib.compare(t, "Math", numbers.Math, x, y, make([]float64, samples*numbers.MathResults))
	lib.compare(t, "Reals", numbers.Reals, x, y, make([]float64, samples*numbers.RealResults))
	lib.compare(t, "Narrow", numbers.Narrow, floatSamples[float32](r), make([]float32, samples*6))
	for range 20 {
		lib.compare(t, "Full", numbers.Full, floatSamples[float32](r), floatSamples[float32](r), make([]float32, samples*numbers.FullResults))
	}
	lib.compare(t, "Bits", numbers.Bits, integerSamples[uint64](r), integerSamples[uint64](r), make([]uint64, samples*numbers.BitsResults))
	ours, gos := make([]float64, samples*8), make([]float64, samples*8)
	lib.call(t, "Transcendental", []reflect.Value{reflect.ValueOf(x), reflect.ValueOf(y), reflect.ValueOf(ours)})
	numbers.Transcendental(zeroThread, x, y, gos)
	for i, a := range ours {
		if math.Abs(x[i/8]) < 0x1p-1022 && i%8 != 6 {
			continue // Go's assembly of Log on amd64 is wrong there: it gives -709 for 5e-324
		}
		// Go's assembly of a function is as good as its portable source: both err by less than a unit or two.
		if b := gos[i]; math.Abs(a-b) > 4e-16*math.Abs(b)*(1+5*float64(i%8%3)) && (a == a || b == b) && a != b {
			t.Errorf("function %d of %v, %v: IR %v, Go %v", i%8, x[i/8], y[i/8], a, b)
		}
	}
}
