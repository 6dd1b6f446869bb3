package cooperate

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// Halving is a portfolio that measures which of its methods is best, by successive halving (Karnin, Koren and Somekh, "Almost optimal
// exploration in multi-armed bandits", 2013; Jamieson and Talwalkar, "Non-stochastic best arm identification and hyperparameter
// optimization", 2016). Each method has a trial: a short run of its own, in which annealing cools from hot to cold. Then the better half of
// the methods has trials of twice the length, and so on until two methods are left. The rest of the run is the winner's.
//
// The first method is the favourite. If it leads after any stage, it has won, and no further trials are made. Otherwise it stays among the
// last two. A method's merit is the cost that it found, less 0.6 of what it gained by the last doubling of its trial; the least merit is
// best. So a method that still gains, as annealing does in a longer run, is not judged like one that stands still.
//
// Every walk makes the trials with random numbers of its own. At the barrier after a stage the walks compare what all of
// them found. In the end one walk in four works with the runner-up, because trials may mislead.
//
// Trials are parts of the run's budget (see walk.Slice.Progress): of its time, its evaluations or its rounds. A run
// without a budget goes through cycles, each of twice the length of the one before; each has trials and a winner.
//
// A run with a budget and a start (Settings.Start) has no trials on cores if single.Anneal is among the methods: then annealing, which
// keeps what the start is worth, has all of the run. From a good start all methods find much the same at first, so trials tell little.
//
// A method is left out if the problem does not offer enough for it (multiwalk.ErrNoDelta), if it would not keep a constraint
// (multiwalk.ErrConstraint), or if it has no kernels on the device. If all methods are left out, Prepare returns an error.
type Halving struct {
	// Methods are those that have trials, the favourite first.
	Methods []walk.Method
	// Trials is the part of the run that all trials take together, in per cent, from 1 to 90, if the favourite
	// does not win early; 0 means 9.
	Trials int
	// Relief is for a winner that stands still: if a walk has found nothing better between a quarter of the run and its half, the second
	// method works for this part of the run, in per cent up to 40, and then the winner goes on from the best solution. It is not for
	// winners that cool over the run. 0 means none.
	Relief int
}

func (Halving) Name() string     { return "halving" }
func (m Halving) String() string { return m.Name() }

// Ends implements walk.Ender: a walk ends when all its methods have.
func (m Halving) Ends() bool { return Portfolio{Methods: m.Methods}.Ends() }

// Place implements walk.Placer: one of the methods must run there.
func (m Halving) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	var errs []error
	for _, o := range m.Methods {
		err := place(p, o, d)
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

const (
	defaultTrials = 9
	mostRelief    = 40 // so that the winner has the last tenth of the run
)

func (m Halving) validate() error {
	if len(m.Methods) == 0 {
		return errors.New("multiwalk: halving has no methods; set its field Methods")
	}
	if i := slices.Index(m.Methods, nil); i >= 0 {
		return fmt.Errorf("multiwalk: halving's method %d is nil", i)
	}
	if m.Trials < 0 || m.Trials > 90 {
		return fmt.Errorf("multiwalk: halving's trials of %d per cent are outside [1, 90]; use 0 for the default (%d)",
			m.Trials, defaultTrials)
	}
	if m.Relief < 0 || m.Relief > mostRelief {
		return fmt.Errorf("multiwalk: halving's relief of %d per cent is outside [0, %d]; use 0 for none", m.Relief, mostRelief)
	}
	return nil
}

func (m Halving) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := m.validate(); err != nil {
		return nil, err
	}
	if a, ok := m.fromStart(plan); ok {
		plan.Warn("method anneal goes on from the start, and there are no trials")
		return a.Prepare(p, plan)
	}
	s := &halving{portfolio: portfolio{total: 1, walks: plan.Walks, stride: 1, mixed: true}, warn: plan.Warn,
		trials: cmp.Or(m.Trials, defaultTrials), relief: m.Relief}
	if a, ok := plan.Device.(multiwalk.Accelerator); ok {
		s.walks, s.stride, s.launches = a.Workers(), a.Workers(), true
	}
	if err := s.prepare(m.Methods, p, plan); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if s.alone = s.walks <= 1; s.alone && !s.cooperates() {
		return s, nil // no Cooperator, so the walk need not stop after each round
	}
	return &cooperatingHalving{halving: s, parts: exchangingPortfolio{&s.portfolio}}, nil
}

// fromStart returns the method that has all of a run from a start.
func (m Halving) fromStart(plan walk.Plan) (a single.Anneal, ok bool) {
	if _, machines := plan.Device.(multiwalk.Accelerator); machines || plan.Start == nil || !plan.Budget.Limited() {
		return a, false
	}
	for _, o := range m.Methods {
		if a, ok = o.(single.Anneal); ok {
			return a, true
		}
	}
	return a, false
}

// halving is the searches of a Halving.
type halving struct {
	portfolio
	names   []string
	limited bool    // the run has a budget
	sizes   []int   // how many methods are in each stage
	trials  int     // per cent
	relief  int     // per cent
	trial   float64 // the part of a run that a trial of the first stage takes
	alone   bool    // a walk decides by itself
	warn    func(string)
	packing *multiwalk.Constraints // of the problem, or nil

	maximised string // the word for what the cost is with the other sign; empty where it is a cost
}

