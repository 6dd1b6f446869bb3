package counting

import (
	"context"
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

func TestCount_EmulatorAsPublished(t *testing.T) {
	most := 13
	if testing.Short() {
		most = 11
	}
	for n := 1; n <= most; n++ {
		r, err := Count(t.Context(), n, Options{Device: device.Emulator()})
		if err != nil || !r.Complete || r.All != published[n].all {
			t.Errorf("n=%d: %d solutions, complete %v, %v; want %d", n, r.All, r.Complete, err, published[n].all)
		}
	}
}

// Tasks without a prefix are done with the batch that they come into, and do not keep a task from being cut.
func TestFeed_CutsAnywhere(t *testing.T) {
	for _, n := range []int{9, 10, 11} {
		for depth := 1; depth <= 4; depth++ {
			for most := 1; most <= 64; most *= 2 {
				p := newPlan(n)
				p.depth, p.tasks = depth, p.prefixes(depth)
				p.scatter()
				batches := make(chan batch)
				f, i := feed{ctx: t.Context(), plan: p, most: most, out: batches}, 0
				go f.run(func() (int, bool) { i++; return i - 1, i <= len(p.tasks) })
				tasks, prefixes := 0, 0
				for b := range batches {
					if len(b.prefixes) > most || len(b.tasks) > 0 && b.tasks[0] != tasks {
						t.Fatalf("n=%d, depth %d: %d prefixes in a batch of %d, from task %d on", n, depth, len(b.prefixes), most, tasks)
					}
					tasks += len(b.tasks)
					prefixes += len(b.prefixes)
				}
				alive := 0
				for _, q := range p.prefixes(p.deep) {
					if ^(q.Columns | q.Left | q.Right | p.classes[q.Class].blocked[p.deep]) != 0 {
						alive++
					}
				}
				if tasks != len(p.tasks) || prefixes != alive {
					t.Errorf("n=%d, depth %d, batches of %d: %d of %d tasks, %d of %d prefixes",
						n, depth, most, tasks, len(p.tasks), prefixes, alive)
				}
			}
		}
	}
}

// A batch of the usual size takes a while to fill, and is not waited for.
func TestFeed_StopsBeforeABatchIsFull(t *testing.T) {
	p := newPlan(18)
	ctx, cancel := context.WithCancel(t.Context())
	batches, extended := make(chan batch), 0
	f := feed{ctx: ctx, plan: p, most: 1 << 40, out: batches}
	f.run(func() (int, bool) {
		if extended++; f.size > 10*lookAfter {
			cancel()
		}
		return extended, extended < len(p.tasks)
	})
	if extended >= len(p.tasks) || f.size > 12*lookAfter {
		t.Errorf("%d of %d tasks, %d prefixes", extended, len(p.tasks), f.size)
	}
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
	_, err := Count(context.Background(), MaxDeviceN+1, Options{Device: device.Emulator()})
	if !errors.Is(err, multiwalk.ErrNoKernel) {
		t.Errorf("says %v", err)
	}
}

func TestCount_OnAGPU(t *testing.T) {
	gpu := device.GPU(0)
	if err := gpu.Ready(); err != nil {
		t.Skip(err)
	}
	most := 18
	if testing.Short() {
		most = 12
	}
	for n := 1; n <= most; n++ {
		r, err := Count(t.Context(), n, Options{Device: gpu})
		if err != nil || !r.Complete || r.All != published[n].all {
			t.Errorf("n=%d: %d solutions, complete %v, %v; want %d", n, r.All, r.Complete, err, published[n].all)
		}
	}
	if testing.Short() {
		return
	}
	for _, how := range []tuning{{1 << 10, 1000, time.Millisecond}, {1 << 16, 1 << 20, time.Hour}} {
		if got := tuned(t, 16, 3, gpu, how); got != published[16].all {
			t.Errorf("%+v: %d solutions, want %d", how, got, published[16].all)
		}
	}
}
