package fleet_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/walk"
)

// marching is the plan of kernel march. It has a name that is not the group's to set.
type marching struct {
	Walks, Adopt, Pace  int32
	First               uint32
	Seed                uint64
	From, Until, Target int64
}

type marcher struct{ Cost, Least int64 }

// march has search i go down by Pace+i an iteration. A solution is one number, which is what it costs.
func march(t lane.Thread, p marching, states []marcher, x, best, aims []int32, hits, goal []int64, stop []uint32) {
	i := t.GridWarpID()
	if t.LaneID() != 0 || i >= p.Walks {
		return
	}
	s := &states[i]
	if p.Adopt > 0 || p.From < 0 {
		x[i] = aims[i]
		s.Cost = int64(x[i])
	}
	if p.Adopt == 2 || p.From < 0 {
		s.Least = math.MaxInt64
	}
	if p.From >= 0 {
		x[i] -= int32(p.Until-p.From) * (p.Pace + i)
		s.Cost = int64(x[i])
	}
	if s.Cost < s.Least {
		s.Least, best[i] = s.Cost, x[i]
	}
}

// line is the problem of march.
type line struct{}

func (line) Space() multiwalk.Space { return multiwalk.Integers(1, 0, 1000) }
func (line) Cost(x []int32) int64   { return int64(x[0]) }

type marchers = fleet.Crowd[marching, marcher]

