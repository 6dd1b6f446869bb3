package cli

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// --json has the settings that ran and not the zeros that stand for them.
func TestSolve_JSONHasTheSettingsThatRan(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	settings := func(args string) map[string]any {
		t.Helper()
		b.want(0, append(strings.Fields("solve "+args), "--evaluations=20000", "--json")...)
		var got struct {
			Settings       map[string]any
			Walks, Workers int
			Seed           uint64
			Device         string
		}
		must.Do(t, json.Unmarshal(b.out.Bytes(), &got))
		if got.Walks < 1 || got.Workers < 1 || got.Seed != 1 || got.Device != "cpu" && got.Device != "emulator" {
			t.Errorf("%s: %+v", args, got)
		}
		return got.Settings
	}
	// Late acceptance follows its budget unless its length is given; a restart's searches have no budget.
	follows := map[string]any{"name": "late-acceptance", "settings": map[string]any{"Length": 0.0, "Neighbourhood": "swap"}}
	late := map[string]any{"name": "late-acceptance", "settings": map[string]any{"Length": 400.0, "Neighbourhood": "swap"}}
	genetic := map[string]any{"name": "genetic", "settings": map[string]any{"Population": 128.0, "Mutation": 0.9, "Crossover": "pmx",
		"Restart": "stagnation", "Rate": 0.6, "Keep": false, "Cuts": 1.0}}
	for args, want := range map[string]map[string]any{
		"ring.tsp --method=pspm":                                  {"Moves": 32.0, "Sweeps": 10.0, "Start": 10000.0, "End": 0.1, "Alpha": 0.99, "Every": 100.0},
		"ring.tsp --method=pspm --set=every=-1":                   {"Moves": 32.0, "Every": -1.0},
		"ring.tsp --method=pspm --device=emulator":                {"Moves": 32.0, "Sweeps": 10.0, "Start": 10000.0, "Every": 100.0},
		"grid.dat --method=pspm --device=emulator":                {"Moves": 32.0, "Sweeps": 1.0, "Every": 100.0},
		"ring.tsp --method=eax --device=emulator":                 {"Neighbours": 8.0, "Tours": 12.0},
		"grid.dat --method=islands --set=method=genetic":          {"Method": genetic, "Every": 500.0},
		"grid.dat --method=tabu --device=emulator":                {"Tenure": 8.0, "Aspiration": 320.0},
		"grid.dat --method=tabu --set=neighbourhood=insert":       {"Neighbourhood": "insert", "Candidates": 49.0},
		"grid.dat --method=ils --set=neighbourhood=insert":        {"Neighbourhood": "insert", "Strength": 4.0},
		"grid.dat --method=iterated-tabu --device=emulator":       {"Length": 64.0, "Weakest": 2.0, "Strongest": 4.0},
		"grid.dat --method=climb --device=emulator":               {"Rule": "first", "Neighbourhood": "swap"},
		"grid.dat --method=vns --device=emulator":                 {"K": 10.0, "Strength": 2.0, "Rule": "first", "Neighbourhood": "swap"},
		"grid.dat --method=parallel-tempering --device=emulator":  {"Replicas": 16.0, "Sweep": 10.0},
		"grid.dat --method=genetic --device=emulator":             genetic["settings"].(map[string]any),
		"grid.dat --method=tabu":                                  {"Tenure": 8.0, "Aspiration": 320.0},
		"grid.dat --method=tabu --set=tenure=3":                   {"Tenure": 3.0, "Aspiration": 320.0},
		"grid.dat --method=late-acceptance":                       follows["settings"].(map[string]any),
		"grid.dat --method=late-acceptance --set=length=400":      late["settings"].(map[string]any),
		"grid.dat --method=climb --set=restarts=-1":               {"Rule": "first", "Restarts": -1.0, "Neighbourhood": "swap"},
		"grid.dat --method=vns":                                   {"K": 10.0, "Strength": 2.0, "Rule": "first", "Neighbourhood": "swap"},
		"nqueens:50 --method=minconflict":                         {"Tries": 50.0, "Patience": 8.0},
		"ring.tsp --method=lightweight":                           {"Start": 10000.0, "End": 0.1, "Alpha": 0.99, "Sweeps": 10.0, "Moves": 1.0},
		"ring.tsp --method=ils":                                   {"LocalSearch": "kopt", "Neighbours": 6.0},
		"grid.dat --method=exchange --set=method=late-acceptance": {"Method": follows},
		"grid.dat --method=restart --set=method=late-acceptance":  {"Method": late, "Patience": 20.0},
	} {
		got := settings(args)
		for key, value := range want {
			if !reflect.DeepEqual(got[key], value) {
				t.Errorf("%s: %s is %v, want %v", args, key, got[key], value)
			}
		}
	}
	cold := settings("grid.dat --method=anneal --device=emulator")
	if start, end := cold["Start"].(float64), cold["End"].(float64); !(start > end && end > 0) {
		t.Errorf("annealing ran with %v on a device", cold)
	}
	nested := settings("grid.dat --method=independent --set=method=anneal --set=method.alpha=0.9")["Method"].(map[string]any)["settings"].(map[string]any)
	if start, end := nested["Start"].(float64), nested["End"].(float64); !(start > end && end > 0) || nested["Sweeps"] != 10.0 || nested["Alpha"] != 0.9 {
		t.Errorf("annealing ran with %v", nested)
	}
}

