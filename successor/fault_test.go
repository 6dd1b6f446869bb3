package successor_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/successor"
)

// emulated are the places that take a heuristic without PTX.
func emulated() []place {
	return slices.DeleteFunc(places(), func(p place) bool { return strings.HasPrefix(p.settings.Device.String(), "gpu") })
}

// Bad heuristics end in an error that names state, variable and possibility, the same on every device, and the states
// stay.
func TestGenerate_BadHeuristics(t *testing.T) {
	unraced.Test(t)
	atVariable := func(state, variable int32, bad, good int64) func(x []int32, v, p int32) int64 {
		return func(x []int32, v, p int32) int64 {
			if x[4] == state && v == variable && p == 2 {
				return bad
			}
			return good
		}
	}
	for _, c := range []struct {
		name string
		h    table
		want string
	}{
		{"negative weight", table{weigh: atVariable(1, 3, -7, 1)}, "successor 2, variable 3 of type 0: possibility 2 has weight -7"},
		{"least weight", table{weigh: atVariable(0, 0, math.MinInt64, 1)}, "successor 0, variable 0 of type 0: possibility 2 has weight -92"},
		{"overflow", table{weigh: atVariable(1, 0, math.MaxInt64, 1)}, "successor 2, variable 0 of type 0: the weights up to possibility 2"},
		{"overflow far apart", table{weigh: func(_ []int32, _, p int32) int64 { return int64(p&1) << 62 * int64(p/32) }},
			"successor 0, variable 0 of type 0: the weights up to possibility "},
		{"negative count", table{count: func(x []int32, v int32) int32 { return 9 - 3*v }}, "variable 4 of type 0: Possibilities returned -3"},
		{"count above the most", table{count: func([]int32, int32) int32 { return 101 }}, "Possibilities returned 101; it must be from 0 to 100"},
	} {
		c.h.weights = slices.Repeat([]int64{1}, 100)
		kinds := []successor.Kind[int32]{weighed(&c.h, 5), weighed(&c.h, 5).Apart()}
		for i, p := range slices.Concat(emulated(), emulated()) {
			err := failing(t, p, kinds[i/len(emulated())])
			if h := (*successor.HeuristicError)(nil); !errors.As(err, &h) || !strings.Contains(err.Error(), c.want) ||
				!strings.HasPrefix(err.Error(), "multiwalk: ") {
				t.Errorf("%s, %s: %v, want %s", c.name, p.name, err, c.want)
			}
		}
	}
}

// failing has a heuristic fail, and checks that the states and the generator are as before.
func failing(t *testing.T, p place, kind successor.Kind[int32]) error {
	t.Helper()
	s := p.settings
	s.Size, s.States = 5, 4
	x := []int32{0, 0, 0, 0, 0, 1, 1, 1, 1, 1}
	g := open(t, s, x, kind)
	g.ActivateAll()
	_, first := g.Generate(2)
	if first == nil {
		return nil
	}
	if g.States() != 2 || !slices.Equal(get(t, g, 5), x) {
		t.Errorf("%s: after %v the states are %v", p.name, first, get(t, g, 5))
	}
	if _, again := g.Generate(2); again == nil || again.Error() != first.Error() {
		t.Errorf("%s: once %v, then %v", p.name, first, again)
	}
	must.Do(t, g.Put(x))
	if _, err := g.Generate(1); err != nil { // nothing is active
		t.Errorf("%s: after %v: %v", p.name, first, err)
	}
	return first
}

// A heuristic that panics, as one does that leaves its own state, ends in an error with the place.
func TestGenerate_Panics(t *testing.T) {
	for name, h := range map[string]*table{
		"a count that lies": {count: func([]int32, int32) int32 { return 101 }},
		"another state":     {assign: func(x []int32, v, p int32) { x[:cap(x)][5] = p }},
		"another's weight":  {weigh: func(x []int32, v, p int32) int64 { return int64(x[v+5]) }},
	} {
		h.weights = slices.Repeat([]int64{1}, 100)
		for _, p := range emulated() {
			err := failing(t, p, successor.Weighed(h, 5, 200))
			if err == nil || !strings.Contains(err.Error(), "out of range") || !strings.Contains(err.Error(), "_test.go:") {
				t.Errorf("%s, %s: %v", name, p.name, err)
			}
		}
	}
}

