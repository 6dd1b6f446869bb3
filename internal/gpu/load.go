package gpu

import (
	"errors"
	"fmt"
	"path"
	"strings"
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/kernel"
)

// Preload opens all machines of a device and loads the kernels of a module that names returns for each, side by side, so that
// Kernel finds them. A method's Search calls it as a walk.Loader. Opening a GPU takes 0.1 s; compiling a kernel, the
// first time, up to half a second, and then tell is called once. settled is as for Program.KernelFor. The emulator has nothing to load.
// Packed PTX, which takes some 10 ms, is unpacked meanwhile and for all machines.
func Preload(d multiwalk.Device, module kernel.Module, tell func(msg string), names func(m *Machine) []string, settled any) error {
	ptx := unpacked(module.Name, module.PTX)
	if !IsEmulator(d) {
		go ptx()
	}
	return sideBySide(d.Workers(), func(i int) error {
		m, err := Of(d, i)
		if err != nil || m.Emulated() {
			return err
		}
		return m.preload(module, ptx, tell, names(m), settled)
	})
}

// sideBySide calls f for 0 to n-1 at once.
func sideBySide(n int, f func(i int) error) error {
	errs := make([]error, n)
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() { errs[i] = f(i) })
	}
	group.Wait()
	return errors.Join(errs...)
}

// preload does it for one machine.
func (m *Machine) preload(module kernel.Module, ptx func() ([]byte, error), tell func(msg string), names []string, settled any) error {
	program, err := m.program(module.Name, ptx, false, noOptions)
	if err != nil {
		return err
	}
	var once sync.Once
	compiling := func() {
		once.Do(func() {
			tell(fmt.Sprintf("compiling the kernels of %s for %v, once; the time limit does not count this", what(module), m))
		})
	}
	return sideBySide(len(names), func(i int) error {
		e := module.Entries[names[i]]
		_, err := program.kernel(e.Symbol, e.Func, settled, compiling)
		return err
	})
}

// what is the package and the type that a module's kernels are of, "qap.symmetricSwaps": what its name has before the hash.
func what(module kernel.Module) string {
	name, _, _ := strings.Cut(module.Name, "@")
	return path.Base(name)
}

// IsEmulator says whether a device's machines are emulators, without opening any.
func IsEmulator(d multiwalk.Device) bool {
	if l, ok := d.(*lent); ok {
		d = l.of
	}
	_, ok := d.(*emulators)
	return ok
}
