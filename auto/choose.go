package auto

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

// Choose chooses what of method and device is left open: wanted is nil for any method, d for any device. The device that it
// returns is nil for all cores of the processor. The notes are for the user, and say what runs otherwise than expected. The
// error says why the wanted method cannot run on the device.
//
// Without a device that is the first GPU, if there is one and the method gains by it (multiwalk.Gainer); else the cores. The
// driver is not even looked for where the method gains nothing. On a device for which no method has kernels, any method runs
// on the cores: whatever can be read can be solved. On cores and machines at the same time (multiwalk.Both) each of the two has its
// own best method.
func Choose(p multiwalk.Problem, wanted multiwalk.Method, d multiwalk.Device) (m multiwalk.Method, on multiwalk.Device, notes []string, err error) {
	if d == nil {
		return anywhere(p, wanted)
	}
	if b, ok := d.(multiwalk.Both); ok && wanted == nil {
		return onBoth(p, b)
	}
	if wanted != nil {
		return wanted, d, nil, multiwalk.Place(p, wanted, d)
	}
	m, note := best(p, d)
	if err = multiwalk.Place(p, m, d); errors.Is(err, multiwalk.ErrNoKernel) {
		why := fmt.Sprintf("CPU cores run %s: none of the methods of auto has kernels for this problem on %v", m.Name(), d)
		return m, nil, said(why, note), nil
	}
	return m, d, said(note), err
}

// onBoth is Choose for cores and machines. Each side has its own best method, because the other's may not run there, or find far
// less. If nothing runs on the machines, the cores work alone.
func onBoth(p multiwalk.Problem, b multiwalk.Both) (m multiwalk.Method, on multiwalk.Device, notes []string, err error) {
	if err := b.Machines.Ready(); err != nil {
		return nil, b, nil, err
	}
	onCores, note := best(p, b.Cores)
	onMachines := placed(p, b.Machines)
	switch {
	case onMachines == nil:
		why := fmt.Sprintf("CPU cores run %s alone: none of the methods of auto has kernels for this problem on %v", onCores.Name(), b.Machines)
		return onCores, b.Cores, said(why, note), nil
	case reflect.DeepEqual(onCores, onMachines):
		return onCores, b, said(note), nil
	}
	why := fmt.Sprintf("CPU cores run %s, and %v runs %s", onCores.Name(), b.Machines, onMachines.Name())
	return cooperate.ByDevice{Cores: onCores, Machines: onMachines}, b, said(why, note), nil
}

// anywhere is Choose for the first GPU or the cores.
func anywhere(p multiwalk.Problem, wanted multiwalk.Method) (m multiwalk.Method, on multiwalk.Device, notes []string, err error) {
	first := gpu.GPUs(0)
	m, note := wanted, ""
	if wanted == nil {
		m, note = best(p, first)
	}
	gains, why := gainsOn(p, m, first)
	if gains {
		return m, first, said(note), nil
	}
	if wanted == nil {
		m, note = best(p, nil)
	}
	return m, nil, said(why, note), nil
}

// gainsOn says whether a method gains by a GPU that it can be placed on, or why a GPU that exists and would gain is not used.
func gainsOn(p multiwalk.Problem, m multiwalk.Method, d multiwalk.Accelerator) (gains bool, why string) {
	if g, ok := m.(multiwalk.Gainer); !ok || !g.Gains(p, d) {
		return false, ""
	}
	err := multiwalk.Place(p, m, d)
	switch {
	case err == nil:
		return true, ""
	case errors.Is(err, multiwalk.ErrNoKernel), errors.Is(err, cuda.ErrNoDriver), errors.Is(err, cuda.ErrNoDevice):
		return false, ""
	}
	// How errors about GPUs end is no news to one whose run goes on.
	return false, "the GPU is not used: " + strings.TrimSuffix(strings.TrimPrefix(err.Error(), "multiwalk: "), "; use --device cpu")
}

// said is the notes that say anything.
func said(notes ...string) (list []string) {
	for _, n := range notes {
		if n != "" {
			list = append(list, n)
		}
	}
	return list
}
