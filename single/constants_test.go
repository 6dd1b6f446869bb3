package single

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/neighbourhood"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
)

// Taillard's tenures are drawn from 0.9n to 1.1n, and his later program aspires after 5*n*n.
func TestTabu_RuleIsTaillards(t *testing.T) {
	for m, want := range map[Tabu]tabuRule{
		{}:                           {90, 110, 50_000},
		{Tenure: 30}:                 {27, 33, 50_000},
		{Tenure: 7, Aspiration: 123}: {6, 8, 123},
		{Aspiration: -1}:             {90, 110, 0},
	} {
		if got := m.rule(100); got != want {
			t.Errorf("%+v: %+v, want %+v", m, got, want)
		}
	}
	seen, r := map[int32]int{}, multiwalk.NewRand(1, 0)
	for range 10_000 {
		seen[Tabu{}.rule(100).tenure(r)]++
	}
	if len(seen) != 21 || seen[90] == 0 || seen[110] == 0 {
		t.Errorf("tenures %v, want 90 to 110", seen)
	}
}

// What is documented of iterated tabu search: a tenure of 3n/10, bursts of 8n, perturbations of n/6 to n/2 positions.
func TestIteratedTabu_Defaults(t *testing.T) {
	s, err := IteratedTabu{}.Prepare(assignment.Uniform(60, 1), multiwalk.Plan{Walks: 1})
	if err != nil {
		t.Fatal(err)
	}
	i := s.(*tabuSearch)
	if i.rule != (tabuRule{16, 20, 18_000}) || i.bursts.Length != 480 || i.bursts.Weakest != 10 || i.bursts.Strongest != 30 {
		t.Errorf("%+v, %+v", i.rule, i.bursts)
	}
}

// Table 1 of "Parallel neighbourhood search on many-core platforms".
func TestLightWeight_DefaultsAreThePapers(t *testing.T) {
	s, err := LightWeight{}.Prepare(assignment.Uniform(30, 1), multiwalk.Plan{Walks: 1, Warn: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	l := s.(*lightSearch)
	want, err := newSchedule("lightweight", 10000, 0.1, 0.99, 10, 1, 30, true)
	if err != nil || l.schedule != want || l.m.Moves != 1 {
		t.Errorf("%+v, %d moves; want %+v, %v", l.schedule, l.m.Moves, want, err)
	}
}

// What is documented of parallel tempering.
func TestTempering_Defaults(t *testing.T) {
	if temperingReplicas != 16 || maxReplicas != 32 || temperingSweep != 10 {
		t.Errorf("%d replicas of up to %d, sweeps of %d", temperingReplicas, maxReplicas, temperingSweep)
	}
}

// Rounds are as long on every machine, so this number is part of every timed run's record.
func TestILS_Rounds(t *testing.T) {
	for _, n := range []int{100, 1_000_000} {
		if got := (&tourSearch{n: n}).Slice(); got != 500 {
			t.Errorf("%d cities: %d kicks a round", n, got)
		}
	}
}

// However many searches there are, a launch makes some iteration.
func TestTabu_LaunchesOnTheEmulator(t *testing.T) {
	m, err := gpu.Of(device.Emulator(), 0)
	if err != nil {
		t.Fatal(err)
	}
	for walks, want := range map[int]int64{1: 256, 100: 2, 1000: 1} {
		w := &machineTabu{f: &tabuFleet{}}
		w.Machine, w.Size = m, walks
		if got := w.launchIterations(); got != want {
			t.Errorf("%d searches: %d iterations, want %d", walks, got, want)
		}
	}
}

// Without a state a unit is a position, and a look at all n*(n-1)/2 swaps and a swap are taken for 200 ns and 5 + n more a pair. A round
// has about 10 ms of 1 ns and 2/n of that. As above, the numbers are part of every timed run's record.
func TestILSSwap_Rounds(t *testing.T) {
	for n, want := range map[int]int{4: 78_125, 10: 56_818, 100: 961} {
		s, err := ILS{}.Prepare(deltaOnly{assignment.Uniform(n, 1)}, multiwalk.Plan{Walks: 1, Warn: func(string) {}})
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Slice(); got != want {
			t.Errorf("%d positions: %d units a round, want %d", n, got, want)
		}
	}
}

// A unit of a walk that cools over the run has the moves that it is for, and one iteration at least.
func TestLightWeight_UnitsOverABudget(t *testing.T) {
	nb, err := neighbourhood.ByName(assignment.Uniform(5, 1), "swap")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		quota, moves int
		want         int64
	}{{256, 1, 256}, {256, 100, 2}, {16, 16, 1}, {16, 10, 1}, {16, 17, 1}, {16, 1000, 1}} {
		w := &lightWalk{budgeted: true, quota: c.quota, moves: c.moves, from: 3, to: 1, body: &proposer{nb: nb}}
		s := multiwalk.NewSlice(1)
		s.Course(0.5)
		if got, cools := w.unitLength(s); got != c.want || !cools {
			t.Errorf("%d moves of %d: %d iterations, want %d; it cools: %v", c.moves, c.quota, got, c.want, cools)
		}
	}
}

// A search on a GPU is a block of the more warps the more positions there are, but of no more than 16.
func TestTabu_WarpsOfABlock(t *testing.T) {
	m, err := gpu.Of(device.Emulator(), 0)
	if err != nil {
		t.Fatal(err)
	}
	last := 1
	for n := 2; n <= 5000; n++ {
		warps := tabuWarps(m, n)
		if warps < last || warps > 16 {
			t.Fatalf("%d positions: %d warps, one less %d", n, warps, last)
		}
		last = warps
	}
	if last != 16 || vastWarps != 16 {
		t.Errorf("5000 positions: %d warps; with matrices far away %d", last, vastWarps)
	}
}
