package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/cuda"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/record"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// hybrid is a method that gains by a GPU: it takes memory there, and lets the processor do the work.
type hybrid struct{ single.ILS }

func (hybrid) Place(multiwalk.Problem, multiwalk.Accelerator) error    { return nil }
func (hybrid) Gains(p multiwalk.Problem, d multiwalk.Accelerator) bool { return true }

func (h hybrid) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	if plan.Device == nil {
		return nil, errors.New("multiwalk: the command always names a device")
	}
	if _, ok := plan.Device.(multiwalk.Accelerator); !ok {
		return h.ILS.Prepare(p, plan)
	}
	m, err := gpu.Of(plan.Device, 0)
	if err != nil {
		return nil, err
	}
	memory, err := gpu.NewArray[int64](m, 1000)
	if err != nil {
		return nil, err
	}
	memory.Free()
	plan.Device = nil
	s, err := h.ILS.Prepare(p, plan)
	return many{s}, err
}

// many claims to be a thousand walks.
type many struct{ walk.Search }

func (many) Walks() int { return 1000 }

// solve runs the command with a method that it does not know.
func (b *bench) solve(m walk.Method, s solveCmd) (*job, error) {
	b.t.Helper()
	b.out.Reset()
	b.err.Reset()
	s.Method, s.Seed, s.stopFlags.Evaluations = methodAuto, 1, new(int64)
	*s.Evaluations = 20000
	wanted := s.Device
	s.Device = "cpu"
	j, err := s.prepare(&console.Console{Out: &b.out, Err: &b.err, Width: func() int { return 0 },
		Interrupts: func() (<-chan os.Signal, func()) { return nil, func() {} }}, &testProgram)
	if err != nil {
		b.t.Fatal(err)
	}
	j.wanted, j.cmd.Method, j.cmd.Device = m, m.Name(), wanted
	if err := j.setDevice(); err != nil {
		return j, err
	}
	if err := j.setHeader(); err != nil {
		b.t.Fatal(err)
	}
	return j, j.run()
}

func readRecord(t *testing.T, name string) record.Run {
	t.Helper()
	f := must.Have(os.Open(name))(t)
	defer f.Close()
	runs, err := record.Read(f, name)
	if err != nil || len(runs) != 1 {
		t.Fatal(runs, err)
	}
	return runs[0]
}

func TestAuto_OnGPU(t *testing.T) {
	b := newBench(t)
	gputest.Computer(t, 1, nil)
	for _, logical := range []bool{false, true} {
		j, err := b.solve(hybrid{}, solveCmd{File: ring, Device: console.DeviceAuto, outputFlags: outputFlags{Record: "run.jsonl", Logical: logical}})
		if err != nil || j.settings.Device.String() != "gpu:0" {
			t.Fatal(j.settings.Device, err)
		}
		if h := readRecord(t, "run.jsonl").Header; h.Device != "gpu:0" || h.Walks != 1000 {
			t.Errorf("the record says %+v", h)
		}
		if out := b.out.String(); !strings.Contains(out, "device gpu:0") ||
			!strings.Contains(out, "1000 walks on 1 GPU") || strings.Contains(b.err.String(), "not used") {
			t.Errorf("%s%s", out, b.err.String())
		}
	}
}

