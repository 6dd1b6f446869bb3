package pspm

import (
	"math"
	"slices"
	"testing"
	"time"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

// The figures are worked out by hand from Table 1: ln(1e-5) = -11.512925, ln(0.99) = -0.01005034.
func TestSchedule(t *testing.T) {
	near(t, "Ss", PaperSchedule.Steps(), 1145.526, 0.001)
	// 1145.526 steps * 100 cities * 10 sweeps * 98 blocks * 12 threads
	near(t, "moves of a GPU search of rd100", PaperSchedule.Proposals(100, PaperSearches, PaperMoves), 1.3471e9, 1e5)
	// At the paper's 456.8e6 moves/s that takes 2.949 s.
	near(t, "SSES", PaperSchedule.SSES(100, 98, 12, 2949*time.Millisecond), 456.8e6, 0.1e6)
	near(t, "a step that halves", Schedule{Start: 8, End: 1, Alpha: 0.5}.Steps(), 3, 1e-12)
}

func TestMeasures(t *testing.T) {
	near(t, "SEC", SEC(7910, 7910), 0, 0)
	near(t, "SEC", SEC(103, 100), 3, 1e-12)
	near(t, "TC", TC(Runs{{Elapsed: time.Second}, {Elapsed: 3 * time.Second}}), 0.5, 1e-12) // one in 2 s
	near(t, "speed-up of rd100", Speedup(456.8, 4.6), 99.3, 0.01)
}

// Both kinds of discrepancy that the paper has, and nothing else.
func TestMisprints(t *testing.T) {
	list := Misprints()
	if len(list) != 3 {
		t.Fatalf("%d misprints, want 3: %v", len(list), list)
	}
	for i, want := range []struct {
		table             string
		printed, computed []float64
	}{
		{"Table 3", []float64{54.9}, []float64{49.425}},
		{"Table 4", []float64{55.2, 82.1, 99, 142.6}, []float64{53.38, 80.39, 97.26, 140.15}},
		{"Equation (3)", []float64{98}, []float64{112}},
	} {
		got := list[i]
		if got.Table != want.table || !slices.Equal(got.Printed, want.printed) || len(got.Computed) != len(want.computed) {
			t.Errorf("misprint %d is %+v, want %+v", i, got, want)
			continue
		}
		for k, v := range want.computed {
			near(t, got.String(), got.Computed[k], v, 0.005)
		}
	}
	const says = "Table 3 of the paper, average of CPU PSSM's SEC: printed 54.9, computed 49.42; " +
		"the printed average improvement over PSSM, 47.0, fits the computed one."
	if got := list[0].String(); got != says {
		t.Errorf("says %q, want %q", got, says)
	}
}
