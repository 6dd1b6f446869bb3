package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
)

// A reproTable is the table of package exhibit as the data file has it, which leaves out what is empty.
type reproTable struct {
	Name    string        `json:"name"`
	Title   string        `json:"title"`
	Columns []column      `json:"columns"`
	Rows    []exhibit.Row `json:"rows"`
	Summary []exhibit.Row `json:"summary,omitempty"`
	Notes   []string      `json:"notes,omitempty"`
}

type column struct {
	Group  string `json:"group,omitempty"`
	Name   string `json:"name"`
	Unit   string `json:"unit,omitempty"`
	Source string `json:"source"` // ours or paper
}

// label names what a column holds, with its unit and its source.
func (c column) label() string {
	label := strings.TrimPrefix(c.Group+", "+c.Name, ", ")
	if c.Unit != "" {
		label += ", " + c.Unit
	}
	if c.Source == exhibit.Paper {
		label += " (" + c.Source + ")"
	}
	return label
}

// column is the place of a column by its label, or -1.
func (t *reproTable) column(label string) int {
	return slices.IndexFunc(t.Columns, func(c column) bool { return c.label() == label })
}

// tableOf is a table of a reproduction, or nil where there is none; why says so where it is not measured.
func (p *page) tableOf(id, name string) (t *reproTable, why string, err error) {
	e, why, err := p.whole(id)
	if err != nil || e == nil {
		return nil, why, err
	}
	if i := slices.IndexFunc(e.Tables, func(t reproTable) bool { return t.Name == name }); i >= 0 {
		return &e.Tables[i], "", nil
	}
	p.absent[id+": "+name] = true
	return nil, "", nil
}

// table shows the rows of a reproduction's table that are named, or all, as columns if it is turned.
func (p *page) table(id, name, rows string, turned bool) (string, error) {
	t, why, err := p.tableOf(id, name)
	switch {
	case err != nil || why != "":
		return "*" + id + ": " + why + ".*", err
	case t == nil:
		return "–", nil
	}
	return markdown(t.grid(strings.Fields(rows)), turned), nil
}

// grid writes the cells of some rows, or of all, with heads. Columns that hold nothing are left out.
func (t *reproTable) grid(names []string) [][]string {
	grid := [][]string{{""}}
	var rows []exhibit.Row
	for _, r := range slices.Concat(t.Rows, t.Summary) {
		if len(names) == 0 || slices.Contains(names, r.Name) {
			rows = append(rows, r)
			grid = append(grid, []string{r.Name})
		}
	}
	for i, c := range t.Columns {
		if !slices.ContainsFunc(rows, func(r exhibit.Row) bool { return r.Cells[i].Has() }) {
			continue
		}
		grid[0] = append(grid[0], c.label())
		for k, r := range rows {
			grid[k+1] = append(grid[k+1], shown(r.Cells[i]))
		}
	}
	return grid
}

// markdown writes a table.
func markdown(grid [][]string, turned bool) string {
	if turned {
		old := grid
		grid = make([][]string, len(old[0]))
		for _, row := range old {
			for i, cell := range row {
				grid[i] = append(grid[i], cell)
			}
		}
	}
	var out strings.Builder
	for i, row := range grid {
		fmt.Fprintf(&out, "| %s |\n", strings.Join(row, " | "))
		if i == 0 {
			fmt.Fprintf(&out, "|---|%s\n", strings.Repeat("---:|", len(row)-1))
		}
	}
	return out.String()
}

// shown writes a cell with three digits, with a star behind it for few trials and all other marks before it.
func shown(c exhibit.Cell) string {
	if !c.Has() {
		return c.Missing
	}
	text := strconv.FormatFloat(c.Value, 'g', 3, 64)
	if strings.Contains(text, "e") {
		text = strconv.FormatFloat(c.Value, 'f', 0, 64)
	}
	if strings.Contains(c.Mark, exhibit.Partial) {
		text += `\*`
	}
	return strings.ReplaceAll(c.Mark, exhibit.Partial, "") + text
}

// of returns a figure of a reproduction's table by the name of its row and by its column's label. With a column alone it returns
// the least (min) or the greatest (max) of all rows but the averages.
func (p *page) of(id, name, row, label string) (float64, error) {
	t, why, err := p.tableOf(id, name)
	if err != nil || why != "" {
		return math.NaN(), err
	}
	var all []float64
	if t != nil && t.column(label) >= 0 {
		for i, r := range slices.Concat(t.Rows, t.Summary) {
			c := r.Cells[t.column(label)]
			if c.Has() && (row == r.Name || i < len(t.Rows) && (row == "min" || row == "max")) {
				all = append(all, c.Value)
			}
		}
	}
	switch {
	case len(all) == 0:
		p.absent[fmt.Sprintf("%s: %s, %s, %s", id, name, row, label)] = true
		return lacking, nil
	case row == "max":
		return slices.Max(all), nil
	}
	return slices.Min(all), nil
}

// bounds counts the rows of a reproduction's table whose figure in a column is a bound, and all rows: "19 of 20".
func (p *page) bounds(id, name, label string) (string, error) {
	t, why, err := p.tableOf(id, name)
	if err != nil || why != "" {
		return why, err
	}
	if t == nil || t.column(label) < 0 {
		return "", fmt.Errorf("no column %q in %s of %s", label, name, id)
	}
	count := 0
	for _, r := range t.Rows {
		if strings.ContainsAny(r.Cells[t.column(label)].Mark, exhibit.Bound+exhibit.AtLeast) {
			count++
		}
	}
	return fmt.Sprintf("%d of %d", count, len(t.Rows)), nil
}
