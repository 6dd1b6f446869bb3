package multiwalk

import (
	"errors"
	"fmt"
	"math"
	"runtime"

	"github.com/multiwalk/multiwalk/checkpoint"
)

// Device is where work runs; package device makes them.
type Device interface {
	// String is the device as the command writes it: "cpu", "cpu:4".
	String() string
	// Workers is how many walks the device runs at the same time.
	Workers() int
}

// Settings of a run. The zero value runs on all CPU cores from seed 0 until the method ends or the context is done.
type Settings struct {
	// Seed of all random numbers. Equal seeds give equal runs.
	Seed uint64
	// Device the walks run on; nil means all CPU cores.
	Device Device
	// Workers is how many walks run at the same time, at most 65536; 0 means what the device offers. It changes only the speed
	// of a run and, if Walks is 0, the number of walks. An Accelerator ignores it; on a Both it is the number of cores.
	Workers int
	// Walks is how many searches run side by side. 0 means one for each worker; but if a Stop limits work instead of
	// time (Evaluations, Work), 0 means one walk, so that the result does not depend on the machine. Under Time and
	// NoImprovement it does depend on the number of workers, unless Walks is given. On an Accelerator the method divides
	// the walks among the GPUs, and 0 means the number that the method finds best. Minimize refuses walks that do not fit
	// the memory (see WalkSizer).
	//
	// On a Both each core has one walk; if work is limited, there is one walk on one core. The rest of Walks is the number of
	// searches on the machines. If Walks is 0, the method chooses that number.
	Walks int
	// Stop lists the criteria; the first one met ends the run.
	Stop []Stop
	// Pace is the Result.Pace of a run that this one repeats: with it, Work(Result.Rounds) does what Time did. nil means that
	// the run makes its own; an empty list means that the run has no budget.
	Pace []Pace
	// Balance is the Result.Balance of a run on a Both that this one repeats, which then measures nothing. nil means that the
	// run makes its own.
	Balance []Balance
	// Start is a solution from which every walk starts, or nil. The result is never worse than it. It must be in the space, with the
	// fixed elements and edges; it may violate constraints. With a budget, the methods of package auto keep what it is worth.
	Start []int32
	// Checkpoint says where the state of the run is kept, so that another run can go on from there.
	Checkpoint Checkpoint
	// Resume is the checkpoint of the run that goes on, as checkpoint.Read returns it; nil begins a new one. Problem, method
	// and device must be those of that run; Seed, Walks and Start are taken from it. The result is the result of the whole run,
	// and Work, Evaluations and NoImprovement limit the whole run too: one below what it has done is refused. Time counts from the call of
	// Minimize on.
	Resume *checkpoint.Saved
	// Observe, if not nil, is called with each event of the run, one at a time, on a goroutine other than that of Minimize. The
	// walks wait meanwhile, so it should be quick. If it takes more than a tenth of the time, events of new incumbents,
	// exchanges, restarts and progress wait. Of each kind Observe then gets only the newest, at the latest before the end. A
	// call that does not return holds the run up until 2 s after its end is due. A panic in it ends the run with an error.
	Observe func(Event)
}

// maxWorkers is the most goroutines that a run may have for its walks.
const maxWorkers = 1 << 16

// Validate reports the first setting that cannot be.
func (s Settings) Validate() error {
	if s.Workers < 0 || s.Workers > maxWorkers {
		return fmt.Errorf("multiwalk: workers %d is outside [0, %d]; use 0 for all cores", s.Workers, maxWorkers)
	}
	if s.Walks < 0 || s.Walks > math.MaxInt32 {
		return fmt.Errorf("multiwalk: walks %d is outside [0, %d]; use 0 for one a worker", s.Walks, math.MaxInt32)
	}
	if err := errors.Join(s.Checkpoint.validate(), CheckPaces(s.Pace)); err != nil {
		return err
	}
	if b, ok := s.Device.(Both); ok {
		if err := b.validate(); err != nil {
			return err
		}
		if n := s.coreWalks(b); s.Walks > 0 && s.Walks <= n && s.Resume == nil { // a resumed run has its own
			return fmt.Errorf("multiwalk: %s on %v leave none for its machines: %d are on cores; give more, or 0",
				fmt.Sprint(s.Walks, " walks"), b, n)
		}
	}
	for _, stop := range s.Stop {
		if err := stop.Validate(); err != nil {
			return err
		}
	}
	return nil
}

// workers returns how many walks run at the same time.
func (s Settings) workers() int {
	if b, ok := s.Device.(Both); ok {
		return s.coreWalks(b) + b.Machines.Workers()
	}
	switch {
	case s.onAccelerator():
		return max(1, s.Device.Workers())
	case s.Workers > 0:
		return s.Workers
	case s.Device != nil:
		return max(1, s.Device.Workers())
	}
	return runtime.GOMAXPROCS(0)
}

// onAccelerator reports whether each walk drives a machine, such as a GPU.
func (s Settings) onAccelerator() bool {
	_, ok := s.Device.(Accelerator)
	return ok
}

// WalkCount returns how many walks a run with these settings has. On an Accelerator that is how many machines it
// drives; Result.Walks then says how many searches the method ran there.
func (s Settings) WalkCount() int {
	if b, ok := s.Device.(Both); ok {
		return s.coreWalks(b) + b.Machines.Workers()
	}
	switch {
	case s.onAccelerator():
		return s.workers()
	case s.Walks > 0:
		return s.Walks
	case s.limitsWork():
		return 1
	}
	return s.workers()
}
