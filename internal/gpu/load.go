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

// LoadAll opens all machines of a device and loads a module's kernels there, side by side, so that Load finds them. It
// is what the method's Search does as a multiwalk.Loader: to open a GPU takes 0.1 s, to compile the kernels for it the
// first time some seconds, of which tell tells. The emulator has nothing to load.
func LoadAll(d multiwalk.Device, module kernel.Module, tell func(msg string)) error {
	errs := make([]error, d.Workers())
	var group sync.WaitGroup
	for i := range errs {
		group.Go(func() {
			m, err := Of(d, i)
			if err == nil {
				_, err = m.loadTelling(module.Name, module.PTX, func() {
					tell(fmt.Sprintf("compiling the kernels of %s for %v, once; the time limit does not count this", what(module), m))
				})
			}
			errs[i] = err
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// what is the package and the type that a module's kernels are of, "qap.symmetricSwaps": what its name has before the hash.
func what(module kernel.Module) string {
	name, _, _ := strings.Cut(module.Name, "@")
	return path.Base(name)
}

// IsEmulator says whether a device's machines are emulators, without opening any.
func IsEmulator(d multiwalk.Device) bool {
	_, ok := d.(*emulators)
	return ok
}
