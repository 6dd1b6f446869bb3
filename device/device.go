// Package device says where work runs: on the cores of this machine, on NVIDIA GPUs, on both at the same time, or on the
// emulator, which runs the GPUs' kernels on the CPU, slowly, for tests.
//
// A program that imports this package looks for the NVIDIA driver when it first asks for a GPU. If there is no driver,
// it gets an ordinary error, ErrNoGPU. On Linux the driver needs glibc, so such a program needs it too; every
// mainstream distribution has it. With the build tag nocuda the program knows no GPUs, and this package links no C
// library. Other packages may still link one: CGO_ENABLED=0 prevents that.
package device

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	_ "github.com/multiwalk/multiwalk/internal/cuda/driver" // for Open to find GPUs
	"github.com/multiwalk/multiwalk/internal/gpu"
)

// ErrNoGPU is wrapped by errors about GPUs that are missing, or that cannot run our kernels.
var ErrNoGPU = gpu.ErrNoGPU

// The most that a device string may ask for: a slip of the keyboard must not start a million goroutines.
const (
	maxWorkers   = 4096
	maxEmulators = 64
)

// cpu is a number of cores of this machine; 0 means all.
type cpu int

// CPU is n cores of this machine; 0 means all that the Go runtime may use. If n is more than there are, walks take
// turns.
func CPU(n int) multiwalk.Device { return cpu(max(0, n)) }

// String returns "cpu" or, for a number of cores, "cpu:4".
func (c cpu) String() string {
	if c == 0 {
		return "cpu"
	}
	return fmt.Sprintf("cpu:%d", int(c))
}

// Workers returns the number of cores.
func (c cpu) Workers() int {
	if c == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return int(c)
}

// GPU is the GPUs with these numbers, as `multiwalk devices` lists them; without a number, GPU 0. It does not look
// whether they are there: Ready does.
func GPU(ids ...int) multiwalk.Accelerator { return gpu.GPUs(ids...) }

// AllGPUs is all GPUs of this machine. The error wraps ErrNoGPU.
func AllGPUs() (multiwalk.Accelerator, error) {
	list, _, err := gpu.Properties()
	if err != nil {
		return nil, err
	}
	ids := make([]int, len(list))
	for i := range ids {
		ids[i] = i
	}
	return checked(GPU(ids...))
}

// Both is cores and machines, for one run on both at the same time: see multiwalk.Both. All cores, CPU(0), are here all but
// one for each machine, because driving a machine takes a core.
func Both(cores multiwalk.Device, machines multiwalk.Accelerator) multiwalk.Both {
	if c, ok := cores.(cpu); ok && c == 0 && machines != nil {
		cores = gpu.Spare(machines.Workers())
	}
	return multiwalk.Both{Cores: cores, Machines: machines}
}

// Emulator runs the kernels of GPUs on the CPU, one block after another, with the same results as a GPU. It serves
// tests, and is thousands of times slower.
func Emulator() multiwalk.Accelerator { return gpu.Emulators(1) }

// Emulators is n emulators, like a machine with n GPUs.
func Emulators(n int) multiwalk.Accelerator { return gpu.Emulators(n) }

// Parse reads a device as the command writes it: "cpu" (all cores), "cpu:4", "gpu" (the first), "gpu:0,1", "gpu:all",
// "emulator", "emulator:2", and cores and machines together, "cpu+gpu", "cpu:8+gpu:0,1", "cpu:1+emulator".
// If it names a GPU that cannot be used, the error wraps ErrNoGPU. "auto" gives all cores, because Parse does not know problem and
// method; auto.Choose does.
func Parse(s string) (multiwalk.Device, error) {
	d, err := Named(s)
	if err != nil {
		return nil, err
	}
	switch d := d.(type) {
	case multiwalk.Accelerator:
		return device(checked(d))
	case multiwalk.Both:
		if err := d.Machines.Ready(); err != nil {
			return nil, err
		}
	}
	return d, nil
}

