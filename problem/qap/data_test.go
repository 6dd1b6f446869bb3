package qap

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
)

func eachInstance(t *testing.T, f func(t *testing.T, file string, q *Instance)) {
	files, err := filepath.Glob(filepath.Join(filepath.Join(benchdata.Dir(t), "qap"), "*.dat"))
	if err != nil || len(files) == 0 {
		t.Skip("no .dat files")
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			q := must.Have(ReadFile(file))(t)
			f(t, file, q)
		})
	}
}

// oddForms are the files whose permutation is not written as QAPLIB documents.
var oddForms = map[string]Form{
	"esc128": Inverse, "kra30a": Inverse, "kra30b": Inverse, "ste36c": Inverse, "tai60a": Inverse, "tai80a": Inverse,
	"tho150": Inverse, "tho30": Inverse, "tai40a": ZeroBased, "kra32": Mismatch,
}

func TestQAPLIB_SolutionsCostWhatIsKnown(t *testing.T) {
	eachInstance(t, func(t *testing.T, file string, q *Instance) {
		text := must.Have(os.ReadFile(file))(t)
		if !Sniff(text) {
			t.Error("Sniff does not know the file")
		}
		known, _, ok := BestKnown(q.Name())
		if !ok {
			t.Errorf("no best known cost")
		}
		s, err := ReadSolutionFile(strings.TrimSuffix(file, ".dat")+".sln", q)
		if errors.Is(err, fs.ErrNotExist) {
			t.Skip("no solution file")
		}
		if err != nil {
			t.Fatal(err)
		}
		want := Direct
		if odd, ok := oddForms[q.Name()]; ok {
			want = odd
		}
		if s.Form != want {
			t.Errorf("the solution is read as %s, want %s", s.Form, want)
		}
		if q.Name() == "tai100a" {
			known = 21052466 // of the file, which is not the best known
		}
		if s.Cost != known {
			t.Errorf("the solution costs %d, best known %d", s.Cost, known)
		}
	})
}

func TestQAPLIB_StateEqualsDelta(t *testing.T) {
	eachInstance(t, func(t *testing.T, _ string, q *Instance) {
		if q.N > 100 && testing.Short() {
			t.Skip("large")
		}
		r, x := multiwalk.NewRand(1, 0), make([]int32, q.N)
		q.Space().Random(r, x)
		s := q.NewState(x).(rowed)
		for range 30 {
			i, j := int32(r.IntN(q.N)), int32(r.IntN(q.N))
			x[i], x[j] = x[j], x[i]
			s.Swap(i, j)
		}
		checkFirstRow(t, q, s, x)
		if !q.traits.narrow {
			t.Errorf("the deltas are not known to fit 32 bits: bound %d", deltaBound(q, &q.traits))
		}
	})
}

// checkFirstRow compares a state's row of position 0 with SwapDelta, and one of its entries with full evaluation.
func checkFirstRow(t *testing.T, q *Instance, s rowed, x []int32) {
	t.Helper()
	narrow, wide := s.Row(0)
	for j := int32(1); int(j) < q.N; j++ {
		var got int64
		if narrow != nil {
			got = int64(narrow[j-1])
		} else {
			got = wide[j-1]
		}
		if want := q.SwapDelta(x, 0, j); got != want {
			t.Fatalf("swap of 0 and %d: the state says %d, SwapDelta %d", j, got, want)
		}
	}
	before, d := q.Cost(x), q.SwapDelta(x, 0, 1)
	x[0], x[1] = x[1], x[0]
	if after := q.Cost(x); after-before != d {
		t.Fatalf("swap of 0 and 1: SwapDelta %d, full evaluation %d", d, after-before)
	}
	x[0], x[1] = x[1], x[0]
}

func TestDominance(t *testing.T) {
	if f, d := Uniform(50, 1).Dominance(); f < 50 || f > 75 || d < 50 || d > 75 {
		t.Errorf("uniform: dominance of flows %.0f, of distances %.0f", f, d)
	}
	if f, _ := Structured(50, 1).Dominance(); f < 150 {
		t.Errorf("structured: dominance of flows %.0f", f)
	}
	flat := must.Have(New("flat", 2, []int32{3, 3, 3, 3}, make([]int32, 4)))(t)
	if f, d := flat.Dominance(); f != 0 || d != 0 {
		t.Errorf("flat: dominance of flows %.0f, of distances %.0f", f, d)
	}
}

func TestBestKnown_AreNumbers(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(bestKnownText), "\n")
	for _, line := range lines {
		f := strings.Fields(line)
		cost, optimal, ok := BestKnown(f[0])
		if !ok || cost == 0 && f[1] != "0" || optimal != (len(f) == 3 && f[2] == "optimal") || len(f) < 2 || len(f) > 3 {
			t.Errorf("%s: %d, %v, %v", line, cost, optimal, ok)
		}
	}
	if len(lines) != len(bestKnown()) || len(lines) != 152 {
		t.Errorf("%d lines, %d instances", len(lines), len(bestKnown()))
	}
	for name, want := range map[string]int64{"bur26a": 5426670, "esc16f": 0, "wil100": 273038, "tai80b": 818415043} {
		if cost, optimal, _ := BestKnown(name); cost != want || optimal != (cost < 100 || cost == 5426670) {
			t.Errorf("%s: %d, %v", name, cost, optimal)
		}
	}
}
