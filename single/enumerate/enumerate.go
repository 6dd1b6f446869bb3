package enumerate

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// Enumerate goes through all solutions of a small space, each once, and ends. Then no solution is better than the best (Result.Proven).
// It refuses a space with more solutions than the run may evaluate, or with more than 10,000 if nothing limits the evaluations.
//
// Fixed elements and fixed edges are kept. Of a tour whose edges cost the same both ways it evaluates one direction. The order in
// which it goes through the space is even, so that what it has found is about the best of a random sample if the run ends before.
type Enumerate struct{}

// fewSolutions is how many solutions are few, if nothing limits the evaluations.
const fewSolutions = 10_000

// mostEnumerated bounds any enumeration.
const mostEnumerated = 1 << 31

func (Enumerate) Name() string { return "enumerate" }
func (Enumerate) Ends() bool   { return true }

// Few reports whether the space has so few solutions that all are gone through where nothing limits the evaluations.
func (Enumerate) Few(p multiwalk.Problem) bool {
	ways, err := waysOf(p)
	return err == nil && ways.count <= fewSolutions
}

// Takes returns nil if a run with this plan can go through all solutions of the problem, else an error that says why not.
func (Enumerate) Takes(p multiwalk.Problem, plan walk.Plan) error {
	ways, err := waysOf(p)
	if err != nil {
		return err
	}
	walks, most := int64(max(1, plan.Walks)), int64(fewSolutions)
	if budget := plan.Budget.Evaluations; budget > 0 {
		most = budget * walks
		if walks > 1 {
			most = (budget - 1) * walks // the first walk may have one more than others
		}
	}
	if plan.Start != nil {
		most -= walks // each evaluates it
	}
	if ways.evaluations(walks) > most {
		return fmt.Errorf("multiwalk: method enumerate: %v has %s solutions, and the run goes through %d at most; use another method, "+
			"or give more evaluations", p.Space(), ways, most)
	}
	return nil
}

func (m Enumerate) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if _, ok := plan.Device.(multiwalk.Accelerator); ok {
		return nil, walk.NoKernel(m.Name(), plan.Device, "it runs on CPU cores alone")
	}
	if err := m.Takes(p, plan); err != nil {
		return nil, err
	}
	ways, err := waysOf(p)
	return &enumeration{p: p, walks: int64(max(1, plan.Walks)), ways: ways, start: plan.Start, tell: walk.Teller(p)}, err
}

// ways is how a space's solutions are numbered: each free position has a digit.
type ways struct {
	n       int
	count   int64 // of numbers; mostEnumerated+1 for more
	step    int64 // from one number to the next that is looked at
	parts   []wayPart
	oneWay  bool // of a tour's two directions only one counts
	checked bool // a number may be no solution
}

// wayPart is the free positions of a part of the space, and what they may hold: each of the values once, or each any of them.
type wayPart struct {
	positions, values []int32
	once              bool
	held              []multiwalk.Fixed
	lo                int32
	radix             int64 // how many values, where each position may have any
}

func waysOf(p multiwalk.Problem) (*ways, error) {
	if err := walk.NoReals("enumerate", p); err != nil {
		return nil, err
	}
	fixed, err := walk.FixedOf(p)
	if err != nil {
		return nil, err
	}
	w, from := &ways{n: p.Space().Len(), count: 1}, int32(0)
	for _, s := range p.Space().Parts() {
		part := wayPart{once: s.Kind() == multiwalk.KindPermutation || s.Kind() == multiwalk.KindTour}
		held := map[int32]bool{} // positions, of the whole, and values, less than 0
		if s.Kind() == multiwalk.KindTour {
			part.held = append(part.held, multiwalk.Fixed{Position: from})
		}
		for _, f := range fixed {
			if f.Position >= from && f.Position < from+int32(s.Len()) {
				part.held = append(part.held, f)
			}
		}
		for _, f := range part.held {
			held[f.Position], held[-1-f.Value] = true, true
		}
		lo, hi := s.Bounds()
		part.lo, part.radix = lo, int64(hi)-int64(lo)+1
		free := s.Len() - len(part.held)
		if part.once && free > 12 || part.radix > 1 && free > 31 {
			w.count = mostEnumerated + 1
			break
		}
		for i := range int32(s.Len()) {
			if !held[from+i] {
				part.positions = append(part.positions, from+i)
			}
			if part.once && !held[-1-i] {
				part.values = append(part.values, i)
			}
		}
		w.counts(part)
		w.parts, from = append(w.parts, part), from+int32(s.Len())
	}
	w.step = evenly(w.count)
	edges, costs := p.(multiwalk.EdgeCoster)
	w.oneWay = costs && p.Space().Kind() == multiwalk.KindTour && w.n > 2 && edges.Symmetric()
	_, checker := p.(multiwalk.Checker)
	fixes, ok := p.(multiwalk.FixedEdger)
	w.checked = checker || ok && len(fixes.FixedEdges()) > 0
	return w, nil
}

