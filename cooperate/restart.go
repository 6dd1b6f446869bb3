package cooperate

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	policyStagnation = "stagnation"
	policyFixed      = "fixed"
	policyLuby       = "luby"
	policyNone       = "none"

	// stagnationUnits is the paper's 50 generations between two looks.
	stagnationUnits = 50
	// fixedSlices is the run of policy fixed in slices, a second or so.
	fixedSlices = 100
	// stagnationPatience is the default of Restart.Patience.
	stagnationPatience = 20
	// walkParts is how many walks a walk may be made of by other cooperations, each with random numbers of its own.
	walkParts = 64
)

// Stagnator is a walk that can tell that it has come to rest, by looking at itself: a population that has lost its
// diversity, say. It does not change by being asked.
type Stagnator interface {
	Stagnates() bool
}

// Restart runs each walk of a method anew, again and again: a new walk with random numbers of its own takes its place, and what the old one
// found is kept aside. It serves every method, on GPUs too, where a walk is a machine with all its searches. Starting anew cuts off the
// long tail of run times that many methods have; Settings.Start is for the first run of each walk. Runs do not know the budget, except with
// policy none: annealing follows its schedule.
type Restart struct {
	// Method is the method whose walks begin anew.
	Method walk.Method
	// Policy says when a walk begins anew. With "stagnation", or "", it begins anew when it reports that it stagnates (see Stagnator), as
	// the genetic algorithm of Tsutsui and Fujimoto does. A walk that cannot report this begins anew after Patience looks without a better
	// solution. With "fixed" a walk begins anew after Every units. With "luby" it begins anew after Every units times 1, 1, 2, 1, 1, 2, 4,
	// 1, ... (Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms", 1993). Where nobody knows the best fixed time, that
	// sequence is never far from it. With "none" it never begins anew. With the other policies a new walk also follows one that comes to
	// its own end.
	Policy string
	// Every is a number of units of a walk, below 2^31. With "fixed" it is the length of a run, with "luby" the length of the shortest run,
	// with "stagnation" the time between two looks. 0 means 100 slices for "fixed" and one slice for "luby". For "stagnation" 0 means 50
	// units, or one slice if walks do not report that they stagnate.
	Every int
	// Patience is how many looks without a better solution policy stagnation bears, below 2^31; 0 means 20.
	Patience int
}

func (Restart) Name() string     { return "restart" }
func (m Restart) String() string { return m.Name() }
func (m Restart) Ends() bool     { return m.Policy == policyNone && ends(m.Method) }

// Place implements walk.Placer: the walks are where the method's are.
func (m Restart) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return place(p, m.Method, d)
}

// Prepare implements walk.Method. It refuses unknown policies, and a negative Every or Patience.
func (m Restart) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	m.Policy, m.Patience = cmp.Or(m.Policy, policyStagnation), cmp.Or(m.Patience, stagnationPatience)
	switch {
	case m.Policy != policyStagnation && m.Policy != policyFixed && m.Policy != policyLuby && m.Policy != policyNone:
		return nil, fmt.Errorf("multiwalk: restart has no policy %q; use %s, %s, %s or %s",
			m.Policy, policyStagnation, policyFixed, policyLuby, policyNone)
	case m.Every < 0 || m.Every > mostPeriod:
		return nil, fmt.Errorf("multiwalk: restart every %d units is outside [0, %d]; use 0 for the default", m.Every, mostPeriod)
	case m.Patience < 0 || m.Patience > mostPeriod:
		return nil, fmt.Errorf("multiwalk: restart's patience of %d looks is outside [0, %d]; use 0 for the default (%d)",
			m.Patience, mostPeriod, stagnationPatience)
	}
	if m.Policy != policyNone {
		plan.Budget = walk.Budget{} // nobody knows how much of it a run will have
	}
	first, err := prepare(m.Name(), m.Method, p, plan)
	if err != nil {
		return nil, err
	}
	walks := plan.Walks
	if a, ok := plan.Device.(multiwalk.Accelerator); ok {
		walks = a.Workers()
	}
	s := &restarts{wrapped: wrapped{first}, m: m, anew: first, alike: plan.Start == nil, stride: walkParts * max(1, walks)}
	if plan.Start != nil {
		plan.Start = nil
		if s.anew, err = m.Method.Prepare(p, plan); err != nil {
			return nil, errors.Join(err, walk.Close(first))
		}
	}
	if c, ok := first.(walk.Cooperator); ok {
		return &cooperatingRestarts{s, c}, nil
	}
	return s, nil
}

// restarts is a search whose walks are followed by others.
type restarts struct {
	wrapped             // of the first runs
	m       Restart     // with its defaults but for Every
	anew    walk.Search // of all later ones, which begin without Plan.Start
	alike   bool        // both are one
	stride  int         // between the numbers of a walk's runs
}

// Resolved implements walk.Resolver. Settings that each run finds for itself are those of the walk's last one.
func (s *restarts) Resolved(w walk.Walk) walk.Method {
	m, of := s.m, s.Search
	var last walk.Walk
	if r, ok := walk.As[*restartWalk](w); ok {
		if last = r.run; r.runs > 0 {
			of = s.anew
		}
	}
	m.Method = resolved(m.Method, of, last)
	return m
}

// Close closes the searches of both.
func (s *restarts) Close() error {
	if s.alike {
		return s.wrapped.Close()
	}
	return errors.Join(s.wrapped.Close(), walk.Close(s.anew))
}

func (s *restarts) Save(a *checkpoint.Archive) {
	walk.SaveSearch(a, s.Search)
	if !s.alike {
		walk.SaveSearch(a, s.anew)
	}
}

func (s *restarts) NewWalk(id int) (walk.Walk, error) {
	run, err := s.Search.NewWalk(id)
	if err != nil {
		return nil, err
	}
	w := &restartWalk{s: s, id: id, run: run, every: s.every(run)}
	w.begun()
	return w, nil
}

// every is how many units a walk does between two looks, the shortest of them by luby.
func (s *restarts) every(run walk.Walk) int {
	if s.m.Every > 0 {
		return s.m.Every
	}
	_, says := walk.As[Stagnator](run)
	switch slice := max(1, s.Slice()); {
	case s.m.Policy == policyFixed:
		return fixedSlices * slice
	case s.m.Policy == policyStagnation && says:
		return stagnationUnits
	default:
		return slice
	}
}

// cooperatingRestarts is restarts of walks that tell each other something. The message of a walk has one part: the message of its present
// run.
type cooperatingRestarts struct {
	*restarts
	method walk.Cooperator
}

func (s *cooperatingRestarts) Meets(round int64, said []walk.Message) bool {
	return s.method.Meets(round, ofRuns(said))
}

func (s *cooperatingRestarts) Exchange(said []walk.Message) []walk.Message {
	heard := make([]walk.Message, len(said))
	for i, m := range s.method.Exchange(ofRuns(said)) {
		heard[i].Parts = []walk.Message{m}
	}
	return heard
}

func ofRuns(said []walk.Message) []walk.Message {
	runs := make([]walk.Message, len(said))
	for i, m := range said {
		runs[i] = m.Parts[0]
	}
	return runs
}

// luby returns element i, counted from 1, of 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...: its first 2^k-1 elements are the first 2^(k-1)-1 elements,
// twice, and then 2^(k-1).
func luby(i int64) int64 {
	for {
		k := int64(1)
		for 2*k <= i {
			k *= 2
		}
		if i == 2*k-1 {
			return k
		}
		i -= k - 1
	}
}
