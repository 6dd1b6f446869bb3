package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/papers/pspm"
)

// The parts of Tables 3 and 4 are the paper's instances, each once, with as many trials as in the paper, which
// names none for Table 4, and as many in each part.
func TestParts_AreThePapersInstances(t *testing.T) {
	for set, trials := range map[string]string{"pspm-table3": " --trials 10 ", "pspm-table4": " --trials 1 "} {
		var names []string
		for _, m := range parts(set) {
			pair := strings.Fields(m.Part)
			names = append(names, pair...)
			args := strings.Join(m.trials(options{}), " ") + " "
			if len(pair) != 2 || !strings.Contains(args, trials) || !strings.Contains(args, " --instances "+strings.Join(pair, ",")+" ") {
				t.Errorf("%s: %v, %s", m.ID, pair, args)
			}
		}
		want := pspm.PaperInstances()
		slices.Sort(want)
		if slices.Sort(names); !slices.Equal(names, want) {
			t.Errorf("%s has %v, want %v", set, names, want)
		}
	}
	chosen, err := choose(options{only: "pspm-table4,launch"})
	if err != nil || len(chosen) != len(parts("pspm-table4"))+1 {
		t.Errorf("%d measurements, %v", len(chosen), err)
	}
	if !(options{only: "pspm-table4"}).includes(find("pspm-table4-3")) || (options{only: "pspm-table4"}).includes(find("pspm-table3-3")) {
		t.Error("a folder built for a set has what its parts need, and no more")
	}
}

// No trial of other code is taken up: each commit has its folder, and so has each state of a tree that differs from it.
func TestFolder_IsOfOneCommit(t *testing.T) {
	m := find("pspm-table4-1")
	seen := map[string]bool{}
	for _, r := range []runner{
		{built: manifest{Commit: "a"}}, {built: manifest{Commit: "b"}}, {built: manifest{Commit: "a"}, o: options{quick: true}},
		{built: manifest{Commit: "a", Dirty: true, Code: map[string]string{m.ID: "x"}}},
		{built: manifest{Commit: "a", Dirty: true, Code: map[string]string{m.ID: "y"}}},
	} {
		if f := r.folder(m); seen[f] {
			t.Errorf("%s twice", f)
		} else {
			seen[f] = true
		}
	}
	if r := (runner{built: manifest{Commit: "a"}}); r.folder(m) == r.folder(find("pspm-table4-2")) {
		t.Error("two measurements share their trials")
	}
}

// inParts is a data file with all parts of a set, whose tables a function makes by the number of the part.
func inParts(t *testing.T, set string, table func(part int, names []string) reproTable) (*figures, *page) {
	t.Helper()
	f := &figures{Entries: map[string]*entry{}}
	for i, m := range parts(set) {
		f.Entries[m.ID] = &entry{Commit: "a", Code: "x", Date: fmt.Sprintf("2026-01-%02d", i+1), Settings: m.settings(options{}), Took: 10, Repeats: 10,
			Tables: []reproTable{table(i, strings.Fields(m.Part))}}
	}
	p := must.Have(readPeers(root))(t)
	return f, &page{figures: f, peers: p, absent: map[string]bool{}}
}

