package record

import (
	"reflect"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// together is the record of a run on cores and a machine.
func together() Run {
	side := func(device string, walks int, deltas int64, found int) multiwalk.Side {
		return multiwalk.Side{Device: device, Method: "tabu", Walks: walks, Workers: 1, Incumbents: found,
			Counters: multiwalk.Counters{DeltaEvaluations: deltas, Units: 1}}
	}
	return Run{Header: Header{Format: Format, Device: "cpu:1+gpu:0", Walks: 41, Workers: 2, N: 2, Stop: []multiwalk.Stop{multiwalk.Time(1e9)}},
		History: []Incumbent{{Cost: 9, Walk: 0, Round: 1, Evaluations: 50}, {Cost: 8, Walk: 1, Round: 2, Evaluations: 900},
			{Cost: 7, Walk: 0, Round: 2, Evaluations: 60, Elapsed: 0.5}},
		End: &End{Status: multiwalk.TimeLimit, Cost: 7, Walk: 0, Rounds: 3, Elapsed: 1, Solution: []int32{0, 1},
			Counters: multiwalk.Counters{DeltaEvaluations: 1100, Units: 2},
			Sides:    []multiwalk.Side{side("cpu:1", 1, 100, 2), side("gpu:0", 40, 1000, 1)},
			Balance:  []multiwalk.Balance{{Units: 10, Launches: 1}, {Round: 2, Units: 40, Steps: []int{31}, Launches: 1}}}}
}

// A machine makes more evaluations than a core in the same part of a round, so they do not tell which incumbent came first.
func TestCheck_Sides(t *testing.T) {
	must.Do(t, together().Check())
	for _, c := range []struct {
		says  string
		forge func(*Run)
	}{
		{"has 0 sides", func(r *Run) { r.End.Sides = nil }},
		{"has 1 sides", func(r *Run) { r.Device, r.End.Sides = "", r.End.Sides[:1] }},
		{"its sides have 40 walks, and the run 41", func(r *Run) { r.End.Sides[1].Walks-- }},
		{"has 1 walks on 2 workers", func(r *Run) { r.End.Sides[0].Workers++ }},
		{"1101 delta evaluations", func(r *Run) { r.End.Sides[1].DeltaEvaluations++ }},
		{"counts -1 of something", func(r *Run) { r.End.Sides[1].Restarts-- }},
		{"found 1 and 2 incumbents, by its history 2 and 1", func(r *Run) { r.End.Sides[0].Incumbents, r.End.Sides[1].Incumbents = 1, 2 }},
		{"steps of 2 walks", func(r *Run) { r.End.Balance[1].Steps = []int{3, 4} }},
		{"0 launches", func(r *Run) { r.End.Balance[1].Launches = 0 }},
		{"out of order", func(r *Run) { r.End.Balance[1].Round = 0 }},
		{"a balance from round 4 on, but ended after 3", func(r *Run) { r.End.Balance[1].Round = 4 }},
		{"they stand in the order of evaluations", func(r *Run) { r.Device, r.End.Sides, r.End.Balance = "cpu:1", nil, nil }},
	} {
		r := together()
		if c.forge(&r); r.Check() == nil || !strings.Contains(r.Check().Error(), c.says) {
			t.Errorf("%v, want ... %s ...", r.Check(), c.says)
		}
	}
}

// The record keeps what cores and machines did, with and without the machine's names, and its replay is divided as it was.
func TestSides_AreKeptAndCompared(t *testing.T) {
	r := together()
	for _, r := range []Run{again(t, r), again(t, r.Logical())} {
		if len(r.End.Sides) != 2 || r.End.Sides[1] != together().End.Sides[1] || r.Device != "cpu:1+gpu:0" {
			t.Errorf("%+v", r.End)
		}
		if s := r.Settings(); len(s.Balance) != 2 || !reflect.DeepEqual(s.Balance[1], together().End.Balance[1]) || s.Walks != 41 {
			t.Errorf("%+v", s)
		}
		must.Do(t, r.Check())
	}
	for says, forge := range map[string]func(*Run){
		"gpu:0 had 40 walks, 1 incumbents": func(r *Run) { r.End.Sides[1].Moves++ },
		"cpu:1 had 1 walks, 2 incumbents":  func(r *Run) { r.End.Sides[0].Incumbents++ },
		"2 sides by the record, and 0":     func(r *Run) { r.End.Sides = nil },
	} {
		other := together()
		if forge(&other); r.Compare(other) == nil || !strings.Contains(r.Compare(other).Error(), says) {
			t.Errorf("%v, want ... %s ...", r.Compare(other), says)
		}
	}
	r.End.Status = multiwalk.TargetReached
	other := together()
	if other.End.Sides[1].Moves++; r.Compare(other) != nil {
		t.Errorf("how far the losers of a race came depends on the machine: %v", r.Compare(other))
	}
	if l := r.Logical(); l.End.Sides[1].DeltaEvaluations != 0 || r.End.Sides[1].DeltaEvaluations == 0 {
		t.Errorf("%+v", l.End.Sides)
	}
}
