package bbob

import (
	"fmt"
	"math"
	"sync"
)

// Functions is how many functions BBOB has, from 1 on.
const Functions = 24

// maxInstance bounds instances, so that their seeds are numbers of 32 bits.
const maxInstance = 100_000

// New returns instance i of BBOB's function f, from 1 to 24, in n dimensions. Its costs are those of the published code but for the last
// digits, and its bounds -5 and 5.
func New(f, n, i int) (*Instance, error) {
	if f < 1 || f > Functions || i < 1 || i > maxInstance {
		return nil, fmt.Errorf("BBOB has no function %d, instance %d; functions are 1 to %d, instances 1 to %d", f, i, Functions, maxInstance)
	}
	if n < 1 || n > MaxRotated {
		return nil, fmt.Errorf("a function of BBOB has from 1 to %d dimensions here, not %d", MaxRotated, n)
	}
	seed := int64(f)
	if like, ok := map[int]int64{4: 3, 18: 17}[f]; ok { // these are where others are
		seed = like
	}
	seed += 10000 * int64(i)
	h := &half{n: n, seed: seed}
	best, cost := makers[f-1](h)
	out := function{name: fmt.Sprintf("bbob:f%d:d%d:i%d", f, n, i), best: best, least: least(seed)}
	for range n {
		out.lower, out.upper = append(out.lower, -5), append(out.upper, 5)
	}
	room := sync.Pool{New: func() any { return &[2][]float64{make([]float64, n), make([]float64, n)} }}
	out.cost = func(x []float64) float64 {
		r := room.Get().(*[2][]float64)
		v := cost(x, r[0], r[1]) + out.least
		room.Put(r)
		return v
	}
	return out.instance()
}

// half is a function in the making.
type half struct {
	n    int
	seed int64
}

// place is where most functions have their optimum.
func (h *half) place() []float64 { return place(h.n, h.seed) }

// outer and inner are the rotations of a function: R and Q in the report.
func (h *half) outer() matrix { return rotation(h.n, h.seed+1_000_000) }
func (h *half) inner() matrix { return rotation(h.n, h.seed) }

// conditioned is R*Lambda*Q, with the square roots of the condition.
func (h *half) conditioned(condition float64) matrix {
	return scaled(h.outer(), powers(h.n, math.Sqrt(condition)), h.inner())
}

// evaluator is a function without its least cost. z and t are room for n numbers each.
type evaluator func(x, z, t []float64) float64

// minus writes x-by to z.
func minus(x, by, z []float64) {
	for i, v := range x {
		z[i] = v - by[i]
	}
}

// oscillated is T_osz of a number: it makes smooth functions wavy.
func oscillated(v float64) float64 {
	switch {
	case v > 0:
		l := math.Log(v)
		return math.Exp(l + 0.049*(math.Sin(10*l)+math.Sin(7.9*l)))
	case v < 0:
		l := math.Log(-v)
		return -math.Exp(l + 0.049*(math.Sin(5.5*l)+math.Sin(3.1*l)))
	}
	return v
}

// oscillate is T_osz.
func oscillate(z []float64) {
	for i, v := range z {
		z[i] = oscillated(v)
	}
}

// skew is T_asy: it breaks the symmetry of the positive and the negative. A power that is near 1 is a factor.
func skew(z []float64, beta float64) {
	by := beta * part(1, len(z))
	for i, v := range z {
		if v > 0 {
			z[i] = v * math.Exp(by*float64(i)*math.Sqrt(v)*math.Log(v))
		}
	}
}

// beyond is f_pen: the squares of what lies outside of -5 and 5.
func beyond(x []float64) (sum float64) {
	for _, v := range x {
		if d := math.Abs(v) - 5; d > 0 {
			sum += d * d
		}
	}
	return sum
}

// makers make the functions, and return where these have their optimum; nil where it is not known in figures.
var makers = [Functions]func(h *half) ([]float64, evaluator){
	makeSphere, makeEllipsoid, makeRastrigin, makeBuecheRastrigin, makeSlope, makeSector, makeSteps, makeRosenbrock, makeRotatedRosenbrock,
	makeRotatedEllipsoid, makeDiscus, makeCigar, makeRidge, makePowers, makeRotatedRastrigin, makeWeierstrass, makeSchaffers(10),
	makeSchaffers(1000), makeGriewankRosenbrock, makeSchwefel, makeGallagher(101), makeGallagher(21), makeKatsuura, makeLunacek,
}