// A GPU that fails at the start is left for the cores, unless the user asked for it; either way one line says why.
func TestAuto_FallsBack(t *testing.T) {
	b := newBench(t)
	for symbol, r := range map[string]cuda.Result{"cuMemAlloc": cuda.OutOfMemory, "cuDevicePrimaryCtxRetain": cuda.DeviceUnavailable, "cuStreamCreate": cuda.LaunchFailed} {
		gputest.Computer(t, 1, nil).Fail(symbol, 0, r)
		j, err := b.solve(hybrid{}, solveCmd{File: ring, Device: console.DeviceAuto, outputFlags: outputFlags{Record: "run.jsonl", JSON: true}})
		if err != nil {
			t.Fatal(err)
		}
		var report struct{ Device string }
		if err := json.Unmarshal(b.out.Bytes(), &report); err != nil || report.Device != "cpu" {
			t.Errorf("%s: %v, %s", symbol, err, b.out.String())
		}
		if h := readRecord(t, "run.jsonl").Header; h.Device != "cpu" || h.Walks != j.settings.WalkCount() {
			t.Errorf("the record says %+v", h)
		}
		if text := b.err.String(); strings.Count(text, "not used") != 1 || strings.Count(text, r.String()) != 1 {
			t.Errorf("%s: the command says %q", symbol, text)
		}

		gputest.Computer(t, 1, nil).Fail(symbol, 0, r)
		_, err = b.solve(hybrid{}, solveCmd{File: ring, Device: "gpu"})
		if code := (&console.Console{Err: &b.err}).Report(err); code != console.ExitEnvironment ||
			!strings.Contains(err.Error(), "use --device cpu") || strings.Count(b.err.String(), "\n") != 1 {
			t.Errorf("%s: exit code %d, %s", symbol, code, b.err.String())
		}
	}
}

// What is wrong with a GPU that is there is said; that there is none is not.
func TestAuto_CannotUseGPU(t *testing.T) {
	b := newBench(t)
	for says, computer := range map[string]func(){
		"update the NVIDIA driver": func() { gputest.Computer(t, 1, nil).SetVersion(11040) },
		"":                         func() { gputest.Computer(t, 0, nil) },
	} {
		computer()
		j, err := b.solve(hybrid{}, solveCmd{File: ring, Device: console.DeviceAuto, outputFlags: outputFlags{Quiet: true}})
		if err != nil || j.settings.Device != device.CPU(0) {
			t.Fatal(j.settings.Device, err)
		}
		if text := b.err.String(); says == "" && text != "" || !strings.Contains(text, says) || strings.Count(text, "\n") > 1 {
			t.Errorf("the command says %q, want %q", text, says)
		}
	}
	gputest.Computer(t, 1, nil).Fail("cuInit", 0, cuda.UnknownError)
	if j, err := b.solve(single.ILS{}, solveCmd{File: ring, Device: console.DeviceAuto}); err != nil ||
		j.settings.Device != device.CPU(0) || strings.Contains(b.err.String(), "note") {
		t.Errorf("a method that gains nothing: %v, %v, %s", j.settings.Device, err, b.err.String())
	}
}

// A timed run on a problem that no rule knows is for cores and a GPU that nobody asked for; what counts evaluations or walks is not. Where
// the GPU fails at the start, the cores go on alone.
func TestAuto_Together(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(2))
	b := newBench(t)
	console := &console.Console{Out: &b.out, Err: &b.err, Width: func() int { return 0 }, Interrupts: func() (<-chan os.Signal, func()) { return nil, func() {} }}
	limit, stagnation, evaluations := time.Hour, int64(200), int64(1000)
	for _, c := range []struct {
		s    solveCmd
		want string
	}{
		{solveCmd{stopFlags: stopFlags{Time: &limit, NoImprovement: &stagnation}}, "cpu+gpu:0"}, // however busy the machine is
		{solveCmd{}, "cpu+gpu:0"},
		{solveCmd{Walks: 3}, "cpu"},
		{solveCmd{stopFlags: stopFlags{Evaluations: &evaluations}}, "cpu"},
	} {
		fake := gputest.Computer(t, 1, nil)
		c.s.File, c.s.Method, c.s.Device, c.s.Seed = "qubo:60", methodAuto, "auto", 1
		j, err := c.s.prepare(console, &testProgram)
		if err != nil || j.settings.Device.String() != c.want || j.unasked != (c.want != "cpu") || j.header.Device != c.want {
			t.Fatalf("%+v, %v: want %s", j, err, c.want)
		}
		if c.s.Time == nil {
			continue
		}
		fake.Fail("cuDevicePrimaryCtxRetain", 0, cuda.DeviceUnavailable)
		if err := j.run(); err != nil || j.settings.Device.String() != "cpu" || !strings.Contains(b.err.String(), "note: the GPU is not used") ||
			!strings.Contains(b.err.String(), "cores and gpu:0 work on it together") {
			t.Errorf("%v on %v: %s", err, j.settings.Device, b.err.String())
		}
	}
}

