package cooperate

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	// islandUnits is the default of Islands.Every: the predecessor's 500 generations.
	islandUnits = 500
	// islandDraws is the number of the walk whose random numbers shuffle the individuals.
	islandDraws = math.MaxInt32 - 1
)

// Pacer is a prepared search whose walks make several generations in a unit, such as a launch on a GPU. Pace is given a number of
// generations: it makes units end at each multiple of that number, and returns how many units lie between two such ends.
type Pacer interface {
	Pace(generations int) (units int)
}

// Islands is the island model. Every walk is an island: it runs a method that keeps a population. Now and then the individuals of all
// islands are shuffled and dealt out again, as in "Solving quadratic assignment problems by genetic algorithms with GPU computation: a case
// study" (Tsutsui and Fujimoto, GECCO 2009; as told in section III-B.2 of its successor, see population.Genetic).
type Islands struct {
	// Method is the method whose walks are the islands. It must keep a population.
	Method walk.Method
	// Every is how many generations lie between two shuffles, below 2^31; 0 means 500.
	Every int
}

func (Islands) Name() string     { return "islands" }
func (m Islands) String() string { return m.Name() }
func (m Islands) Ends() bool     { return ends(m.Method) }

// Place implements walk.Placer: islands are where the method's populations are.
func (m Islands) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return place(p, m.Method, d)
}

// Prepare implements walk.Method. It refuses a negative Every, and methods whose walks are no populations.
func (m Islands) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if m.Every < 0 || m.Every > mostPeriod {
		return nil, fmt.Errorf("multiwalk: islands every %d generations is outside [0, %d]; use 0 for the default (%d)",
			m.Every, mostPeriod, islandUnits)
	}
	s, err := prepare(m.Name(), m.Method, p, plan)
	if err != nil {
		return nil, err
	}
	period := cmp.Or(m.Every, islandUnits)
	if pacer, ok := walk.As[Pacer](s); ok {
		period = pacer.Pace(period)
	}
	return &islands{exchange: exchange{nested: nested{wrapped: wrapped{s}}, period: int64(period)}, m: m,
		r: multiwalk.NewRand(plan.Seed, islandDraws)}, nil
}

// islands is a search in rounds that end where a period does, as exchange is.
type islands struct {
	exchange
	m Islands
	r *multiwalk.Rand
}

func (s *islands) NewWalk(id int) (walk.Walk, error) {
	w, err := s.Search.NewWalk(id)
	if err != nil {
		return nil, err
	}
	if _, ok := walk.As[walk.Islander](w); !ok {
		err := fmt.Errorf("multiwalk: islands cannot shuffle the walks of method %s: they have no individuals, "+
			"as those of genetic have", s.m.Method.Name())
		return nil, errors.Join(err, walk.Close(w))
	}
	return w, nil
}

func (s *islands) Resolved(w walk.Walk) walk.Method {
	return Islands{Method: resolved(s.m.Method, s.Search, w), Every: cmp.Or(s.m.Every, islandUnits)}
}

// Exchange implements walk.Cooperator. A nested method exchanges what it will besides.
func (s *islands) Exchange(said []walk.Message) []walk.Message {
	heard := s.nested.Exchange(said)
	if s.now {
		s.shuffle(said, heard)
	}
	return heard
}

func (s *islands) Save(a *checkpoint.Archive) { a.Fields("islands", &s.exchange, s.r) }

// shuffle takes the individuals of all islands that have some, and deals them out to these islands anew. It is O(n) an individual.
func (s *islands) shuffle(said, heard []walk.Message) {
	var x []int32
	var costs []int64
	many := 0
	for _, m := range said {
		if len(m.Costs) > 0 {
			many += m.Populations
			x, costs = append(x, m.Individuals...), append(costs, m.Costs...)
		}
	}
	if many < 2 {
		return
	}
	order := make([]int32, len(costs))
	for i := range order {
		order[i] = int32(i)
	}
	s.r.Shuffle(order)
	n := len(x) / len(costs)
	for i, m := range said {
		size := len(m.Costs)
		for _, k := range order[:size] {
			heard[i].Individuals = append(heard[i].Individuals, x[int(k)*n:int(k+1)*n]...)
			heard[i].Costs = append(heard[i].Costs, costs[k])
		}
		order = order[size:]
	}
}
