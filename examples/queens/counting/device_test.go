package counting

import (
	"errors"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/rng"
)

// tuned counts on a device with its own tuning, by tasks of so many rows.
func tuned(t *testing.T, n, depth int, a multiwalk.Accelerator, how tuning) uint64 {
	t.Helper()
	p := newPlan(n)
	p.depth, p.deep = depth, max(depth, p.deep)
	p.tasks = p.prefixes(depth)
	p.scatter()
	l, err := openLedger(p, "")
	if err == nil {
		err = p.onDevice(t.Context(), a, how, l)
	}
	if err != nil || l.done != len(p.tasks) {
		t.Fatalf("n=%d, %+v: %d of %d tasks, %v", n, how, l.done, len(p.tasks), err)
	}
	return l.sum
}

// Batches of a few prefixes cut tasks into parts, are many at once and wait for each other; launches of a few steps keep
// most of the work in walkers between launches.
func TestCount_DeviceInAnyShape(t *testing.T) {
	n := 11
	if testing.Short() {
		n = 9
	}
	for _, how := range []tuning{{32, 50, time.Millisecond}, {64, 1, time.Hour}, {1 << 9, 70, time.Nanosecond}, {1 << 20, 1 << 10, time.Hour}} {
		for machines := 1; machines <= 2; machines++ {
			for _, depth := range []int{1, 2, 4} {
				if got := tuned(t, n, depth, device.Emulators(machines), how); got != published[n].all {
					t.Errorf("n=%d, %d machines, depth %d, %+v: %d solutions, want %d", n, machines, depth, how, got, published[n].all)
				}
			}
		}
	}
}

// On the largest boards the words of the kernel have no bit to spare.
func TestSearch_LargestBoards(t *testing.T) {
	r := rng.New(2, 0)
	for n := 25; n <= MaxDeviceN; n++ {
		p := shallow(n)
		tasks, want := []prefix(nil), uint64(0)
		for len(tasks) < 100 {
			q, row := descended(r, p, p.tasks[r.IntN(len(p.tasks))], n-10)
			if k := &p.classes[q.Class]; row == n-10 {
				tasks = append(tasks, q)
				want += k.weight * k.backtrack(row, n-1, q.Columns, q.Left, q.Right)
			}
		}
		p.tasks, p.depth, p.deep = tasks, n-10, n-10
		p.scatter()
		l, err := openLedger(p, "")
		if err == nil {
			err = p.onDevice(t.Context(), device.Emulator(), usual, l)
		}
		if err != nil || l.done != len(tasks) || l.sum != want || want == 0 {
			t.Errorf("n=%d: %d below %d of %d prefixes, %v; want %d", n, l.sum, l.done, len(tasks), err, want)
		}
	}
}

func TestCount_DeviceTooLarge(t *testing.T) {
	if Gains(MaxDeviceN+1) || !Gains(MaxDeviceN) || Gains(8) {
		t.Error("what a GPU cannot take, or a core does at once, is put on it")
	}
	if _, err := Count(t.Context(), MaxDeviceN+1, Options{Device: device.Emulator()}); !errors.Is(err, multiwalk.ErrNoKernel) {
		t.Errorf("says %v", err)
	}
}
