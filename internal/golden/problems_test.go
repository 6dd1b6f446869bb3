package golden

import (
	"fmt"
	"math"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/problem/bbob"
	"github.com/multiwalk/multiwalk/problem/flowshop"
	"github.com/multiwalk/multiwalk/problem/jobshop"
	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/perceptron"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// mixed has whole numbers in it, and a cost of operations that are rounded alike everywhere.
var mixed = continuous.Func{X0: []float64{3, 3, 3, 3}, Lower: []float64{-4, -4, -4, -4}, Upper: []float64{9, 9, 9, 9},
	Whole: []bool{true, false, true, false}, F: func(x []float64) (sum float64) {
		for i, v := range x {
			d := v - x[(i+1)%len(x)] - float64(i)/3
			sum += float64(d*d) + float64(v*v)/8
		}
		return sum
	}}

// problems are small instances of our own, one for each way that a problem can offer itself to a method.
var problems = map[string]func() multiwalk.Problem{
	"plane":   func() multiwalk.Problem { return tsp.Random(60, 1) },
	"grid":    func() multiwalk.Problem { return cities(30, 1, 1) },
	"exact":   func() multiwalk.Problem { return cities(30, 1, 0.37) },
	"metric":  func() multiwalk.Problem { return matrix(40, true) },
	"oneway":  func() multiwalk.Problem { return matrix(24, false) },
	"fixed":   func() multiwalk.Problem { return fixed(40) },
	"few":     func() multiwalk.Problem { return tsp.Random(6, 1) },
	"qap":     func() multiwalk.Problem { return qap.Uniform(16, 1) },
	"general": func() multiwalk.Problem { return qap.Structured(14, 1) },
	"queens":  func() multiwalk.Problem { return must.Be(nqueens.New(40)) },
	"device":  func() multiwalk.Problem { return newOrdering(15, 1) },
	"order":   func() multiwalk.Problem { return costOnly{newOrdering(12, 2)} },
	"swaps":   func() multiwalk.Problem { return swaps{newOrdering(14, 3)} },
	"inserts": func() multiwalk.Problem { return inserts{newOrdering(14, 4)} },
	"flips":   func() multiwalk.Problem { return flips{newQuadratic(30, 1)} },
	"clauses": func() multiwalk.Problem { return must.Be(maxsat.Random("clauses", 60, 300, 3, 1)) },
	"signs":   func() multiwalk.Problem { return must.Be(perceptron.Draw(61, 61, 1)) },
	"partial": func() multiwalk.Problem { return newPartial(60) },
	"bits":    func() multiwalk.Problem { return newQuadratic(16, 2) },
	"changes": func() multiwalk.Problem { return changes{newLabels(20, 1)} },
	"labels":  func() multiwalk.Problem { return newLabels(10, 2) },
	"product": func() multiwalk.Problem { return newProduct(9, 1) },
	"tasks":   func() multiwalk.Problem { return sample.NewTasks(40, 5, 1) },
	"user":    func() multiwalk.Problem { return round{25} },

	// Sizes and edges from which on methods work in another way. The methods' defaults are not run on these.
	"pair":      func() multiwalk.Problem { return q3ap.Random(11, 3) },
	"city":      func() multiwalk.Problem { return tsp.Random(200, 2) },
	"town":      func() multiwalk.Problem { return cities(70, 3, 1) },
	"fractions": func() multiwalk.Problem { return cities(70, 3, 0.37) },
	"costly":    func() multiwalk.Problem { return cities(40, 3, 90) },
	"lattice":   func() multiwalk.Problem { return lattice(8) },
	"far":       func() multiwalk.Problem { return cities(14_000, 3, 1) },
	"qap50":     func() multiwalk.Problem { return qap.Uniform(50, 2) },
	"qap66":     func() multiwalk.Problem { return qap.Uniform(66, 2) },
	"qap75":     func() multiwalk.Problem { return qap.Uniform(75, 3) },
	"general66": func() multiwalk.Problem { return qap.Structured(66, 3) },
	"vast":      func() multiwalk.Problem { return qap.Structured(170, 3) },
	// Of several searches that end with the same cost, the one that came to it in an earlier launch is told. How long launches are
	// depends on the device: with seed 2 none of the runs ends so.
	"colours": func() multiwalk.Problem { return sample.NewClashes(24, 4, 0.5, 2) },
	"valley":  func() multiwalk.Problem { return must.Be(bbob.Named("rosenbrock:d6")) },
	"mixed":   func() multiwalk.Problem { return must.Be(continuous.Of(mixed)) },
	"jobs":    func() multiwalk.Problem { return must.Be(flowshop.Draw(30, 6, 1)).Makespan() },
	"flow":    func() multiwalk.Problem { return must.Be(flowshop.Draw(12, 4, 2)).Flowtime() },
	"line":    func() multiwalk.Problem { return must.Be(flowshop.Draw(25, 10, 3)).Makespan() },
	"shop":    func() multiwalk.Problem { return must.Be(jobshop.Draw(10, 6, 1)) },
	"board":   func() multiwalk.Problem { return must.Be(nqueens.New(3000)) },
}

// cities are whole coordinates in a square of side 1000, times a scale.
func cities(n int, seed uint64, scale float64) *tsp.Instance {
	r := multiwalk.NewRand(seed, 0)
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = scale*float64(r.IntN(1000)), scale*float64(r.IntN(1000))
	}
	return must.Be(tsp.New("cities", tsp.Euc2D, x, y))
}

