package multistart

import (
	"context"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/single"
)

// Experiment is a table or a figure.
type Experiment = papers.Experiment[*Lab]

// Experiments returns all experiments.
func Experiments() []Experiment {
	return []Experiment{
		{Name: "table", Title: "both mappings by the number of cities", Run: runTable, Tables: tables, Charts: charts},
		{Name: "searches", Title: "both mappings by the number of searches", Run: runSearches, Tables: searchTables},
		{Name: "tabu", Title: "multistart tabu search for a tour and a flow shop, by the number of searches", Run: runTabu, Tables: tabuTables},
	}
}

// runTable runs every system on every instance.
func runTable(ctx context.Context, l *Lab) error {
	return l.SolveAll(ctx, l.Instances, l.Tries)
}

// entry is a row of the table: a system on an instance.
type entry = papers.Entry[multiwalk.Problem, System]

func (l *Lab) cell(e entry, of func(papers.Runs) exhibit.Cell) exhibit.Cell {
	return l.Cell(e.In, e.S, papers.Trial{}, l.Tries, of)
}

// prices is how many tours a system prices in a second.
func (l *Lab) prices(e entry) exhibit.Cell { return l.cell(e, pricedASecond) }

func pricedASecond(list papers.Runs) exhibit.Cell {
	return exhibit.Value(list.Mean(papers.Run.Priced) / list.Mean(papers.Run.Seconds))
}

// meanError is by how many per cent the tours of runs are longer than the shortest.
func meanError(in Instance, list papers.Runs) exhibit.Cell {
	return exhibit.Value(100 * (meanCost(list)/float64(in.Best) - 1))
}

func meanCost(list papers.Runs) float64 {
	return list.Mean(func(r papers.Run) float64 { return float64(r.Cost) })
}

// core is the system of one core, by 3-opt or by parts of it.
func (l *Lab) core(threeOpt bool) (s System, ok bool) {
	id := oneCore
	if threeOpt {
		id = "3opt-" + id
	}
	return l.System(id)
}

// speedup is what a system prices in a second over what a core does.
func (l *Lab) speedup(e entry) exhibit.Cell {
	core, ok := l.core(e.S.ThreeOpt)
	if e.S.Mapping == "" || e.S.Where == papers.OneCore || !ok {
		return exhibit.Missing("-")
	}
	return exhibit.Ratio(l.prices(e), l.prices(entry{In: e.In, S: core}), exhibit.Quotient)
}

// tables is the table, with a row for each system on each instance.
func tables(l *Lab) []*exhibit.Table {
	s := papers.NewSheet[entry, float64]("table", "instance and system", "Tours by iterated local search: a thread a search, and a thread a neighbour")
	add := func(name, unit string, digits int, of func(in Instance, list papers.Runs) exhibit.Cell) {
		s.Column(exhibit.Column{Name: name, Unit: unit, Digits: digits}, func(e entry) exhibit.Cell {
			return l.cell(e, func(list papers.Runs) exhibit.Cell { return of(e.In, list) })
		}, nil)
	}
	s.Column(exhibit.Column{Name: "cities"}, func(e entry) exhibit.Cell { return exhibit.Value(float64(e.In.Problem.Space().Len())) }, nil)
	s.Column(exhibit.Column{Name: "optimum"}, func(e entry) exhibit.Cell { return exhibit.Value(float64(e.In.Best)) }, nil)
	add("length", "", 1, func(_ Instance, list papers.Runs) exhibit.Cell { return exhibit.Value(meanCost(list)) })
	add("error", "%", 3, meanError)
	add("time", "s", -3, func(_ Instance, list papers.Runs) exhibit.Cell { return exhibit.Value(list.Mean(papers.Run.Seconds)) })
	add("searches", "", 0, func(_ Instance, list papers.Runs) exhibit.Cell { return exhibit.Value(float64(list[0].Walks)) })
	add("moves made", "1e3/s", -3, func(_ Instance, list papers.Runs) exhibit.Cell {
		return exhibit.Value(list.Mean(papers.Run.Made) / list.Mean(papers.Run.Seconds) / 1e3)
	})
	s.Column(exhibit.Column{Name: "prices", Unit: "1e6/s", Digits: -3}, func(e entry) exhibit.Cell {
		c := l.prices(e)
		c.Value /= 1e6
		return c
	}, nil)
	s.Column(exhibit.Column{Name: "speed-up", Digits: -3}, l.speedup, func(v float64) float64 { return v })
	for _, e := range l.Entries(l.Instances) {
		var printed *float64
		if e.S.Where == papers.OneGPU && e.S.Mapping == single.MappingNeighbour {
			printed = new(float64)
			*printed = Speedup
		}
		s.Row(e.In.Name+", "+l.Title(e.S.Where)+", "+e.S.Title, e, printed)
	}
	s.Table.Notes = l.notes()
	return []*exhibit.Table{s.Table}
}

// notes returns what stands below the table.
func (l *Lab) notes() []string {
	return append([]string{
		fmt.Sprintf("Up to %d runs of each, seeds from %d. A run ends at the optimum, or after %v (--limit). Times are of the wall clock, with kernels loaded.",
			l.Tries, l.Seed, l.Limit),
		fmt.Sprintf("The search is 2-opt and Or-opt, the first move that improves, and %d random moves away from the best tour, without neighbour lists. Both "+
			"mappings and cores make the same searches: by one of them a thread of the GPU makes a whole search, by the other a warp does, whose "+
			"threads price a neighbour each.", kick),
		fmt.Sprintf("The chapter prints no table, for instances of %d to %d cities: its greatest speed-up is %v, by a thread a neighbour, which stands in each "+
			"row of that. Ours is what a system prices in a second over what a core does.", Fewest, Most, Speedup),
		"Rows of auto are not the chapter's search.",
	}, append(l.ofThreeOpt(), l.Reasons(l.Instances)...)...)
}

// ofThreeOpt says what 3-opt is, if some system has it.
func (l *Lab) ofThreeOpt() []string {
	if !slices.ContainsFunc(l.Systems, func(s System) bool { return s.ThreeOpt }) {
		return nil
	}
	return []string{"3-opt is the chapter's search: every exchange of up to three edges, here of those that join cities to near ones, and random moves " +
		"with short segments. Some numbers of its neighbours stand for none, and count as priced."}
}

// charts draw the speed-ups of both mappings by the number of cities.
func charts(l *Lab) []*exhibit.Chart {
	panel := exhibit.Panel{X: exhibit.Axis{Label: "cities", Log: true}, Y: exhibit.Axis{Label: "prices a second / a core's", Log: true}}
	paper := exhibit.Series{Name: "chapter, at most", Style: 2, Dashed: true}
	for style, id := range []string{searchGPU, neighbourGPU} {
		s, ok := l.System(id)
		line := exhibit.Series{Name: s.Title, Style: style}
		for _, in := range l.Instances {
			if c := l.speedup(entry{In: in, S: s}); ok && c.Has() {
				line.Add(float64(in.Problem.Space().Len()), c.Value)
			}
		}
		if ok {
			panel.Series = append(panel.Series, line)
		}
	}
	for _, in := range l.Instances {
		paper.Add(float64(in.Problem.Space().Len()), Speedup)
	}
	panel.Series = append(panel.Series, paper)
	return []*exhibit.Chart{{Name: "speedup", Title: "Iterated local search for tours: speed-up of the GPU by both mappings", Panels: []exhibit.Panel{panel}}}
}
