package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
)

// joined makes one entry of those of a set's parts. Without an error it is nil where a part has none yet, and where they are not
// all of the same code and machine; then why says so. Commits that differ in other things alone, as documents, are all named, and so are
// GPUs that differ in their memory alone.
func (p *page) joined(set string) (e *entry, why string, err error) {
	all := parts(set)
	var entries []*entry
	for _, m := range all {
		if e := p.figures.Entries[m.ID]; e != nil && !e.Quick {
			entries = append(entries, e)
		}
	}
	switch {
	case len(all) == 0:
		return nil, "", fmt.Errorf("no measurement %q", set)
	case len(entries) == 0:
		return nil, notYet, nil
	case len(entries) < len(all):
		return nil, fmt.Sprintf("%s, %d of %d parts are", notYet, len(entries), len(all)), nil
	}
	whole := *entries[0]
	var commits []string
	on := map[string][]string{}
	for i, part := range entries {
		if part.Code != whole.Code || part.Machine.chip() != whole.Machine.chip() || part.Dirty != whole.Dirty || part.Settings != whole.Settings ||
			len(part.Tables) != len(whole.Tables) {
			return nil, notYet + ", its parts are of two states of the code or of two machines", nil
		}
		if !slices.Contains(commits, part.Commit) {
			commits = append(commits, part.Commit)
		}
		on[part.Machine.GPU] = append(on[part.Machine.GPU], strings.Fields(all[i].Part)...)
		whole.Date, whole.Others = max(whole.Date, part.Date), max(whole.Others, part.Others)
		if i > 0 {
			whole.Took += part.Took
		}
	}
	if len(on) > 1 {
		var places []string
		for _, gpu := range slices.Sorted(maps.Keys(on)) {
			places = append(places, gpu+" for "+strings.Join(on[gpu], ", "))
		}
		whole.Machine.GPU = strings.Join(places, "; ")
	}
	whole.Commit, whole.Commands = strings.Join(commits, ", "), all[0].wholeCommand()
	whole.Tables, err = p.allTables(set, entries)
	return &whole, "", err
}

// chip is the machine but for the memory of its GPU: H100 and H200 have the same multiprocessors at the same clock, and the searches of
// the tables that are measured in parts lie in these multiprocessors' own memory.
func (m machine) chip() machine {
	if m.GPU == "NVIDIA H100 80GB HBM3" || m.GPU == "NVIDIA H200" {
		m.GPU = "NVIDIA H100 or H200"
	}
	return m
}

// wholeCommand is the command of all parts of a set at once: that of a part, but on all instances.
func (m *measurement) wholeCommand() []string {
	args := m.trials(options{})
	if i := slices.Index(args, "--instances"); i >= 0 {
		args = slices.Delete(args, i, i+2)
	}
	return []string{"multiwalk repro " + strings.Join(args, " ")}
}

// allTables joins the tables of parts, the first of each, the second of each, and so on.
func (p *page) allTables(set string, entries []*entry) (all []reproTable, err error) {
	for i, whole := range entries[0].Tables {
		whole.Rows = nil
		rows := map[string][]exhibit.Row{}
		for _, part := range entries {
			t := part.Tables[i]
			if !slices.Equal(t.Columns, whole.Columns) {
				return nil, fmt.Errorf("the parts of %s have other columns in %s", set, t.Name)
			}
			for _, r := range t.Rows {
				if rows[r.Name] == nil {
					whole.Rows = append(whole.Rows, r)
				}
				rows[r.Name] = append(rows[r.Name], r)
			}
		}
		all = append(all, p.joinTables(whole, rows))
	}
	return all, nil
}

// joinTables fills a table whose rows stand in some parts. If they are the same in all, a row is a mean over instances, and each cell
// is the mean of those of the parts, which have as many instances each. Else a row is an instance: the rows are brought into the order of
// the paper, and averaged anew. The averages of a paper are those that it prints.
func (p *page) joinTables(whole reproTable, rows map[string][]exhibit.Row) reproTable {
	if len(rows[whole.Rows[0].Name]) > 1 {
		for i, r := range whole.Rows {
			whole.Rows[i] = whole.mean(r.Name, rows[r.Name])
		}
		return whole
	}
	names := strings.Fields(strings.ToLower(listed.expand("{paper-tours}")))
	place := func(r exhibit.Row) int { return slices.Index(names, strings.ToLower(r.Name)) }
	slices.SortStableFunc(whole.Rows, func(a, b exhibit.Row) int { return place(a) - place(b) })
	average := whole.mean("average", whole.Rows)
	for i, c := range whole.Columns {
		if x, ok := p.peers.Papers[whole.Name+"-average"].Values[c.label()]; ok && c.Source == exhibit.Paper {
			average.Cells[i] = exhibit.Value(x)
		}
	}
	whole.Summary = []exhibit.Row{average}
	return whole
}

// mean is the row of the means of others.
func (t *reproTable) mean(name string, rows []exhibit.Row) exhibit.Row {
	all := exhibit.Row{Name: name}
	for i := range t.Columns {
		var cells []exhibit.Cell
		for _, r := range rows {
			cells = append(cells, r.Cells[i])
		}
		all.Cells = append(all.Cells, exhibit.Mean(cells))
	}
	return all
}