// A weight that is not the same in each call is found where it leaves no possibility for the value. The stored scheme
// asks once, and so do cores for the last call's possibilities, up to 2048, but under -tags invariants: the seed draws one before.
func TestGenerate_UnsteadyWeights(t *testing.T) {
	for _, p := range emulated() {
		if p.settings.Scheme == successor.Stored {
			continue
		}
		var calls atomic.Int64
		h := &table{weights: slices.Repeat([]int64{1}, 2100), weigh: func([]int32, int32, int32) int64 {
			if calls.Add(1) > 2100 {
				return 0
			}
			return 1
		}}
		g := open(t, successor.Settings{Size: 1, States: 1, Seed: 2, Device: p.settings.Device, Threads: p.settings.Threads}, []int32{0}, weighed(h, 1))
		g.ActivateAll()
		if _, err := g.Generate(1); err == nil || !strings.Contains(err.Error(), "weights differ between two calls") {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}

// A variable without a possibility, and one whose possibilities are all forbidden, are told to the heuristic and
// counted.
func TestGenerate_CouldNotAssign(t *testing.T) {
	h := &table{weights: make([]int64, 70), count: func(_ []int32, v int32) int32 { return 70 * (v % 2) },
		weigh: func(_ []int32, v, p int32) int64 { return int64(v / 3 * p) }}
	for _, p := range emulated() {
		s := p.settings
		s.Size, s.States = 5, 2
		g := open(t, s, make([]int32, 10), successor.Weighed(h, 5, 70))
		g.ActivateAll()
		o, err := g.Generate(1)
		if err != nil || o != (successor.Outcome{Assigned: 2, Unassigned: 8}) {
			t.Errorf("%s: %+v, %v", p.name, o, err)
		}
		x := get(t, g, 5)
		if x[3] < 1 || x[3] > 69 {
			t.Errorf("%s: %v", p.name, x)
		}
		if x[3] = -1; !slices.Equal(x[:5], []int32{-1, -1, -1, -1, -1}) {
			t.Errorf("%s: %v", p.name, x)
		}
	}
}

// Types are assigned in turn: the second sees what the first became, and its own fault comes after one of the first
// type.
func TestGenerate_TypesInTurn(t *testing.T) {
	first := &table{weights: slices.Repeat([]int64{1}, 40)}
	second := &table{weights: make([]int64, 80), weigh: func(x []int32, v, p int32) int64 {
		if p == x[v]+x[v+1] {
			return 1
		}
		return 0
	}, assign: func(x []int32, _, p int32) { x[3] = p }}
	for _, p := range emulated() {
		s := p.settings
		s.Size, s.States, s.Seed, s.Permuted = 4, 3, 2, true
		g := open(t, s, make([]int32, 4), weighed(first, 3), weighed(second, 1))
		g.ActivateAll()
		if o, err := g.Generate(3); err != nil || o != (successor.Outcome{Assigned: 12}) {
			t.Errorf("%s: %+v, %v", p.name, o, err)
		}
		for s := range slices.Chunk(get(t, g, 4), 4) {
			if s[3] != s[0]+s[1] {
				t.Errorf("%s: %v", p.name, s)
			}
		}
	}
	bad := &table{weights: []int64{-1}}
	late := &table{weights: []int64{1, 1}, weigh: func(x []int32, _, _ int32) int64 { return 1 - 2*int64(x[3]) }}
	for _, p := range emulated() {
		s := p.settings
		s.Size, s.States = 4, 2
		g := open(t, s, []int32{0, 0, 0, 1, 0, 0, 0, 0}, weighed(late, 1), weighed(bad, 1))
		g.ActivateAll()
		if _, err := g.Generate(1); err == nil || !strings.Contains(err.Error(), "successor 0, variable 0 of type 0: possibility 0 has weight -1") {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}

// Settings and calls that cannot be are refused.
func TestNew_Refusals(t *testing.T) {
	kind := weighed(&table{weights: []int64{1}}, 2)
	for want, s := range map[string]successor.Settings{
		"states of 0 elements": {States: 1}, "room for 0 states": {Size: 1}, "no scheme 9": {Size: 1, States: 1, Scheme: 9},
		"48 threads": {Size: 1, States: 1, Threads: 48}, "has 2; name one": {Size: 1, States: 1, Device: device.Emulators(2)},
	} {
		must.Fail(t, want)(successor.New(s, kind))
	}
	s := successor.Settings{Size: 2, States: 4}
	for want, kinds := range map[string][]successor.Kind[int32]{
		"0 types": nil, "type 1 of variables is empty": {kind, {}}, "0 variables": {weighed(&table{}, 0)},
		"-1 possibilities": {successor.Weighed(&table{}, 1, -1)},
	} {
		must.Fail(t, want)(successor.New(s, kinds...))
	}
	s.Device = device.Emulator()
	must.Fail(t, "has no kernels")(successor.New(s, successor.Weighed(bare{}, 1, 1)))
	s.Device = nil
	g := open(t, s, make([]int32, 4), kind)
	_, many := g.Generate(3)
	_, none := g.Generate(0)
	for want, err := range map[string]error{"5 elements are not": g.Put(make([]int32, 5)), "10 elements": g.Put(make([]int32, 10)),
		"do not go into 3": g.Get(make([]int32, 3)), "no type 1": g.Activate(1, nil), "3 words": g.Activate(0, make([]uint64, 3)),
		"3 successors of 2 states": many, "0 successors": none} {
		must.Fail(t, want)(err)
	}
}

// bare is a heuristic without kernels.
type bare struct{}

func (bare) Possibilities([]int32, int32) int32 { return 1 }
func (bare) Weigh([]int32, int32, int32) int64  { return 1 }
func (bare) Assign(x []int32, v, p int32)       { x[v] = p }
func (bare) CouldNotAssign([]int32, int32)      {}

var _ kernel.Weigher[int32] = bare{}