// maximiser is a problem whose cost is something else with the other sign, as qubo.Instance is with cuts.
type maximiser interface{ Maximised() string }

// Resolved implements walk.Resolver: the methods are those that had trials.
func (s *halving) Resolved(w walk.Walk) walk.Method {
	return Halving{Methods: s.resolved(w), Trials: s.trials, Relief: s.relief}
}

// prepare prepares the methods, but for those that the problem does not serve.
func (s *halving) prepare(methods []walk.Method, p multiwalk.Problem, plan walk.Plan) error {
	part := trialPart(bracket(len(methods)), s.trials)
	if s.limited = plan.Budget.Limited(); !s.limited { // each part sees cycles as its budget
		plan.Budget.Rounds = math.MaxInt64
	} else if e := plan.Budget.Evaluations; e > 0 {
		plan.Budget.Evaluations = max(1, int64(part*float64(e)))
	}
	var refused []error
	for i, o := range methods {
		search, err := prepareThere(o, p, plan)
		switch {
		case err == nil:
			s.searches, s.names, s.shares = append(s.searches, search), append(s.names, o.Name()), append(s.shares, 1)
			s.methods = append(s.methods, o)
		case errors.Is(err, multiwalk.ErrNoDelta), errors.Is(err, multiwalk.ErrConstraint), errors.Is(err, multiwalk.ErrNoKernel):
			refused = append(refused, err)
		default:
			return fmt.Errorf("multiwalk: halving's method %d, %s: %w", i, o.Name(), err)
		}
	}
	if len(s.searches) == 0 {
		return errors.Join(refused...)
	}
	if c, ok := p.(multiwalk.Constrained); ok {
		s.packing = c.Constraints()
	}
	if p, ok := p.(maximiser); ok {
		s.maximised = p.Maximised()
	}
	s.sizes = bracket(len(s.searches))
	s.trial = trialPart(s.sizes, s.trials)
	return nil
}

// prepareThere prepares a method for where the run takes place, if it can run there.
func prepareThere(m walk.Method, p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if err := walk.Place(p, m, plan.Device); err != nil {
		return nil, err
	}
	return m.Prepare(p, plan)
}

// Slice implements walk.Search: enough for the method with the shortest units. A walk's round is a slice of the
// method that is at work.
func (s *halving) Slice() int {
	most := 1
	for _, search := range s.searches {
		most = max(most, search.Slice())
	}
	return most
}

func (s *halving) NewWalk(id int) (walk.Walk, error) {
	w, err := s.portfolio.NewWalk(id)
	if err != nil {
		return nil, err
	}
	return newHalvingWalk(s, id, w.(*portfolioWalk)), nil
}

// tell notes who leads after trials.
func (s *halving) tell(v verdict) {
	if s.warn == nil {
		return
	}
	rest := make([]string, 0, len(v)-1)
	for _, r := range v[1:] {
		rest = append(rest, s.names[r.part]+" "+s.cost(r))
	}
	what := "mean " + cmp.Or(s.maximised, "cost")
	if s.packing != nil {
		what = "best cost"
	}
	s.warn(fmt.Sprintf("method %s leads after trials: %s %s, against %s", s.names[v[0].part], what, s.cost(v[0]), strings.Join(rest, ", ")))
}

// cost is what a method found in its last trial, in words: on average over the walks, or the best where a cost holds constraints,
// which have no average.
func (s *halving) cost(r judged) string {
	switch {
	case s.packing == nil && s.maximised != "":
		return fmt.Sprintf("%.10g", -r.found)
	case s.packing == nil:
		return fmt.Sprintf("%.10g", r.found)
	}
	objective := s.packing.Unpack(r.least, make([]int64, len(s.packing.List())))
	words := make([]string, 0, len(s.packing.List()))
	for _, v := range s.packing.Violations(r.least) {
		words = append(words, fmt.Sprintf("%s %d", v.Name, v.Amount))
	}
	if len(words) == 0 {
		return fmt.Sprint(objective)
	}
	return fmt.Sprintf("%d with violations (%s)", objective, strings.Join(words, ", "))
}

// cooperatingHalving is a halving whose walks judge methods together, or whose methods' walks cooperate.
type cooperatingHalving struct {
	*halving
	parts exchangingPortfolio
	inner bool // the walks of a method meet at the present barrier
}

// Meets implements walk.Cooperator: where a walk has ended a stage, or the walks of a method meet.
func (s *cooperatingHalving) Meets(round int64, said []walk.Message) bool {
	s.inner = s.parts.Meets(round, said)
	return s.inner || slices.ContainsFunc(said, func(m walk.Message) bool { return m.Waits })
}

// Exchange implements walk.Cooperator. A walk that has ended a stage hears from all walks that have ended the same stage.
func (s *cooperatingHalving) Exchange(said []walk.Message) []walk.Message {
	heard := make([]walk.Message, len(said))
	if s.inner {
		heard = s.parts.Exchange(said)
	}
	for i, m := range said {
		if !m.Waits {
			continue
		}
		for _, o := range said {
			if o.Waits && sameStage(m.Numbers, o.Numbers) {
				heard[i].Numbers = append(heard[i].Numbers, o.Numbers...)
			}
		}
	}
	return heard
}
