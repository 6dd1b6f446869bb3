package bbob

import (
	"math"

	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/real"
)

//go:generate go run ../../internal/kernelfile/gen -type summed,waves

// A sum is a classic function that has a term for each element. On cores and devices it costs the same to the last bit.
type sum interface {
	kernel.Carrier
	kernel.RealCoster
}

// summed is such a function by its kind.
type summed struct {
	Kind  int32
	Shift []float64 // where the origin is
}

// waves is Rastrigin's function, by which swarms are measured.
type waves struct{ Shift []float64 }

// sumOf returns a function.
func sumOf(kind int32, shift []float64) sum {
	if kind == rastriginSum {
		return &waves{shift}
	}
	return &summed{kind, shift}
}

// Cost is the sum.
func (p *waves) Cost(x []float64) float64 { return kernel.SumTerms(p, x) }

func (p *waves) CostTerm(x []float64, i int32) float64 { return wave(x[i] - p.Shift[i]) }

// The kinds.
const (
	noSum int32 = iota
	sphereSum
	rastriginSum
	rosenbrockSum
	schwefelSum
	weierstrassSum
)

// Cost is the sum.
func (p *summed) Cost(x []float64) float64 { return kernel.SumTerms(p, x) }

func (p *summed) CostTerm(x []float64, i int32) float64 {
	v := x[i] - p.Shift[i]
	switch p.Kind {
	case rosenbrockSum:
		if i == int32(len(x))-1 {
			return 0
		}
		return bend(v, x[i+1]-p.Shift[i+1])
	case schwefelSum:
		const most = 418.98288727243378 // the least cost, to as many digits as float64 has
		return most - float64(v*real.Sin(math.Sqrt(math.Abs(v))))
	case weierstrassSum:
		return rough(v)
	}
	return float64(v * v)
}

// wave is the term of Rastrigin's function: 10-10cos(2 pi v) is 20 times the square of a sine, which loses nothing near 0.
func wave(v float64) float64 { return float64(20*real.SquareSinPi(v)) + float64(v*v) }

// bend is the term of Rosenbrock's function for two neighbours.
func bend(v, next float64) float64 {
	a, b := next-float64(v*v), 1-v
	return float64(100*a*a) + float64(b*b)
}

// rough is the term of Weierstrass' function, with a = 1/2, b = 3 and 21 summands: as the powers of b are odd, a summand of
// a^k (cos(2 pi b^k (v+1/2)) - cos(pi b^k)) is 2 a^k times the square of sin(pi b^k v).
func rough(v float64) (sum float64) {
	a, b := 2.0, 1.0
	for range 21 {
		sum += float64(a * real.SquareSinPi(float64(b*v)))
		a, b = a/2, 3*b
	}
	return sum
}
