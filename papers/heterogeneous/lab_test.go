package heterogeneous

import (
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

func newLab(t *testing.T, change func(*Config)) *Lab {
	t.Helper()
	systems := must.Have(SystemsNamed([]string{oneCore, allCores, oneGPU, hybrid}))(t)
	c := Config{Setup: Setup{Systems: systems, Seed: 5, Cores: 2, Accelerator: device.Emulator()}, Instances: drawn(5), Tries: 1, Searches: 3, Limit: 200 * time.Millisecond}
	if change != nil {
		change(&c)
	}
	l := must.Have(NewLab(c))(t)
	return l
}

// The scheme runs on every problem, with the searches that it is to have.
func TestTable_RunsAll(t *testing.T) {
	unraced.Test(t)
	l := newLab(t, nil)
	must.Do(t, runTable(t.Context(), l))
	for _, e := range l.Entries(l.Instances) {
		list := l.Find(e.In, e.S.ID, 1)
		if len(list) != 1 || e.S.ID != hybrid && list[0].Moves == 0 {
			t.Fatalf("%s on %s: %+v", e.S.ID, e.In.Name, list)
		}
		want := map[string]int{oneCore: 1, allCores: 2, oneGPU: 3, hybrid: 3 + l.further[e.In.Name]}[e.S.ID]
		if list[0].Walks != want {
			t.Errorf("%s on %s has %d searches, want %d", e.S.ID, e.In.Name, list[0].Walks, want)
		}
	}
	table := tables(l)[0]
	if len(table.Rows) != 16 || !table.Rows[0].Cells[0].Has() || table.Rows[0].Cells[4].Has() {
		t.Errorf("%d rows, the first %+v", len(table.Rows), table.Rows[0])
	}
}

// By hand: while the GPU takes 16 searches on by an iteration each, 100 times a second, a core makes 1000 iterations a second, or 40.
func TestFurther_ByHand(t *testing.T) {
	for core, want := range map[float64]int{1000: 70, 100: 7, 40: 7, 1e6: 7 * 16} {
		if got := further(7, 16, 1600, core); got != want {
			t.Errorf("a core with %v iterations: %d searches, want %d", core, got, want)
		}
	}
	if got := further(0, 16, 0, 1); got != 1 {
		t.Errorf("%d searches without cores", got)
	}
}

func TestConfig_Refuses(t *testing.T) {
	for want, c := range map[string]Config{
		"no instances": {}, "runs -1": {Instances: demo(), Tries: -1}, "searches -3": {Instances: demo(), Searches: -3},
	} {
		must.Fail(t, want)(NewLab(c))
	}
}
