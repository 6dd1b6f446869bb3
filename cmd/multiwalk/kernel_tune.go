package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/tuning"
	"github.com/multiwalk/multiwalk/internal/wholefile"
)

type kernelTuneCmd struct {
	Device string        `default:"gpu" help:"The GPU to measure: gpu, or gpu:1."`
	Time   time.Duration `default:"1s" help:"How long each trial runs."`
	Out    string        `placeholder:"FILE" help:"Write the rows for this GPU. (default: multiwalk/tuning.json in the folder of the user's settings, where all later runs find them)"`
}

// Run measures, and writes what was better than what is known.
func (k *kernelTuneCmd) Run(c *console.Console) error {
	d, err := device.Parse(k.Device)
	if err != nil {
		return err
	}
	a, ok := d.(multiwalk.Accelerator)
	if !ok || a.Workers() != 1 {
		return fmt.Errorf("multiwalk: device %v is not one GPU, and kernels are tuned for one at a time; use --device gpu:0", d)
	}
	if err := a.Ready(); err != nil {
		return err
	}
	m, err := gpu.Of(a, 0)
	if err != nil {
		return err
	}
	ctx, release := c.Interruptible()
	defer release()
	table := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%v\nparameter\tsize\tvalue now\tbest\tmeasured\n", m)
	var rows []tuning.Row
	for _, t := range trials {
		row, better, err := t.run(ctx, k.Time, a, m, table)
		if err != nil {
			return err
		}
		if table.Flush(); better {
			rows = append(rows, row)
		}
	}
	if m.Emulated() {
		_, err := fmt.Fprintln(c.Out, "nothing to write: what an emulator takes says nothing of a GPU")
		return err
	}
	if len(rows) == 0 {
		_, err := fmt.Fprintln(c.Out, "nothing to write: what is known is within 3 % of the best choice, and launches have their length")
		return err
	}
	path, err := k.write(rows)
	if err == nil {
		_, err = fmt.Fprintf(c.Out, "%s: %s for this GPU\n", path, console.Count(len(rows), "row"))
	}
	return err
}

// write writes the rows to where they are wanted.
func (k *kernelTuneCmd) write(rows []tuning.Row) (path string, err error) {
	if path = k.Out; path == "" {
		if path, err = tuning.File(); err != nil {
			return "", err
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return "", err
		}
	}
	return path, wholefile.Write(path, func(w io.Writer) error {
		e := json.NewEncoder(w)
		e.SetIndent("", "  ")
		return e.Encode(rows)
	})
}
