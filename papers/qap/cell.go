package qap

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// mean returns the cell of the mean time to the target of a system's runs, in seconds. Where some ended without it, it
// is all time over the runs that got there (ERT), which repeating runs of the limit would take; where all did, only a
// bound.
func (l *Lab) mean(id string, blocks int) func(Instance) exhibit.Cell {
	return func(in Instance) exhibit.Cell {
		list := l.toTarget(in, id, blocks)
		if why := l.missing(in, id, list); why != "" {
			return exhibit.Missing(why)
		}
		c := expected(list)
		if len(list) < l.Runs {
			c.Mark += exhibit.Partial
		}
		return c
	}
}

// ours is mean for a column; nil where the system has nothing to run on.
func (l *Lab) ours(id string, blocks int) func(Instance) exhibit.Cell {
	if !l.Has(id) {
		return nil
	}
	return l.mean(id, blocks)
}

// expected is the mean time of runs until one gets there; see expectedOf.
func expected(list Runs) exhibit.Cell {
	return expectedOf(list, func(r Run) float64 { return r.Elapsed.Seconds() })
}

// expectedOf is what runs need in the mean until one gets there, with a mark where some did not. Where none did, it is more
// than they had each.
func expectedOf(list Runs, needs func(Run) float64) exhibit.Cell {
	sum, hits := 0.0, list.Hits()
	for _, r := range list {
		sum += needs(r)
	}
	switch {
	case hits == 0:
		return exhibit.Cell{Value: sum / float64(max(1, len(list))), Mark: exhibit.AtLeast}
	case hits < len(list):
		return exhibit.Cell{Value: sum / float64(hits), Mark: exhibit.Estimate}
	}
	return exhibit.Value(sum / float64(hits))
}

// missing says why there is no figure of runs; "" if there is one.
func (l *Lab) missing(in Instance, id string, list Runs) string {
	s, ok := l.System(id)
	switch {
	case len(list) > 0:
		return ""
	case !ok:
		return "-"
	case l.Device(s.Where) == nil:
		return "no GPU"
	case l.refused[id+" "+in.Name] != "":
		return "n/a"
	}
	return "-"
}

// deviation returns the cell of the standard deviation of the times; it has none where runs ended without the target.
func (l *Lab) deviation(id string, blocks int) func(Instance) exhibit.Cell {
	return func(in Instance) exhibit.Cell {
		list := l.toTarget(in, id, blocks)
		if len(list) < 2 || list.Hits() < len(list) {
			return exhibit.Missing("-")
		}
		c := exhibit.Value(spread(sorted(list, func(r Run) float64 { return r.Elapsed.Seconds() })))
		if len(list) < l.Runs {
			c.Mark = exhibit.Partial
		}
		return c
	}
}

// hits returns the cell of the share of runs that reached the target, in per cent.
func (l *Lab) hits(id string, blocks int) func(Instance) exhibit.Cell {
	return func(in Instance) exhibit.Cell {
		list := l.toTarget(in, id, blocks)
		if why := l.missing(in, id, list); why != "" {
			return exhibit.Missing(why)
		}
		c := exhibit.Value(100 * float64(list.Hits()) / float64(len(list)))
		if len(list) < l.Runs {
			c.Mark = exhibit.Partial
		}
		return c
	}
}

// over divides one cell by another.
func over(above, below func(Instance) exhibit.Cell) func(Instance) exhibit.Cell {
	return func(in Instance) exhibit.Cell { return against(above(in), below(in), quotient) }
}

func quotient(a, b float64) float64 { return a / b }

// against makes the cell of a time against another one, by a function that rises with the first and falls with the
// second. Where no run of either got to the target, there is none.
func against(above, below exhibit.Cell, of func(a, b float64) float64) exhibit.Cell {
	bound := func(c *exhibit.Cell) bool {
		before := c.Mark
		c.Mark = strings.ReplaceAll(before, exhibit.AtLeast, "")
		return c.Has() && c.Mark != before
	}
	high, low := bound(&above), bound(&below)
	if high && low {
		return exhibit.Missing("-")
	}
	c := exhibit.Ratio(above, below, of)
	switch {
	case high && c.Has():
		c.Mark += exhibit.AtLeast
	case low && c.Has():
		c.Mark += exhibit.Bound
	}
	return c
}

// printed returns the cell of a figure that the paper has of an instance.
func printed[R any](rows []R, name func(R) string, of func(R) float64) func(Instance) exhibit.Cell {
	return func(in Instance) exhibit.Cell {
		if r := papers.Find(rows, in.Name, name); r != nil {
			return exhibit.Value(of(*r))
		}
		return exhibit.Missing("-")
	}
}

func name1(r PaperTable1) string { return r.Instance }
func name2(r PaperTable2) string { return r.Instance }
func name3(r PaperTable3) string { return r.Instance }

// notes returns what all tables say of runs.
func (l *Lab) notes() []string {
	notes := []string{
		fmt.Sprintf("Up to %d runs of each, seeds from %d, as many as begin within %v (--budget); the paper has %d. A run ends "+
			"after %v (--limit). ~: some ended like that, and the mean is the time of all over those that got there; >: all did.",
			l.Runs, l.Seed, l.Budget, paperRuns, l.Limit),
		"Times are of the wall clock, from the call to the answer, with kernels loaded; each answer is evaluated anew.",
	}
	if slices.ContainsFunc(l.Systems, func(s System) bool { return s.Genetic }) {
		notes = append(notes, fmt.Sprintf("A child mutates with probability %v (--mutation). The paper says 0.1; its times fit 0.9 "+
			"(figure5).", max(0, l.Mutation)))
	}
	notes = append(notes, l.JobsNote()...)
	if slices.ContainsFunc(l.Instances, func(in Instance) bool { return in.Target != in.Best }) {
		notes = append(notes, fmt.Sprintf("Acceptable is the best cost known, and of %s up to 0.0%d %% more, as in the paper.",
			paperLoose, paperWithin))
	}
	if l.Device(papers.OneGPU) == nil {
		notes = append(notes, "No GPU: systems for one are left out.")
	}
	reasons := map[string][]string{}
	for _, in := range l.Instances {
		for _, s := range l.Systems {
			if why := l.refused[s.ID+" "+in.Name]; why != "" {
				why = s.ID + ": " + strings.TrimPrefix(why, "multiwalk: ")
				reasons[why] = append(reasons[why], in.Name)
			}
		}
	}
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		notes = append(notes, fmt.Sprintf("n/a: %s (%s).", why, strings.Join(reasons[why], ", ")))
	}
	return notes
}