// zeros lists the settings of methods made of methods that are still 0, where 0 stands for a number of the run.
func zeros(place string, v any) (list []string) {
	switch v := v.(type) {
	case map[string]any:
		for key, of := range v {
			if n, ok := of.(float64); ok && n == 0 && slices.Contains([]string{"Tenure", "Aspiration", "Start", "End", "Population"}, key) {
				list = append(list, place+"."+key)
			}
			list = append(list, zeros(place+"."+key, of)...)
		}
	case []any:
		for _, of := range v {
			list = append(list, zeros(place, of)...)
		}
	}
	return list
}

// A method made of methods tells what ran of each: the temperatures that a walk found, the tenures of flips.
func TestSolve_JSONHasTheSettingsThatRan_OfNestedMethods(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	for _, args := range []string{
		"qubo:60 --method=halving", "qubo:60 --method=halving --walks=3", "qubo:60 --method=portfolio", "qubo:60 --method=portfolio --walks=3",
		"qubo:60 --method=memetic", "qubo:60 --method=restart --set=method=anneal", "qubo:60 --method=exchange --set=method=tabu",
		"qubo:60 --method=independent --set=method=iterated-tabu", "qubo:60 --method=tabu", "grid.dat --method=halving", "grid.dat --method=memetic",
		"grid.dat --method=portfolio --walks=3", "qubo:60 --method=halving --device=emulator", "qubo:60 --method=anneal --device=emulator",
		"grid.dat --method=memetic --device=emulator --walks=20",
	} {
		b.want(0, append(strings.Fields("solve "+args), "--evaluations=60000", "--json", "--target=none")...)
		var got struct{ Settings map[string]any }
		if err := json.Unmarshal(b.out.Bytes(), &got); err != nil || len(got.Settings) == 0 {
			t.Fatal(err, b.out.String())
		}
		if list := zeros("", got.Settings); len(list) > 0 {
			t.Errorf("%s ran with %v, where %v are no settings that ran", args, got.Settings, list)
		}
	}
}

// Each side of a run on cores and machines has a method; the one that found the result tells what ran.
func TestSolve_JSONHasTheSettingsThatRan_ByDevice(t *testing.T) {
	unraced.Test(t)
	b := newBench(t)
	for device, side := range map[string]string{"cpu": "Cores", "emulator": "Machines"} {
		b.want(0, "solve", "qubo:60", "--method=by-device", "--device="+device, "--evaluations=60000", "--json", "--target=none")
		var got struct{ Settings map[string]any }
		if err := json.Unmarshal(b.out.Bytes(), &got); err != nil {
			t.Fatal(err, b.out.String())
		}
		if list := zeros(side, got.Settings[side]); got.Settings[side] == nil || len(list) > 0 {
			t.Errorf("on %s ran %v", device, got.Settings)
		}
	}
}
