package q3ap

import (
	"strings"
	"testing"
)

// The chapter's table as its text prints it: instance, optimal, average and its deviation, maximal, hits, CPU and its deviation, GPU and
// its deviation, speed-up, ITS and its deviation.
func TestPaper_TableIsPrinted(t *testing.T) {
	want := []PaperRow{
		{"nug12-d", 580, 615.4, 41.7, 744, 35, 87.7, 40.9, 2.5, 0.9, 34.7, 16, 6.3},
		{"nug13-d", 1912, 1985.4, 0, 2100, 20, 209.2, 0, 3.3, 0, 63.5, 17, 0},
	}
	for i, r := range want {
		if Table[i] != r {
			t.Errorf("%+v, want %+v", Table[i], r)
		}
	}
}

// The chapter's rows fit 20 runs and their own speed-ups; others do not, and that is said.
func TestPaper_Misprints(t *testing.T) {
	if list := misprints(Table); len(list) > 0 {
		t.Error(list)
	}
	r := Table[0]
	if !r.fitsRuns(40) || r.fitsRuns(3) || r.fitsRuns(7) {
		t.Error("35 % are 7 of 20, and of no fewer")
	}
	r.Speedup, r.Hits = 36.5, 33
	list := strings.Join(misprints([]PaperRow{r}), " ")
	if !strings.Contains(list, "printed 36.5, computed 35.1") || !strings.Contains(list, "are not of 20 runs") {
		t.Error(list)
	}
}
