package device

import (
	"fmt"

	"github.com/multiwalk/multiwalk/internal/gpu"
)

// Info describes a device that work can run on.
type Info struct {
	Device  string   `json:"device"`  // as Parse reads it
	Model   string   `json:"model"`   // what the system calls it, or its architecture
	Workers int      `json:"workers"` // walks at the same time; on a GPU the method says how many
	GPU     *GPUInfo `json:"gpu,omitempty"`
}

// GPUInfo is what Info says of a GPU in addition.
type GPUInfo struct {
	Memory          uint64 `json:"memory"` // bytes, in all
	Multiprocessors int    `json:"multiprocessors"`
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
