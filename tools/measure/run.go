package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// A runner measures with the binaries of a built folder.
type runner struct {
	o       options
	dir     string // built
	bin     string // unpacked
	work    string // where they run, with the folders of reproductions, from which a later call with this -state goes on
	built   manifest
	machine machine
	began   time.Time
	watch   *watch // of the measurement at hand
}

// newRunner reads a built folder.
func newRunner(dir string, o options) (*runner, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	r := &runner{o: o, dir: dir, began: time.Now(), watch: newWatch()}
	text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err == nil {
		err = json.Unmarshal(text, &r.built)
	}
	if err != nil {
		return nil, fmt.Errorf("multiwalk: %s is not what measure -build makes: %w", dir, err)
	}
	if r.built.Dirty && !o.dirty {
		return nil, fmt.Errorf("multiwalk: %s was built of a tree that differs from its commit %s: -dirty measures it all the same", dir, r.built.Commit)
	}
	if r.bin, err = os.MkdirTemp("", "measure-bin"); err != nil {
		return nil, err
	}
	if r.work, err = filepath.Abs(cmp.Or(o.state, filepath.Join(r.bin, "state"))); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(r.work, 0o755); err != nil {
		return nil, err
	}
	devices, err := r.call(context.Background(), "multiwalk", "devices", "--json")
	if err == nil {
		r.machine, err = machineOf(devices)
	}
	return r, err
}

// left is how long the runner may still measure.
func (r *runner) left() time.Duration {
	if r.o.budget <= 0 || r.o.quick {
		return math.MaxInt64
	}
	return r.o.budget - time.Since(r.began)
}

// wanted is how long a measurement must have left to begin: what it is likely to take. A reproduction whose trials are kept, or a scale
// whose runs are, goes on another time, so half a minute will do.
func (r *runner) wanted(m *measurement) time.Duration {
	most := time.Duration(m.Seconds) * time.Second
	if (m.Kind == "repro" || m.Kind == "scale") && r.o.state != "" {
		return min(most, 30*time.Second)
	}
	return most
}

// close removes what was unpacked.
func (r *runner) close() { os.RemoveAll(r.bin) }

// run measures what is chosen, by importance, and writes the file after each. It goes on past what fails.
func (r *runner) run(chosen []*measurement, out string) error {
	f, err := readFigures(out)
	if err != nil {
		return err
	}
	var failed []error
	for _, m := range chosen {
		if old := f.Entries[m.ID]; old != nil && old.Commit == r.built.Commit && old.Quick == r.o.quick && !r.o.again {
			continue
		}
		if left := r.left(); left < r.wanted(m) {
			fmt.Fprintf(os.Stderr, "%s: left out, of %v %v is left and it takes about %d s\n", m.ID, r.o.budget, left.Round(time.Second), m.Seconds)
			continue
		}
		e, err := r.measure(m)
		if err != nil {
			failed = append(failed, fmt.Errorf("multiwalk: %s: %w", m.ID, err))
			continue
		}
		fmt.Fprintf(os.Stderr, "%s: %.0f s of about %d, %d figures, %d tables\n", m.ID, e.Took, m.Seconds, len(e.Values), len(e.Tables))
		if e.Others > busyAt {
			fmt.Fprintf(os.Stderr, "%s: other programs used %.0f %% of the processors\n", m.ID, e.Others)
		}
		f.Entries[m.ID] = e
		if err := f.write(out); err != nil {
			return err
		}
	}
	return errors.Join(failed...)
}

