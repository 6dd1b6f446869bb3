package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A reproTable is what multiwalk repro --json prints, the table of package exhibit without what draws it: this program is
// carried to other machines and stays small.
type reproTable struct {
	Name    string     `json:"name"`
	Title   string     `json:"title"`
	Columns []column   `json:"columns"`
	Rows    []reproRow `json:"rows"`
	Summary []reproRow `json:"summary,omitempty"`
	Notes   []string   `json:"notes,omitempty"`
}

type column struct {
	Group  string `json:"group,omitempty"`
	Name   string `json:"name"`
	Unit   string `json:"unit,omitempty"`
	Source string `json:"source"` // ours or paper
}

type reproRow struct {
	Name  string      `json:"name"`
	Cells []reproCell `json:"cells"`
}

type reproCell struct {
	Value   float64 `json:"value"`
	Missing string  `json:"missing,omitempty"`
	Mark    string  `json:"mark,omitempty"` // * behind the figure, < > ~ before it
}

// table shows the rows of a reproduction's table that are named, or all, as columns if it is turned.
func (p *page) table(id, name, rows string, turned bool) (string, error) {
	e, why, err := p.whole(id)
	if err != nil || e == nil {
		return "*" + id + ": " + why + ".*", err
	}
	for _, t := range e.Tables {
		if t.Name == name {
			return markdown(t.grid(strings.Fields(rows)), turned), nil
		}
	}
	p.absent[id+": "+name] = true
	return "–", nil
}

// grid writes the cells of some rows, or of all, with heads. Columns that hold nothing are left out.
func (t *reproTable) grid(names []string) [][]string {
	grid := [][]string{{""}}
	var rows []reproRow
	for _, r := range slices.Concat(t.Rows, t.Summary) {
		if len(names) == 0 || slices.Contains(names, r.Name) {
			rows = append(rows, r)
			grid = append(grid, []string{r.Name})
		}
	}
	for i, c := range t.Columns {
		if !slices.ContainsFunc(rows, func(r reproRow) bool { return r.Cells[i].Missing == "" }) {
			continue
		}
		grid[0] = append(grid[0], c.label())
		for k, r := range rows {
			grid[k+1] = append(grid[k+1], r.Cells[i].String())
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

// label names what a column holds, with its unit and its source.
func (c column) label() string {
	label := strings.TrimPrefix(c.Group+", "+c.Name, ", ")
	if c.Unit != "" {
		label += ", " + c.Unit
	}
	if c.Source == paperSource {
		label += " (" + c.Source + ")"
	}
	return label
}

// String writes a cell with three digits and its marks.
func (c reproCell) String() string {
	if c.Missing != "" {
		return c.Missing
	}
	text := strconv.FormatFloat(c.Value, 'g', 3, 64)
	if strings.Contains(text, "e") {
		text = strconv.FormatFloat(c.Value, 'f', 0, 64)
	}
	before, behind := "", ""
	for _, mark := range c.Mark {
		if mark == '*' {
			behind += `\*`
		} else {
			before += string(mark)
		}
	}
	return before + text + behind
}

// of returns a figure of a reproduction's table by the name of its row and by its column's label. With a column alone it returns
// the least (min) or the greatest (max) of all rows but the averages.
func (p *page) of(id, name, row, label string) (float64, error) {
	e, _, err := p.whole(id)
	if err != nil || e == nil {
		return math.NaN(), err
	}
	var all []float64
	for _, t := range e.Tables {
		i := slices.IndexFunc(t.Columns, func(c column) bool { return c.label() == label })
		if t.Name != name || i < 0 {
			continue
		}
		for _, r := range t.Rows {
			if (row == r.Name || row == "min" || row == "max") && r.Cells[i].Missing == "" {
				all = append(all, r.Cells[i].Value)
			}
		}
		for _, r := range t.Summary {
			if row == r.Name && r.Cells[i].Missing == "" {
				all = append(all, r.Cells[i].Value)
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
	e, why, err := p.whole(id)
	if err != nil || e == nil {
		return why, err
	}
	count, all := 0, 0
	for _, t := range e.Tables {
		i := slices.IndexFunc(t.Columns, func(c column) bool { return c.label() == label })
		if t.Name != name || i < 0 {
			continue
		}
		for _, r := range t.Rows {
			if all++; strings.ContainsAny(r.Cells[i].Mark, "<>") {
				count++
			}
		}
	}
	if all == 0 {
		return "", fmt.Errorf("no column %q in %s of %s", label, name, id)
	}
	return fmt.Sprintf("%d of %d", count, all), nil
}
