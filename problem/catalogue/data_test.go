package catalogue

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/must"
)

// TestParse_RecognisesTheLibraries reads every instance of TSPLIB, QAPLIB, Biq Mac and Gset, and takes no file of another
// library for one of them.
func TestParse_RecognisesTheLibraries(t *testing.T) {
	dir := benchdata.Dir(t)
	want := map[string]string{"tsp.tsp": "tsp", "atsp.atsp": "tsp", "qap.dat": "qap", "qubo.sparse": "qubo", "gset.txt": "maxcut", "sat.cnf": "maxsat", "sat.wcnf": "maxsat",
		"cvrp.vrp": "cvrp", "colour.col": "colouring", "lop.mat": "ordering", "etc.0": "scheduling", "knapsack.kp": "knapsack", "vrf.txt": "flowshop", "jobshop.txt": "jobshop"}
	several := map[string]string{"fsp.txt": " holds 10 instances, ta", "wt.txt": " holds 87 instances; choose one"}
	for _, folder := range []string{"tsp", "atsp", "qap", "cvrp", "sat", "qubo", "gset", "etc", "fsp", "vrf", "lop", "wt", "knapsack", "colour", "jobshop"} {
		files, _ := filepath.Glob(filepath.Join(dir, folder, "*"))
		for _, file := range files {
			info, err := os.Stat(file)
			if err != nil || info.IsDir() || testing.Short() && info.Size() > 1<<16 {
				continue
			}
			content, err := all.Content(file, nil)
			if errors.Is(err, bounded.ErrNoText) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			in, err := all.Parse(content, file, "")
			switch format := want[folder+bounded.Ending(file)]; {
			case format == "" && err == nil:
				t.Errorf("%s: read as %s", filepath.Base(file), in.Format.Name)
			case format == "" && !strings.Contains(err.Error(), several[folder+bounded.Ending(file)]):
				t.Errorf("%s: is not said what it is: %.300v", file, err)
			case format != "" && err != nil:
				t.Error(err)
			case format != "" && in.Format.Name != format:
				t.Errorf("%s: read as %s", filepath.Base(file), in.Format.Name)
			}
		}
	}
}

func TestBestKnown_AgreesWithTheLibraries(t *testing.T) {
	dir := benchdata.Dir(t)
	// The list has dsj1000 with another metric than its file, and linhp318 without the fixed edge that a tour counts.
	differ := map[string]bool{"dsj1000": true, "linhp318": true}
	checked := 0
	for _, row := range benchdata.Rows(t) {
		file := fileOf(dir, row[0], row[1])
		if n, err := strconv.Atoi(row[2]); file == "" || err != nil || n > 1000 || differ[row[1]] {
			continue
		}
		content := must.Have(all.Content(file, nil))(t)
		in := must.Have(all.Parse(content, file, ""))(t)
		best, ok := in.BestKnown()
		if want, _ := strconv.ParseInt(row[3], 10, 64); !ok || in.Format.Told(best.Cost) != want {
			t.Errorf("%s: best known %d, %v; the list has %s", row[1], best.Cost, ok, row[3])
		}
		checked++
	}
	if checked < 100 {
		t.Errorf("checked %d instances only", checked)
	}
}

// fileOf returns the file of an instance of the list, or nothing for other problems.
func fileOf(dir, set, name string) string {
	sets := map[string]string{"qap": "QAPLIB", "qubo": "BQP", "gset": "GSET", "cvrp": "CVRP-X", "lop": "LOP", "knapsack": "KNAPSACK", "vrf": "VRF"}
	for _, ending := range []string{".tsp", ".atsp", ".dat", ".sparse", ".txt", ".vrp", ".mat", ".kp"} {
		for _, folder := range []string{"tsp", "atsp", "qap", "qubo", "gset", "cvrp", "lop", "knapsack", "vrf"} {
			file := filepath.Join(dir, folder, strings.ToLower(name)+ending)
			if _, err := os.Stat(file); err == nil && (sets[folder] == set || sets[folder] == "" && !slices.Contains(slices.Collect(maps.Values(sets)), set)) {
				return file
			}
		}
	}
	return ""
}
