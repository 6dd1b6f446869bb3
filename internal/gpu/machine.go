package gpu

import (
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/lending"
	"github.com/multiwalk/multiwalk/internal/tuning"
)

const (
	// pollEvery is how often a wait looks whether the run is aborted.
	pollEvery = time.Millisecond
	// patience is how long a kernel that was told to stop may take.
	patience = 2 * time.Second
)

// Machine is a GPU, or the emulator in its place.
type Machine struct {
	name  string // "gpu:0"
	model cuda.Properties
	ctx   *cuda.Context // nil in the emulator
	queue queue         // of the emulator's launches
	stuck atomic.Pointer[string]

	mu       sync.Mutex
	programs map[string]*Program
	marks    []*cuda.Event          // not in use
	flags    []*cuda.Pinned[uint32] // not in use: pinning memory takes the driver a millisecond
}

func newMachine(name string) *Machine { return &Machine{name: name, programs: map[string]*Program{}} }

// String returns "gpu:0 (NVIDIA H200)".
func (m *Machine) String() string {
	if m.Emulated() {
		return m.name
	}
	return fmt.Sprintf("%s (%s)", m.name, m.model.Name)
}

// Emulated says that there is no GPU behind the machine.
func (m *Machine) Emulated() bool { return m.ctx == nil }

// Multiprocessors is how many blocks run side by side at least.
func (m *Machine) Multiprocessors() int { return m.model.SMs }

// Tuned is the value of a parameter of kernels that package tuning has for the machine at a size.
func (m *Machine) Tuned(name string, size int) float64 { return tuning.Of(name, m.Capability(), size) }

// Capability is the compute capability: 90 is 9.0.
func (m *Machine) Capability() int { return 10*m.model.Major + m.model.Minor }

// SharedPerBlock is the most bytes of shared memory that a block can have.
func (m *Machine) SharedPerBlock() int { return m.model.SharedPerBlockOptIn }

// SharedPerMultiprocessor is the bytes of shared memory that the blocks on a multiprocessor have together, 1 KiB a block
// of it for the system.
func (m *Machine) SharedPerMultiprocessor() int { return m.model.SharedPerSM }

// Memory returns the bytes of memory that are free, and all; 0 and 0 in the emulator.
func (m *Machine) Memory() (free, total uint64, err error) {
	if m.Emulated() {
		return 0, 0, nil
	}
	if err := m.usable(); err != nil {
		return 0, 0, err
	}
	free, total, err = m.ctx.MemoryInfo()
	return free, total, m.wrap(err)
}

// wrap names the machine in an error.
func (m *Machine) wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("multiwalk: %s: %w", m.name, bare(err))
}

// usable refuses a machine that a kernel has made useless.
func (m *Machine) usable() error {
	if why := m.stuck.Load(); why != nil {
		return fmt.Errorf("multiwalk: %v: %s", m, *why)
	}
	if !m.Emulated() {
		return m.wrap(m.ctx.Lost())
	}
	return nil
}

// Wait returns when all that was launched is done, and then returns an error if a kernel failed. Once aborted reports
// true it sets stop, which the kernels must heed within 2 s. Both may be nil.
func (m *Machine) Wait(aborted func() bool, stop *Flag) error {
	if err := m.usable(); err != nil {
		return err
	}
	end := ending{aborted: aborted, stop: stop}
	if lending.Lenders() > 0 && !m.Emulated() {
		return m.watch(&end)
	}
	done, err := m.finished()
	if err != nil {
		return err
	}
	poll := time.NewTicker(pollEvery)
	defer poll.Stop()
	for {
		select {
		case err := <-done:
			return err
		case <-poll.C:
			if end.overdue() {
				return m.hangs()
			}
		}
	}
}

// watch is Wait where all cores but this one work: it asks without a pause, since a thread that sleeps is woken late then, by
// milliseconds. While it asks others may have the core.
func (m *Machine) watch(end *ending) error {
	mark, err := m.mark()
	if err == nil {
		err = mark.Record(nil)
	}
	for looked := time.Now(); err == nil; runtime.Gosched() {
		var done bool
		if done, err = mark.Done(); done {
			m.unused(mark)
			break
		}
		if now := time.Now(); now.Sub(looked) >= pollEvery {
			if looked = now; end.overdue() {
				return m.hangs()
			}
		}
	}
	return m.wrap(err)
}

// ending is how a run that is aborted ends a launch.
type ending struct {
	aborted func() bool
	stop    *Flag
	told    time.Time // when stop was set
}

// overdue tells kernels to stop once the run is aborted, and reports whether they were told too long ago.
func (e *ending) overdue() bool {
	if e.told.IsZero() && e.aborted != nil && e.aborted() {
		if e.stop != nil {
			e.stop.Set(1)
		}
		e.told = time.Now()
	}
	return !e.told.IsZero() && time.Since(e.told) > patience
}

// hangs notes that a kernel does not stop.
func (m *Machine) hangs() error {
	why := fmt.Sprintf("a kernel does not stop: it was told to %v ago; this process cannot use the machine any more", patience)
	m.stuck.Store(&why)
	return m.usable()
}

// finished returns a channel that gets the outcome of all that was launched so far.
func (m *Machine) finished() (<-chan error, error) {
	done := make(chan error, 1)
	if m.Emulated() {
		last := m.queue.tail()
		go func() {
			<-last
			done <- m.queue.fault()
		}()
		return done, nil
	}
	mark, err := m.mark()
	if err == nil {
		err = mark.Record(nil)
	}
	if err != nil {
		return nil, m.wrap(err)
	}
	go func() {
		err := mark.Sync()
		if err == nil {
			m.unused(mark)
		}
		done <- m.wrap(err)
	}()
	return done, nil
}

// mark takes an event that is not in use.
func (m *Machine) mark() (*cuda.Event, error) {
	m.mu.Lock()
	if n := len(m.marks); n > 0 {
		e := m.marks[n-1]
		m.marks = m.marks[:n-1]
		m.mu.Unlock()
		return e, nil
	}
	m.mu.Unlock()
	return m.ctx.NewEvent()
}

// unused takes an event back.
func (m *Machine) unused(mark *cuda.Event) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.marks = append(m.marks, mark)
}

// settle waits for the emulator's launches before the host touches what they write; a GPU's copies wait by themselves.
func (m *Machine) settle() error {
	if err := m.usable(); err != nil || !m.Emulated() {
		return err
	}
	<-m.queue.tail()
	return m.queue.fault()
}
