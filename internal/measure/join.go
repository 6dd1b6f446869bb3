package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// joined makes one entry of those of a set's parts. Without an error it is nil where a part has none yet, and where they are not
// all of the same code and machine; then why says so. Commits that differ in other things alone, as documents, are all named, and so are
// GPUs that differ in their memory alone.
func (p *page) joined(set string) (e *entry, why string, err error) {
	all := parts(set)
	if len(all) == 0 {
		return nil, "", fmt.Errorf("no measurement %q", set)
	}
	var entries []*entry
	for _, m := range all {
		if e := p.figures.Entries[m.ID]; e != nil && !e.Quick {
			entries = append(entries, e)
		}
	}
	if len(entries) < len(all) {
		if len(entries) == 0 {
			return nil, notYet, nil
		}
		return nil, fmt.Sprintf("%s, %d of %d parts are", notYet, len(entries), len(all)), nil
	}
	whole := *entries[0]
	commits, on := []string{whole.Commit}, map[string][]string{whole.Machine.GPU: {all[0].instances()}}
	for i, part := range entries[1:] {
		if part.Code != whole.Code || part.Machine.chip() != whole.Machine.chip() || part.Dirty != whole.Dirty || part.Settings != whole.Settings ||
			len(part.Tables) != len(whole.Tables) {
			return nil, notYet + ", its parts are of two states of the code or of two machines", nil
		}
		if !slices.Contains(commits, part.Commit) {
			commits = append(commits, part.Commit)
		}
		on[part.Machine.GPU] = append(on[part.Machine.GPU], all[i+1].instances())
		whole.Date, whole.Took = max(whole.Date, part.Date), whole.Took+part.Took
		whole.Others, whole.Resumed = max(whole.Others, part.Others), whole.Resumed || part.Resumed
	}
	if len(on) > 1 {
		whole.Machine.GPU = placesOf(on)
	}
	whole.Commit, whole.Commands = strings.Join(commits, ", "), all[0].wholeCommand()
	whole.Tables, err = p.allTables(set, entries)
	return &whole, "", err
}

// chip is the machine but for the memory of its GPU: H100 and H200 have the same multiprocessors at the same clock, and the searches of
// the tables that are measured in parts lie in these multiprocessors' own memory.
func (m machine) chip() machine {
	for _, name := range []string{"NVIDIA H100 80GB HBM3", "NVIDIA H200"} {
		if m.GPU == name {
			m.GPU = "NVIDIA H100 or H200"
		}
	}
	return m
}

// instances are those of a part.
func (m *measurement) instances() string {
	if i := slices.Index(m.Args, "--instances"); i >= 0 {
		return strings.ReplaceAll(m.Args[i+1], ",", ", ")
	}
	return ""
}

// placesOf says which instances were measured on which GPU.
func placesOf(on map[string][]string) string {
	var list []string
	for _, gpu := range slices.Sorted(maps.Keys(on)) {
		list = append(list, fmt.Sprintf("%s for %s", gpu, strings.Join(on[gpu], ", ")))
	}
	return strings.Join(list, "; ")
}

// allTables joins the tables of parts, the first of each, the second of each, and so on.
func (p *page) allTables(set string, entries []*entry) (all []reproTable, err error) {
	for i := range entries[0].Tables {
		var tables []reproTable
		for _, part := range entries {
			tables = append(tables, part.Tables[i])
		}
		table, err := p.joinTables(set, tables)
		if err != nil {
			return nil, err
		}
		all = append(all, table)
	}
	return all, nil
}

// wholeCommand is the command of all parts of a set at once: that of a part, but on all instances.
func (m *measurement) wholeCommand() []string {
	args := slices.Clone(m.trials(options{}))
	if i := slices.Index(args, "--instances"); i >= 0 {
		args = slices.Delete(args, i, i+2)
	}
	return []string{"multiwalk repro " + strings.Join(args, " ")}
}

// joinTables makes one table of those of parts. If their rows have the same names, a row is the mean over instances, and each cell
// is the mean of those of the parts, which have as many instances each. Else a row is an instance, and the rows are put together.
func (p *page) joinTables(set string, tables []reproTable) (reproTable, error) {
	whole := tables[0]
	same := true
	for _, t := range tables {
		if !slices.Equal(t.Columns, whole.Columns) {
			return whole, fmt.Errorf("the parts of %s have other columns in %s", set, t.Name)
		}
		same = same && slices.EqualFunc(t.Rows, whole.Rows, func(a, b reproRow) bool { return a.Name == b.Name })
	}
	if !same {
		return p.appended(tables), nil
	}
	whole.Rows = slices.Clone(whole.Rows)
	for i := range whole.Rows {
		var rows []reproRow
		for _, t := range tables {
			rows = append(rows, t.Rows[i])
		}
		whole.Rows[i].Cells = means(rows, len(whole.Columns))
	}
	return whole, nil
}

// appended puts the rows of tables together, in the order of the paper's instances, and averages them anew. The averages of a
// paper are those that it prints.
func (p *page) appended(tables []reproTable) reproTable {
	whole := tables[0]
	whole.Rows = nil
	for _, t := range tables {
		whole.Rows = append(whole.Rows, t.Rows...)
	}
	place := func(r reproRow) int {
		return slices.Index(strings.Fields(strings.ToLower(paperTours)), strings.ToLower(r.Name))
	}
	slices.SortStableFunc(whole.Rows, func(a, b reproRow) int { return place(a) - place(b) })
	average := reproRow{Name: "average", Cells: means(whole.Rows, len(whole.Columns))}
	for i, c := range whole.Columns {
		if x, ok := p.peers.Papers[whole.Name+"-average"].Values[c.label()]; ok && c.Source == paperSource {
			average.Cells[i] = reproCell{Value: x}
		}
	}
	whole.Summary = []reproRow{average}
	return whole
}

// paperSource marks the columns of a paper's figures.
const paperSource = "paper"

// means are the means of the columns of rows, with the marks of all cells. Cells without a figure are left out, and marked as
// package exhibit marks them.
func means(rows []reproRow, columns int) []reproCell {
	all := make([]reproCell, columns)
	for i := range all {
		sum, count := 0.0, 0
		for _, r := range rows {
			c := r.Cells[i]
			if c.Missing != "" {
				all[i].Missing = c.Missing
				continue
			}
			sum, count = sum+c.Value, count+1
			for _, mark := range c.Mark {
				if !strings.ContainsRune(all[i].Mark, mark) {
					all[i].Mark += string(mark)
				}
			}
		}
		if count == 0 {
			continue
		}
		all[i].Value = sum / float64(count)
		if all[i].Missing = ""; count < len(rows) && !strings.Contains(all[i].Mark, "*") {
			all[i].Mark += "*"
		}
	}
	return all
}
