package qap

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The paper's tables as its text prints them, typed from it and not from the program's. A dash is no figure.
const (
	// Instance; without restart #OPT, Tavg, Min, Max; with restart the same.
	printedTable1 = `
tai25b   6  0.07  0.05  0.10  30   0.07  0.05    3.77
kra30a   1  0.27  0.27  0.27  30  10.03  0.27   61.13
kra30b   0     -     -     -  30  25.20  0.45   92.24
tai30b   0     -     -     -  30   3.96  0.39   12.53
kra32    0     -     -     -  30  10.70  0.33   59.52
tai35b   0     -     -     -  30  29.69  2.53  137.72
ste36b   0     -     -     -  30  17.00  0.73   45.10
tai40b   1  0.30  0.30  0.30  30   6.96  0.30   20.96
tai50b   0     -     -     -  30  48.07  1.12  147.37`

	// Three instances side by side, each with Tp,avg, σ, gain, M(p) and Δp of 1, 30 and 60 blocks.
	printedTable2 = `
tai25b kra30a kra30b
  2.02   1.89   1.00     -     -   34.25  36.79   1.00     -     -  113.69 113.36   1.00     -     -
  0.21   0.06   9.56  0.03  0.18    1.35   1.23  25.43  0.79  0.56    3.17   2.52  35.85  2.92  0.25
  0.19   0.02  10.85  0.00  0.18    0.70   0.47  49.10  0.34  0.36    1.63   1.48  69.59  1.21  0.42
tai30b kra32 tai35b
 14.31  13.64   1.00     -     -   56.18  61.11   1.00     -     -   92.08  75.90   1.00     -     -
  0.71   0.46  20.24  0.45  0.25    2.13   1.80  26.35  1.78  0.35    3.67   3.56  25.12  3.25  0.41
  0.46   0.16  30.88  0.16  0.30    1.12   0.93  50.11  0.83  0.29    1.65   1.38  55.68  1.66 -0.01
ste36b tai40b tai50b
 70.82  73.23   1.00     -     -   19.07  16.43   1.00     -     -  212.55 203.64   1.00     -     -
  2.57   1.89  27.54  1.63  0.94    1.15   0.62  16.56  0.46  0.69    8.75   8.65  24.29  6.19  2.56
  1.35   0.77  52.40  0.66  0.70    0.90   0.16  21.27  0.12  0.78    4.28   3.84  49.62  2.72  1.56`

	// Instance; T30,avg, T60,avg; Model I and its population; Model II; speed-ups of one and two GPUs to Model I, to
	// Model II.
	printedTable3 = `
tai25b  0.21  0.19   0.82   128   0.82  3.9   4.4   3.9   4.4
kra30a  1.35  0.70   6.64  1024  21.45  4.9   9.5  15.9  30.7
kra30b  3.17  1.63  25.20   128  25.20  7.9  15.4   7.9  15.4
tai30b  0.71  0.46   2.05   512   3.96  2.9   4.4   5.6   8.5
kra32   2.13  1.12  10.70   128  10.70  5.0   9.5   5.0   9.5
tai35b  3.67  1.65  12.16   512  29.64  3.3   7.4   8.1  17.9
ste36b  2.57  1.35  15.07   256  16.99  5.9  11.1   6.6  12.6
tai40b  1.15  0.90   4.44   512   6.98  3.9   5.0   6.1   7.8
tai50b  8.75  4.28  18.76   512  48.07  2.1   4.4   5.5  11.2`
)

// figures are the numbers of a printed line; a dash is 0, as where the program has none.
func figures(t *testing.T, words []string) []float64 {
	t.Helper()
	var list []float64
	for _, w := range words {
		v, err := strconv.ParseFloat(w, 64)
		if err != nil && w != "-" {
			t.Fatal(err)
		}
		list = append(list, v)
	}
	return list
}

// lines are the words of a printed table's lines.
func lines(table string) [][]string {
	var list [][]string
	for line := range strings.Lines(strings.TrimSpace(table)) {
		list = append(list, strings.Fields(line))
	}
	return list
}

