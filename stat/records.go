package stat

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/record"
)

// Unit is what time is measured in.
type Unit string

// The units. In units other than seconds, equal runs take equal times on any machine.
const (
	Seconds     Unit = "seconds"
	Evaluations Unit = "evaluations" // full and delta, of the walk that found the solution
	Work        Unit = "work"        // rounds, as multiwalk.Work counts them
)

// resolution is the least time of a unit: records hold whole microseconds, and one evaluation or round is the least
// there is. Shorter times, such as of a start solution that meets the target, count as that.
func (u Unit) resolution() float64 {
	if u == Seconds {
		return 1e-6
	}
	return 1
}

// UnitNamed returns a unit by its name.
func UnitNamed(name string) (Unit, error) {
	if u := Unit(name); slices.Contains([]Unit{Seconds, Evaluations, Work}, u) {
		return u, nil
	}
	return "", fmt.Errorf("multiwalk: no unit %q; there are seconds, evaluations and work", name)
}

// Observed is what records say of the time to a target.
type Observed struct {
	Observations []Observation // in the records' order
	Killed       int           // runs without an end: they count as ended when last heard of
	Ended        int           // runs that came to an end of their own, or gave up for want of improvement, without the target
}

// Observe returns the times that runs took to a target cost. If a run missed the target, the observation is censored at
// the end of the run. Observe refuses runs that stopped at an easier target, and logical records if the unit is
// seconds: they do not tell the time.
func Observe(runs []record.Run, target int64, unit Unit) (*Observed, error) {
	out := &Observed{}
	for _, r := range runs {
		o, err := observe(r, target, unit)
		if err != nil {
			return nil, fmt.Errorf("multiwalk: %s: %w", r.At, err)
		}
		out.Observations = append(out.Observations, o)
		switch {
		case !o.Censored:
		case r.End == nil:
			out.Killed++
		case r.End.Status == multiwalk.MethodEnded || r.End.Status == multiwalk.ImprovementLimit:
			out.Ended++
		}
	}
	return out, nil
}

func observe(r record.Run, target int64, unit Unit) (Observation, error) {
	if unit == Seconds && r.End != nil && r.End.Elapsed == 0 {
		return Observation{}, errors.New("a logical record, without the times of the wall clock; measure in evaluations or work")
	}
	for _, h := range r.History {
		if h.Cost <= target {
			spent := pick(unit, h.Elapsed, float64(h.Evaluations), h.Round)
			return Observation{Run: r.At, Time: max(unit.resolution(), spent)}, nil
		}
	}
	lasted, err := lasted(r, target, unit)
	return Observation{Run: r.At, Time: max(unit.resolution(), lasted), Censored: true}, err
}

// lasted returns how long a run lasted that did not reach the target.
func lasted(r record.Run, target int64, unit Unit) (float64, error) {
	walks := float64(max(1, r.Walks))
	switch {
	case r.End == nil && r.Last == nil:
		return 0, nil
	case r.End == nil && r.Last.Cost <= target:
		return 0, errors.New("the run was killed, and its record does not say when it reached the target; leave it out")
	case r.End == nil:
		return pick(unit, r.Last.Elapsed, float64(r.Last.Evaluations())/walks, r.Last.Round), nil
	case r.End.Cost <= target:
		return 0, fmt.Errorf("the run ends with cost %d, but its history never reaches the target %d; "+
			"is the record complete?", r.End.Cost, target)
	}
	if own, ok := Target([]record.Run{r}); ok && r.End.Status == multiwalk.TargetReached {
		return 0, fmt.Errorf("the run stopped at its own target %d; how long it would have taken to %d nobody knows: "+
			"record runs with that target, or ask for %d", own, target, own)
	}
	evaluations := float64(r.End.Evaluations()) / walks
	if n := len(r.History); n > 0 { // a logical record may have no counters at its end
		evaluations = max(evaluations, float64(r.History[n-1].Evaluations))
	}
	return pick(unit, r.End.Elapsed, evaluations, r.End.Rounds), nil
}

func pick(unit Unit, seconds, evaluations float64, round int64) float64 {
	switch unit {
	case Evaluations:
		return evaluations
	case Work:
		return float64(round)
	}
	return seconds
}

// Target returns the target at which all the runs stop. ok is false if they have none, or not all the same.
func Target(runs []record.Run) (target int64, ok bool) {
	for i, r := range runs {
		at := slices.IndexFunc(r.Stop, func(s multiwalk.Stop) bool { return s.Kind == multiwalk.StopTarget })
		if at < 0 || i > 0 && r.Stop[at].Value != target {
			return 0, false
		}
		target = r.Stop[at].Value
	}
	return target, len(runs) > 0
}

// SameInstance reports the first run that solves another instance than the first.
func SameInstance(runs []record.Run) error {
	for _, r := range runs {
		if err := differ(runs[0], r, []property{
			{"problem", func(r record.Run) any { return r.Problem }},
			{"instance", func(r record.Run) any { return r.Instance }},
			{"size n", func(r record.Run) any { return r.N }},
			{"content of the instance", func(r record.Run) any { return r.Hash }},
		}); err != nil {
			return err
		}
	}
	return nil
}

// Alike reports the first run that is no sample of the first one's distribution. Runs may differ in seed and limits. In
// seconds the machine must match too; its name need not.
func Alike(runs []record.Run, unit Unit) error {
	list := []property{
		{"method", func(r record.Run) any { return r.Method.Name }},
		{"settings", func(r record.Run) any { return string(r.Method.Settings) }},
		{"number of walks", func(r record.Run) any { return r.Walks }},
		{"start solution", func(r record.Run) any { return fmt.Sprint(r.Start) }},
		{"version of the program", func(r record.Run) any { return r.Program }},
	}
	if unit == Seconds {
		list = append(list, property{"device", func(r record.Run) any { return r.Device }},
			property{"number of workers", func(r record.Run) any { return r.Workers }},
			property{"operating system", func(r record.Run) any { return r.OS + "/" + r.Arch }})
	}
	for _, r := range runs {
		if err := differ(runs[0], r, list); err != nil {
			return err
		}
	}
	return nil
}

// Independent returns an error for the first run that has the seed of an earlier one and is like it in all else: equal
// runs count as one.
func Independent(runs []record.Run) error {
	seen := map[uint64][]record.Run{}
	for _, r := range runs {
		for _, before := range seen[r.Seed] {
			if Alike([]record.Run{before, r}, Seconds) == nil {
				return fmt.Errorf("multiwalk: %s and %s are runs with one seed, %d, and so one run; "+
					"give each a seed of its own", before.At, r.At, r.Seed)
			}
		}
		seen[r.Seed] = append(seen[r.Seed], r)
	}
	return nil
}

// property is what runs may differ in.
type property struct {
	name string
	of   func(record.Run) any
}

func differ(a, b record.Run, list []property) error {
	for _, p := range list {
		if x, y := p.of(a), p.of(b); x != y {
			return fmt.Errorf("multiwalk: %s and %s differ in %s: %s and %s", a.At, b.At, p.name, brief(x), brief(y))
		}
	}
	return nil
}

// brief quotes a value, the middle of a long one left out.
func brief(v any) string {
	text := []byte(fmt.Sprint(v))
	if len(text) > 160 {
		text = bytes.Join([][]byte{text[:77], text[len(text)-77:]}, []byte(" ... "))
	}
	if s, ok := v.(string); ok && s == "" {
		return "none"
	}
	return string(text)
}
