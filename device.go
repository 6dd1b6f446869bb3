package multiwalk

import (
	"errors"
	"fmt"
)

// Device is where work runs; package device makes them.
type Device interface {
	// String is the device as the command writes it: "cpu", "cpu:4".
	String() string
	// Workers is how many walks the device runs at the same time.
	Workers() int
}

// Accelerator is a Device that runs kernels: one or more GPUs, or the emulator in their place. Workers is the number of
// machines; each GPU is one. Minimize makes one walk.Walk for each machine, and that drives the whole machine.
type Accelerator interface {
	Device
	// Ready returns nil if the device can be used, else an error that says why not, for example that there is no
	// driver.
	Ready() error
}

// Both is a Device of cores and of machines: one run works on both at the same time. Walks on the cores have the numbers from
// 0 on, and those that drive machines follow. The method is prepared twice, once for each of the two, and must serve both
// (cooperate.ByDevice makes one method of two). Walks race to the target wherever they are.
//
// In a round every machine does some launches, and walks on cores work until machines have finished. Result.Balance says how much
// that was, since the clock decides it. Under Evaluations or Work nothing is left to the clock: a round is what it is on cores alone
// and on machines alone. So such a run depends on the seed alone, and one of the two may wait for the other.
type Both struct {
	Cores    Device
	Machines Accelerator
}

// String is the two, as in "cpu:8+gpu:0".
func (b Both) String() string { return fmt.Sprintf("%v+%v", b.Cores, b.Machines) }

// Workers is the number of cores and machines.
func (b Both) Workers() int { return b.Cores.Workers() + b.Machines.Workers() }

// validate reports what is missing.
func (b Both) validate() error {
	if b.Cores == nil || b.Machines == nil {
		return errors.New("multiwalk: a device of both has no cores or no machines; make it with device.Both")
	}
	if _, ok := b.Cores.(Accelerator); ok {
		return fmt.Errorf("multiwalk: %v has machines in the place of cores; give cores and one accelerator", b)
	}
	return nil
}
