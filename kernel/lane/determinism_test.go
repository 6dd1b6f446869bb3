package lane_test

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// arrivals returns the order in which a launch's threads come to an atomic, over and again between barriers.
func arrivals(t *testing.T, e lane.Emulator) []int32 {
	t.Helper()
	e.Blocks, e.Threads = 2, 65
	order, next := make([]int32, 3*2*65), int32(0)
	must.Do(t, e.Run(func(l lane.Thread) {
		for range 3 {
			order[lane.AtomicAdd(l, &next, 1)] = l.GridThreadID()
			l.Sync()
		}
	}))
	return order
}

// A launch is the same every time, to the order in which threads come to an atomic; another seed gives another order.
func TestEmulator_SameSeedSameInterleaving(t *testing.T) {
	want := arrivals(t, lane.Emulator{Seed: 1})
	for range 3 {
		if got := arrivals(t, lane.Emulator{Seed: 1}); !slices.Equal(got, want) {
			t.Fatalf("the same seed gave two orders:\n%v\n%v", want, got)
		}
	}
	if got := arrivals(t, lane.Emulator{Seed: 2}); slices.Equal(got, want) {
		t.Error("two seeds gave the same order")
	}
	if slices.IsSorted(want[:65]) {
		t.Error("the threads of a block run in the order of their numbers")
	}
}

// The same fault, too: a race that lets different threads fail is reproduced by its seed.
func TestEmulator_SameSeedSameFault(t *testing.T) {
	run := func(seed uint64) string {
		err := lane.Emulator{Blocks: 1, Threads: 128, Seed: seed}.Run(func(l lane.Thread) {
			first := lane.Shared[int32](l, 1)
			if lane.AtomicExchange(l, &first[0], l.ThreadID()) == -1515870811 { // who comes first still finds the poison
				panic("first")
			}
		})
		if err == nil {
			t.Fatal("no fault")
		}
		return err.Error()
	}
	seen := map[string]bool{}
	for seed := range uint64(20) {
		if a, b := run(seed), run(seed); a != b {
			t.Errorf("seed %d: %s, then %s", seed, a, b)
		}
		seen[run(seed)] = true
	}
	if len(seen) < 5 {
		t.Errorf("20 seeds gave %d different first threads", len(seen))
	}
}