// same compares a row of the program's with the printed one.
func same(t *testing.T, table, name string, row, printed []float64) {
	t.Helper()
	if !slices.Equal(row, printed) {
		t.Errorf("%s, %s: %v, but the paper prints %v", table, name, row, printed)
	}
}

func TestPaper_Table1IsPrinted(t *testing.T) {
	rows := lines(printedTable1)
	if len(Table1) != len(rows) {
		t.Fatalf("%d rows, want %d", len(Table1), len(rows))
	}
	for i, r := range Table1 {
		a, b := r.NoRestart, r.Restart
		same(t, "Table I", r.Instance, []float64{a.Hits, a.Mean, a.Min, a.Max, b.Hits, b.Mean, b.Min, b.Max},
			figures(t, rows[i][1:]))
		if r.Instance != rows[i][0] {
			t.Errorf("row %d is %s, want %s", i, r.Instance, rows[i][0])
		}
	}
}

func TestPaper_Table2IsPrinted(t *testing.T) {
	rows := lines(printedTable2)
	if len(Table2) != 9 || len(rows) != 12 {
		t.Fatalf("%d instances, %d lines", len(Table2), len(rows))
	}
	for i, r := range Table2 {
		head, at := i/3*4, i%3*5
		if r.Instance != rows[head][i%3] {
			t.Errorf("instance %d is %s, want %s", i, r.Instance, rows[head][i%3])
		}
		for k, p := range []PaperBlocks{r.One, r.Thirty, r.Sixty} {
			same(t, "Table II", r.Instance, []float64{p.Mean, p.Deviation, p.Gain, p.M, p.Delta},
				figures(t, rows[head+1+k][at:at+5]))
		}
	}
}

func TestPaper_Table3IsPrinted(t *testing.T) {
	rows := lines(printedTable3)
	if len(Table3) != len(rows) {
		t.Fatalf("%d rows, want %d", len(Table3), len(rows))
	}
	for i, r := range Table3 {
		same(t, "Table III", r.Instance, []float64{r.GPU1, r.GPU2, r.ModelI, float64(r.Size), r.ModelII,
			r.SpeedupI[0], r.SpeedupI[1], r.SpeedupII[0], r.SpeedupII[1]}, figures(t, rows[i][1:]))
		if r.Instance != rows[i][0] {
			t.Errorf("row %d is %s, want %s", i, r.Instance, rows[i][0])
		}
	}
}

// The settings of the paper's sections III-B and IV-A, and what the program does by itself.
func TestPaper_Settings(t *testing.T) {
	if paperRuns != 30 || paperSize != 128 || paperLoose != "tai50b" || paperWithin != 6 ||
		paperMutation != 0.1 || paperShuffle != 500 {
		t.Error(paperRuns, paperSize, paperLoose, paperWithin, paperMutation, paperShuffle)
	}
	// Within 0.06 % of the known optimum for tai50b, the optimum itself for all others.
	a, b := acceptable("tai50b", 458_821_517), acceptable("tai40b", 637_250_948)
	if a != 459_096_809 || b != 637_250_948 {
		t.Error(a, b)
	}
	c, err := Config{Instances: []Instance{ring(2, 4)}}.withDefaults()
	if err != nil || c.Runs != 30 || !slices.Equal(c.Blocks, []int{30, 60, 1000}) || c.Singles != 1000 ||
		c.Races != 100 || c.Mutation != 0.9 || c.Limit != 5*time.Second || c.Budget != 5*time.Second {
		t.Errorf("%+v, %v", c, err)
	}
	const instances = "tai25b kra30a kra30b tai30b kra32 tai35b ste36b tai40b tai50b"
	if got := strings.Join(PaperInstances(), " "); got != instances {
		t.Error(got)
	}
	for name, want := range map[string]int{"kra30a": 1024, "ste36b": 256, "tai50b": 512, "kra32": 128, "nug12": 128} {
		if got := tuned(Instance{Name: name}); got != want {
			t.Errorf("Model I's population for %s is %d, want %d", name, got, want)
		}
	}
}
