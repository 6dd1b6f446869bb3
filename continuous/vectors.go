package continuous

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/kernels/flock"
	"github.com/multiwalk/multiwalk/internal/reals"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// mostVectors bounds a population: a draw has 24 bits for a candidate, and those from common on are for what a generation has in common.
	mostVectors = 1 << 20
	common      = 1 << 23
	// staleAfter is after how many generations without a success a population is drawn anew.
	staleAfter = flock.Stale
)

// vectors is a population: vectors that share one memory, and their costs.
type vectors struct {
	memory []float64
	x      [][]float64 // views into memory
	f      []float64
}

func newVectors(size, n int) vectors {
	v := vectors{memory: make([]float64, size*n), x: make([][]float64, size), f: make([]float64, size)}
	v.view(n)
	return v
}

func (v *vectors) view(n int) {
	v.x = v.x[:0]
	for k := range v.f {
		v.x = append(v.x, v.memory[k*n:(k+1)*n:(k+1)*n])
	}
}

// Save implements checkpoint.Saver. A population of another size is read into memory of its own.
func (v *vectors) Save(a *checkpoint.Archive) {
	a.Fields("vectors", &v.memory, &v.f)
	if size := len(v.f); a.Reading() && size > 0 {
		v.view(len(v.memory) / size)
	}
}

// set makes vector k a copy of x.
func (v *vectors) set(k int, x []float64, f float64) {
	copy(v.x[k], x)
	v.f[k] = f
}

// add adds a copy of x.
func (v *vectors) add(x []float64, f float64) {
	v.memory, v.f = append(v.memory, x...), append(v.f, f)
	v.view(len(x))
}

// keep keeps the vectors that a test lets pass, in their order.
func (v *vectors) keep(pass func(k int) bool) {
	to := 0
	for k := range v.f {
		if pass(k) {
			v.set(to, v.x[k], v.f[k])
			to++
		}
	}
	v.truncate(to)
}

// truncate keeps the first vectors.
func (v *vectors) truncate(size int) {
	if size < len(v.f) {
		n := len(v.memory) / len(v.f)
		v.memory, v.x, v.f = v.memory[:size*n], v.x[:size], v.f[:size]
	}
}

// ranks writes the numbers of the vectors to order, the best one first; of equal costs the first.
func ranks(f []float64, order []int) []int {
	order = order[:0]
	for k := range f {
		order = append(order, k)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(f[a], f[b]) })
	return order
}

// least is the number of the best vector; of equals the first.
func least(f []float64) int { return slices.Index(f, slices.Min(f)) }

// worst is the number of the worst vector; of equals the first.
func worst(f []float64) int { return slices.Index(f, slices.Max(f)) }

// settled reports whether the costs of a population are as good as equal.
func settled(f []float64, ftol float64) bool {
	return flock.Settled(slices.Min(f), slices.Max(f), ftol)
}

// grown is how many vectors a population has after some restarts: twice as many after every second one.
func grown(size int, restarts int64) int {
	return min(size<<min(restarts/2, 20), max(size, mostVectors))
}

// swarming is the walk of a population: what it begins with is a vector of the first one.
type swarming struct {
	*vectorWalk
	start     []float64 // that the next population has in it; nil: none
	startCost float64

	generation int64 // of the walk, throughout all populations
}

func (g *ground) newSwarming(id int) (w swarming) {
	w.vectorWalk, w.start = g.newWalk(id)
	w.startCost = w.f
	return w
}

// units is a walk's Step: its units are generations. Where there is no population, begin draws one.
func (w *swarming) units(s *walk.Slice, v *vectors, begin, next func(*walk.Slice) bool) bool {
	return w.vectorWalk.units(s, math.Inf(1), func(s *walk.Slice) (more, ok bool) { return true, w.unit(s, v, begin, next) })
}

// unit is one of them.
func (w *swarming) unit(s *walk.Slice, v *vectors, begin, next func(*walk.Slice) bool) bool {
	if len(v.f) == 0 {
		next = begin
	}
	if !next(s) {
		return false
	}
	w.generation++
	return true
}

// random draws the vectors of a population, and evaluates them. It returns false if the run is over.
func (w *swarming) random(s *walk.Slice, v *vectors) bool {
	from := 0
	if w.start != nil {
		v.set(0, w.start, w.startCost)
		from = 1
	}
	w.g.each(len(v.x)-from, func(i int) {
		d := w.draws(w.generation, from+i)
		d.vector(w.g, v.x[from+i])
	})
	if from < len(v.x) && !w.costs(s, v.x[from:], v.f[from:]) {
		return false
	}
	w.start = nil
	return true
}

// adopt keeps a solution from elsewhere: as the incumbent if it is better, and in the place of the worst of a population. Where there is no
// population, the next one has it.
func (w *swarming) adopt(v *vectors, words []int32, cost int64) {
	x, f := w.take(words, cost)
	if len(v.f) == 0 {
		w.start, w.startCost = x, f
	} else if k := worst(v.f); f < v.f[k] {
		v.set(k, x, f)
	}
}

// save saves what a swarming has beside its population.
func (w *swarming) save(a *checkpoint.Archive) {
	w.vectorWalk.save(a)
	a.Fields("start", &w.start, &w.startCost, &w.generation)
}

// tolerance refuses what is no tolerance of costs.
func tolerance(method string, ftol float64) error {
	if ftol >= 0 && ftol < 1e300 {
		return nil
	}
	return fmt.Errorf("multiwalk: %s ftol %v is no tolerance; use 0 for the default", method, ftol)
}

// raised is a to the power b, for a above 0, with the same bits everywhere.
func raised(a, b float64) float64 { return exp(max(-700, min(700, float64(b*reals.Log(a))))) }
