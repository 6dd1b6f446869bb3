// Package tune chooses settings of a method by racing: all candidates run on one instance and seed after the other, and those
// that lose to the leader too often are given up early (Birattari, Stützle, Paquete and Varrentrapp, "A racing algorithm for
// configuring metaheuristics", 2002). What wins is then compared with the default on other instances.
//
//	outcome, err := tune.Race(ctx, []walk.Method{single.Anneal{}, single.Anneal{Alpha: 0.9}, single.Anneal{Sweeps: 50}},
//		train, test, tune.Settings{Stop: []multiwalk.Stop{multiwalk.Evaluations(1e6)}, Log: "tune.jsonl"})
package tune

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// Instance is a problem to run on, with a name that no other instance of the race has.
type Instance struct {
	Name    string
	Problem multiwalk.Problem
	// Hash is that of the content that the problem was read from, such as record.Hash returns. A log is taken up with the same content
	// alone. If it is empty, the costs of some random solutions take its place.
	Hash string
}

// Settings of a race.
type Settings struct {
	// Stop ends each run; there is at least one criterion, such as multiwalk.Evaluations, which makes races repeatable. Under
	// multiwalk.Time runs are compared fairly if the machine does nothing else.
	Stop []multiwalk.Stop
	// Seed is the first seed in training. 0 means 1.
	Seed uint64
	// Rounds is how many runs each candidate has in training at most, on one instance after the other, and each pass over the
	// instances with another seed. 0 means 30.
	Rounds int
	// Tests is how many runs winner and default have on the instances of the test, with seeds of their own. 0 means 20.
	Tests int
	// Device is where runs take place; nil means one core.
	Device multiwalk.Device
	// Log is a file to which each run is written as a JSON line, or "". If it is there already, the race goes on: what it has
	// is not run again. It must be of the same race, on the same instances, by the same Program.
	Log string
	// Program is the version of the program that races, or "". Another one may find other costs.
	Program string
	// Observe, if not nil, is told of each run, also of those that the log had.
	Observe func(Run)
}

// Run is one run of the race.
type Run struct {
	Test      bool   `json:"test,omitzero"` // of the test, not of training
	Round     int    `json:"round"`         // from 0
	Candidate int    `json:"candidate"`     // its number in the race
	Instance  string `json:"instance"`
	Seed      uint64 `json:"seed"`
	Cost      int64  `json:"cost"`
}

// Outcome is how a race ended.
type Outcome struct {
	// Best is the number of the candidate to use. It is 0, the default, unless the winner of the training was better in the
	// test: by a sign test over its runs, with an error of at most 5 per cent.
	Best int
	// Leader is the winner of the training, and Left are the candidates that were not given up.
	Leader int
	Left   []int
	// Rounds is how many runs each of these had in training.
	Rounds int
	// Wins and Losses are in how many runs of the test the leader was better and worse than the default. Chance is the
	// probability of as many wins among them, or more, if the two were equally good.
	Wins, Losses int
	Chance       float64
	// LeaderMean and DefaultMean are the mean costs of the two in the test, 0 if the default leads and there was none.
	LeaderMean, DefaultMean float64
	// Trials are the training of each candidate, by its number.
	Trials []Trial
}

// Trial is a candidate's training.
type Trial struct {
	Rounds       int     // that it had
	GivenUp      bool    // after these rounds, because it had lost to the leader too often
	Mean         float64 // of its costs
	LeaderMean   float64 // of the leader's costs in the same rounds
	Wins, Losses int     // in how many of them it was better and worse than the leader
}

const (
	defaultRounds, defaultTests = 30, 20
	// certain is the probability with which chance alone may give a candidate up, or have one win the test.
	certain = 0.05
	// testSeeds is how far the seeds of the test are from those of training.
	testSeeds = 1 << 32
)

// Race has the candidates run on the instances of train, and the one that leads in the end against the first, the default, on
// those of test. If test is empty, the test takes place on those of train, with other seeds. An interrupted race returns the
// error of ctx.
func Race(ctx context.Context, candidates []walk.Method, train, test []Instance, s Settings) (*Outcome, error) {
	if len(test) == 0 {
		test = train
	}
	if err := s.check(candidates, train, test); err != nil {
		return nil, err
	}
	s.Seed, s.Rounds, s.Tests = cmp.Or(s.Seed, 1), cmp.Or(s.Rounds, defaultRounds), cmp.Or(s.Tests, defaultTests)
	l, err := openLog(s.Log, s.header(candidates, train, test))
	if err != nil {
		return nil, err
	}
	r := &race{ctx: ctx, s: s, candidates: candidates, log: l}
	outcome, err := r.run(train, test)
	return outcome, errors.Join(err, l.close())
}

