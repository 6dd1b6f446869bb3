package neighbourhood

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// Weighed is a neighbourhood whose prices are penalised: the objective's delta, and each violation's times a weight. It
// is for walks on problems with constraints (multiwalk.Constrained). It follows the packed cost of the walk's solution, by
// which the walk knows its incumbents.
type Weighed struct {
	Neighbourhood
	p       multiwalk.Problem
	packing *multiwalk.Constraints
	weights []float64
	by      []int64 // the weights, in parts of weightUnit
	least   []float64
	most    []float64
	amounts []int64 // scratch
	nearest int64   // the least packed cost that the walk has been at
	reached []int64 // what that violates
	still   int64   // how often the weights were adapted since that changed
	none    []int64 // no violations
	last    Move    // priced last
	delta   int64   // its packed delta
	packed  int64   // cost of the walk's solution
	now     int64   // the same, penalised
	priced  int64   // moves, since the weights were last adapted
	every   int64
	full    int64 // evaluations beside those of the neighbourhood
}

// The control of the weights. A constraint's weight rises by the factor where the walk violates it, and falls by the same
// where the walk keeps it; so about half of the time is spent on either side. It stays within a range about the first
// weight: while a walk is hot it violates everything, whatever that costs.
//
// If a walk has not come to fewer violations for long, it is likely that there are none with fewer. From then on a constraint counts as kept
// where it is violated no more than in the best solution so far. Else the weights would rise on and on, and the objective would not matter:
// on rotas of 12 nurses that lack 4 at least, annealing of 4 million proposals then ended at 63 to 165, and so at 38 to 41.
const (
	weightFactor = 1.1
	weightRange  = 1024
	weightSample = 256 // moves that the first weights are found from
	weightEvery  = 256 // prices between two changes, at least
	weightUnit   = 1 << 6
	weightLeap   = 1.5 // the factor in a local optimum
	// weightPatience is how often the weights are adapted before a walk puts up with what it violates.
	weightPatience = 500
)

// WeighedFor returns the neighbourhood of a walk, with penalised prices if the problem has constraints; else it returns nil.
func WeighedFor(p multiwalk.Problem, nb Neighbourhood) *Weighed {
	c, ok := p.(multiwalk.Constrained)
	if !ok || len(c.Constraints().List()) == 0 {
		return nil
	}
	k := c.Constraints()
	n := len(k.List())
	return &Weighed{Neighbourhood: nb, p: p, packing: k, weights: make([]float64, n), by: make([]int64, n), least: make([]float64, n),
		most: make([]float64, n), amounts: make([]int64, n), nearest: math.MaxInt64, reached: make([]int64, n), none: make([]int64, n),
		every: max(weightEvery, int64(p.Space().Len()))}
}

// Penalised is what a packed cost comes to with the walk's weights.
func (w *Weighed) Penalised(packed int64) int64 {
	sum, objective := int64(0), w.packing.Unpack(packed, w.amounts)
	for i, v := range w.amounts {
		sum += v * w.by[i]
	}
	return objective + sum/weightUnit
}

// Packed is the packed cost of the walk's solution, and Now what it comes to with the weights.
func (w *Weighed) Packed() int64 { return w.packed }
func (w *Weighed) Now() int64    { return w.now }

// Begin finds the first weights: such that violations change the cost of x by about as much as the objective does, over a
// sample of moves. x is the solution of the last Reset.
func (w *Weighed) Begin(x []int32) {
	r := multiwalk.NewRand(0, 0)
	objective, count := 0.0, 0
	changes, seen := make([]float64, len(w.by)), make([]int, len(w.by))
	sample := weightSample
	if !w.Incremental() {
		sample /= 16
	}
	if w.Size() == 0 {
		sample = 0
	}
	for range sample {
		if d := w.packing.Unpack(w.Neighbourhood.Delta(x, w.Random(r)), w.amounts); d != 0 {
			objective, count = objective+math.Abs(float64(d)), count+1
		}
		for i, v := range w.amounts {
			if v != 0 {
				changes[i], seen[i] = changes[i]+math.Abs(float64(v)), seen[i]+1
			}
		}
	}
	for i := range w.weights {
		first := 1.0
		if count > 0 && seen[i] > 0 {
			first = objective / float64(count) * float64(seen[i]) / changes[i]
		}
		// No sum of penalties may overflow.
		room := float64(int64(1)<<61) / weightUnit / float64(len(w.weights)) / float64(w.packing.List()[i].Most)
		w.weights[i], w.least[i], w.most[i] = min(first, room), min(first/weightRange, room), min(first*weightRange, room)
	}
	w.round()
}

