package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// lineText is as many cities as an instance of TSPLIB has, under its name: all in one place but one, a length away, so that any tour goes
// it twice.
func lineText(length int) string {
	text := "NAME: berlin52\nTYPE: TSP\nDIMENSION: 52\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n"
	for i := range 52 {
		text += fmt.Sprintf("%d %d 0\n", i+1, length*(i/51))
	}
	return text + "EOF\n"
}

// A run stops at a cost that is proven to be the least, unless it is told to go on.
func TestSolve_StopsAtAProvenOptimum(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	write(t, "line.tsp", lineText(7542/2))
	b.want(0, "solve", "line.tsp", "--method=anneal", "--time=60s", "--json")
	var got report
	must.Do(t, json.Unmarshal(b.out.Bytes(), &got))
	if got.Status != "target_reached" || got.Target == nil || *got.Target != 7542 {
		t.Errorf("got %+v", got)
	}
	b.want(0, append([]string{"solve", "line.tsp", "--target=none"}, quick...)...)
	if out := b.out.String(); !strings.Contains(out, "evaluation limit") || !strings.Contains(out, "cost 7542 (the optimum)") ||
		!strings.Contains(out, ", best found after ") {
		t.Errorf("with --target none: %s", out)
	}
	b.want(0, append([]string{"solve", "line.tsp", "--target=8000"}, quick...)...)
	if out := b.out.String(); !strings.Contains(out, "target reached") {
		t.Errorf("with another target: %s", out)
	}
	b.want(0, "solve", "nqueens:30", "--method=anneal", "--time=60s")
	b.prints("optimum proven")
	b.want(0, append([]string{"solve", "nqueens:8", "--method=anneal", "--target=none"}, quick...)...)
	b.prints("evaluation limit")
	write(t, "short.tsp", lineText(7000/2))
	b.want(0, append([]string{"solve", "short.tsp"}, quick...)...)
	b.prints("below 7542, the proven optimum of the published instance of that name, so this is another one")
}

// flatFiles are instances whose least cost is evident, by file, with that cost.
func flatFiles() map[string]struct {
	text string
	cost int64
} {
	place, asked, grid, cycle, bits := "", "", "", "5000 5000\n", "60 120\n"
	for i := range 100 {
		if i > 0 {
			asked += fmt.Sprintf("%d 1\n", i+1)
		}
		place += fmt.Sprintf("%d 7 7\n", i+1)
		grid += fmt.Sprintf("%d %d %d\n", i+1, 10*(i*37%100/10), 10*(i*37%10))
	}
	for i := range 5000 {
		cycle += fmt.Sprintf("%d %d 3\n", i+1, (i+1)%5000+1)
	}
	for i := range 60 {
		bits += fmt.Sprintf("%d %d 4\n%d %d 9\n", i+1, i+1, i+1, (i+7)%60+1)
	}
	header := func(metric string) string {
		return "TYPE: TSP\nDIMENSION: 100\nEDGE_WEIGHT_TYPE: " + metric + "\nNODE_COORD_SECTION\n"
	}
	zeros := strings.Repeat(strings.Repeat("0 ", 30)+"\n", 30)
	return map[string]struct {
		text string
		cost int64
	}{
		"place.tsp":   {header("EUC_2D") + place, 0},
		"geo.tsp":     {header("GEO") + place, 100},
		"grid.tsp":    {header("EUC_2D") + grid, 1000},
		"cycle.mc":    {cycle, -15000},
		"bits.sparse": {bits, 0},
		"flows.dat":   {"30\n" + zeros + strings.ReplaceAll(zeros, "0", "5"), 0},
		"depot.vrp": {"TYPE: CVRP\nDIMENSION: 100\nCAPACITY: 30\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n" + place +
			"DEMAND_SECTION\n1 0\n" + asked + "DEPOT_SECTION\n1\n-1\n", 0},
		"distances.dat": {"30\n" + strings.ReplaceAll(zeros, "0", "5") + zeros, 0},
	}
}

// An instance whose least cost is evident ends there, however much time it has.
func TestSolve_FlatInstancesEndProven(t *testing.T) {
	b := newBench(t)
	for file, c := range flatFiles() {
		write(t, file, c.text)
		b.want(0, "solve", file, "--time=500s", "--json")
		var got report
		must.Do(t, json.Unmarshal(b.out.Bytes(), &got))
		if got.Status != "target_reached" || !got.Proven || got.Cost != c.cost || got.Rounds > 100 {
			t.Errorf("%s: %s after %d rounds, cost %d, proven %v; want %d", file, got.Status, got.Rounds, got.Cost, got.Proven, c.cost)
		}
	}
	b.want(0, "solve", "place.tsp", "--time=500s")
	if !strings.HasPrefix(strings.Split(b.out.String(), "\n")[1], "optimum proven after ") {
		t.Errorf("says %s", b.out.String())
	}
	b.want(0, "solve", "place.tsp", "--open", "--time=500s", "--json")
	b.prints("target_reached")
	b.want(0, append([]string{"solve", ring, "--json"}, quick...)...)
	if !strings.Contains(b.out.String(), `"target": null`) && !strings.Contains(b.out.String(), `"target":null`) {
		t.Errorf("an instance that is not flat has a target: %s", b.out.String())
	}
}

// A checkpoint remembers the target, and resume can drop it.
func TestResume_TargetNone(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	write(t, "line.tsp", lineText(7542/2))
	b.want(0, "solve", "line.tsp", "--method=anneal", "--time=60s", "--checkpoint=a.state")
	b.want(0, "resume", "a.state", "--work=90")
	b.prints("target reached")
	b.want(0, "resume", "a.state", "--work=90", "--target=none")
	b.prints("work limit")
}
