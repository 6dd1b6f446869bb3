package fang

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
)

// The two tables of the paper agree where they print the same cases, and its fourth equation gives the possibilities.
func TestPaper_TablesAgree(t *testing.T) {
	for _, p := range Table2 {
		i := slices.IndexFunc(Table1, func(q Printed) bool { return q.Size == p.Size })
		if i >= 0 && (Table1[i].Times[0] != p.Times[0] || Table1[i].Times[2] != p.Times[2] || Table1[i].Sigmas[2] != p.Sigmas[2]) {
			t.Errorf("%v: %v, in Table 1 %v", p.Size, p, Table1[i])
		}
		if (i >= 0) != (p.Load == 1) || p.Times[1] != 0 || p.Times[3] != 0 {
			t.Errorf("%v: %v", p.Size, p)
		}
	}
	for i, p := range Table1 {
		if p.Possibilities() != []int{1224, 4488, 9800}[i%3] || slices.Contains(p.Times[:], 0) || slices.Contains(p.Sigmas[:], 0) {
			t.Errorf("%v: %v", p.Size, p)
		}
	}
}

// A lab on cores times every case once, keeps it in its journal, and has the paper's figures where the sizes are the
// paper's.
func TestLab_KeepsWhatItTimes(t *testing.T) {
	systems := must.Have(SystemsNamed([]string{"cores", "cores-rated"}))(t)
	file := filepath.Join(t.TempDir(), "runs.csv")
	var said []string
	for round := range 2 {
		l := must.Have(NewLab(Config{Setup: Setup{Systems: systems, Seed: 1, Log: func(s string) { said = append(said, s) }}, States: []int{1, 2}, Trials: 2}))(t)
		must.Do(t, l.Open(file, papers.Machine{}))
		must.Do(t, l.Begin())
		e := Experiments()[1]
		must.Do(t, e.Run(context.Background(), l))
		for _, table := range e.Tables(l) {
			if len(table.Rows) != 12 || !table.Rows[0].Cells[0].Has() || table.Rows[0].Name != "1 x 8 x 1224, 1" {
				t.Errorf("%s: %+v", table.Name, table.Rows)
			}
		}
		must.Do(t, l.Close())
		if len(said) != 24 {
			t.Errorf("round %d: told of %d cases: %v", round, len(said), said)
		}
	}
}

// All systems make the same successors; where one does not, the notes say so.
func TestLab_SystemsAgree(t *testing.T) {
	l := must.Have(NewLab(Config{Setup: Setup{Seed: 3, Accelerator: device.Emulator()}, States: []int{1}, Trials: 1}))(t)
	size := Size{1, 3, 35, 2}
	must.Do(t, l.time(context.Background(), size))
	if all := l.Results(nil); len(all) != len(Systems()) {
		t.Fatalf("%d systems were timed: %v", len(all), all)
	}
	for _, n := range l.notes() {
		if strings.Contains(n, "different successors") || strings.Contains(n, "n/a") {
			t.Error(n)
		}
	}
	other := Measurement{Case: Case{"cores", Size{1, 3, 35, 3}}, Check: 1}
	l.Take(other)
	other.System, other.Check = "stored", 2
	l.Take(other)
	if notes := strings.Join(l.notes(), "\n"); !strings.Contains(notes, "cores and stored made different successors at 1 x 3 x 1224, 3") {
		t.Error(notes)
	}
}

// Where a system cannot be, the table says why.
func TestLab_MissingCase(t *testing.T) {
	l := must.Have(NewLab(Config{Setup: Setup{Accelerator: device.Emulator()}, States: []int{1}}))(t)
	wide := Size{1, 1, 315, 1} // 99,224 possibilities
	l.Systems, _ = SystemsNamed([]string{"stored"})
	must.Do(t, l.time(context.Background(), wide))
	if m, ok := l.Result(Case{"stored", wide}); !ok || !strings.Contains(m.Missing, "up to 98304 possibilities") || l.cell(l.Systems[0], wide, rate).Missing != "n/a" {
		t.Errorf("%+v", m)
	}
}

func TestNewLab_Refuses(t *testing.T) {
	for want, c := range map[string]Config{"trials -1": {Trials: -1}, "numbers of states [2 1]": {States: []int{2, 1}}} {
		must.Fail(t, want)(NewLab(c))
	}
	if _, err := SystemsNamed([]string{"fast"}); err == nil {
		t.Error("there is a system fast")
	}
}
