package chapter

import (
	"context"
	"fmt"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// Experiment is a study's table.
type Experiment = papers.Experiment[*Lab]

// Experiments returns one for each study.
func Experiments() (list []Experiment) {
	for _, s := range Studies() {
		list = append(list, Experiment{Name: s.ID, Title: s.Title,
			Run:    func(ctx context.Context, l *Lab) error { return l.run(ctx, s) },
			Tables: func(l *Lab) []*exhibit.Table { return []*exhibit.Table{l.table(s)} }})
	}
	return list
}

// run runs every system with every size, and the generations that they are compared by.
func (l *Lab) run(ctx context.Context, s Study) error {
	return papers.Each(ctx, l.Systems, func(system System) error {
		same := l.same(s)
		err := l.Solve(ctx, l.material(s, same.Size).Instance, system, same, 1)
		for _, size := range l.sizes(s) {
			if err == nil {
				err = l.Solve(ctx, l.material(s, size).Instance, system, papers.Trial{Size: size}, l.Tries)
			}
		}
		return err
	})
}

// same is the trial by which places are compared: all make the same generations of the smallest population.
func (l *Lab) same(s Study) papers.Trial {
	return papers.Trial{Size: l.sizes(s)[0], Length: int64(l.Generations)}
}

// rate is how many individuals a system makes in a second. A run that has not made a generation within the limit tells nothing of it.
func (l *Lab) rate(s Study, id string, size int) exhibit.Cell {
	p := l.material(s, size).Problem
	return l.cell(s, id, size, func(list papers.Runs) exhibit.Cell {
		priced := list.Mean(papers.Run.Priced)
		if priced < float64(s.work(p, size, 1)) {
			return exhibit.Missing("limit")
		}
		return exhibit.Value(priced / float64(s.each(p)) / list.Mean(papers.Run.Seconds))
	})
}

// cell is a figure of a system with a size, or why there is none.
func (l *Lab) cell(s Study, id string, size int, of func(papers.Runs) exhibit.Cell) exhibit.Cell {
	system, ok := l.System(id)
	if !ok {
		return exhibit.Missing("-")
	}
	return l.Cell(l.material(s, size).Instance, system, papers.Trial{Size: size}, l.Tries, of)
}

// table has a row for each size.
func (l *Lab) table(s Study) *exhibit.Table {
	sheet := papers.NewSheet[int, float64](s.ID, s.Head, s.Title)
	for _, system := range l.Systems {
		sheet.Column(exhibit.Column{Group: l.Title(system.Where), Name: s.Makes, Unit: "1e6/s", Digits: -3}, func(size int) exhibit.Cell {
			c := l.rate(s, system.ID, size)
			c.Value /= 1e6
			return c
		}, nil)
	}
	l.costs(sheet, s)
	var printed func(v float64) float64
	if s.Printed != nil {
		printed = func(v float64) float64 { return v }
	}
	sheet.Column(exhibit.Column{Name: "GPU / core", Digits: -3}, func(size int) exhibit.Cell {
		return exhibit.Ratio(l.rate(s, gpu, size), l.rate(s, core, size), exhibit.Quotient)
	}, printed)
	sheet.Column(exhibit.Column{Name: "GPU / cores", Digits: -3}, func(size int) exhibit.Cell {
		return exhibit.Ratio(l.rate(s, gpu, size), l.rate(s, cores, size), exhibit.Quotient)
	}, nil)
	for _, size := range l.sizes(s) {
		var printed *float64
		if s.Printed != nil {
			if v := s.Printed(size); v > 0 {
				printed = &v
			}
		}
		sheet.Row(s.name(size), size, printed)
	}
	sheet.Table.Notes = l.notes(s)
	return sheet.Table
}

// costs adds the costs at the ends of runs or, where the best is known, how far they are above it.
func (l *Lab) costs(sheet *papers.Sheet[int, float64], s Study) {
	m := l.material(s, l.sizes(s)[0])
	cost := exhibit.Column{Name: "cost"}
	switch {
	case m.real:
		cost.Digits = -4
	case m.Best != 0:
		cost = exhibit.Column{Name: "error", Unit: "%", Digits: 2}
	}
	for _, system := range l.Systems {
		cost.Group = l.Title(system.Where)
		sheet.Column(cost, func(size int) exhibit.Cell {
			return l.cell(s, system.ID, size, func(list papers.Runs) exhibit.Cell {
				mean := list.Mean(func(r papers.Run) float64 { return m.value(r.Cost) })
				if cost.Unit != "" {
					mean = l.material(s, size).loss(mean)
				}
				return exhibit.Value(mean)
			})
		}, nil)
	}
}

// notes returns what stands below a table.
func (l *Lab) notes(s Study) []string {
	sizes := l.sizes(s)
	in, last := l.material(s, sizes[0]), l.material(s, sizes[len(sizes)-1])
	on := in.file
	if last.file != in.file {
		on += " to " + last.file
	}
	notes := []string{
		s.Says,
		fmt.Sprintf("On %s, %v a run (--limit), seeds from %d, kernels loaded; costs are means at the ends of runs. "+
			"limit: no generation was made.", on, l.Limit, l.Seed),
	}
	if in.Best != 0 && on == in.file {
		notes[1] += fmt.Sprintf(" The best cost known is %s.", in.shown(in.Best))
	}
	return append(append(notes, l.alike(s)...), l.Reasons([]Instance{in.Instance})...)
}

// alike tells whether all places made the same individuals.
func (l *Lab) alike(s Study) []string {
	var list papers.Runs
	m := l.material(s, l.sizes(s)[0])
	for _, system := range l.Systems {
		if s.Apart && system.ID != core && system.ID != cores {
			continue
		}
		t := l.same(s)
		t.Instance, t.System = s.ID, system.ID
		list = append(list, l.Like(t, 1)...)
	}
	if len(list) < 2 {
		return nil
	}
	for _, r := range list[1:] {
		if a := list[0]; r.Cost != a.Cost || r.Moves != a.Moves || r.Evaluations != a.Evaluations {
			return []string{fmt.Sprintf("%s and %s differ: after %d generations they have costs of %s and %s.", a.System, r.System, l.Generations,
				m.shown(a.Cost), m.shown(r.Cost))}
		}
	}
	return []string{fmt.Sprintf("%d places made the same %d generations of the smallest size: all have the cost %s after the same moves.", len(list),
		l.Generations, m.shown(list[0].Cost))}
}
