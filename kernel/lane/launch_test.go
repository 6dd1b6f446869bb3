package lane_test

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// span is the argument of nested kernels: it holds a slice.
type span struct {
	x        []int64
	from, to int32
}

// addOne adds 1 to each element of a span.
func addOne(t lane.Thread, s span) {
	for i := s.from + t.GridThreadID(); i < s.to; i += t.GridThreads() {
		s.x[i]++
	}
}

// halve launches itself on the halves of a span, until they are short.
func halve(t lane.Thread, s span) {
	if t.ThreadID() != 0 {
		return
	}
	if s.to-s.from < 4 {
		addOneBySelf(t, s)
		return
	}
	middle := (s.from + s.to) / 2
	lane.Launch(t, halve, span{s.x, s.from, middle}, 1, 2)
	lane.Launch(t, halve, span{s.x, middle, s.to}, 1, 2)
}

func addOneBySelf(_ lane.Thread, s span) {
	for i := s.from; i < s.to; i++ {
		s.x[i]++
	}
}

// Nested grids run with their own arguments and shapes, see what their thread wrote before, and are over when Run returns.
func TestLaunch_Nested(t *testing.T) {
	for _, e := range []lane.Emulator{{Blocks: 2, Threads: 40}, {Blocks: 2, Threads: 40, Free: true}, {Blocks: 2, Threads: 40, Workers: 2}} {
		x := make([]int64, 80*10)
		must.Do(t, e.Run(func(t lane.Thread) {
			id := t.GridThreadID()
			x[id*10] = 100
			if !lane.Launch(t, addOne, span{x, id * 10, id*10 + 10}, 2, 3) {
				x[id*10] = -1
			}
		}))
		for i, v := range x {
			if want := int64(1 + 100*b2i(i%10 == 0)); v != want {
				t.Fatalf("%+v: element %d is %d, want %d", e, i, v, want)
			}
		}
	}
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func TestLaunch_NestedInNested(t *testing.T) {
	x := make([]int64, 1000)
	must.Do(t, (lane.Emulator{Blocks: 1, Threads: 1}).Run(func(t lane.Thread) { halve(t, span{x, 0, 1000}) }))
	for i, v := range x {
		if v != 1 {
			t.Fatalf("element %d is %d", i, v)
		}
	}
}

// Where too many wait, the thread is told.
func TestLaunch_Refused(t *testing.T) {
	x := make([]int64, 1)
	launched, refused := 0, 0
	must.Do(t, (lane.Emulator{Blocks: 1, Threads: 1}).Run(func(t lane.Thread) {
		for range lane.PendingLaunches + 5 {
			if lane.Launch(t, addOne, span{x, 0, 1}, 1, 1) {
				launched++
			} else {
				refused++
			}
		}
	}))
	if launched != lane.PendingLaunches || refused != 5 || x[0] != lane.PendingLaunches {
		t.Errorf("%d launched, %d refused, %d ran", launched, refused, x[0])
	}
}

func TestLaunch_Faults(t *testing.T) {
	for _, c := range []struct {
		blocks, threads int32
		to              int32
		says            string
	}{
		{0, 32, 1, "a nested launch of 0 blocks of 32 threads"},
		{1, 1025, 1, "a nested launch of 1 blocks of 1025 threads"},
		{1, 0, 1, "of 0 threads"},
		{1, 32, 9, "index out of range"}, // in the nested grid
	} {
		x := make([]int64, 1)
		err := (lane.Emulator{Blocks: 1, Threads: 1}).Run(func(t lane.Thread) {
			lane.Launch(t, addOne, span{x, 0, c.to}, c.blocks, c.threads)
		})
		must.Fail(t, c.says, "launch_test.go:")(err)
	}
}