// Named is Parse for a device that need not be ready, or not be here, for example because a file names it. Only
// "gpu:all" is an error without a GPU.
func Named(s string) (multiwalk.Device, error) {
	kind, number, given := strings.Cut(s, ":")
	switch {
	case strings.Contains(s, "+"):
		return both(s)
	case kind == "cpu" && given:
		n, err := count(number, maxWorkers)
		if err != nil {
			return nil, fmt.Errorf("multiwalk: device %q needs a number of cores from 1 to %d after the colon; "+
				"use cpu for all", s, maxWorkers)
		}
		return CPU(n), nil
	case s == "cpu", s == "auto":
		return CPU(0), nil
	case s == "emulator":
		return Emulator(), nil
	case kind == "emulator":
		n, err := count(number, maxEmulators)
		if err != nil {
			return nil, fmt.Errorf("multiwalk: device %q needs a number of emulators from 1 to %d after the colon",
				s, maxEmulators)
		}
		return Emulators(n), nil
	case s == "gpu":
		return GPU(0), nil
	case s == "gpu:all":
		return device(AllGPUs())
	case kind == "gpu":
		ids, err := parseIDs(s, number)
		if err != nil {
			return nil, err
		}
		return GPU(ids...), nil
	}
	return nil, fmt.Errorf("multiwalk: unknown device %q; use auto, cpu, cpu:N, gpu, gpu:0,1, gpu:all, cpu+gpu or emulator", s)
}

// both reads cores and machines, in either order.
func both(s string) (multiwalk.Device, error) {
	first, second, _ := strings.Cut(s, "+")
	wrong := fmt.Errorf("multiwalk: device %q is not cores and machines; write it as cpu+gpu, cpu:8+gpu:0,1 or cpu:1+emulator", s)
	if strings.HasPrefix(second, "cpu") {
		first, second = second, first
	}
	if !strings.HasPrefix(first, "cpu") || strings.Contains(second, "+") {
		return nil, wrong
	}
	cores, err := Named(first)
	if err != nil {
		return nil, err
	}
	machines, err := Named(second)
	if err != nil {
		return nil, err
	}
	a, ok := machines.(multiwalk.Accelerator)
	if !ok {
		return nil, wrong
	}
	return Both(cores, a), nil
}

// checked returns a if it is ready.
func checked(a multiwalk.Accelerator) (multiwalk.Accelerator, error) {
	if err := a.Ready(); err != nil {
		return nil, err
	}
	return a, nil
}

// device makes a Device of an Accelerator, nil where there is an error.
func device(a multiwalk.Accelerator, err error) (multiwalk.Device, error) {
	if err != nil {
		return nil, err
	}
	return a, nil
}

// count reads a number from 1 to most.
func count(s string, most int) (int, error) {
	n, err := strconv.Atoi(s)
	if err == nil && (n < 1 || n > most) {
		err = strconv.ErrRange
	}
	return n, err
}

func parseIDs(device, list string) ([]int, error) {
	var ids []int
	for id := range strings.SplitSeq(list, ",") {
		n, err := strconv.Atoi(id)
		if err != nil || n < 0 {
			return nil, fmt.Errorf("multiwalk: device %q has no GPU number in %q; write it as gpu, "+
				"gpu:0,1 or gpu:all", device, id)
		}
		ids = append(ids, n)
	}
	return ids, nil
}

// model asks Linux for the name of the processor. On other systems it returns the architecture.
func model() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}

// Info describes a device that work can run on.
type Info struct {
	Device  string   `json:"device"`        // as Parse reads it
	Model   string   `json:"model"`         // what the system calls it, or its architecture
	Workers int      `json:"workers"`       // walks at the same time; on a GPU the method says how many
	GPU     *GPUInfo `json:"gpu,omitempty"` // of a GPU in addition
}

// GPUInfo is what Info says of a GPU in addition.
type GPUInfo struct {
	Memory          uint64 `json:"memory"`             // bytes, in all
	Multiprocessors int    `json:"multiprocessors"`    // of the GPU
	Capability      string `json:"capability"`         // compute capability, "9.0"
	CUDA            string `json:"cuda"`               // the version that the driver supports, "13.0"
	Unusable        string `json:"unusable,omitempty"` // why work cannot run on it; empty if it can
}

// List returns the devices of this machine, the processor first. If there are no GPUs, the error says why, and wraps
// ErrNoGPU; the list is complete even then.
func List() ([]Info, error) {
	all := CPU(0)
	list := []Info{{Device: all.String(), Model: model(), Workers: all.Workers()}}
	gpus, version, err := gpu.Properties()
	for i, p := range gpus {
		d := GPU(i)
		about := GPUInfo{Memory: p.Memory, Multiprocessors: p.SMs, Capability: fmt.Sprintf("%d.%d", p.Major, p.Minor),
			CUDA: version}
		if err := d.Ready(); err != nil {
			about.Unusable = err.Error()
		}
		list = append(list, Info{Device: d.String(), Model: p.Name, Workers: 1, GPU: &about})
	}
	return list, err
}
