package model_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/model"
)

// step is an operation of an answer.
type step struct {
	Job, Machine string
	Start, End   float64
}

// told is an answer.
type told struct {
	Objective  *float64
	Schedule   []step
	Violations []model.Violation
}

// began is a schedule by JOB/MACHINE.
type began map[string]step

// legal says whether no machine and no job is at two operations at once.
func (b began) legal() bool {
	for at, s := range b {
		for other, t := range b {
			same := s.Job == t.Job || s.Machine == t.Machine
			if at != other && same && s.Start < t.End && t.Start < s.End {
				return false
			}
		}
	}
	return true
}

// late is by how much what is to come first is too late for the other, if both are there.
func (b began) late(first, then string) float64 {
	s, ok := b[first]
	t, also := b[then]
	if !ok || !also {
		return 0
	}
	return max(0, s.End-t.Start)
}

func (b began) last() (end float64) {
	for _, s := range b {
		end = max(end, s.End)
	}
	return end
}

// shopOf is three jobs with rules. The first job's parts take times, by which it may be left out.
func shopOf(times [5]int, rules string) string {
	return fmt.Sprintf(`{"job_shop": {"jobs": [{"name": "a", "operations": [{"machine": "saw", "time": %d}, {"machine": "mill", "time": %d}]},
		{"name": "b", "operations": [{"machine": "mill", "time": %d}, {"machine": "saw", "time": %d}]}, {"name": "c", "operations": [{"machine": "saw", "time": %d}]}]},
		"constraints": [%s]}`, times[0], times[1], times[2], times[3], times[4], rules)
}

// What an answer says is violated is what its schedule violates, and its objective is what the document says: for all sorts of rules, and
// any solution.
func TestShop_TellsWhatItsScheduleViolates(t *testing.T) {
	in := parse(t, shopOf([5]int{3, 2, 4, 1, 2}, `{"name": "hard", "before": ["a/saw", "b/saw"]}, {"name": "order", "before": ["c", "a"], "weight": 0.5},
		{"name": "never", "of": "b", "from": 1}, {"name": "rather", "of": "c", "from": 2, "weight": 3}, {"name": "due", "of": "b", "by": 8, "weight": 2},
		{"name": "second", "of": "c/saw", "at": 1, "weight": 4}, {"name": "without", "optional": ["a"], "weight": 5}`), "m")
	x := make([]int32, in.Problem.Space().Len())
	met := map[string]bool{}
	for seed := range uint64(200) {
		in.Problem.Space().Random(multiwalk.NewRand(seed, 0), x)
		var a told
		if err := json.Unmarshal(in.Answer(x), &a); err != nil {
			t.Fatal(err)
		}
		b, there := began{}, 0.0
		for _, s := range a.Schedule {
			b[s.Job+"/"+s.Machine] = s
		}
		place := 0.0 // of c among those on the saw
		for at, s := range b {
			if s.Machine == "saw" && s.Start < b["c/saw"].Start {
				place++
			}
			if at == "a/saw" {
				there = 1
			}
		}
		want := map[string]float64{"order": b.late("c/saw", "a/saw"), "rather": max(0, 2-b["c/saw"].Start), "due": max(0, b["b/saw"].End-8), "without": 1 - there,
			"second": min(1, math.Abs(place-1))}
		objective := b.last()
		for name, weight := range map[string]float64{"order": 0.5, "rather": 3, "due": 2, "second": 4, "without": 5} {
			if objective += weight * want[name]; want[name] > 0 {
				met[name] = true
			}
		}
		for _, v := range a.Violations {
			if want[v.Name] != v.Amount {
				t.Fatalf("%s\nhas %s violated by %v, want %v", in.Answer(x), v.Name, v.Amount, want[v.Name])
			}
			want[v.Name] = 0
		}
		for name, amount := range want {
			if amount > 0 {
				t.Fatalf("%s\ndoes not say that %s is violated by %v", in.Answer(x), name, amount)
			}
		}
		if !b.legal() || b.late("a/saw", "b/saw") > 0 || b["b/mill"].Start < 1 || a.Objective == nil || *a.Objective != objective || len(b) != 3+2*int(there) {
			t.Fatalf("%s is no schedule of objective %v", in.Answer(x), objective)
		}
	}
	if len(met) != 5 {
		t.Errorf("%v alone were ever violated", met)
	}
}

// The best schedule is found: that of all starts that there may be.
func TestShop_FindsTheBest(t *testing.T) {
	for seed := range uint64(2) {
		r := multiwalk.NewRand(seed, 0)
		times := [5]int{}
		for k := range times {
			times[k] = 1 + r.IntN(3)
		}
		keys := [5][2]string{{"a", "saw"}, {"a", "mill"}, {"b", "mill"}, {"b", "saw"}, {"c", "saw"}}
		best := math.Inf(1)
		var try func(k int, b began)
		try = func(k int, b began) {
			if !b.legal() {
				return
			}
			if k == len(keys) {
				order := b.late("a/saw", "a/mill")+b.late("b/mill", "b/saw")+b.late("b/mill", "c/saw") == 0
				_, there := b["a/saw"]
				cost := b.last() + 2*max(0, b["c/saw"].End-4)
				if !there {
					cost += 2
				}
				if order && b["b/saw"].End <= 8 && b["b/saw"].Start < b["c/saw"].Start {
					best = min(best, cost)
				}
				return
			}
			at := keys[k][0] + "/" + keys[k][1]
			for begin := range 9 {
				b[at] = step{keys[k][0], keys[k][1], float64(begin), float64(begin + times[k])}
				try(k+1, b)
			}
			delete(b, at)
			if k == 0 {
				try(2, b) // without a
			}
		}
		try(0, began{})
		in := parse(t, shopOf(times, `{"name": "b first", "before": ["b/mill", "c"]}, {"name": "done", "of": "b", "by": 8}, {"name": "due", "of": "c", "by": 4, "weight": 2},
			{"name": "saw", "before": ["b/saw", "c/saw"]}, {"name": "without", "optional": ["a"], "weight": 2}`), "m")
		res, err := multiwalk.Minimize(context.Background(), in.Problem, auto.For(in.Problem), multiwalk.Settings{Device: device.CPU(1), Stop: []multiwalk.Stop{multiwalk.Evaluations(5000)}})
		if err != nil {
			t.Fatal(err)
		}
		var a told
		if err := json.Unmarshal(in.Answer(res.Best), &a); err != nil || a.Objective == nil || *a.Objective != best {
			t.Errorf("seed %d: %s, want %v", seed, in.Answer(res.Best), best)
		}
	}
}