// Rows of means are averaged, with their marks.
func TestJoined_MeansOfMeans(t *testing.T) {
	columns := []column{{Group: "CPU SSPM", Name: "SSES", Unit: "1e6/s", Source: "ours"}, {Group: "CPU SSPM", Name: "SSES", Source: "paper"}}
	f, p := inParts(t, "pspm-table4", func(part int, _ []string) reproTable {
		cell := exhibit.Cell{Value: float64(part)}
		if part == 3 {
			cell.Mark = "<"
		}
		return reproTable{Name: "table4", Columns: columns, Rows: []exhibit.Row{{Name: "4", Cells: []exhibit.Cell{cell, {Value: 2.9}}},
			{Name: "48", Cells: []exhibit.Cell{{Missing: "n/a"}, {Value: 2}}}}}
	})
	e, why, err := p.whole("pspm-table4")
	if err != nil || e == nil {
		t.Fatal(why, err)
	}
	for label, want := range map[string]string{"CPU SSPM, SSES, 1e6/s": "1 of 2", "CPU SSPM, SSES (paper)": "0 of 2", "CPU SSPM": ""} {
		if got, err := p.bounds("pspm-table4", "table4", label); got != want || (err != nil) != (want == "") {
			t.Errorf("%s: bounds %q, %v, want %q", label, got, err, want)
		}
	}
	want := []exhibit.Row{{Name: "4", Cells: []exhibit.Cell{{Value: 4.5, Mark: "<"}, {Value: 2.9}}}, {Name: "48", Cells: []exhibit.Cell{{Missing: "n/a"}, {Value: 2}}}}
	if got := fmt.Sprintf("%.3v", e.Tables[0].Rows); got != fmt.Sprintf("%.3v", want) || e.Took != 100 || e.Date != "2026-01-10" {
		t.Errorf("%s, want %v; %+v", got, want, e)
	}
	text, err := p.facts("pspm-table4")
	if err != nil || !strings.Contains(text, "`pspm-table4-1` to `pspm-table4-10`: one trial") || strings.Contains(text, "--instances") ||
		!strings.Contains(text, "multiwalk repro pspm table4 --systems sspm,pspm --moves 4,8,12,24,32,48 --trials 1") {
		t.Error(text, err)
	}
	f.Entries["pspm-table4-7"].Commit = "b"
	if e, why, err := p.whole("pspm-table4"); err != nil || e == nil || e.Commit != "a, b" {
		t.Errorf("parts of one code at two commits: %+v, %s, %v", e, why, err)
	}
	for id, e := range f.Entries {
		e.Machine.GPU = "NVIDIA H200"
		if id == "pspm-table4-7" {
			e.Machine.GPU = "NVIDIA H100 80GB HBM3"
		}
	}
	if e, why, err := p.whole("pspm-table4"); err != nil || e == nil ||
		!strings.HasPrefix(e.Machine.GPU, "NVIDIA H100 80GB HBM3 for rat195, fl417; NVIDIA H200 for rd100, tsp225, ") {
		t.Errorf("parts of an H100 and an H200: %+v, %s, %v", e, why, err)
	}
	f.Entries["pspm-table4-7"].Machine.GPU = "NVIDIA L4"
	if e, why, err := p.whole("pspm-table4"); e != nil || err != nil || !strings.Contains(why, "of two machines") {
		t.Error(e, why, err)
	}
	f.Entries["pspm-table4-7"].Machine.GPU = "NVIDIA H200"
	f.Entries["pspm-table4-7"].Code = "y"
	if e, why, err := p.whole("pspm-table4"); e != nil || err != nil || !strings.Contains(why, "two states of the code") {
		t.Error(e, why, err)
	}
	delete(f.Entries, "pspm-table4-7")
	if e, why, err := p.whole("pspm-table4"); e != nil || err != nil || !strings.Contains(why, "9 of 10 parts") {
		t.Error(e, why, err)
	}
	if text, err := p.table("pspm-table4", "table4", "", true); err != nil || !strings.Contains(text, "9 of 10 parts") {
		t.Error(text, err)
	}
}

// Rows of instances are put together, and averaged anew beside the paper's printed averages.
func TestJoined_RowsOfInstances(t *testing.T) {
	_, p := inParts(t, "pspm-table3", func(part int, names []string) reproTable {
		table := reproTable{Name: "table3-convergence", Columns: []column{{Group: "CPU PSSM", Name: "SEC", Unit: "%", Source: "ours"},
			{Group: "CPU PSSM", Name: "SEC", Unit: "%", Source: "paper"}}, Summary: []exhibit.Row{{Name: "average", Cells: []exhibit.Cell{{Value: -1}, {Value: -1}}}}}
		for _, n := range names {
			row := papers.Find(pspm.Table3, n, func(r pspm.PaperTable3) string { return r.Instance })
			table.Rows = append(table.Rows, exhibit.Row{Name: n, Cells: []exhibit.Cell{{Value: row.PSPMSEC, Mark: "*"}, {Value: row.PSSMSEC}}})
		}
		return table
	})
	e, why, err := p.whole("pspm-table3")
	if err != nil || e == nil {
		t.Fatal(why, err)
	}
	table := e.Tables[0]
	var names []string
	for _, r := range table.Rows {
		names = append(names, r.Name)
	}
	if !slices.Equal(names, pspm.PaperInstances()) {
		t.Errorf("%v, not in the paper's order", names)
	}
	if got := shown(table.Summary[0].Cells[0]) + " " + shown(table.Summary[0].Cells[1]); got != `2.46\* 54.9` || len(table.Summary) != 1 {
		t.Errorf("averages %s in %v", got, table.Summary)
	}
}

// The averages here are those that the reproduction has of the paper.
func TestPeers_AveragesAreThoseOfTheReproduction(t *testing.T) {
	_, p := load(t)
	in := must.Have(pspm.Library.Load(benchdata.Dir(t), nil))(t)
	systems, _ := pspm.SystemsNamed([]string{"sspm", "pssm", "pspm"})
	l := must.Have(pspm.NewLab(pspm.Config{Instances: in, Setup: pspm.Setup{Systems: systems}}))(t)
	for _, table := range pspm.Experiments()[1].Tables(l) {
		values := p.peers.Papers[table.Name+"-average"].Values
		for i, c := range table.Columns {
			if c.Source != exhibit.Paper {
				continue
			}
			label := column{Group: c.Group, Name: c.Name, Unit: c.Unit, Source: c.Source}.label()
			if x, ok := values[label]; !ok || x != table.Summary[0].Cells[i].Value {
				t.Errorf("%s, %s: %v, want %v", table.Name, label, x, table.Summary[0].Cells[i].Value)
			}
			delete(values, label)
		}
		for label := range values {
			t.Errorf("%s: there is no %s", table.Name, label)
		}
	}
}
