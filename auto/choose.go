package auto

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/walk"
)

// Choose chooses the method, the device, or both: wanted is nil if any method will do, and d is nil if any device will do. The device that
// it returns is nil for all cores of the processor. The notes are for the user, and say what runs otherwise than expected. The error says
// why the wanted method, or any, cannot run on the device.
//
// If d is nil, Choose returns the first GPU if there is one and the method gains by it (walk.Gainer). If no method is wanted either,
// and no rule knows the problem (a user's own with kernels, say), it returns all cores and the first GPU at the same time (multiwalk.Both).
// Otherwise it returns the cores. Where nothing is to be gained by a GPU, Choose does not even look for the driver. Choose takes the run to
// be limited by time, or by nothing that is counted, and to have as many walks as there is room for: for others see ChooseFor.
//
// A device that is given is used, or there is an error: that it is not ready, or that no method has kernels for the problem there
// (multiwalk.ErrNoKernel). One exception is a tour that cores are known to make shorter than a GPU: they are used, and a note says the numbers. On cores and machines at the same time each of the two has its own best method.
func Choose(p multiwalk.Problem, wanted walk.Method, d multiwalk.Device) (m walk.Method, on multiwalk.Device, notes []string, err error) {
	return ChooseFor(p, wanted, multiwalk.Settings{Device: d})
}

// ChooseFor is Choose for a run with these settings. Their Device may be nil. If Stop limits the evaluations or the work, or Walks gives a
// number, ChooseFor chooses cores or a GPU, and never both unasked. Such a run would have one walk on a core, or none left for the GPU.
func ChooseFor(p multiwalk.Problem, wanted walk.Method, s multiwalk.Settings) (m walk.Method, on multiwalk.Device, notes []string, err error) {
	d := s.Device
	if d == nil {
		return anywhere(p, wanted, s)
	}
	if b, ok := d.(multiwalk.Both); ok && wanted == nil {
		return onBoth(p, b)
	}
	if wanted != nil {
		return wanted, d, nil, walk.Place(p, wanted, d)
	}
	if a, ok := d.(multiwalk.Accelerator); ok {
		if why := slower(p, a); why != "" {
			m, note := best(p, nil)
			return settled(p, m, s), nil, said(why, note), nil
		}
	}
	m, note := best(p, d)
	m = settled(p, m, s)
	if err = walk.Place(p, m, d); errors.Is(err, multiwalk.ErrNoKernel) {
		err = noneOn(d, m)
	}
	return m, d, said(note), err
}

// noneOn is the error for a device on which no method can run.
func noneOn(d multiwalk.Device, onCores walk.Method) error {
	return walk.NoKernel("auto", d, fmt.Sprintf("none of its methods has any for this problem; leave the device open, and CPU cores run "+
		"%s", onCores.Name()))
}

// onBoth is Choose for cores and machines. Each side has its own best method, because the other's may not run there, or find far
// less.
func onBoth(p multiwalk.Problem, b multiwalk.Both) (m walk.Method, on multiwalk.Device, notes []string, err error) {
	if err := b.Machines.Ready(); err != nil {
		return nil, b, nil, err
	}
	onCores, note := best(p, b.Cores)
	if f, ok := onCores.(few); ok { // its walks end, and those on machines do not
		onCores = f.Else
	}
	onMachines := placed(p, b.Machines)
	switch {
	case onMachines == nil:
		return onCores, b, said(note), noneOn(b.Machines, onCores)
	case reflect.DeepEqual(onCores, onMachines):
		return onCores, b, said(note), nil
	}
	why := fmt.Sprintf("CPU cores run %s, and %v runs %s", onCores.Name(), b.Machines, onMachines.Name())
	return cooperate.ByDevice{Cores: onCores, Machines: onMachines}, b, said(why, note), nil
}

// anywhere is ChooseFor without a device.
func anywhere(p multiwalk.Problem, wanted walk.Method, s multiwalk.Settings) (m walk.Method, on multiwalk.Device, notes []string, err error) {
	first := gpu.GPUs(0)
	m, note := wanted, ""
	if wanted == nil && small(p) {
		m, note = best(p, nil)
		return settled(p, m, s), nil, said(note), nil
	}
	if wanted == nil {
		m, note = best(p, first)
	}
	ready, why := false, ""
	if g, ok := m.(walk.Gainer); ok && g.Gains(p, first) {
		if ready, why = usable(p, m, first); ready {
			return m, first, said(note), nil
		}
	}
	if wanted == nil && why == "" && together(p, s) && placed(p, first) != nil {
		if ready, why = usable(p, m, first); ready {
			both := multiwalk.Both{Cores: gpu.Spare(1), Machines: first}
			m, on, notes, err = onBoth(p, both)
			return m, on, append(said(fmt.Sprintf("no rule of auto knows this problem: cores and %v work on it together", first)), notes...), err
		}
	}
	if wanted == nil {
		m, note = best(p, nil)
	}
	return m, nil, said(why, note), nil
}

// gainPlaces is for problems that no rule knows: from this number of elements on it pays to open the driver, which takes 0.1 s. It is the
// number for assignment problems; nobody has measured others.
const gainPlaces = 40

// together says whether a run is for cores and a GPU at the same time, if that can be used. In a second 16 cores and an H200 together
// found no less than the better of the two alone on 14 of the 18 instances of package own, and up to 0.3 per cent less than cores alone on
// four: two of vehicle routing, the large one of linear ordering, and the knapsack.
func together(p multiwalk.Problem, s multiwalk.Settings) bool {
	counted := slices.ContainsFunc(s.Stop, func(x multiwalk.Stop) bool {
		return x.Kind == multiwalk.StopEvaluations || x.Kind == multiwalk.StopWork
	})
	return !counted && s.Walks == 0 && runtime.GOMAXPROCS(0) > 1 && own(p)
}

// own says whether no rule knows the problem, which is not too small.
func own(p multiwalk.Problem) (is bool) {
	defer func() {
		if recover() != nil {
			is = false
		}
	}()
	r, _ := ruleOf(p)
	return r.own && p.Space().Len() >= gainPlaces && !isJoint(p) && reheated(p) == nil
}

// usable says whether a method can be placed on a GPU, or why one that exists is not used.
func usable(p multiwalk.Problem, m walk.Method, d multiwalk.Accelerator) (ready bool, why string) {
	err := walk.Place(p, m, d)
	switch {
	case err == nil:
		return true, ""
	case errors.Is(err, multiwalk.ErrNoKernel), errors.Is(err, cuda.ErrNoDriver), errors.Is(err, cuda.ErrNoDevice):
		return false, ""
	}
	return false, "the GPU is not used: " + plain(err)
}
