package qap

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// figure is a cell of the runs of a system with a number of blocks.
func (l *Lab) figure(id string, blocks int, of func(Runs) exhibit.Cell) func(Instance) exhibit.Cell {
	s, _ := l.System(id)
	s.ID = id // a journal may have runs of a system that was not asked for
	return func(in Instance) exhibit.Cell { return l.Cell(in, s, Trial{Kind: ToTarget, Size: blocks}, l.Runs, of) }
}

// whatever is a cell of runs of a system, however few there are, or why there is none.
func (l *Lab) whatever(in Instance, id string, list Runs, of func(Runs) exhibit.Cell) exhibit.Cell {
	if len(list) > 0 {
		return of(list)
	}
	s, _ := l.System(id)
	return l.Missing(in, s)
}

// mean is the mean time to the target of a system's runs, in seconds; see papers.Runs.Expected.
func (l *Lab) mean(id string, blocks int) func(Instance) exhibit.Cell {
	return l.figure(id, blocks, func(list Runs) exhibit.Cell { return expected(list, Run.Seconds) })
}

// ours is mean for a column; nil where the system has nothing to run on.
func (l *Lab) ours(id string, blocks int) func(Instance) exhibit.Cell {
	if !l.Has(id) {
		return nil
	}
	return l.mean(id, blocks)
}

// expected is what runs need in the mean until one is at the target.
func expected(list Runs, needs func(Run) float64) exhibit.Cell {
	return list.Expected(len(list.Reached()), needs)
}

// deviation is the standard deviation of the times; there is none where runs ended without the target.
func (l *Lab) deviation(id string, blocks int) func(Instance) exhibit.Cell {
	return l.figure(id, blocks, func(list Runs) exhibit.Cell { return spread(list, Run.Seconds) })
}

func spread(list Runs, of func(Run) float64) exhibit.Cell {
	if len(list) < 2 || len(list.Reached()) < len(list) {
		return exhibit.Missing("-")
	}
	return exhibit.Value(papers.Deviation(sorted(list, of)))
}

// hits is the share of runs that reached the target, in per cent.
func (l *Lab) hits(id string, blocks int) func(Instance) exhibit.Cell {
	return l.figure(id, blocks, reached)
}

func reached(list Runs) exhibit.Cell {
	return exhibit.Value(100 * float64(len(list.Reached())) / float64(len(list)))
}

// over divides one cell by another.
func over(above, below func(Instance) exhibit.Cell) func(Instance) exhibit.Cell {
	return func(in Instance) exhibit.Cell { return exhibit.Against(above(in), below(in), exhibit.Quotient) }
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
	return append(notes, l.Reasons(l.Instances)...)
}
