package main

import (
	"fmt"

	"github.com/multiwalk/multiwalk/device"
)

type devicesCmd struct {
	JSON bool `help:"Print a JSON array."`
}

// Run lists the devices.
func (d *devicesCmd) Run(c *console) error {
	list := device.List()
	if d.JSON {
		return writeJSON(c.out, list)
	}
	for _, info := range list {
		fmt.Fprintf(c.out, "%-6s %s, %s\n", info.Device, info.Model, count(info.Workers, "worker"))
	}
	_, err := fmt.Fprintln(c.out, "GPUs are not supported in this version.")
	return err
}

// count writes a number with its noun in the singular or the plural.
func count[N int | int64](n N, noun string) string {
	if n == 1 {
		return fmt.Sprintf("1 %s", noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
