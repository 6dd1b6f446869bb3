package nqueens

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// divided are the systems that divide tasks above a threshold.
func (l *Lab) divided() []System {
	return slices.DeleteFunc(l.Here(), func(s System) bool { return !s.Divides })
}

// beside are the systems without a threshold in Tables 3 and 4: the coarse-grained one as in the paper, and one core.
func (l *Lab) beside() []System {
	return append(l.shared(), l.only(gpuPrefix+"coarse")...)
}

// thresholded is the case of a threshold, 0 for a system without.
func thresholded(s System, n, threshold int) Case {
	return Case{Kind: Thresholds, Candidates: Random, System: s.ID, N: n, Parameter: threshold}
}

// rows returns the sizes of a table: the paper's, or those of the Lab that lie between them, or all of the Lab's.
func (l *Lab) rows(table []Paper) []int {
	var own []int
	for _, r := range table {
		own = append(own, r.N)
	}
	list := l.sizes(own)
	within := slices.DeleteFunc(slices.Clone(list), func(n int) bool { return n < own[0] || n > own[len(own)-1] })
	if len(within) == 0 {
		return list
	}
	return within
}

// runTable times the schemes with thresholds beside those without.
func runTable(table []Paper) func(context.Context, *Lab) error {
	return func(ctx context.Context, l *Lab) error {
		return papers.Each(ctx, l.rows(table), func(n int) error {
			var cases []Case
			for _, s := range l.beside() {
				cases = append(cases, thresholded(s, n, 0))
			}
			for _, s := range l.divided() {
				for _, threshold := range table[0].Threshold {
					cases = append(cases, thresholded(s, n, threshold))
				}
			}
			return l.evaluations(ctx, cases)
		})
	}
}

func tablesTable(table []Paper) func(l *Lab) []*exhibit.Table {
	number := 3
	if table[0].Threshold != thresholds3 {
		number = 4
	}
	return func(l *Lab) []*exhibit.Table {
		sheet := &papers.Sheet[int, Paper]{Table: &exhibit.Table{Name: fmt.Sprintf("table%d", number), Head: "N",
			Title: fmt.Sprintf("Table %d: running time of schemes that divide tasks above a threshold", number)}}
		ours := func(s System, threshold int) func(int) exhibit.Cell {
			return func(n int) exhibit.Cell { return ms(l.cell(thresholded(s, n, threshold), mean)) }
		}
		for _, s := range l.beside() {
			sheet.Column(s.column("ms", -3), ours(s, 0), nil)
		}
		sheet.Column(exhibit.Column{Group: "GPU", Name: "coarse", Unit: "ms"}, nil, func(r Paper) float64 { return r.Coarse })
		for k, threshold := range table[0].Threshold {
			group := fmt.Sprintf("GPU, threshold %d", threshold)
			sheet.Column(exhibit.Column{Group: group, Name: "dynamic", Unit: "ms"}, nil,
				func(r Paper) float64 { return r.Dynamic[k] })
			for _, s := range l.divided() {
				sheet.Column(exhibit.Column{Group: group, Name: s.Title, Unit: "ms", Digits: -3}, ours(s, threshold), nil)
			}
		}
		for _, n := range l.rows(table) {
			name := strconv.Itoa(n)
			sheet.Row(name, n, papers.Find(table, name, func(r Paper) string { return strconv.Itoa(r.N) }))
		}
		sheet.Table.Notes = append(l.notes(Thresholds, l.rows(table)),
			"The paper's are whole milliseconds on a Tesla K80. Where N is up to the threshold nothing is divided.")
		if number == 3 {
			sheet.Table.Notes = append(sheet.Table.Notes, "The paper's Table 3 prints the threshold 8192, "+
				"the 8 k of its title, as 8196.")
		}
		return []*exhibit.Table{sheet.Table}
	}
}