// round takes the weights over.
func (w *Weighed) round() {
	for i, v := range w.weights {
		w.by[i] = max(1, int64(v*weightUnit))
	}
	w.now = w.Penalised(w.packed)
}

// Reset implements Neighbourhood. It evaluates x.
func (w *Weighed) Reset(x []int32) {
	w.Neighbourhood.Reset(x)
	w.goTo(w.p.Cost(x))
	w.full++
	Know(w.Neighbourhood, x, w.packed)
}

func (w *Weighed) Evaluations() (full, delta int64) {
	full, delta = w.Neighbourhood.Evaluations()
	return full + w.full, delta
}

func (w *Weighed) Delta(x []int32, m Move) int64 {
	w.last, w.delta = m, w.Neighbourhood.Delta(x, m)
	w.priced++
	d := w.Penalised(w.packed+w.delta) - w.now
	if u, ok := w.Neighbourhood.(*union); ok {
		u.change = d // kinds of move are drawn by what they gain the walk
	}
	return d
}

// Apply implements Neighbourhood. If the move is not the one priced last, it is priced again.
func (w *Weighed) Apply(x []int32, m Move) {
	if m != w.last {
		w.delta = w.Neighbourhood.Delta(x, m)
	}
	w.Neighbourhood.Apply(x, m)
	w.goTo(w.packed + w.delta)
}

func (w *Weighed) Undo(x []int32, m Move) {
	w.Neighbourhood.Undo(x, m)
	w.goTo(w.p.Cost(x))
	w.full++
}

// goTo notes the packed cost of the walk's solution.
func (w *Weighed) goTo(packed int64) {
	w.packed, w.now, w.last = packed, w.Penalised(packed), Move{}
	if packed < w.nearest {
		w.nearest = packed
		if !slices.Equal(w.reached, w.amounts) { // Penalised left them there
			copy(w.reached, w.amounts)
			w.still = 0
		}
	}
}

// Adapt changes the weights if that is due, and reports whether it did. If it did, solutions have other
// penalised costs than before.
func (w *Weighed) Adapt() bool {
	if w.priced < w.every {
		return false
	}
	kept := w.none
	if w.still++; w.still > weightPatience {
		kept = w.reached
	}
	return w.reweigh(weightFactor, weightFactor, kept)
}

// Leap makes what the walk's solution violates dearer, all at once, and reports whether it did: a local optimum that breaks
// constraints then may be none (Morris, "The breakout method for escaping from local minima", 1993).
func (w *Weighed) Leap() bool { return w.reweigh(weightLeap, 1, w.none) }

// reweigh multiplies the weights of the constraints that the walk's solution breaks by rise, and divides the others by fall. A constraint is
// kept up to an amount of violation. It reports whether that changed any weight.
func (w *Weighed) reweigh(rise, fall float64, kept []int64) bool {
	w.priced = 0
	before := slices.Clone(w.by)
	w.packing.Unpack(w.packed, w.amounts)
	for i, v := range w.amounts {
		if v > kept[i] {
			w.weights[i] = min(w.most[i], w.weights[i]*rise)
		} else {
			w.weights[i] = max(w.least[i], w.weights[i]/fall)
		}
	}
	w.round()
	return !slices.Equal(before, w.by)
}

// know tells the neighbourhood the packed cost, which it prices by.
func (w *Weighed) know(x []int32, _ int64) { Know(w.Neighbourhood, x, w.packed) }

// Resume is Reset after Save has read: the packed cost is known.
func (w *Weighed) Resume(x []int32) { w.Neighbourhood.Reset(x) }

func (w *Weighed) Save(a *checkpoint.Archive) {
	a.Fields("weighed", w.Neighbourhood, &w.weights, &w.by, &w.least, &w.most, &w.last, &w.delta, &w.packed, &w.now, &w.priced, &w.full,
		&w.nearest, &w.reached, &w.still)
}
