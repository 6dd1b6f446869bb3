package device

import (
	"errors"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/cuda"
)

// Auto chooses where a method runs for a problem: on the first GPU, if the method is a Gainer that gains by it, if there is
// one, and if the method can be placed on it; else on all cores of the processor. The message says why a GPU is not used
// that exists and would gain; it is empty otherwise. The driver is not even looked for where the method gains nothing.
func Auto(p multiwalk.Problem, m multiwalk.Method) (multiwalk.Device, string) {
	d := GPU(0)
	if g, ok := m.(multiwalk.Gainer); !ok || !g.Gains(p, d) {
		return CPU(0), ""
	}
	err := multiwalk.Place(p, m, d)
	switch {
	case err == nil:
		return d, ""
	case errors.Is(err, multiwalk.ErrNoKernel), errors.Is(err, cuda.ErrNoDriver), errors.Is(err, cuda.ErrNoDevice):
		return CPU(0), ""
	}
	return CPU(0), "the GPU is not used: " + strings.TrimSuffix(strings.TrimPrefix(err.Error(), "multiwalk: "), remedy)
}

// remedy ends errors about GPUs, and is no news to one whose run goes on.
const remedy = "; use --device cpu"
