package multiwalk

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk/checkpoint"
)

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
	// the memory (see walk.WalkSizer).
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

// Checkpoint says where a run keeps its state, so that another run can go on from there: see Settings.Resume. All walks, and
// a search that keeps something between rounds, must be a checkpoint.Saver, as those of this module are.
//
// A checkpoint holds the state between two rounds. If a run ends inside a round, for example because its evaluations are spent,
// the checkpoint holds the state before that round. If it ends before its walks are made, the checkpoint holds the best solution known,
// and whoever resumes it begins anew.
type Checkpoint struct {
	// File is written as a whole beside the one before, synced, and then renamed; "" means none. Minimize returns once the
	// last one is written. A run that begins, without Settings.Resume, refuses a file that is there already, unless it has its Lock.
	File string
	// Lock is the right to write File, if the caller has this right already: a caller that resumes a run takes it before it
	// reads the file. If Lock is nil, Minimize takes the right for the time of the run, and refuses to run if another run has
	// it.
	Lock *checkpoint.Lock
	// Every is the time from one checkpoint to the next; 0 means 30 s, or longer where taking the state lasts a 200th of that, so
	// that checkpoints cost less than a hundredth of the run. The first is written when the run begins, the last at its end. The
	// run goes on while a file is written.
	Every time.Duration
	// Write, if not nil, takes the content instead of a file. It is called between two rounds, and by Minimize at the end.
	Write func(content []byte) error
	// Instance says what the problem was made from, such as a hash of its file. A run is not resumed on another one.
	Instance string
	// Own is kept with the state for whoever resumes, and has no meaning to Minimize.
	Own json.RawMessage
}

// validate reports settings that cannot be.
func (c Checkpoint) validate() error {
	switch {
	case c.Every < 0:
		return fmt.Errorf("multiwalk: a checkpoint every %v cannot be; use 0 for every 30 s", c.Every)
	case c.File != "" && c.Write != nil:
		return fmt.Errorf("multiwalk: a checkpoint goes to the file %s or to Write, and not to both", c.File)
	case c.Lock != nil && c.Lock.Path() != c.File:
		return fmt.Errorf("multiwalk: a checkpoint in %q is written with the lock of %q; give the lock of the same file", c.File, c.Lock.Path())
	}
	return nil
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
	if err := errors.Join(s.Checkpoint.validate(), checkPaces(s.Pace)); err != nil {
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

// WorkerCount returns how many walks run at the same time. On an Accelerator that is how many machines it drives.
func (s Settings) WorkerCount() int {
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
		return s.WorkerCount()
	case s.Walks > 0:
		return s.Walks
	case s.LimitsWork():
		return 1
	}
	return s.WorkerCount()
}

// LimitsWork reports whether a Stop limits what the run does rather than how long it takes. The result of such a run does not depend on
// the machine.
func (s Settings) LimitsWork() bool {
	return slices.ContainsFunc(s.Stop, func(x Stop) bool { return x.Kind == StopEvaluations || x.Kind == StopWork })
}

// coreWalks is how many walks of a run on both are on cores.
func (s Settings) coreWalks(b Both) int {
	switch {
	case s.Walks == 0 && s.LimitsWork():
		return 1
	case s.Workers > 0:
		return s.Workers
	}
	return max(1, b.Cores.Workers())
}

// mostHalvings is the most that a Pace has.
const mostHalvings = 30

// validate reports numbers that no run can have.
func (p Pace) validate() error {
	if p.Round < 0 || p.Evaluations < 0 || p.Rounds != 0 && p.Rounds <= p.Round {
		return fmt.Errorf("multiwalk: no run has a pace of %d rounds and %d evaluations after round %d: it has more rounds than it "+
			"has done, or 0 for no limit; take the list of Result.Pace", p.Rounds, p.Evaluations, p.Round)
	}
	if p.Halvings < 0 || p.Halvings > mostHalvings {
		return fmt.Errorf("multiwalk: no run has a pace of %d halvings after round %d, but from 0 to %d; take the list of Result.Pace",
			p.Halvings, p.Round, mostHalvings)
	}
	return nil
}

// checkPaces reports the first pace of a list that no run has had: each comes after a later round than the one before.
func checkPaces(list []Pace) error {
	for i, p := range list {
		if err := p.validate(); err != nil {
			return err
		}
		if i > 0 && p.Round <= list[i-1].Round {
			return fmt.Errorf("multiwalk: the pace of round %d comes after that of round %d; take the list of Result.Pace",
				p.Round, list[i-1].Round)
		}
	}
	return nil
}
