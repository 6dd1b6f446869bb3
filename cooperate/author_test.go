package cooperate_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// A walk of several methods tells which of them found the best solution. Annealing that stays hot finds little.
func TestResult_AuthorIsTheMethodThatFoundIt(t *testing.T) {
	unraced.Test(t)
	p := sample.NewBits(150, 1)
	poor, good := single.Anneal{Start: 1e9, End: 9e8}, single.Tabu{}
	for _, c := range []struct {
		m     walk.Method
		walks int
		want  string
	}{
		{good, 2, ""},
		{cooperate.Portfolio{Methods: []walk.Method{poor, good}}, 2, "tabu"},
		{cooperate.Portfolio{Methods: []walk.Method{good, poor}}, 1, "tabu"},
		{cooperate.Halving{Methods: []walk.Method{good, poor}}, 3, "tabu"},
		{cooperate.Portfolio{Methods: []walk.Method{poor, cooperate.Halving{Methods: []walk.Method{good, poor}}}}, 2, "tabu"},
		{cooperate.Restart{Method: cooperate.Portfolio{Methods: []walk.Method{poor, good}}}, 1, "tabu"},
	} {
		for _, d := range []multiwalk.Device{device.CPU(2), device.Emulator()} {
			res, err := multiwalk.Minimize(t.Context(), p, c.m, multiwalk.Settings{Seed: 1, Walks: c.walks, Device: d,
				Stop: []multiwalk.Stop{multiwalk.Evaluations(80_000)}})
			if err != nil {
				t.Fatalf("%s on %v: %v", c.m.Name(), d, err)
			}
			if res.Author != c.want {
				t.Errorf("%s on %v: %q", c.m.Name(), d, res.Author)
			}
			if found := strings.Contains(res.String(), c.m.Name()+", found by tabu, seed"); found != (c.want != "") {
				t.Errorf("%v", res)
			}
		}
	}
}

// A run by several methods tells how many evaluations each has made: all that there are.
func TestEvent_SharesOfMethods(t *testing.T) {
	p := sample.NewBits(150, 1)
	m := cooperate.Portfolio{Methods: []walk.Method{single.Anneal{}, cooperate.Halving{Methods: []walk.Method{single.Tabu{}, single.Anneal{}}}}}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	var told multiwalk.Event
	_, err := multiwalk.Minimize(ctx, p, m, multiwalk.Settings{Seed: 1, Walks: 4, Device: device.CPU(2), Stop: []multiwalk.Stop{multiwalk.Time(time.Hour)},
		Observe: func(e multiwalk.Event) {
			if e.Kind == multiwalk.EventProgress {
				told = e
				cancel()
			}
		}})
	sum := int64(0)
	for _, s := range told.Shares {
		sum += s.Evaluations
	}
	if err != nil || len(told.Shares) != 2 || told.Shares[0].Name != "anneal" || told.Shares[1].Name != "tabu" || sum == 0 || sum > told.Counters.Evaluations() {
		t.Errorf("%v: the shares are %v of %d", err, told.Shares, told.Counters.Evaluations())
	}
}
