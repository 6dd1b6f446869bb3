package pspm

import "github.com/multiwalk/multiwalk/repro"

// sheet builds a table whose columns have a figure of ours and, where the paper has one, the paper's beside it. K is what
// a row stands for, R the paper's row.
type sheet[K, R any] struct {
	table   *repro.Table
	ours    []func(K) repro.Cell // of each column; nil in the paper's
	printed []func(R) float64    // of each column; nil in ours
}

// column adds a column of ours, and the paper's if it has the figure.
func (s *sheet[K, R]) column(c repro.Column, ours func(K) repro.Cell, printed func(R) float64) {
	c.Source = repro.Ours
	s.table.Columns = append(s.table.Columns, c)
	s.ours, s.printed = append(s.ours, ours), append(s.printed, nil)
	if printed != nil {
		c.Source = repro.Paper
		s.table.Columns = append(s.table.Columns, c)
		s.ours, s.printed = append(s.ours, nil), append(s.printed, printed)
	}
}

// row adds a row; printed is the paper's, or nil.
func (s *sheet[K, R]) row(name string, key K, printed *R) {
	row := repro.Row{Name: name}
	for i, ours := range s.ours {
		cell := repro.Missing("-")
		if ours != nil {
			cell = ours(key)
		} else if printed != nil {
			cell = repro.Value(s.printed[i](*printed))
		}
		row.Cells = append(row.Cells, cell)
	}
	s.table.Rows = append(s.table.Rows, row)
}

// average adds the averages; printed is the paper's row of them, or nil to compute them from what rows there are.
func (s *sheet[K, R]) average(printed *R) {
	s.table.Average()
	for i, of := range s.printed {
		if of != nil && printed != nil {
			s.table.Summary[0].Cells[i] = repro.Value(of(*printed))
		}
	}
}

// find returns the paper's row of a name, or nil.
func find[R any](rows []R, name string, of func(R) string) *R {
	for i := range rows {
		if of(rows[i]) == name {
			return &rows[i]
		}
	}
	return nil
}

// ofAll returns the paper's averages if the Lab has the paper's 20 instances, else nil.
func ofAll[R any](l *Lab, average R) *R {
	if l.complete() {
		return &average
	}
	return nil
}