func TestSolve_NoKernels(t *testing.T) {
	b := newBench(t)
	gputest.Computer(t, 1, nil)
	for _, d := range []string{"gpu", "emulator:2"} {
		b.want(2, "solve", ring, "--method", "lightweight", "--device", d)
		text := b.err.String()
		if !strings.HasPrefix(text, "multiwalk: method lightweight cannot run on ") || strings.Count(text, "\n") != 1 {
			t.Errorf("%s", text)
		}
		in := prepared(t, b, d)
		for _, m := range methods() {
			runs := walk.Place(in.in.Problem, m, in.settings.Device) == nil
			if runs != strings.Contains(text, " "+m.Name()) && m.Name() != "lightweight" {
				t.Errorf("%s runs there: %v, but the command says %s", m.Name(), runs, text)
			}
		}
	}
}

// prepared prepares a job on the ring, and then gives it a device.
func prepared(t *testing.T, b *bench, name string) *job {
	t.Helper()
	j, err := (&solveCmd{File: ring, Method: methodAuto, Device: "cpu"}).prepare(&console.Console{Out: &b.out, Err: &b.err}, &testProgram)
	if err != nil {
		t.Fatal(err)
	}
	if j.settings.Device, err = device.Parse(name); err != nil {
		t.Fatal(err)
	}
	return j
}

func TestDevices_GPUs(t *testing.T) {
	b := newBench(t)
	gputest.Computer(t, 2, nil)
	b.want(0, "devices")
	if got, want := b.out.String(), "gpu:1  Fake H200, 150 GiB, 132 multiprocessors, compute capability 9.0, "+
		"driver for CUDA 13.0\n"; !strings.HasSuffix(got, want) || strings.Count(got, "\n") != 3 {
		t.Errorf("got %q, want it to end with %q", got, want)
	}
	b.want(0, "devices", "--json")
	var list []device.Info
	if err := json.Unmarshal(b.out.Bytes(), &list); err != nil || len(list) != 3 || list[2].GPU == nil || list[2].GPU.Memory != 150<<30 {
		t.Errorf("%v: %s", err, b.out.String())
	}
	gputest.Computer(t, 0, nil)
	b.want(0, "devices")
	if got, want := b.out.String(), "no GPU: counting devices: no NVIDIA GPU; "+
		"see nvidia-smi and CUDA_VISIBLE_DEVICES\n"; !strings.HasSuffix(got, want) || strings.Count(got, "\n") != 2 {
		t.Errorf("got %q, want it to end with %q", got, want)
	}
}

// Whatever can be read, auto solves on cores, if no device was named. One that was named is used or refused.
func TestAuto_WithoutKernels(t *testing.T) {
	b := newBench(t)
	gputest.Computer(t, 1, nil)
	var text strings.Builder
	text.WriteString("TYPE: ATSP\nDIMENSION: 12\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n150000000 ")
	for i := 1; i < 144; i++ {
		fmt.Fprintln(&text, 150_000_000/(1+i*7%13))
	}
	write(t, "one-way.atsp", text.String())
	for _, file := range []string{"one-way.atsp", "nqueens:12"} {
		for _, d := range []string{"cpu", "auto", "gpu", "emulator"} {
			if d == "gpu" || d == "emulator" {
				b.want(console.ExitUsage, append([]string{"solve", file, "--device", d}, quick...)...)
				if got := b.err.String(); !strings.Contains(got, "on "+d) || !strings.Contains(got, "use --device cpu") {
					t.Errorf("%s on %s: the command says %s", file, d, got)
				}
				continue
			}
			b.want(0, append([]string{"solve", file, "--device", d, "--record", "run.jsonl"}, quick...)...)
			if h := readRecord(t, "run.jsonl").Header; h.Device != "cpu" {
				t.Errorf("%s on %s: the record says %+v", file, d, h)
			}
			b.want(0, "verify", "run.jsonl")
		}
	}
}
