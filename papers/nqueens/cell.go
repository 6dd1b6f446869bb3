package nqueens

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// cell makes a cell of a figure of a case.
func (l *Lab) cell(c Case, of func(Measurement) float64) exhibit.Cell {
	m, ok := l.Result(c)
	switch {
	case !ok:
		return exhibit.Missing("-")
	case m.Missing == overLimit:
		return exhibit.Missing(overLimit)
	case m.Missing != "":
		return exhibit.Missing("n/a")
	}
	cell := exhibit.Value(of(m))
	if m.partial {
		cell.Mark = exhibit.Partial
	}
	return cell
}

func mean(m Measurement) float64   { return m.Mean }
func median(m Measurement) float64 { return m.Median }

// time returns the cell of a case's median time in seconds. For a serial case that would have taken too long it is an
// estimate: by the greatest size that was timed, as all pairs are compared at any size.
func (l *Lab) time(c Case) exhibit.Cell {
	cell := l.cell(c, median)
	if cell.Missing != overLimit || c.System != "serial" {
		return cell
	}
	var last Measurement
	for _, m := range l.Results(nil) {
		same := m.Case
		same.N = c.N
		if same == c && m.Missing == "" && m.N < c.N && m.N > last.N {
			last = m
		}
	}
	if last.N == 0 {
		return cell
	}
	return exhibit.Cell{Value: last.Median * pairs(c.N) / pairs(last.N), Mark: exhibit.Estimate}
}

// pairs is how many there are of n queens.
func pairs(n int) float64 { return float64(n) * float64(n-1) / 2 }

// speedup returns the cell of how many times as fast as the reference a case is.
func (l *Lab) speedup(c, reference Case) exhibit.Cell {
	if c == reference {
		return exhibit.Value(1)
	}
	return exhibit.Ratio(l.time(reference), l.time(c), exhibit.Quotient)
}

// in scales a cell, to milliseconds say.
func in(scale float64, c exhibit.Cell) exhibit.Cell {
	c.Value *= scale
	return c
}

// ms is in milliseconds.
func ms(c exhibit.Cell) exhibit.Cell { return in(1000, c) }

// column is the head over a system's figures.
func (s System) column(unit string, digits int) exhibit.Column {
	return exhibit.Column{Group: s.Where.String(), Name: s.Title, Unit: unit, Digits: digits}
}

// noGPU is the note of tables that have no columns of GPU systems.
const noGPU = "No GPU: the schemes for one, the paper's and ours, are left out."

// notes returns what all tables of evaluations say below: how cases of a kind were timed, and why some were not.
func (l *Lab) notes(kind Kind, sizes []int) []string {
	notes := []string{fmt.Sprintf("Up to %d calls of each, as many as fit in %v, in turns, "+
		"on random permutations that are new each time.",
		l.Trials, l.Limit/20)}
	if l.Accelerator == nil {
		notes = append(notes, noGPU)
	}
	reasons := map[string][]string{} // by reason, what it holds for
	noisy, all := 0, 0
	for _, m := range l.ordered() {
		if m.Kind != kind || !slices.Contains(sizes, m.N) {
			continue
		}
		if m.Missing != "" {
			reasons[m.Missing] = append(reasons[m.Missing], fmt.Sprintf("%s at N = %d", m.name(), m.N))
			continue
		}
		all++
		if m.Mean > 1.25*m.Median {
			noisy++
		}
	}
	if list := reasons[overLimit]; list != nil {
		notes = append(notes, fmt.Sprintf("%s: a call would take longer than %v (--limit).", overLimit, l.Limit))
		delete(reasons, overLimit)
	}
	for _, why := range slices.Sorted(maps.Keys(reasons)) {
		list := reasons[why]
		if len(list) > 4 {
			list = append(list[:3:3], fmt.Sprintf("%d more", len(list)-3))
		}
		notes = append(notes, fmt.Sprintf("n/a: %s (%s).", why, strings.Join(list, ", ")))
	}
	if noisy > 0 {
		notes = append(notes, fmt.Sprintf("The machine was busy: %d of %d means exceed the median by more than a quarter.",
			noisy, all))
	}
	return notes
}

// ordered returns all measurements, by kind, system, parameter and size.
func (l *Lab) ordered() []Measurement {
	list := l.Results(nil)
	slices.SortFunc(list, func(a, b Measurement) int { return strings.Compare(a.key(), b.key()) })
	return list
}

func (c Case) key() string {
	return fmt.Sprintf("%s %s %s %9d %9d", c.Kind, c.Candidates, c.System, c.Parameter, c.N)
}

// bySize makes a table with a column for each of the systems and a row for each size.
func bySize(name, title, unit string, digits int, systems []System, sizes []int, of func(s System, n int) exhibit.Cell) *exhibit.Table {
	sheet := papers.NewSheet[int, struct{}](name, "N", title)
	for _, s := range systems {
		sheet.Column(s.column(unit, digits), func(n int) exhibit.Cell { return of(s, n) }, nil)
	}
	papers.Sizes(sheet, sizes)
	return sheet.Table
}

// bySystem draws a line for each of the systems, by size.
func bySystem(systems []System, sizes []int, of func(s System, n int) exhibit.Cell) (list []exhibit.Series) {
	for i, s := range systems {
		list = append(list, series(s.name(), i, sizes, func(n int) exhibit.Cell { return of(s, n) }))
	}
	return list
}

// chart is one with a panel by size, on a logarithmic axis.
func chart(name, title, label string, series []exhibit.Series) []*exhibit.Chart {
	panel := exhibit.Panel{X: exhibit.Axis{Label: "N", Log: true}, Y: exhibit.Axis{Label: label}, Series: series}
	return []*exhibit.Chart{{Name: name, Title: title, Panels: []exhibit.Panel{panel}}}
}

// series returns the line through cells at sizes; those without a figure are left out.
func series(name string, style int, sizes []int, of func(n int) exhibit.Cell) exhibit.Series {
	s := exhibit.Series{Name: name, Style: style}
	for _, n := range sizes {
		if c := of(n); c.Has() && !math.IsInf(c.Value, 0) {
			s.Add(float64(n), c.Value)
		}
	}
	return s
}
