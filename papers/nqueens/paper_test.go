package nqueens

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/must"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

// The paper's tables as its text prints them, typed from it and not from the program's.
const (
	// N, initial and termination temperature, cooling coefficient, search times in current temperature.
	printedTable1 = `
4-99       3000  1e-6  0.97   50
100-900    3000  1e-6  0.98  100
1000-3000  3000  1e-6  0.99  200`

	// N, the coarse-grained scheme, and the thresholds of the head. 8196 is what the paper prints of 8 k.
	printedTable3 = `
N     coarse  1024  2048  4096  8196
1000       1     1     1     2     2
2000       2   242     2     2     2
3000       3   234   447     3     3
4000       4   665   463     3     4
5000       4  1168  1218   856     3
6000       5  1753  2171   881     4
7000       6  2394  3078  2235     5
8000       6  2949  4160  4049     6
9000       7  3592  5098  5746  1699`

	printedTable4 = `
N      coarse    16k     32k     64k  128k
10000       7      8       6       6     6
20000      14  12891      14      14    12
30000      21  81920      16      18    22
40000      29 155067   73637      24    24
50000      37 227734  211633      30    28
60000      52 301992  350017      52    38
70000      71 379358  490801   73664    57
80000      87 457052  639331  340804    72
90000      91 538742  777274  613907    84`
)

// lines are the words of a printed table's lines.
func lines(table string) [][]string {
	var list [][]string
	for line := range strings.Lines(strings.TrimSpace(table)) {
		list = append(list, strings.Fields(line))
	}
	return list
}

// numbers are those of a printed line.
func numbers(t *testing.T, words []string) []float64 {
	t.Helper()
	var list []float64
	for _, w := range words {
		v := must.Have(strconv.ParseFloat(w, 64))(t)
		list = append(list, v)
	}
	return list
}

func TestPaper_Table1IsPrinted(t *testing.T) {
	rows := lines(printedTable1)
	if len(Table1) != len(rows) {
		t.Fatalf("%d rows, want %d", len(Table1), len(rows))
	}
	for i, s := range Table1 {
		if name := strconv.Itoa(s.From) + "-" + strconv.Itoa(s.To); name != rows[i][0] {
			t.Errorf("row %d is for %s, want %s", i, name, rows[i][0])
		}
		got, want := []float64{s.Start, s.End, s.Alpha, float64(s.Searches)}, numbers(t, rows[i][1:])
		if !slices.Equal(got, want) {
			t.Errorf("Table 1, %s: %v, but the paper prints %v", rows[i][0], got, want)
		}
	}
	if MostAnnealed != 3000 {
		t.Error(MostAnnealed)
	}
}

func TestPaper_Tables3And4ArePrinted(t *testing.T) {
	for _, of := range []struct {
		name       string
		table      []Paper
		printed    string
		thresholds [4]int
	}{
		{"Table 3", Table3, printedTable3, [4]int{1024, 2048, 4096, 8192}},
		{"Table 4", Table4, printedTable4, [4]int{16_384, 32_768, 65_536, 131_072}},
	} {
		rows := lines(of.printed)[1:]
		if len(of.table) != len(rows) {
			t.Fatalf("%s: %d rows, want %d", of.name, len(of.table), len(rows))
		}
		for i, r := range of.table {
			got := append([]float64{float64(r.N), r.Coarse}, r.Dynamic[:]...)
			if want := numbers(t, rows[i]); !slices.Equal(got, want) || r.Threshold != of.thresholds {
				t.Errorf("%s: %v at thresholds %v, but the paper prints %v at %v",
					of.name, got, r.Threshold, want, of.thresholds)
			}
		}
	}
}

// What the paper's text says: "9443 seconds with problem size 3000" (section 1), "the speedup is up to 9.3" and
// "307-fold" (abstract), "22.04 and 20.71, while the Fork-Join scheme achieved a maximum speedup of 29.18" (3.2),
// "reduced by 0.95 % on average" and "approximately 2/3 of the length" (3.4), "N is greater than 700 ... exceeds 99 %"
// (1), 40 logical cores (3.1).
func TestPaper_TextIsPrinted(t *testing.T) {
	for _, c := range []struct {
		what         string
		got, printed float64
	}{
		{"annealing", Text.Annealing, 9443},
		{"speed-up of annealing", Text.AnnealingSpeedup, 9.3},
		{"coarse", Text.Coarse, 307},
		{"adaptive", Text.Adaptive, 22.04},
		{"TBB", Text.Reduce, 20.71},
		{"fork-join", Text.ForkJoin, 29.18},
		{"loss", Text.Loss, 0.95},
		{"conflicts", Text.ConflictsPerQueen, 2. / 3},
		{"share from", float64(Text.ShareFrom), 700},
		{"cores", float64(Text.Cores), 40},
		{"adaptive and TBB from", float64(crossovers["adaptive"]), 300},
		{"TBB from", float64(crossovers["parallel-reduce"]), 300},
		{"fork-join from", float64(crossovers["fork-join"]), 2000},
		{"coarse from", float64(crossovers["gpu-coarse"]), 700},
		{"crossovers", float64(len(crossovers)), 4},
	} {
		if c.got != c.printed {
			t.Errorf("%s: %v, but the paper prints %v", c.what, c.got, c.printed)
		}
	}
}

// The settings of the paper's experiments that the program has by itself: 100 runs of each, 1 to 60 threads (2.2), its
// map of threads (2.2), sizes from 100 to a million (3.2 and 3.4).
func TestPaper_Settings(t *testing.T) {
	c, err := Config{}.withDefaults()
	if err != nil || c.Trials != 100 || c.Limit != 10*time.Second || c.Threads[0] != 1 ||
		c.Threads[len(c.Threads)-1] != 60 {
		t.Errorf("%+v, %v", c, err)
	}
	want := []queens.SizeClass{{Most: 1000, Threads: 10}, {Most: 10_000, Threads: 20}, {Most: 1_000_000, Threads: 40}}
	if !slices.Equal(queens.PaperClasses(), want) {
		t.Error(queens.PaperClasses())
	}
	list := paperSizes()
	if len(list) != 37 || list[0] != 100 || list[9] != 1000 || list[35] != 900_000 || list[36] != 1_000_000 {
		t.Error(list)
	}
}
