package counting

import (
	"context"

	"github.com/multiwalk/multiwalk"
)

func (p *plan) onDevice(ctx context.Context, a multiwalk.Accelerator, l *ledger) error {
	return multiwalk.NoKernel("counting", a, "use --device cpu")
}
