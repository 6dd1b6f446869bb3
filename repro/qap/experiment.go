package qap

import (
	"context"

	"github.com/multiwalk/multiwalk/repro"
)

// Experiment is a table or a figure of the paper.
type Experiment = repro.Experiment[*Lab]

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
	return repro.Each(ctx, l.Instances, func(in Instance) error {
		return repro.Each(ctx, ids, func(id string) error { return l.run(ctx, in, id, 0) })
	})
}

// rows adds a row for each instance.
func rows[R any](l *Lab, s *repro.Sheet[Instance, R], printed []R, name func(R) string) {
	for _, in := range l.Instances {
		s.Row(in.Name, in, repro.Find(printed, in.Name, name))
	}
}