func (s Settings) check(candidates []walk.Method, train, test []Instance) error {
	switch {
	case len(candidates) < 2:
		return fmt.Errorf("multiwalk: a race of %d candidates; give the default and at least one other", len(candidates))
	case slices.Contains(candidates, nil):
		return fmt.Errorf("multiwalk: candidate %d of the race is nil", slices.Index(candidates, nil))
	case len(train) == 0:
		return errors.New("multiwalk: a race without instances; give some to train on")
	case len(s.Stop) == 0:
		return errors.New("multiwalk: the runs of a race would not end: give a Stop, such as multiwalk.Evaluations(1000000)")
	case s.Rounds < 0 || s.Tests < 0:
		return fmt.Errorf("multiwalk: a race of %d rounds and %d tests; use 0 for %d and %d", s.Rounds, s.Tests, defaultRounds, defaultTests)
	}
	for _, list := range [][]Instance{train, test} {
		seen := map[string]bool{}
		for i, in := range list {
			if in.Name == "" || seen[in.Name] || in.Problem == nil {
				return fmt.Errorf("multiwalk: instance %d of the race, %q, has no problem, or no name of its own", i, in.Name)
			}
			seen[in.Name] = true
		}
	}
	return nil
}

// race is one in progress.
type race struct {
	ctx        context.Context
	s          Settings
	candidates []walk.Method
	log        *log
}

func (r *race) run(train, test []Instance) (*Outcome, error) {
	o := &Outcome{Chance: 1}
	for i := range r.candidates {
		o.Left = append(o.Left, i)
	}
	costs := make([][]int64, len(r.candidates)) // of each candidate in each round
	for ; o.Rounds < r.s.Rounds && len(o.Left) > 1; o.Rounds++ {
		for _, c := range o.Left {
			cost, err := r.cost(c, o.Rounds, train, r.s.Seed, false)
			if err != nil {
				return nil, err
			}
			costs[c] = append(costs[c], cost)
		}
		o.Left = survivors(o.Left, costs)
	}
	o.Leader = leader(o.Left, costs)
	amount := amounts(train[0].Problem)
	for c := range r.candidates {
		o.Trials = append(o.Trials, trial(costs[c], costs[o.Leader], amount))
		o.Trials[c].GivenUp = !slices.Contains(o.Left, c)
	}
	if o.Leader == 0 {
		return o, nil
	}
	for round := range r.s.Tests {
		ours, err := r.cost(o.Leader, round, test, r.s.Seed+testSeeds, true)
		if err != nil {
			return nil, err
		}
		theirs, err := r.cost(0, round, test, r.s.Seed+testSeeds, true)
		if err != nil {
			return nil, err
		}
		o.LeaderMean += amount(ours) / float64(r.s.Tests)
		o.DefaultMean += amount(theirs) / float64(r.s.Tests)
		o.count(cmp.Compare(ours, theirs))
	}
	if o.Chance = chance(o.Wins, o.Losses); o.Chance <= certain {
		o.Best = o.Leader
	}
	return o, nil
}

func (o *Outcome) count(sign int) {
	switch sign {
	case -1:
		o.Wins++
	case 1:
		o.Losses++
	}
}

// cost is what a candidate finds in a round.
func (r *race) cost(candidate, round int, on []Instance, seed uint64, test bool) (int64, error) {
	in := on[round%len(on)]
	run := Run{Test: test, Round: round, Candidate: candidate, Instance: in.Name, Seed: seed + uint64(round/len(on))}
	if was, ok := r.log.find(run); ok {
		run.Cost = was
		r.observe(run)
		return was, nil
	}
	settings := multiwalk.Settings{Seed: run.Seed, Stop: r.s.Stop, Device: r.s.Device}
	if r.s.Device == nil {
		settings.Walks, settings.Workers = 1, 1
	}
	res, err := multiwalk.Minimize(r.ctx, in.Problem, r.candidates[candidate], settings)
	if err == nil {
		err = r.ctx.Err() // a run that was cut short says nothing
	}
	if err != nil {
		return 0, fmt.Errorf("multiwalk: candidate %d, %s, on %s: %w", candidate, Go(r.candidates[candidate]), in.Name, err)
	}
	run.Cost = res.Cost
	r.observe(run)
	return run.Cost, r.log.add(run)
}

func (r *race) observe(run Run) {
	if r.s.Observe != nil {
		r.s.Observe(run)
	}
}
