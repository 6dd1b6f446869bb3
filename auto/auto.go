// Package auto picks a method for a problem, by an ordered list of rules. The command uses it when no method is given.
package auto

import (
	"context"
	"errors"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// Minimize chooses what the settings leave open, method and device, as ChooseFor does, and searches (multiwalk.Minimize). What the choice
// has to say is among the notes of the result. Where a GPU that the settings do not name fails before it has found anything, the cores take
// over. The error is that of ChooseFor or of multiwalk.Minimize.
func Minimize(ctx context.Context, p multiwalk.Problem, s multiwalk.Settings) (*multiwalk.Result, error) {
	m, d, notes, err := ChooseFor(p, nil, s)
	if err != nil {
		return nil, err
	}
	named := s.Device != nil
	s.Device = d
	res, err := multiwalk.Minimize(ctx, p, m, s)
	if !named && Failed(res, err) {
		notes = append(notes, "the GPU is not used: "+plain(err))
		m, _ = onCores(p)
		s.Device = nil
		res, err = multiwalk.Minimize(ctx, p, settled(p, m, s), s)
	}
	if res != nil {
		res.Notes = append(notes, res.Notes...)
	}
	return res, err
}

// Failed says whether a run ended because its GPU failed before it had found anything, so that cores can take it over.
func Failed(res *multiwalk.Result, err error) bool {
	return errors.Is(err, gpu.ErrFailed) && res != nil && (res.Best == nil || res.Walk < 0)
}

// For returns a method for the problem on CPU cores, with settings: that of the first of the Rules. The choice depends only on the problem
// and the abilities that it offers, so a run can be repeated. If every method would break the problem's fixed edges, For returns a method
// that refuses the problem. For a problem that is nil, or panics, For returns annealing, and Minimize then returns the error.
//
// Where there are trials (cooperate.Halving), the winner gets the rest of the run, and a note says which method that is.
//
// In a run on cores with a budget and a start (Settings.Start) annealing keeps what the start is worth: local search from it comes first, and
// then a temperature that is measured at what this has found (see single.Anneal). Where there would be trials with annealing among
// them, annealing has all of the run then.
func For(p multiwalk.Problem) walk.Method { return On(p, nil) }

// On returns a method for the problem on device d. On CPU cores (a nil device means these too) it is what For returns. On a GPU it is that
// of the first of the Rules that has kernels for the problem. If none has, On returns what For returns, which Minimize then refuses. On a
// multiwalk.Both On returns the methods for both, combined into one (cooperate.ByDevice).
func On(p multiwalk.Problem, d multiwalk.Device) walk.Method {
	m, _ := best(p, d)
	return m
}

// best returns the method that On returns. If the method of first choice cannot take the problem, note tells the user why,
// and what runs instead; else it is empty.
func best(p multiwalk.Problem, d multiwalk.Device) (m walk.Method, note string) {
	defer func() {
		if recover() != nil {
			m, note = single.Anneal{}, ""
		}
	}()
	if p == nil {
		return single.Anneal{}, ""
	}
	if b, ok := d.(multiwalk.Both); ok {
		if m, _, _, err := onBoth(p, b); err == nil {
			return m, ""
		}
		return onCores(p)
	}
	if a, ok := d.(multiwalk.Accelerator); ok {
		if m := placed(p, a); m != nil {
			return m, whyNoGroups(p)
		}
	}
	return onCores(p)
}

// said is the notes that say anything.
func said(notes ...string) []string {
	return slices.DeleteFunc(notes, func(n string) bool { return n == "" })
}
