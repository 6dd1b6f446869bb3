package papers

import (
	"strconv"

	"github.com/multiwalk/multiwalk/internal/exhibit"
)

// Sheet builds a table whose columns have a figure of ours and, where the paper has one, the paper's beside it. K is what
// a row stands for, R the paper's row.
type Sheet[K, R any] struct {
	Table   *exhibit.Table
	ours    []func(K) exhibit.Cell // of each column; nil in the paper's
	printed []func(R) float64      // of each column; nil in ours
}

// NewSheet begins a table; head stands over the names of the rows.
func NewSheet[K, R any](name, head, title string) *Sheet[K, R] {
	return &Sheet[K, R]{Table: &exhibit.Table{Name: name, Head: head, Title: title}}
}

// Column adds a column of ours if there is one, and the paper's if it has the figure.
func (s *Sheet[K, R]) Column(c exhibit.Column, ours func(K) exhibit.Cell, printed func(R) float64) {
	if ours != nil {
		c.Source = exhibit.Ours
		s.Table.Columns = append(s.Table.Columns, c)
		s.ours, s.printed = append(s.ours, ours), append(s.printed, nil)
	}
	if printed != nil {
		c.Source = exhibit.Paper
		s.Table.Columns = append(s.Table.Columns, c)
		s.ours, s.printed = append(s.ours, nil), append(s.printed, printed)
	}
}

// Row adds a row; printed is the paper's, or nil.
func (s *Sheet[K, R]) Row(name string, key K, printed *R) {
	row := exhibit.Row{Name: name}
	for i, ours := range s.ours {
		cell := exhibit.Missing("-")
		if ours != nil {
			cell = ours(key)
		} else if printed != nil {
			cell = exhibit.Value(s.printed[i](*printed))
		}
		row.Cells = append(row.Cells, cell)
	}
	s.Table.Rows = append(s.Table.Rows, row)
}

// Sizes adds a row for each number, with no figures of the paper.
func Sizes[R any](s *Sheet[int, R], sizes []int) {
	for _, n := range sizes {
		s.Row(strconv.Itoa(n), n, nil)
	}
}

// Average adds the averages; printed is the paper's row of them, or nil to compute them from what rows there are.
func (s *Sheet[K, R]) Average(printed *R) {
	s.Table.Average()
	for i, of := range s.printed {
		if of != nil && printed != nil {
			s.Table.Summary[0].Cells[i] = exhibit.Value(of(*printed))
		}
	}
}

// Find returns the paper's row of a name, or nil.
func Find[R any](rows []R, name string, of func(R) string) *R {
	for i := range rows {
		if of(rows[i]) == name {
			return &rows[i]
		}
	}
	return nil
}
