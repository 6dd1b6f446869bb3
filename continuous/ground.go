package continuous

import (
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/flock"
	"github.com/multiwalk/multiwalk/internal/reals"
	"github.com/multiwalk/multiwalk/internal/rng"
	"github.com/multiwalk/multiwalk/walk"
)

// ground is what the walks of a search have in common. It is read-only.
type ground struct {
	*Packed
	plan  walk.Plan
	batch Batcher      // nil: one by one
	walks atomic.Int64 // made
}

// groundOf prepares a method for a problem. It refuses what is no problem of this package.
func groundOf(method string, p multiwalk.Problem, plan walk.Plan) (*ground, error) {
	q, ok := p.(interface{ packed() *Packed })
	if !ok {
		return nil, fmt.Errorf("multiwalk: method %s searches real vectors, and the problem is over %v; give it what continuous.Of makes, "+
			"or use auto: %w", method, p.Space(), multiwalk.ErrNoDelta)
	}
	g := &ground{Packed: q.packed(), plan: plan}
	g.batch, _ = g.of.(Batcher)
	return g, nil
}

// sliceEvaluations is how many evaluations of a cheap cost make a round of 10 ms or so.
const sliceEvaluations = 10_000

// slice is how many units make a round, if a unit makes that many evaluations.
func slice(evaluations int) int { return max(1, sliceEvaluations/max(1, evaluations)) }

// mover makes the candidates of a walk by a rule.
func (g *ground) mover(walk int, r *flock.Rule) flock.Mover[flock.Single] {
	return flock.Mover[flock.Single]{Rule: r, Lower: g.lower, Upper: g.upper, Normals: normals(), Room: make([]float32, g.N()),
		Seed: g.plan.Seed, Walk: uint32(walk)}
}

var normals = sync.OnceValue(flock.Normals)

// each calls f for the numbers below n: on all cores where a device has the rest of the work.
func (g *ground) each(n int, f func(k int)) {
	if _, ok := g.plan.Device.(multiwalk.Accelerator); ok {
		fleet.Each(n, f)
		return
	}
	for k := range n {
		f(k)
	}
}

// reflect brings x into the bounds: an element outside is mirrored at them until it is inside. NaN becomes the lower bound.
func (g *ground) reflect(x []float64) {
	for i, v := range x {
		lo, hi := g.lower[i], g.upper[i]
		if v >= lo && v <= hi {
			continue
		}
		x[i] = flock.Mirrored(v, lo, hi)
	}
}

// vectorWalk is what every walk embeds, those of its stages the same one: its incumbent, its work, and how it evaluates and draws.
type vectorWalk struct {
	g     *ground
	id    int
	best  []float64 // as the cost sees it
	f     float64
	words []int32 // best, packed
	work  multiwalk.Counters
	rows  [][]float64 // of evaluate, where there are whole numbers
	one   [1]float64
	row   [1][]float64
	crew
}

// newWalk returns a walk, and the vector that it begins with, which is evaluated: Plan.Start, the problem's own, or a random one.
func (g *ground) newWalk(id int) (w *vectorWalk, x []float64) {
	g.walks.Add(1)
	w = &vectorWalk{g: g, id: id, f: math.Inf(1), best: make([]float64, g.N()), words: make([]int32, g.space.Len())}
	g.plan.Begin(g.Packed, multiwalk.NewRand(g.plan.Seed, id), w.words)
	x = Unpack(w.words)
	copy(w.best, x)
	g.round(w.best)
	reals.Pack(w.best, w.words)
	w.cost(nil, x)
	return w, x
}

func (w *vectorWalk) Best() ([]int32, int64)       { return w.words, reals.Cost(w.f) }
func (w *vectorWalk) Counters() multiwalk.Counters { return w.work }

// take makes a solution from elsewhere the incumbent, if it is better, and returns its vector and its cost.
func (w *vectorWalk) take(words []int32, cost int64) (x []float64, f float64) {
	x, f = Unpack(words), Value(cost)
	if f < w.f {
		w.f = f
		copy(w.best, x)
		copy(w.words, words)
	}
	return x, f
}

// save saves what a walk has of this.
func (w *vectorWalk) save(a *checkpoint.Archive) {
	a.Fields("continuous", &w.best, &w.f, &w.work)
	if a.Reading() {
		reals.Pack(w.best, w.words)
	}
}

// units is a walk's Step: it does units until the walk has come to its end, the slice to its own, or quota evaluations are made. A unit
// reports whether there is more to do, and whether it is complete; if not, the run is over.
func (w *vectorWalk) units(s *walk.Slice, quota float64, unit func(*walk.Slice) (more, ok bool)) bool {
	quota += float64(w.work.FullEvaluations)
	for s.Next(w.work.Evaluations()) {
		more, ok := unit(s)
		if !ok {
			break
		}
		w.work.Units++
		if !more {
			return false
		}
		if float64(w.work.FullEvaluations) >= quota {
			s.Rest()
			break
		}
	}
	return true
}

