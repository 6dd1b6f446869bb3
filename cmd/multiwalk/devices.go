package main

import (
	"fmt"
	"strings"

	"github.com/multiwalk/multiwalk/device"
)

type devicesCmd struct {
	JSON bool `help:"Print a JSON array."`
}

// Run lists the devices. That there is no GPU is no failure.
func (d *devicesCmd) Run(c *console) error {
	list, noGPU := device.List()
	if d.JSON {
		return writeJSON(c.out, list)
	}
	for _, info := range list {
		if _, err := fmt.Fprintf(c.out, "%-6s %s, %s\n", info.Device, info.Model, offers(info)); err != nil {
			return err
		}
	}
	if noGPU != nil {
		_, err := fmt.Fprintln(c.out, strings.TrimPrefix(strings.TrimSuffix(noGPU.Error(), "; use --device cpu"), "multiwalk: "))
		return err
	}
	return nil
}

// offers says what a device has to offer.
func offers(info device.Info) string {
	g := info.GPU
	if g == nil {
		return count(info.Workers, "worker")
	}
	text := fmt.Sprintf("%.0f GiB, %s, compute capability %s, driver for CUDA %s", float64(g.Memory)/(1<<30),
		count(g.Multiprocessors, "multiprocessor"), g.Capability, g.CUDA)
	if g.Unusable != "" {
		text += "; cannot be used: " + strings.TrimPrefix(g.Unusable, "multiwalk: ")
	}
	return text
}

// count writes a number with its noun in the singular or the plural.
func count[N int | int64](n N, noun string) string {
	if n == 1 {
		return fmt.Sprintf("1 %s", noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
