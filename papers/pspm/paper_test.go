package pspm

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// The paper's tables as its text prints them, taken from it and not from the program's.
const (
	// Instance; SSES and SEC of CPU SSPM, CPU PSSM and GPU PSPM; speed-ups of the GPU over SSPM and over PSSM.
	printedTable2 = `
rd100 4.6 2.4 19.4 31.2 456.8 0.14 99.7 23.6
eil101 4.3 3.8 19.6 19.4 447.8 0.49 105.1 22.9
bier127 3.6 4.0 17.6 23.4 466.4 0.92 130.0 26.4
ch150 5.5 2.9 16.2 35.9 459.4 1.19 83.3 28.3
kroA150 4.2 5.1 16.1 39.5 461.5 1.08 109.2 28.6
pr152 4.6 1.9 16.1 75.8 466.6 0.17 102.2 29.0
u159 4.6 4.3 15.4 40.7 463.8 1.00 99.9 30.1
rat195 4.3 6.2 13.9 37.0 446.2 2.50 104.5 32.1
ts225 5.6 5.5 11.9 28.4 468.7 1.06 83.5 39.4
tsp225 5.4 4.6 12.1 35.2 447.9 2.37 82.2 36.9
gil262 4.0 6.1 11.3 50.7 447.0 2.19 110.4 39.7
pr264 4.8 11.2 11.3 116.0 462.1 4.20 96.7 40.7
a280 4.6 5.9 11.1 53.2 443.9 2.75 95.6 40.0
pr299 5.6 5.7 10.7 48.7 463.2 1.81 82.2 43.5
lin318 4.5 9.1 10.4 63.6 465.8 3.63 103.3 44.7
rd400 4.8 7.5 9.1 40.5 453.0 3.62 93.9 49.9
fl417 4.4 6.6 8.8 116.2 449.6 1.41 102.7 51.3
pr439 4.7 10.5 8.6 72.1 462.2 5.16 98.8 53.9
pcb442 4.5 7.5 8.4 43.5 458.2 3.81 101.0 54.3
d493 4.7 6.7 7.7 47.0 452.0 4.30 96.7 58.9
average 4.7 5.9 12.8 50.9 457.1 2.2 99.0 38.7`

	// Instance; TC of CPU SSPM and of GPU PSPM, speed-up; SEC of SSPM, PSSM, PSPM; improvements over SSPM and over
	// PSSM.
	printedTable3 = `
rd100 0.99 48.31 48.8 3.5 23.3 0.3 3.2 23.0
eil101 4.57 35.34 7.7 3.8 17.9 0.5 3.3 17.4
bier127 8.85 66.67 7.5 7.4 22.2 1.5 5.9 20.7
ch150 0.45 32.36 72.3 13.9 35.3 0.8 13.1 34.5
kroA150 1.97 43.67 22.1 7.5 35.6 0.9 6.6 34.7
pr152 0.26 29.85 115.4 1.9 64.5 0.6 1.3 63.9
u159 0.50 37.31 75.1 4.4 35.3 1.2 3.2 34.0
rat195 1.69 21.98 13.0 59.7 36.8 1.6 58.1 35.2
ts225 2.27 44.84 19.7 57.3 30.4 1.1 56.2 29.3
tsp225 0.09 19.80 223.2 42.0 33.9 2.8 39.2 31.1
gil262 1.58 16.13 10.2 54.5 45.6 2.8 51.7 42.8
pr264 0.93 24.04 25.9 41.4 104.6 6.1 35.3 98.5
a280 1.01 15.13 15.0 86.4 56.9 2.5 83.9 54.4
pr299 0.31 16.26 53.0 7.1 49.2 2.7 4.3 46.5
lin318 0.69 18.52 26.7 15.1 64.0 4.1 11.0 59.8
rd400 1.21 12.14 10.0 22.9 54.9 4.2 18.7 50.7
fl417 0.93 9.43 10.1 6.9 112.0 1.8 5.0 110.2
pr439 2.66 16.42 6.2 30.8 77.6 5.0 25.8 72.6
pcb442 1.39 13.02 9.4 8.9 41.8 4.2 4.7 37.5
d493 0.49 9.09 18.4 7.2 46.7 4.4 2.8 42.3
average 1.64 26.52 39.5 24.1 54.9 2.5 21.7 47.0`

	// Pm or TPB; SSES and SEC of CPU SSPM and of GPU PSPM; speed-up.
	printedTable4 = `
4 2.9 9.0 154.8 2.2 55.2
8 3.8 6.5 305.5 2.1 82.1
12 4.7 5.9 457.1 2.2 99.0
24 5.4 4.2 756.8 1.5 142.6
32 2.5 4.0 909.7 1.4 369.5
48 2.0 3.6 652.2 1.1 320.6`
)