// matrix has random edge costs, which are no distances.
func matrix(n int, symmetric bool) *tsp.Instance {
	r := multiwalk.NewRand(7, 0)
	m := make([]int32, n*n)
	for i := range n {
		for j := range n {
			m[i*n+j] = int32(1 + r.IntN(1000))
			if symmetric && j < i {
				m[i*n+j] = m[j*n+i]
			}
		}
	}
	return must.Be(tsp.FromMatrix("matrix", n, m))
}

// fixed is cities some of whose edges are in every tour.
func fixed(n int) *tsp.Instance {
	r := multiwalk.NewRand(9, 0)
	var b strings.Builder
	fmt.Fprintf(&b, "NAME: fixed\nTYPE: TSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nFIXED_EDGES_SECTION\n", n)
	b.WriteString("1 20\n20 33\n4 9\n15 38\n-1\nNODE_COORD_SECTION\n")
	for i := range n {
		fmt.Fprintf(&b, "%d %d %d\n", i+1, r.IntN(1000), r.IntN(1000))
	}
	b.WriteString("EOF\n")
	return must.Be(tsp.Read(strings.NewReader(b.String()), "fixed.tsp"))
}

// costOnly is an ordering without a delta.
type costOnly struct{ o *ordering }

func (p costOnly) Space() multiwalk.Space { return p.o.Space() }
func (p costOnly) Cost(x []int32) int64   { return p.o.Cost(x) }

// swaps is an ordering that prices swaps, and has no kernels.
type swaps struct{ o *ordering }

func (p swaps) Space() multiwalk.Space                    { return p.o.Space() }
func (p swaps) Cost(x []int32) int64                      { return p.o.Cost(x) }
func (p swaps) SwapDelta(x []int32, i, j int32) int64     { return p.o.SwapDelta(x, i, j) }
func (p inserts) Space() multiwalk.Space                  { return p.o.Space() }
func (p inserts) Cost(x []int32) int64                    { return p.o.Cost(x) }
func (p inserts) InsertDelta(x []int32, i, j int32) int64 { return p.o.insertDelta(x, i, j) }

// inserts is an ordering that prices insertions alone.
type inserts struct{ o *ordering }

// insertDelta is O(n).
func (p *ordering) insertDelta(x []int32, i, j int32) (sum int64) {
	for k := i; k < j; k++ {
		sum += p.turned(x[i], x[k+1])
	}
	for k := i; k > j; k-- {
		sum += p.turned(x[k-1], x[i])
	}
	return sum
}

// quadratic is unconstrained quadratic binary optimisation with a symmetric matrix.
type quadratic struct {
	n int
	q []int64
}

func newQuadratic(n int, seed uint64) *quadratic {
	r := multiwalk.NewRand(seed, 0)
	p := &quadratic{n, make([]int64, n*n)}
	for i := range n {
		for j := range i + 1 {
			p.q[i*n+j] = int64(r.IntN(201)) - 100
			p.q[j*n+i] = p.q[i*n+j]
		}
	}
	return p
}

