package solutions

import (
	_ "embed"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

//go:embed zsolutions.ptx
var ptx []byte

const (
	// maxOnDevice is the greatest board for a device, whose walks then have 12 MB each; what is more is for cores.
	maxOnDevice = 1 << 20
	// buffers is how many launches a machine has under way: while the solutions of one are checked, those of the other
	// are made and copied.
	buffers = 2
	// roundBytes bounds the solutions of a launch, and largeBytes those of one whose boards do not fit shared memory.
	roundBytes = 64 << 20
	largeBytes = 256 << 20
	// mostEach is how many solutions of small boards a walk makes in a launch.
	mostEach = 64
	// emulatedWalks is few, because the emulator is slow.
	emulatedWalks = 4
)

// launcher makes solutions on a device. Each machine has some buffers, and a launch fills one of them: a round. Rounds
// have numbers, and buffer i of k makes rounds i, i+k and so on, each a function of the number and of the options
// alone. The solutions of all rounds together are ordered by their number and then by walk, so how many each walk makes
// in a round, how many buffers there are and how many machines, makes no difference.
type launcher struct {
	n, each int // each is the solutions of a batch
	buffers []*buffer
	quit    chan struct{}
	once    sync.Once
	running sync.WaitGroup

	now   *round // what next cuts batches from
	at    int    // solution of it where the next batch begins
	asked int64  // rounds
}

// round is the solutions of a launch.
type round struct {
	narrow  []uint16 // solutions, one after the other
	wide    []int32  // or these
	size    int      // number of solutions
	batches atomic.Int32
	done    chan struct{} // gets a value when all batches are checked
	err     error
}

func newLauncher(n int, o *Options, d multiwalk.Accelerator) (*launcher, error) {
	if n > maxOnDevice {
		return nil, fmt.Errorf("multiwalk: %d queens on %v: at most %d there; use cores", n, d, maxOnDevice)
	}
	if err := d.Ready(); err != nil {
		return nil, err
	}
	l := &launcher{n: n, each: batchOf(n), quit: make(chan struct{})}
	all := d.Workers() * buffers
	for i := range all {
		m, err := gpu.Of(d, i%d.Workers())
		var b *buffer
		if err == nil {
			b, err = newBuffer(m, n, o, uint64(i), uint64(all))
		}
		if err != nil {
			return nil, errors.Join(err, l.close())
		}
		l.buffers = append(l.buffers, b)
	}
	for _, b := range l.buffers {
		l.running.Go(func() { b.run(l.quit) })
	}
	return l, nil
}

// next cuts the next solutions from the round that is in turn.
func (l *launcher) next(b *batch) (bool, error) {
	if l.now == nil || l.at == l.now.size {
		select {
		case <-l.quit:
			return false, nil
		case l.now = <-l.buffers[l.asked%int64(len(l.buffers))].ready:
		}
		if l.now.err != nil {
			return false, l.now.err
		}
		l.asked++
		l.at = 0
		l.now.batches.Store(int32((l.now.size + l.each - 1) / l.each))
	}
	r := l.now
	until := min(l.at+l.each, r.size)
	if r.narrow != nil {
		b.narrow = r.narrow[l.at*l.n : until*l.n]
	} else {
		b.wide = r.wide[l.at*l.n : until*l.n]
	}
	b.free = func() {
		if r.batches.Add(-1) == 0 {
			r.done <- struct{}{}
		}
	}
	l.at = until
	return true, nil
}

func (l *launcher) fill(*batch, *worker) {}

func (l *launcher) stop() {
	l.once.Do(func() {
		close(l.quit)
		for _, b := range l.buffers {
			b.stop.Set(1)
		}
	})
}

func (l *launcher) close() error {
	l.stop()
	l.running.Wait()
	var errs []error
	for _, b := range l.buffers {
		errs = append(errs, b.close())
	}
	return errors.Join(errs...)
}

// plan is how a machine's launches are cut.
type plan struct {
	walks, each   int  // searches, and solutions that each makes
	warps, shared int  // of a block
	large         bool // boards do not fit shared memory
}

// planFor fills the machine with walks where the options say nothing else.
func planFor(m *gpu.Machine, p *gpu.Program, n int, o *Options) (plan, error) {
	if SharedRoom(n, 1) <= m.SharedPerBlock() {
		return sharedPlan(m, p, n, o)
	}
	k, err := p.Kernel("FindLargeSolutions", FindLargeSolutions)
	if err != nil {
		return plan{}, err
	}
	w := plan{warps: 4, each: 1, walks: o.Walks, large: true}
	resident, err := k.Resident(32*w.warps, 0)
	if w.walks == 0 {
		w.walks = max(1, min(m.Multiprocessors()*resident*w.warps, largeBytes/4/n))
		if m.Emulated() {
			w.walks = emulatedWalks
		}
	}
	return w, err
}

// sharedPlan finds how many warps to a block make the most walks in shared memory.
func sharedPlan(m *gpu.Machine, p *gpu.Program, n int, o *Options) (plan, error) {
	k, err := p.Kernel("FindSolutions", FindSolutions)
	if err != nil {
		return plan{}, err
	}
	best, most := plan{}, 0
	for warps := 1; warps <= 4; warps *= 2 {
		shared := SharedRoom(n, warps)
		if shared > m.SharedPerBlock() {
			break
		}
		resident, err := k.Resident(32*warps, shared)
		if err != nil {
			return best, err
		}
		if resident*warps >= max(1, most) {
			most = resident * warps
			best.warps, best.shared = warps, shared
		}
	}
	if most == 0 {
		return best, fmt.Errorf("multiwalk: %v: the kernel for %d queens does not fit a multiprocessor; use --device cpu", m, n)
	}
	best.walks, best.each = o.Walks, mostEach
	if best.walks == 0 {
		best.walks = m.Multiprocessors() * most
		if m.Emulated() {
			best.walks = emulatedWalks
		}
	}
	best.each = max(1, min(best.each, roundBytes/2/n/best.walks))
	if m.Emulated() {
		best.each = 1
	}
	return best, nil
}
