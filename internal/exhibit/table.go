// Package exhibit makes tables, as text, CSV and Markdown, and charts, as SVG and PNG. It knows of no command and of no paper.
package exhibit

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"
	"strings"
)

// Table is a table of a paper, made again. Rows and Summary have one cell for each column.
type Table struct {
	Name    string   `json:"name"`    // of its files, such as "table2"
	Title   string   `json:"title"`   // of the table
	Head    string   `json:"head"`    // over the names of the rows
	Columns []Column `json:"columns"` // from left to right
	Rows    []Row    `json:"rows"`    // from top to bottom
	Summary []Row    `json:"summary"` // below a rule: averages
	Notes   []string `json:"notes"`   // below the table, one sentence or two each
}

// Column says what the cells below it are. Neighbouring columns with equal Group, or equal Group and Name, share a head.
type Column struct {
	Group  string `json:"group"`  // the system, such as "CPU SSPM"
	Name   string `json:"name"`   // what is measured, such as "SSES"
	Unit   string `json:"unit"`   // such as "1e6/s", or empty
	Source string `json:"source"` // whose figure it is: Ours or Paper
	Digits int    `json:"-"`      // after the point; -k means k significant digits instead
}

// The two sources of figures.
const (
	Ours  = "ours"
	Paper = "paper"
)

// Row is a line of a table.
type Row struct {
	Name  string `json:"name"`  // of the row
	Cells []Cell `json:"cells"` // one for each column
}

// Cell is a figure, or the reason why there is none.
type Cell struct {
	Value   float64 `json:"value"`             // the figure
	Missing string  `json:"missing,omitempty"` // a word or two in place of the value; "" if there is one
	Mark    string  `json:"mark,omitempty"`    // any of Partial, Bound, AtLeast and Estimate
}

// Marks of cells.
const (
	Partial  = "*" // from fewer trials than asked for
	Bound    = "<" // the true figure is lower
	AtLeast  = ">" // the true figure is higher
	Estimate = "~" // from a part of what it is about, by a rule that the table's notes give
)

// Value returns a cell with a figure.
func Value(v float64) Cell { return Cell{Value: v} }

// Missing returns a cell without one.
func Missing(why string) Cell { return Cell{Missing: why} }

// Has says whether the cell has a figure.
func (c Cell) Has() bool { return c.Missing == "" }

// marks is the order in which several stand.
var marks = []string{Bound, AtLeast, Estimate, Partial}

// format writes the cell with its digits after the point, fewer trials behind and all other marks before.
func (c Cell) format(digits int) string {
	if !c.Has() {
		return c.Missing
	}
	if digits < 0 {
		digits = max(0, -digits-1-magnitude(c.Value, -digits))
	}
	text := strconv.FormatFloat(c.Value, 'f', digits, 64)
	for _, mark := range marks {
		switch {
		case !strings.Contains(c.Mark, mark):
		case mark == Partial:
			text += mark
		default:
			text = mark + text
		}
	}
	return text
}

