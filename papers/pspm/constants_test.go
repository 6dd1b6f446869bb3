package pspm

import (
	"math"
	"testing"
)

// Table 1 of the paper.
func TestConstants_AreTable1(t *testing.T) {
	if PaperSchedule != (Schedule{Start: 10000, End: 0.1, Alpha: 0.99, Sweeps: 10, Every: 100}) || PaperMoves != 12 || PaperSearches != 98 {
		t.Errorf("%+v, %d moves, %d searches", PaperSchedule, PaperMoves, PaperSearches)
	}
	if s := PaperSchedule.Steps(); math.Abs(s-1145.53) > 0.01 {
		t.Errorf("%v steps, want 1145.53", s)
	}
}
