// Package device says where work runs. This version of Multiwalk runs on the cores of one machine.
package device

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
)

// ErrNoGPU is wrapped by the error of Parse for every GPU.
var ErrNoGPU = errors.New("no GPU: this version of Multiwalk runs on CPUs only; use --device cpu")

// maxWorkers bounds what a device string may ask for: a slip of the keyboard must not start a million goroutines.
const maxWorkers = 4096

// cpu is so many cores of this machine; 0 means all.
type cpu int

// CPU is n cores of this machine; 0 means all that the Go runtime may use. More than there are take turns.
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

// Parse reads a device as the command writes it: "auto" (the best there is), "cpu" (all cores), "cpu:4", "gpu",
// "gpu:0,1". Its error for a well-formed GPU wraps ErrNoGPU.
func Parse(s string) (multiwalk.Device, error) {
	kind, ids, given := strings.Cut(s, ":")
	switch {
	case kind == "cpu" && given:
		n, err := strconv.Atoi(ids)
		if err != nil || n < 1 || n > maxWorkers {
			return nil, fmt.Errorf("multiwalk: device %q needs a number of cores from 1 to %d after the colon; use cpu for all", s, maxWorkers)
		}
		return CPU(n), nil
	case s == "cpu", s == "auto":
		return CPU(0), nil
	case kind == "gpu":
		if given {
			if err := checkIDs(s, ids); err != nil {
				return nil, err
			}
		}
		return nil, fmt.Errorf("multiwalk: %w", ErrNoGPU)
	}
	return nil, fmt.Errorf("multiwalk: unknown device %q; use auto, cpu or cpu:N", s)
}

func checkIDs(device, ids string) error {
	for id := range strings.SplitSeq(ids, ",") {
		if n, err := strconv.Atoi(id); err != nil || n < 0 {
			return fmt.Errorf("multiwalk: device %q has no GPU number in %q; write it as gpu or gpu:0,1", device, id)
		}
	}
	return nil
}

// Info describes a device that work can run on.
type Info struct {
	Device  string `json:"device"`  // as Parse reads it
	Model   string `json:"model"`   // what the system calls it, or its architecture
	Workers int    `json:"workers"` // walks at the same time
}

// List returns the devices of this machine.
func List() []Info {
	all := CPU(0)
	return []Info{{Device: all.String(), Model: model(), Workers: all.Workers()}}
}

// model asks Linux for the name of the processor. Elsewhere the architecture has to do.
func model() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(text)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return runtime.GOARCH
}
