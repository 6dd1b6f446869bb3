package qap

import (
	"context"

	"github.com/multiwalk/multiwalk/papers"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
)

// Experiment is a table or a figure of the paper.
type Experiment = papers.Experiment[*Lab]

// Experiments returns all experiments, those first that others rest on.
func Experiments() []Experiment {
	return []Experiment{
		{Name: "table3", Title: "the GPU beside cores", Run: runTable3, Tables: tablesTable3},
		{Name: "methods", Title: "other methods to the same targets", Run: runMethods, Tables: tablesMethods},
		{Name: "variants", Title: "variants of the paper's model: OX, shuffled blocks, the p_m of its text", Run: runVariants, Tables: tablesVariants},
		{Name: "table2", Title: "many blocks, and what single ones say of them", Run: runTable2, Tables: tablesTable2},
		{Name: "figure5", Title: "times of single blocks", Run: runSingles, Tables: tablesFigure5, Charts: chartsFigure5},
		{Name: "figure6", Title: "their distributions, and what follows", Run: runTable2, Tables: tablesFigure6, Charts: chartsFigure6},
		{Name: "table1", Title: "the effect of restarts", Run: runTable1, Tables: tablesTable1},
	}
}

// runSystems runs systems on all instances, with as many blocks as they like.
func (l *Lab) runSystems(ctx context.Context, ids ...string) error {
	return papers.Each(ctx, l.Instances, func(in Instance) error {
		return papers.Each(ctx, ids, func(id string) error { return l.run(ctx, in, id, 0) })
	})
}

// run runs trials of a system to the target, until there are as many as asked for or the budget is used up.
func (l *Lab) run(ctx context.Context, in Instance, id string, blocks int) error {
	if s, ok := l.System(id); ok {
		return l.Solve(ctx, in, s, Trial{Kind: ToTarget, Size: blocks}, l.Runs)
	}
	return nil
}

// rows adds a row for each instance.
func rows[R any](l *Lab, s *papers.Sheet[Instance, R], printed []R, name func(R) string) {
	for _, in := range l.Instances {
		s.Row(in.Name, in, papers.Find(printed, in.Name, name))
	}
}

// PaperInstances returns the names of the paper's nine instances, in its order.
func PaperInstances() []string { return papers.Names(Table2, name2) }

// Library is QAPLIB.
var Library = papers.Library[*assignment.Instance]{Name: "QAPLIB", Folder: "qap", Ending: ".dat", Example: "kra30a", Paper: PaperInstances(),
	Demo: DemoInstances, BestKnown: assignment.BestKnown, Read: assignment.ReadFile}

// Load is Library.Load with the targets that the paper accepts.
func Load(dir string, names []string) ([]Instance, error) {
	list, err := Library.Load(dir, names)
	for i, in := range list {
		list[i].Target = acceptable(in.Name, in.Best)
	}
	return list, err
}

// acceptable is the cost that the paper accepts (section IV-A).
func acceptable(name string, best int64) int64 {
	if name == paperLoose {
		return best + best*paperWithin/10000
	}
	return best
}

// DemoInstances returns instances that need no file: a ring of flows on a grid of places. With an even number of rows
// the grid has a closed path through all places by steps of 1, so the ring's least cost is two for each facility.
func DemoInstances() []Instance {
	return []Instance{ring(2, 4), ring(2, 7), ring(4, 4)}
}

func ring(rows, columns int) Instance { return papers.Ring(rows, columns, assignment.New) }
