package tsp

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/multiwalk/multiwalk/internal/benchdata"
)

func dataFiles(t testing.TB, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(benchdata.Dir(t), pattern))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func readData(t testing.TB, name string) *Instance {
	t.Helper()
	p, err := ReadFile(filepath.Join(benchdata.Dir(t), "tsp", name))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// readDataTour reads an optimal tour.
func readDataTour(t testing.TB, name string, n int) []int32 {
	t.Helper()
	path := filepath.Join(benchdata.Dir(t), "tsp", name+".opt.tour")
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	tour, err := ReadTour(f, path, n)
	if err != nil {
		t.Fatal(err)
	}
	return tour
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
