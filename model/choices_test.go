package model_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/model"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// cheapest is what the best tour from place 0 costs that visits some of the others, by trying all of them. Each that is left out costs 40,
// 4 must not be, 2 comes before 1, and the loads 1, 2, 3, 4 of the places visited are 8 at most.
func cheapest(d [5][5]float64, tour []int) float64 {
	seen, load, skipped := [5]bool{}, 0, 0.0
	length, allowed := d[tour[len(tour)-1]][0], true
	for k, v := range tour {
		if k > 0 {
			length += d[tour[k-1]][v]
		}
		allowed = allowed && !(v == 2 && seen[1])
		seen[v] = true
		load += v
	}
	least := math.Inf(1)
	for v, there := range seen {
		if !there {
			skipped += 40
			least = min(least, cheapest(d, append(tour[:len(tour):len(tour)], v)))
		}
	}
	if allowed && seen[4] && load <= 8 {
		least = min(least, length+skipped)
	}
	return least
}

// The best tour is found where places may be left out, by all solutions and by the moves for it.
func TestChoices_FindTheBest(t *testing.T) {
	left := 0
	for seed := range uint64(6) {
		r := multiwalk.NewRand(seed, 0)
		var d [5][5]float64
		for i := range d {
			for j := range d {
				if i != j {
					d[i][j] = float64(1 + r.IntN(60))
				}
			}
		}
		matrix, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		in := parse(t, fmt.Sprintf(`{"tour": {"matrix": %s, "start": 0}, "constraints": [{"name": "skip", "optional": [1, 2, 3], "weight": 40},
			{"name": "order", "before": [2, 1]}, {"name": "load", "amounts": {"1": 1, "2": 2, "3": 3, "4": 4}, "most": 8}]}`, matrix), "m")
		methods := []walk.Method{auto.For(in.Problem), single.Anneal{}}
		for _, m := range methods {
			res, err := multiwalk.Minimize(context.Background(), in.Problem, m, multiwalk.Settings{Seed: seed, Device: device.CPU(1),
				Stop: []multiwalk.Stop{multiwalk.Evaluations(5000)}})
			if err != nil {
				t.Fatal(err)
			}
			var a model.Answer
			if err := json.Unmarshal(in.Answer(res.Best), &a); err != nil {
				t.Fatal(err)
			}
			if want := cheapest(d, []int{0}); a.Objective == nil || *a.Objective != want {
				t.Errorf("seed %d, %s: %s, want %v", seed, m.Name(), in.Answer(res.Best), want)
			}
			left += len(a.LeftOut)
		}
	}
	if left == 0 {
		t.Error("nothing is ever left out")
	}
}

// Moves over more than a few places are priced as they are evaluated: with ways that are not as long both ways or are not there, with ends,
// elements left out, and vehicles.
func TestTrials_Conform(t *testing.T) {
	r := multiwalk.NewRand(1, 0)
	matrix := func(symmetric bool) string {
		var d [12][12]any
		for i := range d {
			for j := range i {
				d[i][j], d[j][i] = 1+r.IntN(60), 1+r.IntN(60)
				if symmetric {
					d[j][i] = d[i][j]
				}
				d[i][i] = 0
			}
		}
		d[0][0] = 0
		d[3][7], d[7][3] = nil, nil
		text, err := json.Marshal(d)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	rules := `{"name": "order", "before": [2, 1, 9]}, {"name": "soft", "before": [5, 4], "weight": 3}, {"name": "rather", "of": 8, "at": 1, "weight": 2}`
	free := `, {"name": "skip", "optional": [1, 3, 4, 6, 8, 9], "weight": 20}, {"name": "load", "amounts": {"1": 1, "2": 2, "6": 3, "9": 4}, "most": 8}`
	for _, ends := range []string{`"start": 2`, `"open": true`, `"open": true, "start": 2`, `"open": true, "start": 2, "end": 5`} {
		for k, more := range []string{"", free, "", free} {
			document := fmt.Sprintf(`{"tour": {"matrix": %s, %s}, "constraints": [%s%s]}`, matrix(k < 2), ends, rules, more)
			conformance.Problem(t, parse(t, document, "m").Problem)
		}
	}
	customers := ""
	for e := range 12 {
		customers += fmt.Sprintf(`{"name": %d, "x": %d, "y": %d, "demand": %d},`, e, r.IntN(90), r.IntN(90), 1+r.IntN(5))
	}
	for _, more := range []string{"", free} {
		document := fmt.Sprintf(`{"routes": {"depot": {"name": "yard", "x": 40, "y": 40}, "customers": [%s], "capacity": 12, "vehicles": 4},
			"constraints": [%s%s]}`, customers[:len(customers)-1], rules, more)
		conformance.Problem(t, parse(t, document, "m").Problem)
	}
}