// counts multiplies the count by the ways of a part.
func (w *ways) counts(part wayPart) {
	for i := range part.positions {
		radix := part.radix
		if part.once {
			radix = int64(len(part.positions) - i)
		}
		if hi, lo := bits.Mul64(uint64(w.count), uint64(radix)); hi > 0 || lo > mostEnumerated {
			w.count = mostEnumerated + 1
			return
		} else {
			w.count = int64(lo)
		}
	}
}

// evaluations is how many the walks make together, at most.
func (w *ways) evaluations(walks int64) int64 {
	if w.oneWay && walks == 1 {
		return (w.count + 1) / 2
	}
	return (w.count + walks - 1) / walks * walks
}

func (w *ways) String() string {
	if w.count > mostEnumerated {
		return "more than 2^31"
	}
	return fmt.Sprint(w.count)
}

// write writes the solution of a number. It reports false for one that repeats another backwards. It is quadratic in the length of
// a part where each value is once, which is at most 13.
func (w *ways) write(number int64, x []int32) bool {
	var left [12]int32
	for _, part := range w.parts {
		for _, f := range part.held {
			x[f.Position] = f.Value
		}
		if part.once {
			values := append(left[:0], part.values...)
			for i, at := range part.positions {
				radix := int64(len(part.positions) - i)
				k := number % radix
				number /= radix
				x[at] = values[k]
				values = append(values[:k], values[k+1:]...)
			}
			continue
		}
		for _, at := range part.positions {
			x[at] = int32(int64(part.lo) + number%part.radix)
			number /= part.radix
		}
	}
	return !w.oneWay || x[1] <= x[len(x)-1]
}

// enumeration is Enumerate prepared for a problem.
type enumeration struct {
	p     multiwalk.Problem
	walks int64
	ways  *ways
	start []int32
	tell  func(x []int32, cost int64) (bool, []multiwalk.Violation)
}

// Slice implements walk.Search. A unit is one number of the space, and a round has all.
func (s *enumeration) Slice() int { return int(s.ways.count) }

// MostWalks implements walk.WalkLimiter: a walk for each 256 solutions.
func (s *enumeration) MostWalks() int {
	s.walks = max(1, min(s.walks, s.ways.count/256))
	return int(s.walks)
}

func (s *enumeration) Proves() bool { return true }

// NewWalk implements walk.Search. Walks take numbers in turns.
func (s *enumeration) NewWalk(id int) (walk.Walk, error) {
	w := &enumerating{s: s, x: make([]int32, s.ways.n), given: make([]int32, s.ways.n), cost: math.MaxInt64, next: int64(id)}
	if s.start != nil {
		copy(w.x, s.start)
		w.evaluate(nil)
	}
	for w.next < s.ways.count && w.best == nil {
		w.look(nil)
	}
	return w, nil
}

type enumerating struct {
	s        *enumeration
	x, given []int32
	best     []int32
	cost     int64
	next     int64
	feasible int64 // the least cost of a feasible solution, if any was met
	met      bool
	work     multiwalk.Counters
}

// look evaluates the solution of the next number, if it is one.
func (w *enumerating) look(s *walk.Slice) {
	ways := w.s.ways
	number := w.next * ways.step % ways.count // below 2^62
	w.next += w.s.walks
	if !ways.write(number, w.x) || ways.checked && walk.Feasible(w.s.p, w.x) != nil {
		return
	}
	w.evaluate(s)
}

// evaluate evaluates x.
func (w *enumerating) evaluate(s *walk.Slice) {
	copy(w.given, w.x)
	cost := w.s.p.Cost(w.given)
	w.work.FullEvaluations++
	if w.s.tell != nil && s != nil && (!w.met || cost < w.feasible) {
		if ok, _ := w.s.tell(w.given, cost); ok {
			w.feasible, w.met = cost, true
			s.Feasible(w.x, cost)
		}
	}
	if w.best == nil || cost < w.cost {
		w.best, w.cost = append(w.best[:0], w.x...), cost
		if s != nil {
			s.Improved(cost, w.work)
		}
	}
}

// evenly is the step by which numbers go through all of the space evenly, each once.
func evenly(count int64) int64 {
	step := max(1, int64(float64(count)*0.6180339887498949))
	for gcd(step, count) != 1 {
		step++
	}
	return step
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (w *enumerating) Step(s *walk.Slice) bool {
	for w.next < w.s.ways.count && s.Next(w.work.Evaluations()) {
		w.work.Units++
		w.look(s)
	}
	return w.next < w.s.ways.count
}

func (w *enumerating) Best() ([]int32, int64)       { return w.best, w.cost }
func (w *enumerating) Counters() multiwalk.Counters { return w.work }

func (w *enumerating) Save(a *checkpoint.Archive) {
	a.Fields("enumerate", &w.best, &w.cost, &w.next, &w.feasible, &w.met, &w.work)
}

func (m Enumerate) String() string { return m.Name() }