// marches makes three searches, all from a start of 900.
func marches(t *testing.T) *marchers {
	t.Helper()
	f := &fleet.Fleet{Plan: walk.Plan{Device: device.Emulator(), Walks: 3, Seed: 5, Start: []int32{900}}, Problem: line{}, N: 1,
		Names: fleet.Always("March"), Module: kernel.Module{Name: "march", Entries: map[string]kernel.Entry{"March": {Symbol: "March", Func: march}}}}
	f.New = func() fleet.Machine {
		c := &marchers{}
		c.Plan.Pace, c.Costs = 1, func(s *marcher) (int64, int64) { return s.Cost, s.Least }
		c.Room, c.Bytes, c.Most = func(int) int { return 0 }, 32, 100
		c.Each, c.Lasts, c.Opens = 2, func() int64 { return 10 }, c.First
		c.Keeps = []any{&c.Plan.Adopt, &c.End}
		c.Arrays = func() []any {
			x, best := fleet.Array[int32](&c.Memory, c.Size), fleet.Array[int32](&c.Memory, c.Size)
			c.Aims = fleet.ArrayOf(&c.Memory, c.Solutions())
			c.Present, c.Found = fleet.Rows{In: x, Step: 1}, fleet.Rows{In: best, Step: 1}
			return []any{c.Track(), x, best, c.Aims}
		}
		return c
	}
	w := must.Have(f.NewWalk(0))(t)
	c := w.(*marchers)
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func TestGroup_LaunchesAndCounts(t *testing.T) {
	c := marches(t)
	if x, least := c.Best(); c.Size != 3 || x[0] != 900 || least != 900 || c.Counters().FullEvaluations != 3 {
		t.Fatalf("%d searches, %v of %d, %+v", c.Size, x, least, c.Counters())
	}
	if p := c.Plan; p.Walks != 3 || p.Pace != 1 || p.Seed != 5 || p.From != -1 || p.Until != 0 {
		t.Errorf("the plan is %+v", p)
	}
	c.Step(walk.NewSlice(2))
	if x, least := c.Best(); x[0] != 900-20*3 || least != 840 || c.At != 20 {
		t.Errorf("%v of %d after %d iterations; want 840 after 20", x, least, c.At)
	}
	if want := (multiwalk.Counters{FullEvaluations: 3, DeltaEvaluations: 2 * 20 * 3, Moves: 20 * 3, Units: 2}); c.Counters() != want {
		t.Errorf("%+v, want %+v", c.Counters(), want)
	}
	if got := c.Current(); !slices.Equal(got, []int64{880, 860, 840}) {
		t.Errorf("they cost %v", got)
	}
	must.Do(t, c.Check())
}

func TestGroup_EndsOfLaunches(t *testing.T) {
	for _, v := range []struct {
		from, evaluations, period, end int64
		covers                         bool
		want                           int64
	}{
		{from: 3, evaluations: math.MaxInt64, want: 13},
		{from: 3, evaluations: math.MaxInt64, covers: true, want: 13},
		{from: 3, evaluations: 6*4 + 5, want: 7},
		{from: 3, evaluations: 6*4 + 5, covers: true, want: 8},
		{from: 3, evaluations: 1, want: 4},
		{from: 3, evaluations: 1, covers: true, want: 4},
		{from: 3, evaluations: 1000, period: 7, want: 7},
		{from: 7, evaluations: 1000, period: 7, want: 14},
		{from: 3, evaluations: 1000, end: 5, want: 5},
		{from: 5, evaluations: 1000, end: 5, want: 15},
	} {
		c := marches(t)
		c.Period, c.End, c.Covers = func() int64 { return v.period }, v.end, v.covers
		if got := c.Until(v.from, v.evaluations); got != v.want {
			t.Errorf("%+v: until %d", v, got)
		}
	}
}

// All go on from a solution, and keep their incumbents; or each begins anew at its own.
func TestCrowd_AdoptsAndBeginsAnew(t *testing.T) {
	c := marches(t)
	c.Step(walk.NewSlice(1))
	c.Adopt([]int32{500}, 500)
	if x, least := c.Best(); x[0] != 500 || least != 500 {
		t.Errorf("%v of %d is the best, want 500", x, least)
	}
	c.Step(walk.NewSlice(1))
	if got := c.Current(); !slices.Equal(got, []int64{490, 480, 470}) {
		t.Errorf("from 500 they go to %v", got)
	}
	if err := c.BeginEach([]int32{700, 710, 720}, 15); err != nil || c.Left() != 15 {
		t.Fatalf("%v, %d left", err, c.Left())
	}
	for _, left := range []int64{5, 0} {
		if c.Step(walk.NewSlice(1)); c.Left() != left {
			t.Errorf("%d left, want %d", c.Left(), left)
		}
	}
	x, costs, err := c.Incumbents()
	if err != nil || !slices.Equal(x, []int32{685, 680, 675}) || !slices.Equal(costs, []int64{685, 680, 675}) {
		t.Errorf("%v of %v, %v", x, costs, err)
	}
	if _, least := c.Best(); least != 470 {
		t.Errorf("the best of all costs %d, want 470", least)
	}
}

func TestGroup_ResumesWhatIsToBeTakenUp(t *testing.T) {
	c, again := marches(t), marches(t)
	c.Step(walk.NewSlice(1))
	c.Adopt([]int32{500}, 500)
	out := checkpoint.Writer(0)
	c.Save(out)
	in := checkpoint.Reader(out.Bytes())
	again.Save(in)
	must.Do(t, errors.Join(out.Err(), in.Err()))
	c.Step(walk.NewSlice(1))
	again.Step(walk.NewSlice(1))
	if !slices.Equal(c.States, again.States) || c.Counters() != again.Counters() || c.At != again.At {
		t.Errorf("%v and %+v, resumed %v and %+v", c.States, c.Counters(), again.States, again.Counters())
	}
}

// A contestant may be several searches, the last fewer.
func TestGroup_LeadersOfContestants(t *testing.T) {
	c := marches(t)
	c.Side = 2
	must.Do(t, c.Anew())
	c.Step(walk.NewSlice(1))
	for contestant, want := range map[int]int{-1: 2, 0: 1, 1: 2} {
		if search, cost := c.Leader(contestant); search != want || cost != c.States[want].Least {
			t.Errorf("of contestant %d search %d leads with %d, want %d", contestant, search, cost, want)
		}
	}
	if n := c.Hits.Len(); n != 2 {
		t.Errorf("%d contestants", n)
	}
}

// Rows may lie apart from each other.
func TestRows_Read(t *testing.T) {
	m := must.Have(gpu.Of(device.Emulator(), 0))(t)
	on := fleet.Memory{Machine: m}
	defer on.Close()
	r, x := fleet.Rows{In: fleet.ArrayOf(&on, []int32{0, 1, 2, 3, 4, 5, 6, 7}), From: 1, Step: 4}, make([]int32, 2)
	for search, want := range [][]int32{{1, 2}, {5, 6}} {
		if err := r.Read(search, x); err != nil || !slices.Equal(x, want) {
			t.Errorf("search %d: %v, %v", search, x, err)
		}
	}
}