// measure makes an entry.
func (r *runner) measure(m *measurement) (*entry, error) {
	if m.Class == "gpu" && r.machine.GPU == "" && !r.o.quick {
		return nil, errors.New("it wants a GPU, and there is none (multiwalk devices)")
	}
	limit := r.left()
	if !r.o.full {
		limit = min(limit, time.Duration(2*m.Seconds+60)*time.Second)
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	began := time.Now()
	r.watch = newWatch()
	e := &entry{
		Commit: r.built.Commit, Dirty: r.built.Dirty, Quick: r.o.quick, Date: began.UTC().Format(time.DateOnly),
		Machine: r.machine, Go: r.built.Go, Commands: m.commands(r.o), Settings: m.settings(r.o), Repeats: m.repeats(r.o),
		Code: r.built.Code[m.ID],
	}
	s := samples{}
	var err error
	switch m.Kind {
	case "bench", "log":
		err = r.plain(ctx, m, s)
	case "solve":
		err = r.solves(ctx, m, s)
	case "repro":
		err = r.repro(ctx, m, e)
	case "scale":
		err = r.scale(ctx, m, e)
	default:
		err = fmt.Errorf("a kind %q of measurement", m.Kind)
	}
	if err != nil && ctx.Err() != nil {
		err = fmt.Errorf("stopped after %v; the trials of a reproduction are kept, and another call with the same -state goes on: %w",
			limit.Round(time.Second), err)
	}
	e.Others = r.watch.others()
	e.Took, e.Values = time.Since(began).Round(time.Second/10).Seconds(), s.values()
	if err == nil && len(e.Values)+len(e.Tables) == 0 {
		err = errors.New("it gave no figures: its benchmarks were skipped or are called otherwise")
	}
	return e, err
}

// call runs a program of the folder and returns its standard output, also of one that fails.
func (r *runner) call(ctx context.Context, name string, args ...string) ([]byte, error) {
	path, err := unpack(r.dir, r.bin, name)
	if err != nil {
		return nil, err
	}
	return r.start(ctx, path, args...)
}

func (r *runner) start(ctx context.Context, path string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.Dir = r.work
	cmd.Env = append(os.Environ(), "MULTIWALK_DATA="+filepath.Join(r.dir, "data"))
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	r.watch.add(cmd.ProcessState)
	if err != nil {
		err = fmt.Errorf("%s %s: %w\n%s", filepath.Base(path), strings.Join(args, " "), err, complaints.String())
	}
	return out, err
}

// plain runs a benchmark once, and any other program as often as it says.
func (r *runner) plain(ctx context.Context, m *measurement, s samples) error {
	if m.Before != nil {
		words := fill(m.Before, "{src}", filepath.Join(r.dir, "src"))
		if _, err := r.start(ctx, words[0], words[1:]...); err != nil {
			return err
		}
	}
	args, times := fill(m.Args, "{src}", filepath.Join(r.dir, "src")), m.repeats(r.o)
	if m.Kind == "bench" {
		args, times = append(words{"-test.run=^$", "-test.timeout=30m"}, args...), 1
		if r.o.quick {
			args = append(args, "-test.benchtime=1x", "-test.count=1")
		}
	}
	for range times {
		out, err := r.call(ctx, binary(m.Package), args...)
		if err != nil {
			return fmt.Errorf("%w\n%s", err, out)
		}
		if m.Kind == "bench" {
			s.bench(string(out), procs(args, r.machine.Cores))
		} else {
			s.log(string(out), m.Pattern)
		}
	}
	return nil
}

// procs is the number that ends the names of benchmarks.
func procs(args []string, cores int) int {
	for _, a := range args {
		if n, ok := strings.CutPrefix(a, "-test.cpu="); ok {
			k, _ := strconv.Atoi(n)
			return k
		}
	}
	return cores
}

// repro runs a reproduction on a folder, from which a call that was cut short goes on, and keeps the tables that it prints.
func (r *runner) repro(ctx context.Context, m *measurement, e *entry) error {
	folder, err := r.kept(m, e)
	if err != nil {
		return err
	}
	args := append(append(words{"repro"}, m.trials(r.o)...), "--out", folder)
	if r.o.device != "" {
		args = append(args, "--device", r.o.device)
	}
	return r.tables(ctx, e, args)
}

// scale compares places on each instance, whose records it keeps in the folder.
func (r *runner) scale(ctx context.Context, m *measurement, e *entry) error {
	folder, err := r.kept(m, e)
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err != nil {
		return err
	}
	limit := m.Time
	if r.o.quick {
		limit = "300ms"
	}
	for _, instance := range m.Instances {
		args := append(words{"bench", "scale", r.place(instance), "--out", filepath.Join(folder, base(instance)+".jsonl")},
			m.scaled(m.target(instance), fmt.Sprint(m.repeats(r.o)), limit, cmp.Or(r.o.device, m.Device))...)
		if err := r.tables(ctx, e, args); err != nil {
			return err
		}
	}
	return nil
}

// tables runs a command that prints tables, and keeps them.
func (r *runner) tables(ctx context.Context, e *entry, args words) error {
	out, err := r.call(ctx, "multiwalk", append(args, "--json", "--quiet")...)
	if err != nil {
		return err
	}
	var printed struct {
		Tables []reproTable `json:"tables"`
	}
	err = json.Unmarshal(out, &printed)
	e.Tables = append(e.Tables, printed.Tables...)
	return err
}

// kept returns the folder of the trials, as an earlier call has left it, or none under -again.
func (r *runner) kept(m *measurement, e *entry) (folder string, err error) {
	folder = r.folder(m)
	if r.o.again {
		err = os.RemoveAll(folder)
	}
	if _, missing := os.Stat(folder); missing == nil {
		e.Resumed = true
	}
	return folder, err
}

// folder is where the trials of a reproduction, or the records of a scale, are kept. Each commit has its own, and each state of the code of a tree that
// differs from it: no trial of other code is taken up.
func (r *runner) folder(m *measurement) string {
	name := m.ID + "-" + r.built.Commit
	if r.built.Dirty {
		name += "-" + r.built.Code[m.ID]
	}
	if r.o.quick {
		name += "-quick"
	}
	return filepath.Join(r.work, name)
}
