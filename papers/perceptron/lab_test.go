package perceptron

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
)

func newLab(t *testing.T, sizes []string, ids ...string) *Lab {
	t.Helper()
	systems := must.Have(SystemsNamed(ids))(t)
	return must.Have(NewLab(Config{Setup: Setup{Systems: systems, Seed: 5, Cores: 2, Accelerator: device.Emulator()}, Sizes: sizes,
		Tries: 2, Iterations: 8, Limit: time.Minute}))(t)
}

// The paper's system makes the same moves on a device and on a core, so only the times differ.
func TestTable_TheSameSearchEverywhere(t *testing.T) {
	l := newLab(t, []string{"7x8"}, "hamming1-gpu", "hamming1-core", "hamming2-gpu", "hamming2-core", "hamming3-gpu", "hamming3-core")
	l.Tries = 1
	must.Do(t, runTable(t.Context(), l))
	moved := 0
	for _, in := range l.instances {
		for k := 0; k < len(l.Systems); k += 2 {
			gpu, core := l.Find(in, l.Systems[k].ID, l.Tries), l.Find(in, l.Systems[k+1].ID, l.Tries)
			for i, a := range gpu {
				b := core[i]
				if a.Cost != b.Cost || a.Moves != b.Moves || a.Evaluations != b.Evaluations || a.Moves > 8 {
					t.Errorf("%s: %+v and %+v", in.Name, a, b)
				}
				moved += int(a.Moves)
			}
			if len(gpu) != 1 || len(core) != 1 {
				t.Errorf("%s: %v, %v", in.Name, gpu, core)
			}
		}
	}
	if moved < 8 {
		t.Errorf("%d moves in all", moved)
	}
}

// By hand: 100 iterations in 2 s on a core, 400 in 1 s on the GPU.
func TestTable_ByHand(t *testing.T) {
	l := newLab(t, []string{"9x11", "11x13"}, "hamming2-gpu", "hamming2-core", "auto-core")
	for id, moves := range map[string]int64{"hamming2-gpu": 400, "hamming2-core": 100, "auto-core": 7} {
		l.Take(papers.Run{Trial: papers.Trial{Instance: "9x11", System: id}, Walks: 1, Cost: 4, Moves: moves, Evaluations: 55 * moves,
			Elapsed: map[bool]time.Duration{true: 2 * time.Second, false: time.Second}[id == "hamming2-core"]})
	}
	table := tables(l)[0]
	column := func(name string) int {
		return slices.IndexFunc(table.Columns, func(c exhibit.Column) bool { return c.Name == name })
	}
	row := table.Rows[1]
	if row.Name != "9x11, one core, tabu, 2-Hamming" {
		t.Fatal(row.Name)
	}
	for name, want := range map[string]float64{"neighbours": 55, "fitness": 4, "solved": 0, "of": 1, "iterations": 100, "an iteration": 20,
		"GPU's speed-up": 8} {
		if c := row.Cells[column(name)]; c.Value != want || c.Mark != exhibit.Partial && name != "neighbours" {
			t.Errorf("%s: %+v, want %v", name, c, want)
		}
	}
	if c := table.Rows[2].Cells[column("iterations")]; c.Has() {
		t.Errorf("auto has %+v iterations", c)
	}
	if c := table.Rows[4].Cells[column("fitness")]; c.Has() {
		t.Errorf("what was not run has %+v", c)
	}
	if series := charts(l)[0].Panels[0].Series; len(series) != 3 || !slices.Equal(series[0].Y, []float64{8}) {
		t.Errorf("%+v", series)
	}
	if notes := strings.Join(table.Notes, "\n"); !strings.Contains(notes, "9.9 to 18.5") {
		t.Error(notes)
	}
}

// The figures as the text prints them: "Accelerations from 9.9x to 18.5x are obtained on different problem sizes", and "Tabu search
// permuted perceptron ... GeForce GTX 280 25.8".
func TestPaper_IsPrinted(t *testing.T) {
	if SpeedupLeast != 9.9 || SpeedupMost != 18.5 || SpeedupAny != 25.8 {
		t.Error(SpeedupLeast, SpeedupMost, SpeedupAny)
	}
}
