package counting

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/walk"
)

// Options say how to count. The zero value counts on all cores.
type Options struct {
	Device  multiwalk.Device // nil: all cores
	Workers int              // threads on cores; 0: as many as the device has
	State   string           // a file that keeps what is done, to go on from it, for one process at a time; "": none

	// Observe is told about ten times a second how far the count is, and at its end, one call at a time.
	Observe func(Progress)
}

// Progress is how far a count is.
type Progress struct {
	Done, Tasks int           // tasks done, of all; they differ in size, but in no order
	All         uint64        // solutions in the tasks done
	Elapsed     time.Duration // of all runs that had a part in it
}

// Result is what was counted.
type Result struct {
	Progress
	N        int
	Complete bool // all tasks are done; else All is the solutions in those that are

	// Fundamental is the number of solutions, where reflections and rotations of a solution do not count again. It is 0 if
	// the count is not Complete, or was broken off before this number was known as well.
	Fundamental uint64

	Resumed int           // tasks that were done before this run
	Found   uint64        // solutions of the tasks that this run did
	Here    time.Duration // this run alone
}

// Agrees says whether a whole count is the published one; known is false where there is none to compare, or no whole count.
func (r Result) Agrees() (agrees, known bool) {
	all, fundamental, ok := Published(r.N)
	return r.All == all && (r.Fundamental == fundamental || r.Fundamental == 0), ok && r.Complete
}

// check refuses what cannot be counted.
func (o Options) check(n int) error {
	if n < 1 || n > MaxN {
		return fmt.Errorf("multiwalk: cannot count the solutions of %d queens; give a number from 1 to %d", n, MaxN)
	}
	if o.Workers < 0 {
		return fmt.Errorf("multiwalk: counting on %d workers; give 1 or more, or 0 for all", o.Workers)
	}
	if b, both := o.Device.(multiwalk.Both); both {
		return fmt.Errorf("multiwalk: solutions are counted on cores or on machines, not on %v at the same time; use %v", b, b.Machines)
	}
	a, ok := o.Device.(multiwalk.Accelerator)
	if ok && n > MaxDeviceN {
		return walk.NoKernel("count", a, fmt.Sprintf("its kernel takes up to %d queens; use --device cpu", MaxDeviceN))
	}
	if ok {
		return a.Ready()
	}
	return nil
}

// Gains says whether a GPU is worth its start for n queens: for 18 a core takes about six seconds. It can take MaxDeviceN.
func Gains(n int) bool { return n >= 18 && n <= MaxDeviceN }

// Count counts all solutions of n queens, 1 <= n <= MaxN. Once ctx is done it returns what it has, within 100 ms, and no
// error; the plan of what is to be done, some 0.2 s at 27 queens, is not broken off. The sums are exact below 2^64, which
// no n up to 27 comes near.
func Count(ctx context.Context, n int, o Options) (Result, error) {
	if err := o.check(n); err != nil {
		return Result{}, err
	}
	if o.State != "" { // two counts would save their tasks over each other's
		lock, err := wholefile.NewLock(o.State)
		if err != nil {
			return Result{}, err
		}
		defer lock.Release()
	}
	p := newPlan(n)
	l, err := openLedger(p, o.State)
	if err != nil {
		return Result{}, err
	}
	resumed, before := l.done, l.sum
	stop := l.report(o.Observe)
	symmetries := make(chan uint64, 1)
	go func() { symmetries <- countSymmetries(ctx, n) }()
	err = p.work(ctx, l, o)
	stop()
	if saveErr := l.save(); err == nil {
		err = saveErr
	}
	r := Result{Progress: l.progress(), N: n, Resumed: resumed, Here: time.Since(l.began)}
	r.Found = r.All - before
	r.Complete = r.Done == r.Tasks
	if more := <-symmetries; r.Complete && ctx.Err() == nil {
		r.Fundamental = (r.All + more) / 8
	}
	return r, err
}

// work does the tasks that are left.
func (p *plan) work(ctx context.Context, l *ledger, o Options) error {
	if a, ok := o.Device.(multiwalk.Accelerator); ok {
		return p.onDevice(ctx, a, usual, l)
	}
	workers := o.Workers
	if workers == 0 {
		workers = coresOf(o.Device)
	}
	p.onCores(ctx, workers, l)
	return nil
}

// published is the numbers of solutions for n from 0, all and fundamental: entries A000170 and A002562 of the On-Line
// Encyclopedia of Integer Sequences. The last is by Preußer and Engelhardt, "Putting queens in carry chains, No 27"
// (Journal of Signal Processing Systems, 2017).
var published = [...]struct{ all, fundamental uint64 }{
	{1, 1}, {1, 1}, {0, 0}, {0, 0}, {2, 1}, {10, 2}, {4, 1}, {40, 6}, {92, 12}, {352, 46},
	10: {724, 92},
	11: {2_680, 341},
	12: {14_200, 1_787},
	13: {73_712, 9_233},
	14: {365_596, 45_752},
	15: {2_279_184, 285_053},
	16: {14_772_512, 1_846_955},
	17: {95_815_104, 11_977_939},
	18: {666_090_624, 83_263_591},
	19: {4_968_057_848, 621_012_754},
	20: {39_029_188_884, 4_878_666_808},
	21: {314_666_222_712, 39_333_324_973},
	22: {2_691_008_701_644, 336_376_244_042},
	23: {24_233_937_684_440, 3_029_242_658_210},
	24: {227_514_171_973_736, 28_439_272_956_934},
	25: {2_207_893_435_808_352, 275_986_683_743_434},
	26: {22_317_699_616_364_044, 2_789_712_466_510_289},
	27: {234_907_967_154_122_528, 29_363_495_934_315_694},
}

// Published returns the published numbers of solutions of n queens, all and fundamental; ok is false where there are none.
func Published(n int) (all, fundamental uint64, ok bool) {
	if n < 0 || n >= len(published) {
		return 0, 0, false
	}
	return published[n].all, published[n].fundamental, true
}

// coresOf is how many threads count on a device of cores.
func coresOf(d multiwalk.Device) int {
	if d == nil {
		return runtime.GOMAXPROCS(0)
	}
	return d.Workers()
}

// onCores does the tasks that are left. Its threads draw them from one counter.
func (p *plan) onCores(ctx context.Context, workers int, l *ledger) {
	todo := l.left()
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(workers, max(1, len(todo))) {
		wg.Go(func() {
			s := newSweep(p)
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(todo) {
					return
				}
				task := p.task(todo[i])
				s.class = &p.classes[task.Class]
				solutions, whole := s.count(ctx, task)
				if !whole {
					return
				}
				l.add(solutions*s.class.weight, todo[i])
			}
		})
	}
	wg.Wait()
}
