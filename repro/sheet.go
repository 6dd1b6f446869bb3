package repro

import "strconv"

// Sheet builds a table whose columns have a figure of ours and, where the paper has one, the paper's beside it. K is what
// a row stands for, R the paper's row.
type Sheet[K, R any] struct {
	Table   *Table
	ours    []func(K) Cell    // of each column; nil in the paper's
	printed []func(R) float64 // of each column; nil in ours
}

// NewSheet begins a table; head stands over the names of the rows.
func NewSheet[K, R any](name, head, title string) *Sheet[K, R] {
	return &Sheet[K, R]{Table: &Table{Name: name, Head: head, Title: title}}
}

// Column adds a column of ours if there is one, and the paper's if it has the figure.
func (s *Sheet[K, R]) Column(c Column, ours func(K) Cell, printed func(R) float64) {
	if ours != nil {
		c.Source = Ours
		s.Table.Columns = append(s.Table.Columns, c)
		s.ours, s.printed = append(s.ours, ours), append(s.printed, nil)
	}
	if printed != nil {
		c.Source = Paper
		s.Table.Columns = append(s.Table.Columns, c)
		s.ours, s.printed = append(s.ours, nil), append(s.printed, printed)
	}
}

// Row adds a row; printed is the paper's, or nil.
func (s *Sheet[K, R]) Row(name string, key K, printed *R) {
	row := Row{Name: name}
	for i, ours := range s.ours {
		cell := Missing("-")
		if ours != nil {
			cell = ours(key)
		} else if printed != nil {
			cell = Value(s.printed[i](*printed))
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
			s.Table.Summary[0].Cells[i] = Value(of(*printed))
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
