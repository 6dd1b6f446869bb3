package perceptron

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/problem/perceptron"
)

// Experiment is a table or a figure.
type Experiment = papers.Experiment[*Lab]

// Experiments returns all experiments.
func Experiments() []Experiment {
	return []Experiment{{Name: "table", Title: "tabu search by neighbourhood and size", Run: runTable, Tables: tables, Charts: charts}}
}

// runTable runs every system on every size.
func runTable(ctx context.Context, l *Lab) error {
	return l.SolveAll(ctx, l.instances, l.Tries)
}

// entry is a row of the table: a system at a size.
type entry = papers.Entry[*perceptron.Instance, System]

func (l *Lab) cell(e entry, of func(papers.Runs) exhibit.Cell) exhibit.Cell {
	return l.Cell(e.In, e.S, papers.Trial{}, l.Tries, of)
}

// iteration is the seconds that one takes: it prices each neighbour once.
func (l *Lab) iteration(e entry) exhibit.Cell {
	if e.S.Hamming == 0 {
		return exhibit.Missing("n/a")
	}
	return l.cell(e, func(list papers.Runs) exhibit.Cell {
		return exhibit.Value(list.Mean(papers.Run.Seconds) / list.Mean(papers.Run.Made))
	})
}

// speedup is a core's time of an iteration over the GPU's, of the same neighbourhood.
func (l *Lab) speedup(e entry) exhibit.Cell {
	gpu, ok := l.partner(e.S)
	if e.S.Hamming == 0 || !ok || gpu.ID == e.S.ID {
		return exhibit.Missing("-")
	}
	return exhibit.Ratio(l.iteration(e), l.iteration(entry{In: e.In, S: gpu}), exhibit.Quotient)
}

// tables is the table, with a row for each system at each size.
func tables(l *Lab) []*exhibit.Table {
	s := papers.NewSheet[entry, struct{}]("table", "size and system", "Permuted perceptron by tabu search: flips of one, two and three bits")
	add := func(name, unit string, digits int, of func(list papers.Runs) exhibit.Cell) {
		s.Column(exhibit.Column{Name: name, Unit: unit, Digits: digits}, func(e entry) exhibit.Cell { return l.cell(e, of) }, nil)
	}
	s.Column(exhibit.Column{Name: "neighbours"}, func(e entry) exhibit.Cell {
		if e.S.Hamming == 0 {
			return exhibit.Missing("n/a")
		}
		return exhibit.Value(float64(e.S.neighbours(e.In.Problem.Columns())))
	}, nil)
	add("fitness", "", 1, func(list papers.Runs) exhibit.Cell {
		return exhibit.Value(list.Mean(func(r papers.Run) float64 { return float64(r.Cost) }))
	})
	add("solved", "", 0, func(list papers.Runs) exhibit.Cell { return exhibit.Value(float64(list.Hits(0))) })
	add("of", "", 0, func(list papers.Runs) exhibit.Cell { return exhibit.Value(float64(len(list))) })
	s.Column(exhibit.Column{Name: "iterations", Digits: -4}, func(e entry) exhibit.Cell {
		if e.S.Hamming == 0 {
			return exhibit.Missing("n/a")
		}
		return l.cell(e, func(list papers.Runs) exhibit.Cell { return exhibit.Value(list.Mean(papers.Run.Made)) })
	}, nil)
	add("time", "s", -3, func(list papers.Runs) exhibit.Cell { return exhibit.Value(list.Mean(papers.Run.Seconds)) })
	s.Column(exhibit.Column{Name: "an iteration", Unit: "ms", Digits: -3}, func(e entry) exhibit.Cell {
		c := l.iteration(e)
		c.Value *= 1000
		return c
	}, nil)
	add("prices", "1e6/s", -3, func(list papers.Runs) exhibit.Cell {
		return exhibit.Value(list.Mean(papers.Run.Priced) / list.Mean(papers.Run.Seconds) / 1e6)
	})
	add("searches", "", 0, func(list papers.Runs) exhibit.Cell { return exhibit.Value(float64(list[0].Walks)) })
	s.Column(exhibit.Column{Name: "GPU's speed-up", Digits: -3}, l.speedup, nil)
	for _, e := range l.Entries(l.instances) {
		s.Row(e.In.Name+", "+l.Title(e.S.Where)+", "+e.S.Title, e, nil)
	}
	s.Table.Notes = l.notes()
	return []*exhibit.Table{s.Table}
}

// notes returns what stands below the table.
func (l *Lab) notes() []string {
	return append([]string{
		fmt.Sprintf("Up to %d runs of each on the planted instance of seed 1, seeds from %d. A run ends at a solution (fitness 0), tabu search also after %d "+
			"iterations, and all after %v (--limit).", l.Tries, l.Seed, l.Iterations, l.Limit),
		"Tabu search is the paper's system: it looks at all neighbours in each iteration. On the GPU a launch does that, a thread for each neighbour, " +
			"and returns what each block of threads found. On a core it makes the same moves.",
		fmt.Sprintf("The chapter prints speed-ups of %v to %v over the sizes, of a GTX 280 over a core of a Xeon, and no table; another paper lists %v "+
			"for the same authors. Ours is a core's time of an iteration over the GPU's.", SpeedupLeast, SpeedupMost, SpeedupAny),
		"Rows of auto are not the paper's: on the GPU whole searches side by side, on cores one a core.",
	}, l.Reasons(l.instances)...)
}

// charts draw the speed-ups by the columns of the instance, beside the chapter's range.
func charts(l *Lab) []*exhibit.Chart {
	panel := exhibit.Panel{X: exhibit.Axis{Label: "columns"}, Y: exhibit.Axis{Label: "a core's time / the GPU's", Log: true}}
	var columns []float64
	for _, in := range l.instances {
		columns = append(columns, float64(in.Problem.Columns()))
	}
	for style, bits := range []int{1, 2, 3} {
		core, ok := l.System("hamming" + strconv.Itoa(bits) + "-core")
		if !ok {
			continue
		}
		line := exhibit.Series{Name: strings.TrimPrefix(core.Title, "tabu, "), Style: style}
		for i, in := range l.instances {
			if c := l.speedup(entry{In: in, S: core}); c.Has() {
				line.Add(columns[i], c.Value)
			}
		}
		panel.Series = append(panel.Series, line)
	}
	for style, v := range []float64{SpeedupLeast, SpeedupMost} {
		line := exhibit.Series{Name: fmt.Sprintf("chapter, %v", v), Style: 3 + style, Dashed: true, X: columns}
		for range columns {
			line.Y = append(line.Y, v)
		}
		panel.Series = append(panel.Series, line)
	}
	return []*exhibit.Chart{{Name: "speedup", Title: "Tabu search on the permuted perceptron problem: speed-up of the GPU", Panels: []exhibit.Panel{panel}}}
}
