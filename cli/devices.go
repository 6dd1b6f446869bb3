package cli

import (
	"fmt"
	"strings"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
)

type devicesCmd struct {
	JSON bool `help:"Print a JSON array."`
}

// Run lists the devices. That there is no GPU is no failure.
func (d *devicesCmd) Run(c *console.Console) error {
	list, noGPU := device.List()
	if d.JSON {
		return console.WriteJSON(c.Out, list)
	}
	for _, info := range list {
		if _, err := fmt.Fprintf(c.Out, "%-6s %s, %s\n", info.Device, info.Model, offers(info)); err != nil {
			return err
		}
	}
	if noGPU != nil {
		_, err := fmt.Fprintln(c.Out, strings.TrimPrefix(noGPU.Error(), "multiwalk: "))
		return err
	}
	return nil
}

// offers says what a device has to offer.
func offers(info device.Info) string {
	g := info.GPU
	if g == nil {
		return console.Count(info.Workers, "worker")
	}
	text := fmt.Sprintf("%.0f GiB, %s, compute capability %s, driver for CUDA %s", float64(g.Memory)/(1<<30),
		console.Count(g.Multiprocessors, "multiprocessor"), g.Capability, g.CUDA)
	if g.Unusable != "" {
		text += "; cannot be used: " + strings.TrimPrefix(g.Unusable, "multiwalk: ")
	}
	return text
}
