package fleet

import (
	"errors"
	"io"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

// Fleet is a walk.Search on the machines of an accelerator. Each machine has one walk of Minimize, and the walk has as many
// searches as fit on the machine. A method's search embeds it.
type Fleet struct {
	Plan    walk.Plan
	Problem multiwalk.Problem // on the host
	N       int               // the length of a solution
	Module  kernel.Module
	Names   func(m *gpu.Machine) []string // of the kernels that a machine launches
	Settled any                           // the plan of these kernels, as far as it is the same in all launches (see gpu.Program.KernelFor); or nil
	Ran     walk.Method                   // with its defaults filled in
	New     func() Machine                // a walk that has not started
	many    atomic.Int64                  // searches that have started
}

// Machine is a method's walk: the searches of one machine. It embeds Walk.
type Machine interface {
	walk.Walk
	io.Closer
	Searches
	// Start makes and begins the searches of walk number id, which is open, with the kernels that Names names.
	Start(id int, kernels []*gpu.Kernel) error
	// Self is the embedded Walk.
	Self() *Walk
}

// Always is the Names of a method whose machines all launch the same kernels.
func Always(names ...string) func(*gpu.Machine) []string {
	return func(*gpu.Machine) []string { return names }
}

// Slice implements walk.Search: a launch.
func (f *Fleet) Slice() int { return 1 }

func (f *Fleet) Resolved(walk.Walk) walk.Method { return f.Ran }

func (f *Fleet) Load(tell func(msg string)) error {
	return gpu.Preload(f.Plan.Device, f.Module, tell, f.Names, f.Settled)
}

func (f *Fleet) Walks() int { return int(f.many.Load()) }

func (f *Fleet) NewWalk(id int) (walk.Walk, error) {
	w := f.New()
	if err := f.start(w, id, uint32(id%f.Plan.Device.Workers())*First); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	return w, nil
}

// start begins the searches of walk number id. Their numbers begin at base.
func (f *Fleet) start(w Machine, id int, base uint32) error {
	self := w.Self()
	if err := self.Open(f.Plan, id, f.N, w); err != nil {
		return err
	}
	self.fleet, self.Base = f, base
	list, err := Kernels(self.Machine, f.Module, f.Settled, f.Names(self.Machine)...)
	if err == nil {
		err = w.Start(id, list)
	}
	if err == nil {
		f.many.Add(int64(w.Searches()))
	}
	return err
}