// cost evaluates one vector within the bounds, as costs does.
func (w *vectorWalk) cost(s *walk.Slice, x []float64) (f float64, ok bool) {
	w.row[0] = x
	ok = w.costs(s, w.row[:], w.one[:])
	return w.one[0], ok
}

// costs evaluates a batch of vectors within the bounds: f[i] becomes the cost of x[i], positive infinity for NaN and infinities. New
// incumbents are kept and reported, in the order of the batch, whoever evaluates. s is nil before the first Step. costs returns false if the run is over:
// then f is undefined, and the walk gives its unit up. What costs counted is then taken back.
func (w *vectorWalk) costs(s *walk.Slice, x [][]float64, f []float64) bool {
	seen := w.seen(x)
	if w.g.batch != nil {
		w.g.batch.Costs(seen, f)
	}
	known, clock := w.g.batch != nil, time.Time{}
	if !known {
		known, clock = w.together(s, seen, f)
	}
	began := w.work.FullEvaluations
	for i, row := range seen {
		if s != nil && s.Aborted() {
			w.work.FullEvaluations = began
			return false
		}
		if !known {
			f[i] = w.g.of.Cost(row)
		}
		w.work.FullEvaluations++
		if !(math.Abs(f[i]) <= math.MaxFloat64) {
			f[i] = math.Inf(1)
			w.g.refused.Add(1)
		}
		if f[i] < w.f {
			w.f = f[i]
			copy(w.best, row)
			reals.Pack(row, w.words)
			if s != nil {
				s.Improved(reals.Cost(w.f), w.work)
			}
		}
	}
	w.look(clock, len(seen))
	return true
}

// seen are the vectors as the cost sees them.
func (w *vectorWalk) seen(x [][]float64) [][]float64 {
	if w.g.integral == nil {
		return x
	}
	for len(w.rows) < len(x) {
		w.rows = append(w.rows, make([]float64, w.g.N()))
	}
	for i, row := range x {
		copy(w.rows[i], row)
		w.g.round(w.rows[i])
	}
	return w.rows[:len(x)]
}

// draws are the random numbers of one candidate of one generation of a walk, from the first one on.
type draws struct {
	seed  uint64
	step  uint64 // candidate and generation
	walk  uint32
	block uint32
	words [4]uint32
	left  int
}

// generations is how many bits of a step count generations; the candidates have the others.
const generations = 40

// draws returns the random numbers of a candidate, from 0 to 2^24-1, in a generation, from 0 to 2^40-1. Streams of multiwalk.Rand have
// lane 0, so the two never meet.
func (w *vectorWalk) draws(generation int64, candidate int) draws {
	return draws{seed: w.g.plan.Seed, walk: uint32(w.id), step: uint64(candidate)<<generations | uint64(generation)}
}

// uint64 returns 64 random bits.
func (d *draws) uint64() uint64 {
	if d.left == 0 {
		d.block++
		d.words, d.left = rng.At(d.seed, d.walk, d.step, d.block), 2
	}
	d.left--
	return uint64(d.words[2*d.left])<<32 | uint64(d.words[2*d.left+1])
}

// uniform returns a number above 0 and below 1.
func (d *draws) uniform() float64 { return (float64(d.uint64()>>12) + 0.5) * 0x1p-52 }

// normal returns a number of the standard normal distribution.
func (d *draws) normal() float64 { return reals.Normal(d.uniform()) }

// direction draws numbers of the standard normal distribution as swarms do: by a table, from a word each.
func (d *draws) direction(z []float64) {
	table := normals()
	for i := 0; i < len(z); i += 4 {
		d.block++
		words := rng.At(d.seed, d.walk, d.step, d.block)
		for k := range z[i:min(i+4, len(z))] {
			z[i+k] = float64(flock.Normal(table, words[k]))
		}
	}
}

// below returns a whole number from 0 to n-1.
func (d *draws) below(n int) int { return min(int(float64(n)*d.uniform()), n-1) }

// vector draws a uniform vector within the bounds.
func (d *draws) vector(g *ground, x []float64) {
	for i := range x {
		x[i] = d.within(g, i)
	}
}

// within draws a uniform number within the bounds of an element.
func (d *draws) within(g *ground, i int) float64 {
	return min(g.lower[i]+float64(d.uniform()*(g.upper[i]-g.lower[i])), g.upper[i])
}
