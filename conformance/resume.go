package conformance

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/walk"
)

// resume checks that a run goes on from its checkpoints, if the method's walks can be saved.
func (k *methodKit) resume() error {
	err := CheckResume(k.m, k.p, multiwalk.Settings{Seed: k.seed, Device: k.device, Walks: 2,
		Stop: []multiwalk.Stop{multiwalk.Evaluations(k.budget)}})
	if errors.Is(err, checkpoint.ErrNoSaver) {
		return nil
	}
	return err
}

// resumedRounds is about how many rounds a run is made to have that is kept between any two of them.
const resumedRounds = 12

// CheckResume checks that a run with these settings, but in shorter rounds, can be kept between any two of its rounds, and
// that runs which go on from there equal it.
func CheckResume(m walk.Method, p multiwalk.Problem, s multiwalk.Settings) error {
	run := func(s multiwalk.Settings, units int) (*multiwalk.Result, error) {
		return multiwalk.Minimize(context.Background(), p, brisk{m, units}, s)
	}
	units := 1
	if _, ok := s.Device.(multiwalk.Accelerator); !ok {
		plain, err := multiwalk.Minimize(context.Background(), p, m, s)
		if err != nil {
			return err
		}
		units = max(1, int(plain.Units)/max(1, s.Walks)/resumedRounds)
	}
	var states [][]byte
	kept := s
	kept.Checkpoint = multiwalk.Checkpoint{Every: 1, Write: func(content []byte) error {
		states = append(states, content)
		return nil
	}}
	whole, err := run(kept, units)
	if err != nil {
		return err
	}
	for _, at := range slices.Compact([]int{0, len(states) / 3, 2 * len(states) / 3, len(states) - 1}) {
		if s.Resume, err = checkpoint.Parse(states[at]); err != nil {
			return err
		}
		what := fmt.Sprintf("a run of %d rounds, and one that goes on from its state after round %d", whole.Rounds, s.Resume.Rounds)
		again, err := run(s, units)
		if err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
		if err := differ(what, whole, again); err != nil {
			return fmt.Errorf("%w; let Save save all that Step depends on", err)
		}
	}
	return nil
}

// brisk is a method with shorter rounds, of at most units units, so that a short run has several.
type brisk struct {
	walk.Method
	Units int
}

// Place passes on.
func (m brisk) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return walk.Place(p, m.Method, d)
}

// Prepare passes on.
func (m brisk) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	s, err := m.Method.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	return briskSearch{passing{s}, m.Units}, nil
}

type briskSearch struct {
	passing
	units int
}

func (s briskSearch) Slice() int { return min(s.units, s.Search.Slice()) }

// passing is a search that does what the one does which it wraps.
type passing struct{ walk.Search }

func (s passing) Close() error { return walk.Close(s.Search) }

// Unwrap returns the method's own search.
func (s passing) Unwrap() any { return s.Search }

func (s passing) Meets(round int64, said []walk.Message) bool {
	c, ok := s.Search.(walk.Cooperator)
	return ok && c.Meets(round, said)
}

func (s passing) Exchange(said []walk.Message) []walk.Message {
	return s.Search.(walk.Cooperator).Exchange(said)
}
