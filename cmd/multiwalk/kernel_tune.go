package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/tuning"
	"github.com/multiwalk/multiwalk/internal/wholefile"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single"
)

type kernelTuneCmd struct {
	Device string        `default:"gpu" help:"The GPU to measure: gpu, or gpu:1."`
	Time   time.Duration `default:"1s" help:"How long each trial runs."`
	Out    string        `placeholder:"FILE" help:"Write the rows for this GPU. (default: multiwalk/tuning.json in the folder of the user's settings, where all later runs find them)"`
}

// trial measures one parameter of package tuning, at some sizes: with each value, if there are several to choose from; else
// how long a launch takes, which has to be some 10 ms.
type trial struct {
	name   string
	method multiwalk.Method
	make   func(n int) (multiwalk.Problem, error)
	sizes  []int
	values []float64
	rate   bool // the parameter counts iterations: a launch takes longer with more
}

// launchTime is how long a launch of a machine full of searches is to take: so long that the host costs nothing, so short
// that runs end in time.
const launchTime = 10 * time.Millisecond

func assignments(n int) (multiwalk.Problem, error) { return qap.Uniform(n, 1), nil }
func tours(n int) (multiwalk.Problem, error)       { return tsp.Random(n, 1), nil }

var trials = []trial{
	{name: "tabu.warps", method: single.Tabu{}, make: assignments, sizes: []int{30, 36, 50, 70, 100}, values: []float64{1, 2, 4, 8, 16}},
	{name: "tempering.delay", method: single.ParallelTempering{}, make: assignments, sizes: []int{100, 150}, values: []float64{1, 2, 4, 6, 8}},
	{name: "tabu.delta", method: single.Tabu{}, make: assignments, sizes: []int{50}},
	{name: "tabu.vast", method: single.Tabu{}, make: assignments, sizes: []int{200}},
	{name: "tempering.swap", method: single.ParallelTempering{}, make: assignments, sizes: []int{50}},
	{name: "tempering.far", method: single.ParallelTempering{}, make: assignments, sizes: []int{150}},
	{name: "pspm.swap", method: cooperate.PSPM{}, make: assignments, sizes: []int{50}, rate: true},
	{name: "pspm.tour", method: cooperate.PSPM{}, make: tours, sizes: []int{200}, rate: true},
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

// run measures a parameter, and returns the row for the machine if it is better than the present one.
func (t trial) run(ctx context.Context, each time.Duration, d multiwalk.Device, m *gpu.Machine, w io.Writer) (row tuning.Row, better bool, err error) {
	known := tuning.Rows(m.Capability())
	row = known[slices.IndexFunc(known, func(r tuning.Row) bool { return r.Name == t.name })]
	if t.values == nil {
		return t.launch(ctx, each, d, m, w, row)
	}
	var best []float64
	for _, n := range t.sizes {
		_, now, err := t.measure(ctx, each, d, n)
		if err != nil {
			return row, false, err
		}
		value, most := m.Tuned(t.name, n), now
		for _, v := range t.values {
			restore := tuning.Try(t.name, v)
			_, rate, err := t.measure(ctx, each, d, n)
			restore()
			if err != nil {
				return row, false, err
			}
			if rate > 1.03*most {
				value, most, better = v, rate, true
			}
		}
		best = append(best, value)
		fmt.Fprintf(w, "%s\t%d\t%v\t%v\t%.4g evaluations/s, %.4g now\n", t.name, n, m.Tuned(t.name, n), value, most, now)
	}
	return row.Better(m.Capability(), t.sizes, best, "multiwalk kernel tune on "+m.String()), better, nil
}

// launch measures how long a launch takes, and scales the parameter that it follows from.
func (t trial) launch(ctx context.Context, each time.Duration, d multiwalk.Device, m *gpu.Machine, w io.Writer, row tuning.Row) (tuning.Row, bool, error) {
	n := t.sizes[0]
	took, _, err := t.measure(ctx, each, d, n)
	if err != nil {
		return row, false, err
	}
	value := m.Tuned(t.name, n)
	factor, better := t.scale(took)
	fmt.Fprintf(w, "%s\t%d\t%v\t%.4g\ta launch takes %v\n", t.name, n, value, value*factor, took.Round(10*time.Microsecond))
	return row.Scaled(m.Capability(), factor, "multiwalk kernel tune on "+m.String()), better, nil
}

// scale returns by how much to multiply the parameter where launches take that long, and whether it is worth it: to within a
// factor of two they may take what they like.
func (t trial) scale(took time.Duration) (factor float64, better bool) {
	factor = float64(took) / float64(launchTime)
	if factor > 0.5 && factor < 2 {
		return 1, false
	}
	if t.rate {
		factor = 1 / factor
	}
	return factor, true
}

// measure runs the method for a while, and returns how long a launch takes and how many evaluations a second there are.
func (t trial) measure(ctx context.Context, each time.Duration, d multiwalk.Device, n int) (launch time.Duration, rate float64, err error) {
	p, err := t.make(n)
	if err != nil {
		return 0, 0, err
	}
	res, err := multiwalk.Minimize(ctx, p, t.method, multiwalk.Settings{Seed: 1, Device: d, Stop: []multiwalk.Stop{multiwalk.Time(each)}})
	if err == nil && ctx.Err() != nil {
		err = errors.New("multiwalk: interrupted; nothing was written")
	}
	if err != nil {
		return 0, 0, err
	}
	launches := max(1, res.Counters.Units)
	return res.Elapsed / time.Duration(launches), float64(res.Counters.Evaluations()) / res.Elapsed.Seconds(), nil
}

// write writes the rows to where they are wanted.
func (k *kernelTuneCmd) write(rows []tuning.Row) (path string, err error) {
	if path = k.Out; path == "" {
		if path, err = tuningFile(); err != nil {
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

// tuningFile is where the rows of this user's GPUs lie. MULTIWALK_TUNING names another place.
func tuningFile() (string, error) {
	if path := os.Getenv("MULTIWALK_TUNING"); path != "" {
		return path, nil
	}
	folder, err := os.UserConfigDir()
	return filepath.Join(cmp.Or(folder, "."), "multiwalk", "tuning.json"), err
}

// loadTuning takes up the rows of this user's GPUs, if there are any.
func loadTuning() error {
	path, err := tuningFile()
	if err != nil {
		return nil // no folder, no file
	}
	f, err := os.Open(path)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	defer f.Close()
	rows, err := tuning.Read(io.LimitReader(f, 1<<20))
	if err == nil {
		err = tuning.Add(rows)
	}
	if err != nil {
		return fmt.Errorf("%s: %w, or remove the file", path, err)
	}
	return nil
}