// magnitude is the power of 10 of the first digit of a number as it is written; 0 where it has none.
func magnitude(v float64, significant int) int {
	if v = math.Abs(v); v == 0 || v > hugest || math.IsNaN(v) {
		return 0
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', significant-1, 64), 64)
	return exponent(rounded)
}

// Ratio makes the cell of a figure against another one, by a function that rises with the first and falls with the
// second. Bounds of the two carry over where they agree; else, and where a figure is incomplete, so is the ratio. It is
// an estimate where one of them is.
func Ratio(over, under Cell, of func(a, b float64) float64) Cell {
	switch {
	case !over.Has():
		return over
	case !under.Has():
		return under
	}
	c := Value(of(over.Value, under.Value))
	without := func(mark string) string { return strings.ReplaceAll(mark, Estimate, "") }
	above, below := without(over.Mark), without(under.Mark)
	switch {
	case above+below == "":
	case above == Bound && below == "":
		c.Mark = Bound
	case above == "" && below == Bound:
		c.Mark = AtLeast
	default:
		c.Mark = Partial
	}
	if strings.Contains(over.Mark+under.Mark, Estimate) {
		c.Mark += Estimate
	}
	return c
}

// Quotient is a ratio's function of two figures.
func Quotient(a, b float64) float64 { return a / b }

// Against is Ratio for figures that may be less than the true ones, as times that ended runs are. Where both are there is none.
func Against(above, below Cell, of func(a, b float64) float64) Cell {
	bound := func(c *Cell) bool {
		before := c.Mark
		c.Mark = strings.ReplaceAll(before, AtLeast, "")
		return c.Has() && c.Mark != before
	}
	high, low := bound(&above), bound(&below)
	if high && low {
		return Missing("-")
	}
	c := Ratio(above, below, of)
	switch {
	case high && c.Has():
		c.Mark += AtLeast
	case low && c.Has():
		c.Mark += Bound
	}
	return c
}

// Mean returns the mean of the cells that have a figure, and carries their marks. Cells without are left out: the
// partial mark says so, unless all are missing for one reason, which the mean then has as well.
func Mean(cells []Cell) Cell {
	sum, count, all, why := 0.0, 0, "", ""
	for _, c := range cells {
		if !c.Has() {
			why = c.Missing
			continue
		}
		sum += c.Value
		count++
		all += c.Mark
	}
	if count == 0 {
		return Missing(why)
	}
	if count < len(cells) {
		all += Partial
	}
	mean := Value(sum / float64(count))
	for _, mark := range marks {
		if strings.Contains(all, mark) {
			mean.Mark += mark
		}
	}
	return mean
}

// Average appends to the summary a row with the means of all columns.
func (t *Table) Average() {
	row := Row{Name: "average"}
	for i := range t.Columns {
		var cells []Cell
		for _, r := range t.Rows {
			cells = append(cells, r.Cells[i])
		}
		row.Cells = append(row.Cells, Mean(cells))
	}
	t.Summary = append(t.Summary, row)
}

// label is the column's head in one line.
func (c Column) label() string {
	parts := []string{c.Group, c.Name}
	if c.Unit != "" {
		parts = append(parts, "["+c.Unit+"]")
	}
	return strings.Join(strings.Fields(strings.Join(append(parts, c.Source), " ")), " ")
}

// CSV writes rows and summary with all digits. What is missing is empty; the last column says whether all figures of the
// row rest on all trials.
func (t *Table) CSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := []string{t.Head}
	for _, c := range t.Columns {
		head = append(head, c.label())
	}
	lines := [][]string{append(head, "complete")}
	for _, r := range append(t.Rows[:len(t.Rows):len(t.Rows)], t.Summary...) {
		line, complete := []string{r.Name}, "yes"
		for _, c := range r.Cells {
			text := ""
			if c.Has() && !math.IsNaN(c.Value) {
				text = strconv.FormatFloat(c.Value, 'g', 10, 64)
			}
			if c.Mark != "" {
				complete = "no"
			}
			line = append(line, text)
		}
		lines = append(lines, append(line, complete))
	}
	return out.WriteAll(lines)
}

// Sheet is a table as texts.
type Sheet struct {
	Title, Head string
	Columns     []string
	Rows        [][]string // the names, then the cells
	Notes       []string
}

// Sheet writes the cells as the other forms have them.
func (t *Table) Sheet() Sheet {
	s := Sheet{Title: t.Title, Head: t.Head, Notes: t.Notes}
	for _, c := range t.Columns {
		s.Columns = append(s.Columns, c.label())
	}
	for _, r := range append(t.Rows[:len(t.Rows):len(t.Rows)], t.Summary...) {
		row := []string{r.Name}
		for k, c := range r.Cells {
			row = append(row, c.format(t.Columns[k].Digits))
		}
		s.Rows = append(s.Rows, row)
	}
	return s
}
