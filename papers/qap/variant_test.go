package qap

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/walk"
)

// Each variant differs from the paper's model in what the paper says of it, and in nothing else.
func TestVariants_AreThePapers(t *testing.T) {
	in := ring(2, 4)
	in.Name = "kra30a" // whose population of Model I is 1024
	l := newLab(t, Config{Instances: []Instance{in}})
	ox := population.Genetic{Mutation: 0.9, Crossover: "ox"}
	shuffled := cooperate.Islands{Method: population.Genetic{Mutation: 0.9, Restart: "none"}, Every: 500}
	text := population.Genetic{Mutation: 0.1}
	kept, cut := population.Genetic{Mutation: 0.9, Keep: true}, population.Genetic{Mutation: 0.9, Cuts: 128}
	want := map[string]walk.Method{
		"ga-ox-gpu": ox, "ga-ox-cores": ox, "ga-ox-core": ox,
		"ga-shuffled-gpu": shuffled, "ga-shuffled-cores": shuffled,
		"ga-kept-gpu": kept, "ga-kept-cores": kept, "ga-cut-gpu": cut, "ga-cut-cores": cut,
		"ga-text-gpu": text, "ga-text-cores": text, "model-2-text": text,
		"model-1-text": population.Genetic{Population: 1024, Mutation: 0.1},
	}
	for _, s := range Variants() {
		if got := l.method(s, in, device.CPU(1)); !reflect.DeepEqual(got, want[s.ID]) || !s.Variant || !s.Genetic {
			t.Errorf("%s runs %+v, want %+v", s.ID, got, want[s.ID])
		}
		delete(want, s.ID)
	}
	if len(want) > 0 {
		t.Errorf("there are no %v", want)
	}
}

// They are run where they are named, and not by themselves.
func TestVariants_AreNamed(t *testing.T) {
	if slices.ContainsFunc(Systems(), func(s System) bool { return s.Variant }) {
		t.Error("Systems has variants")
	}
	list, err := SystemsNamed([]string{"ga-ox-gpu", "ga-gpu"})
	if err != nil || len(list) != 2 || list[0].ID != gaGPU || list[1].ID != oxGPU {
		t.Errorf("%+v, %v", list, err)
	}
	l := newLab(t, tiny())
	if err := runVariants(t.Context(), l); err != nil || len(l.Results(nil)) != 0 || tablesVariants(l) != nil {
		t.Errorf("%d runs without variants, %v", len(l.Results(nil)), err)
	}
}

// All variants for cores run, reach the target, and have their columns beside those of the paper's model.
func TestVariants_OnCores(t *testing.T) {
	c := tiny()
	c.Systems = append(Systems(), Variants()...)
	l := newLab(t, c)
	for _, e := range Experiments() {
		if e.Name == "variants" || e.Name == "table2" || e.Name == "table3" {
			must.Do(t, e.Run(t.Context(), l))
		}
	}
	for _, in := range l.Instances {
		for _, id := range []string{oxCores, oxCore, shuffledCores, textCores, keptCores, cutCores, textModelI, textModelII} {
			if list := l.toTarget(in, id, 0); len(list) != l.Runs || len(list.Reached()) == 0 || list[0].Generations < 1 {
				t.Errorf("%s, %s: %+v", in.Name, id, list)
			}
		}
	}
	if tables := tablesVariants(l); len(tables) != 2 || len(tables[0].Columns) != 1+9 || len(tables[1].Columns) != 9 {
		t.Errorf("%+v", tables)
	} else if notes := strings.Join(tables[0].Notes, " "); !strings.Contains(notes, "PMX worked much better") ||
		!strings.Contains(notes, "every 500 generations") {
		t.Error(notes)
	}
	for _, c := range []struct {
		table       *exhibit.Table
		group, name string
	}{
		{tablesTable3(l)[0], "2 cores", "128 a core, p_m 0.1"},
		{tablesTable3(l)[0], "one core", "Model I, p_m 0.1"},
		{tablesTable3(l)[0], "one core", "Model II, p_m 0.1"},
		{tablesTable2(l)[0], "p_m 0.1", "Tp,avg"},
		{tablesTable2(l)[0], "p_m 0.1", "gain"},
	} {
		at := slices.IndexFunc(c.table.Columns, func(x exhibit.Column) bool {
			return x.Group == c.group && x.Name == c.name
		})
		if at < 0 || len(c.table.Rows) == 0 {
			t.Fatalf("%s has no column %s, %s", c.table.Name, c.group, c.name)
		}
		for _, r := range c.table.Rows {
			if !r.Cells[at].Has() {
				t.Errorf("%s, %s: %s has no figure", c.table.Name, c.name, r.Name)
			}
		}
	}
}

// By hand: the two rates stand side by side, each of its own runs.
func TestTable3_BothRates(t *testing.T) {
	c := Config{Instances: []Instance{ring(2, 4)}, Runs: 2, Setup: Setup{Accelerator: device.Emulator()}, Blocks: []int{30, 60}}
	c.Systems = append(Systems(), Variants()...)
	l := newLab(t, c)
	add := func(id string, blocks int, seconds ...float64) {
		for k, s := range seconds {
			l.Take(Run{Trial: Trial{Kind: ToTarget, Instance: "ring8", System: id, Size: blocks, Number: k},
				Walks: 30, Reached: true, Elapsed: time.Duration(s * 1e9)})
		}
	}
	add(gaGPU, 30, 1, 3)
	add(textGPU, 30, 10, 30)
	add(textGPU, 1, 100, 300)
	table3, table2 := tablesTable3(l)[0], tablesTable2(l)[0]
	for _, want := range []struct {
		table            *exhibit.Table
		group, name, row string
		value            float64
	}{
		{table3, "one GPU", "30 blocks", "ring8", 2},
		{table3, "one GPU", "30 blocks, p_m 0.1", "ring8", 20},
		{table2, "measured", "Tp,avg", "ring8, 30", 2},
		{table2, "p_m 0.1", "Tp,avg", "ring8, 30", 20},
		{table2, "p_m 0.1", "gain", "ring8, 30", 10},
	} {
		at := slices.IndexFunc(want.table.Columns, func(c exhibit.Column) bool {
			return c.Group == want.group && c.Name == want.name && c.Source == exhibit.Ours
		})
		row := slices.IndexFunc(want.table.Rows, func(r exhibit.Row) bool { return r.Name == want.row })
		if at < 0 || row < 0 || want.table.Rows[row].Cells[at].Value != want.value {
			t.Errorf("%+v: column %d, row %d of %+v", want, at, row, want.table.Rows)
		}
	}
}

// The emulator runs the variants of a GPU as well.
func TestVariants_OnTheEmulator(t *testing.T) {
	in := easy()
	l := newLab(t, Config{Instances: []Instance{in}, Runs: 1, Setup: Setup{Accelerator: device.Emulator(), Systems: Variants()}})
	for _, id := range []string{oxGPU, shuffledGPU, textGPU, keptGPU, cutGPU} {
		must.Do(t, l.run(t.Context(), in, id, 2))
		if list := l.toTarget(in, id, 2); len(list) != 1 || len(list.Reached()) != 1 || list[0].Walks != 2 {
			t.Errorf("%s: %+v, refused %v", id, list, l.Reasons(l.Instances))
		}
	}
}