func (p *quadratic) Space() multiwalk.Space { return multiwalk.Binary(p.n) }
func (p *quadratic) Cost(x []int32) (sum int64) {
	for i := range p.n {
		for j := range p.n {
			sum += p.q[i*p.n+j] * int64(x[i]*x[j])
		}
	}
	return sum
}

// flips prices what quadratic does not.
type flips struct{ *quadratic }

func (p flips) FlipDelta(x []int32, i int32) int64 {
	sum := p.q[int(i)*p.n+int(i)]
	for j := range p.n {
		if int32(j) != i {
			sum += 2 * p.q[int(i)*p.n+j] * int64(x[j])
		}
	}
	return sum * int64(1-2*x[i])
}

// labels gives elements numbers from -2 to 3 so that pairs have the differences they want.
type labels struct {
	n    int
	want []int64
}

func newLabels(n int, seed uint64) *labels {
	r := multiwalk.NewRand(seed, 0)
	p := &labels{n, make([]int64, n*n)}
	for i := range p.want {
		p.want[i] = int64(r.IntN(11)) - 5
	}
	return p
}

func (p *labels) Space() multiwalk.Space { return multiwalk.Integers(p.n, -2, 3) }
func (p *labels) Cost(x []int32) (sum int64) {
	for i := range p.n {
		for j := range i {
			d := int64(x[i]-x[j]) - p.want[i*p.n+j]
			sum += d * d
		}
	}
	return sum
}

// changes prices what labels does not.
type changes struct{ *labels }

func (p changes) ChangeDelta(x []int32, i, v int32) (sum int64) {
	for j := range p.n {
		if int32(j) == i {
			continue
		}
		a, b, sign := int(i), j, int64(1)
		if a < b {
			a, b, sign = b, a, -1
		}
		want := sign * p.want[a*p.n+b]
		was, is := int64(x[i]-x[j])-want, int64(v-x[j])-want
		sum += is*is - was*was
	}
	return sum
}

// product orders elements and says which of them count.
type product struct{ o *ordering }

func newProduct(n int, seed uint64) product { return product{newOrdering(n, seed)} }

func (p product) Space() multiwalk.Space {
	return multiwalk.Product(multiwalk.Permutation(int(p.o.N)), multiwalk.Binary(int(p.o.N)), multiwalk.Integers(2, 0, 4))
}
func (p product) Cost(x []int32) (sum int64) {
	n := int(p.o.N)
	for i := range n {
		for j := range i {
			sum += int64(p.o.W[int(x[i])*n+int(x[j])]-40) * int64(x[n+i]) * int64(1+x[n+j])
		}
	}
	a, b := int64(x[2*n]), int64(x[2*n+1])
	return sum + (a-b-1)*(a-b-1)*10
}

// round is a tour of a user's own type: cities on a circle, whose edges are chords.
type round struct{ n int }

func (p round) Space() multiwalk.Space { return multiwalk.Tour(p.n) }
func (p round) Symmetric() bool        { return true }
func (p round) EdgeCost(i, j int32) int64 {
	return int64(math.Round(1000 * math.Abs(math.Sin(math.Pi*float64(i*7%int32(p.n)-j*7%int32(p.n))/float64(p.n)))))
}
func (p round) Cost(x []int32) int64 {
	sum := p.EdgeCost(x[len(x)-1], x[0])
	for i := 1; i < len(x); i++ {
		sum += p.EdgeCost(x[i-1], x[i])
	}
	return sum
}

// newPartial is maximum satisfiability over n bits: pairs of hard clauses, and a soft one of each bit, so that few may be 1.
func newPartial(n int) multiwalk.Problem {
	r, list := multiwalk.NewRand(7, 0), []maxsat.Clause(nil)
	for v := 1; v <= n; v++ {
		list = append(list, maxsat.Clause{Literals: []int{v}, Weight: int64(1 + r.IntN(20))})
		for range 3 {
			list = append(list, maxsat.Clause{Literals: []int{-v, -1 - r.IntN(n)}, Hard: true})
		}
	}
	return must.Be(maxsat.New("partial", n, list))
}
