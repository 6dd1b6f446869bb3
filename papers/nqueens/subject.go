package nqueens

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/multiwalk/multiwalk/papers"
)

// subject is a case while it is measured. Its measurement is that of the turns so far.
type subject struct {
	Measurement
	calls  int                                        // in a turn
	turn   func(ctx context.Context, round int) error // measures it, and calls add or says what is Missing
	end    func(ctx context.Context) error            // what is left to do behind the turns; nil: nothing
	times  []float64                                  // of a call or a run, of each turn
	spent  float64                                    // on all turns, in seconds
	most   int                                        // turns
	enough float64                                    // seconds for all turns, five times that for the first ones
	fewest int                                        // turns that are the first ones
}

// Going implements papers.Subject.
func (s *subject) Going() bool {
	enough := s.enough
	if len(s.times) < s.fewest {
		enough *= 5
	}
	return s.Missing == "" && len(s.times) < s.most && s.spent < enough
}

// Turn implements papers.Subject.
func (s *subject) Turn(ctx context.Context, round int) error { return s.turn(ctx, round) }

// add takes up a turn: how long a call took, and how long all of them.
func (s *subject) add(each, all float64) {
	s.times, s.spent = append(s.times, each), s.spent+all
	s.Trials, s.Mean, s.Median = len(s.times), papers.Mean(s.times), papers.Median(s.times)
}

// String is what came out in a line of the log.
func (s *subject) String() string {
	name := s.name()
	switch {
	case s.Missing != "":
		return name + ": " + s.Missing
	case s.Kind == Share:
		return fmt.Sprintf("%s %.2f %%", name, 100*s.Share)
	case s.Complete:
		return fmt.Sprintf("%s %.3g s, %d of %d solved", name, s.Median, s.Solved, s.Trials)
	case s.Kind == Annealing || s.Kind == Islands:
		return fmt.Sprintf("%s %.3g us an evaluation", name, 1e6*s.Each)
	}
	return fmt.Sprintf("%s %.3g ms", name, 1000*s.Median)
}

// name is that of the system, with its parameter.
func (c Case) name() string {
	if c.Parameter > 0 {
		return fmt.Sprintf("%s(%d)", c.System, c.Parameter)
	}
	return c.System
}

// measure measures those of the cases that are not known, in turns. All have one kind and one size. prepare says how; its error is why a
// case has to be left out.
func (l *Lab) measure(ctx context.Context, cases []Case, prepare func(context.Context, *subject) error) error {
	defer l.onCores()()
	var list []*subject
	for _, c := range cases {
		if _, known := l.Result(c); known {
			continue
		}
		s := &subject{Measurement: Measurement{Case: c}, most: l.Trials, enough: l.Limit.Seconds() / 20, fewest: fewest}
		err := prepare(ctx, s)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err == nil:
			list = append(list, s)
			continue
		}
		s.Missing = reason(err)
		if err := l.keep(s.Measurement); err != nil {
			return err
		}
	}
	err := papers.InTurns(ctx, list)
	for _, s := range list {
		if err == nil && s.end != nil {
			err = s.end(ctx)
		}
	}
	return l.keepAll(list, err)
}

// keepAll takes up what came out of subjects whose turns ended with an error, or nil.
func (l *Lab) keepAll(list []*subject, err error) error {
	parts := []string{}
	for _, s := range list {
		parts = append(parts, s.String())
		if s.Trials == 0 && s.Missing == "" {
			continue
		}
		s.partial = err != nil && s.Going()
		if failed := l.keep(s.Measurement); failed != nil {
			return errors.Join(err, failed)
		}
	}
	if len(list) > 0 && err == nil {
		l.Log(fmt.Sprintf("%-11s N=%-7d %s", list[0].Kind, list[0].N, strings.Join(parts, ", ")))
	}
	return err
}

// opened opens the system of a case, and predicts how long an evaluation takes, in seconds. It refuses what takes longer than the limit.
func (l *Lab) opened(ctx context.Context, c Case) (e evaluator, seconds float64, err error) {
	s, _ := l.System(c.System)
	if seconds, err = l.predict(ctx, s, c.Parameter, c.N); err != nil {
		return e, seconds, err
	}
	if seconds > l.Limit.Seconds() {
		return e, seconds, errors.New(overLimit)
	}
	e, err = l.open(instrument{c.System, c.Parameter})
	return e, seconds, err
}

// reason is an error as a table's note has it, in one line.
func reason(err error) string {
	text, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "multiwalk: "), "\n")
	return text
}
