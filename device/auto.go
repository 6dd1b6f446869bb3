package device

import (
	"errors"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/cuda"
)

// Auto chooses where a method runs for a problem. It takes the first GPU if the method is a Gainer that gains by a GPU,
// there is a GPU, and the method can be placed on it. Else it takes all cores. If there is a GPU from which the method
// would gain, but it cannot be used, the message says why; else it is empty. If the method gains nothing, Auto does not
// look for the driver.
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

// remedy ends errors about GPUs. Auto cuts it off, because its run goes on.
const remedy = "; use --device cpu"
