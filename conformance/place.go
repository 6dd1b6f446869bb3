package conformance

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// bare is a problem that offers nothing, and so has no kernels.
type bare struct{ p multiwalk.Problem }

func (b bare) Space() multiwalk.Space { return b.p.Space() }
func (b bare) Cost(x []int32) int64   { return b.p.Cost(x) }

// place checks that the method takes the problem on the device, and refuses one without kernels there.
func (k *methodKit) place() error {
	if _, ok := k.device.(multiwalk.Accelerator); !ok {
		return nil
	}
	if err := multiwalk.Place(k.p, k.m, k.device); err != nil {
		return err
	}
	if err := multiwalk.Place(bare{k.p}, k.m, k.device); !errors.Is(err, multiwalk.ErrNoKernel) {
		return fmt.Errorf("a problem without kernels is refused with %v, want an error that wraps ErrNoKernel", err)
	}
	return nil
}

// close closes what the checks opened, walks before their searches.
func (k *methodKit) close() error {
	var errs []error
	for _, x := range slices.Backward(k.opened) {
		errs = append(errs, closeOf(x))
	}
	return errors.Join(errs...)
}

// closeOf closes what can be closed.
func closeOf(x any) error {
	if c, ok := x.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
