package q3ap

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
)

// Small instances of ours, on cores and on the emulator: the optimum is that of all (n!)^2 solutions.
func TestAuto_FindsProvenOptima(t *testing.T) {
	for n := 2; n <= 6; n++ {
		q := Random(n, uint64(n))
		want := runtest.Least(q)
		for _, d := range []multiwalk.Device{device.CPU(0), device.Emulator()} {
			r, err := multiwalk.Minimize(t.Context(), q, auto.On(q, d), multiwalk.Settings{Seed: 1, Device: d, Walks: 2,
				Stop: []multiwalk.Stop{multiwalk.Target(want), multiwalk.Evaluations(200_000)}})
			if err != nil || r.Cost != want {
				t.Errorf("n = %d on %v: %v, %v, want %d", n, d, r.Cost, err, want)
			}
		}
	}
}

// The published solutions, in the order of the matrices that gives their values.
func TestPublished_SolutionsCostWhatIsKnown(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(benchdata.Dir(t), "q3ap", "*.dat"))
	if err != nil || len(files) == 0 {
		t.Skip("no .dat files")
	}
	limit := bounded.Limit{Most: 1 << 20, Remedy: "a test"}
	for _, file := range files {
		text := must.Have(limit.ReadFile(file))(t)
		q := must.Have(Read(text, file))(t)
		solution := must.Have(limit.ReadFile(strings.TrimSuffix(file, ".dat") + ".sln"))(t)
		x := must.Have(q.ReadSolution(strings.NewReader(string(solution)), file))(t)
		if best, _, ok := q.BestKnown(); !ok || q.Cost(x) != best {
			t.Errorf("%s: cost %d, best known %d (%v)", q.Name(), q.Cost(x), best, ok)
		}
		swapped, err := Read(append([]byte(WordSwapped+" "), text...), file)
		if best, _, ok := swapped.BestKnown(); err != nil || !ok || best == q.Cost(x) {
			t.Errorf("%s with its matrices swapped: best known %d (%v), %v", q.Name(), best, ok, err)
		}
	}
}
