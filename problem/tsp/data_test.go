package tsp

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
)

func dataFiles(t testing.TB, pattern string) []string {
	t.Helper()
	return must.Have(filepath.Glob(filepath.Join(benchdata.Dir(t), pattern)))(t)
}

func readData(t testing.TB, name string) *Instance {
	t.Helper()
	return must.Have(ReadFile(filepath.Join(benchdata.Dir(t), "tsp", name)))(t)
}

// readDataTour reads an optimal tour.
func readDataTour(t testing.TB, name string, n int) []int32 {
	t.Helper()
	path := filepath.Join(benchdata.Dir(t), "tsp", name+".opt.tour")
	f := must.Have(os.Open(path))(t)
	defer f.Close()
	return must.Have(ReadTour(f, path, n))(t)
}

func TestReadFile_AllOfTSPLIB(t *testing.T) {
	for _, path := range append(dataFiles(t, "tsp/*.tsp"), dataFiles(t, "atsp/*.atsp")...) {
		p, err := ReadFile(path)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		x := make([]int32, p.N)
		for i := range x {
			x[i] = int32(i)
		}
		if p.Symmetric() == (filepath.Ext(path) == ".atsp") || p.Cost(x) <= 0 {
			t.Errorf("%s: symmetric %v, cost %d", p.Name(), p.Symmetric(), p.Cost(x))
		}
	}
}