// compare compares a table of the program's, as names and figures, with the printed one.
func compare(t *testing.T, table, printed string, names []string, rows [][]float64) {
	t.Helper()
	lines := slices.Collect(strings.Lines(strings.TrimSpace(printed)))
	if len(rows) != len(lines) {
		t.Fatalf("%s: %d rows, want %d", table, len(rows), len(lines))
	}
	for i, line := range lines {
		words := strings.Fields(line)
		var want []float64
		for _, w := range words[1:] {
			v := must.Have(strconv.ParseFloat(w, 64))(t)
			want = append(want, v)
		}
		if names[i] != words[0] || !slices.Equal(rows[i], want) {
			t.Errorf("%s: %s %v, but the paper prints %s %v", table, names[i], rows[i], words[0], want)
		}
	}
}

func TestPaper_Table2IsPrinted(t *testing.T) {
	var names []string
	var rows [][]float64
	for _, r := range append(slices.Clone(Table2), Table2Average) {
		names = append(names, r.Instance)
		rows = append(rows, []float64{r.SSPMSSES, r.SSPMSEC, r.PSSMSSES, r.PSSMSEC, r.PSPMSSES, r.PSPMSEC,
			r.OverSSPM, r.OverPSSM})
	}
	compare(t, "Table 2", printedTable2, names, rows)
}

func TestPaper_Table3IsPrinted(t *testing.T) {
	var names []string
	var rows [][]float64
	for _, r := range append(slices.Clone(Table3), Table3Average) {
		names = append(names, r.Instance)
		rows = append(rows, []float64{r.SSPMTC, r.PSPMTC, r.Speedup, r.SSPMSEC, r.PSSMSEC, r.PSPMSEC,
			r.ImprovesSSPM, r.ImprovesPSSM})
	}
	compare(t, "Table 3", printedTable3, names, rows)
}

func TestPaper_Table4IsPrinted(t *testing.T) {
	var names []string
	var rows [][]float64
	for _, r := range Table4 {
		names = append(names, strconv.Itoa(r.Moves))
		rows = append(rows, []float64{r.SSPMSSES, r.SSPMSEC, r.PSPMSSES, r.PSPMSEC, r.Speedup})
	}
	compare(t, "Table 4", printedTable4, names, rows)
}

// The adopted values of the paper's Table 1: Ts 10000, Te 0.1, the cooling constant 0.99, Sp 10, Se 100, Pm and TPB 12,
// TB 98. Nsm 14, Ms 48 KB. Its kernel takes 6206 bytes of shared memory (5.1), and it averages 10 runs (5.2).
func TestPaper_Settings(t *testing.T) {
	if want := (Schedule{Start: 10_000, End: 0.1, Alpha: 0.99, Sweeps: 10, Every: 100}); PaperSchedule != want {
		t.Errorf("%+v", PaperSchedule)
	}
	if PaperMoves != 12 || PaperSearches != 98 ||
		paperShared != 49_152 || paperBlock != 6206 || paperProcessors != 14 {
		t.Error(PaperMoves, PaperSearches, paperShared, paperBlock, paperProcessors)
	}
	c, err := Config{Instances: DemoInstances()}.withDefaults()
	moves := []int{4, 8, 12, 24, 32, 48, 64, 128, 256, 512, 1024}
	if err != nil || c.Trials != 10 || !slices.Equal(c.Moves, moves) || c.Schedule != PaperSchedule {
		t.Errorf("%+v, %v", c, err)
	}
}
