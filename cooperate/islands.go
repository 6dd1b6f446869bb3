package cooperate

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
)

const (
	// islandUnits is the default of Islands.Every: the predecessor's 500 generations.
	islandUnits = 500
	// islandDraws is the number of the walk whose random numbers shuffle the individuals.
	islandDraws = math.MaxInt32 - 1
)

// Islander is a walk of a population, which can hand out its individuals and take others in.
type Islander interface {
	// Individuals returns the individuals, one solution after the other, and what each costs. The slices are read-only and
	// valid until the next Settle or Step. They are empty while the walk has none, as before it is drawn anew.
	Individuals() (x []int32, costs []int64)
	// Settle replaces the individuals, which the walk copies, by as many others.
	Settle(x []int32, costs []int64)
	// Populations is how many populations the individuals are of, each of the same number, one after the other.
	Populations() int
}

// Pacer is a prepared search whose walks do several generations in a unit, as one does whose unit is a launch on a GPU. Pace
// tells it that something happens every so many generations, at which units must end, and returns how many units these are.
type Pacer interface {
	Pace(generations int) (units int)
}

// Islands is the island model: every walk of a method of populations is an island, and now and then the individuals of all are
// shuffled and dealt to them anew, as in "Solving quadratic assignment problems by genetic algorithms with GPU computation: a
// case study" (Tsutsui and Fujimoto, GECCO 2009; as told in section III-B.2 of its successor, see population.Genetic).
type Islands struct {
	Method multiwalk.Method
	// Every is how many generations lie between two shuffles, below 2^31; 0 means 500.
	Every int
}

// Name returns "islands".
func (Islands) Name() string { return "islands" }

// Ends implements multiwalk.Ender.
func (m Islands) Ends() bool { return ends(m.Method) }

// Place implements multiwalk.Placer: islands are where the method's populations are.
func (m Islands) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if m.Method == nil {
		return nil // Prepare refuses it
	}
	return multiwalk.Place(p, m.Method, d)
}

// Prepare implements multiwalk.Method. It refuses a negative Every, and methods whose walks are no populations.
func (m Islands) Prepare(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	if m.Method == nil {
		return nil, errors.New("multiwalk: islands has no method; set its field Method")
	}
	if m.Every < 0 || m.Every > mostPeriod {
		return nil, fmt.Errorf("multiwalk: islands every %d generations is outside [0, %d]; use 0 for the default (%d)",
			m.Every, mostPeriod, islandUnits)
	}
	s, err := m.Method.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	period := cmp.Or(m.Every, islandUnits)
	if pacer, ok := s.(Pacer); ok {
		period = pacer.Pace(period)
	}
	return &islands{exchange: exchange{Search: s, period: int64(period)}, m: m, plan: plan,
		r: multiwalk.NewRand(plan.Seed, islandDraws)}, nil
}

// islands is a search in rounds that end where a period does, as exchange is.
type islands struct {
	exchange
	m    Islands
	plan multiwalk.Plan
	r    *multiwalk.Rand
}

// Walks implements multiwalk.WalkCounter, for a method that drives many populations by a walk.
func (s *islands) Walks() int {
	if c, ok := s.Search.(multiwalk.WalkCounter); ok {
		return c.Walks()
	}
	return s.plan.Walks
}

// Load implements multiwalk.Loader.
func (s *islands) Load(tell func(msg string)) error { return loadOf(s.Search, tell) }

// Close closes the method's search.
func (s *islands) Close() error { return closeOf(s.Search) }

// NewWalk implements multiwalk.Search.
func (s *islands) NewWalk(id int) (multiwalk.Walk, error) {
	w, err := s.Search.NewWalk(id)
	if err != nil {
		return nil, err
	}
	if _, ok := w.(Islander); !ok {
		err := fmt.Errorf("multiwalk: islands cannot shuffle the walks of method %s: they have no individuals; "+
			"use genetic, or exchange", s.m.Method.Name())
		return nil, errors.Join(err, closeOf(w))
	}
	return w, nil
}

// Exchange implements multiwalk.Cooperator. A nested method may exchange first.
func (s *islands) Exchange(round int64, walks []multiwalk.Walk) bool {
	changed := false
	if c, ok := s.Search.(multiwalk.Cooperator); ok {
		changed = c.Exchange(round, walks)
	}
	if !s.due(round, walks) {
		return changed
	}
	return s.shuffle(walks) || changed
}

// shuffle deals the individuals of all islands that have some to these islands anew. It is O(n) an individual.
func (s *islands) shuffle(walks []multiwalk.Walk) bool {
	type island struct {
		Islander
		size int
	}
	var inhabited []island
	var x []int32
	var costs []int64
	many := 0
	for _, w := range walks {
		w := w.(Islander)
		own, c := w.Individuals()
		if len(c) > 0 {
			inhabited = append(inhabited, island{w, len(c)})
			many += w.Populations()
			x, costs = append(x, own...), append(costs, c...)
		}
	}
	if many < 2 {
		return false
	}
	order := make([]int32, len(costs))
	for i := range order {
		order[i] = int32(i)
	}
	s.r.Shuffle(order)
	n := len(x) / len(costs)
	for _, w := range inhabited {
		dealt, theirs := make([]int32, 0, w.size*n), make([]int64, 0, w.size)
		for _, i := range order[:w.size] {
			dealt, theirs = append(dealt, x[int(i)*n:int(i+1)*n]...), append(theirs, costs[i])
		}
		order = order[w.size:]
		w.Settle(dealt, theirs)
	}
	return true
}
