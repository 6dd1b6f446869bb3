package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/multiwalk/multiwalk/internal/cores"
)

// A machine is what the figures were measured on.
type machine struct {
	CPU    string `json:"cpu"`
	Cores  int    `json:"cores"`              // as the system shows them, hyperthreads too
	Known  int    `json:"physical,omitempty"` // cores behind these, where that is known
	GPU    string `json:"gpu,omitempty"`
	Driver string `json:"driver,omitempty"`
}

// machineOf says what the figures are measured on, from what multiwalk devices --json prints. The driver's version is not
// among that: it comes from the kernel's module or, in a container without its file, from the driver's own program.
func machineOf(devices []byte) (machine, error) {
	var list []struct {
		Model string `json:"model"`
		GPU   *struct {
			CUDA     string `json:"cuda"`
			Unusable string `json:"unusable"`
		} `json:"gpu"`
	}
	if err := json.Unmarshal(devices, &list); err != nil {
		return machine{}, fmt.Errorf("multiwalk: what multiwalk devices --json prints: %w", err)
	}
	m := machine{Cores: runtime.GOMAXPROCS(0), Known: cores.Physical()}
	for _, d := range list {
		switch {
		case d.GPU == nil:
			m.CPU = d.Model
		case m.GPU == "" && d.GPU.Unusable == "":
			m.GPU, m.Driver = d.Model, driverVersion("for CUDA "+d.GPU.CUDA)
		}
	}
	return m, nil
}

// driverVersion returns the version of the NVIDIA driver, or what is given if it is not to be found.
func driverVersion(otherwise string) string {
	text, _ := os.ReadFile("/proc/driver/nvidia/version")
	if v := version.Find(text); v != nil {
		return string(v)
	}
	out, _ := exec.Command("nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader").Output()
	if v := version.Find(out); v != nil {
		return string(v)
	}
	return otherwise
}

var version = regexp.MustCompile(`\b\d{3}\.\d+(\.\d+)?\b`)

// processorTime returns how long the processors of the machine have worked, and how long they could have, all together. It
// is 0 where the system does not say, or says it of more processors than are ours.
func processorTime() (busy, whole time.Duration) {
	text, _ := os.ReadFile("/proc/stat")
	line, rest, _ := strings.Cut(string(text), "\n")
	if strings.Count(rest, "cpu") != runtime.GOMAXPROCS(0) { // a container sees all processors and has a part of them
		return 0, 0
	}
	const tick = 10 * time.Millisecond
	var user, nice, system, idle, waiting, hardware, software, stolen time.Duration
	if _, err := fmt.Sscanf(line, "cpu %d %d %d %d %d %d %d %d", &user, &nice, &system, &idle, &waiting, &hardware, &software, &stolen); err != nil {
		return 0, 0
	}
	busy = tick * (user + nice + system + hardware + software + stolen)
	return busy, busy + tick*(idle+waiting)
}

// A watch tells how much of the processors other programs use while a measurement runs.
type watch struct {
	busy, whole time.Duration // before
	ours        atomic.Int64  // nanoseconds that our programs used
}

// newWatch begins to watch.
func newWatch() *watch {
	w := new(watch)
	w.busy, w.whole = processorTime()
	return w
}

// add counts a program that has ended as ours.
func (w *watch) add(s *os.ProcessState) {
	if s != nil {
		w.ours.Add(int64(s.UserTime() + s.SystemTime()))
	}
}

// others is the share of the processors, in per cent, that other programs had.
func (w *watch) others() float64 {
	busy, whole := processorTime()
	if whole -= w.whole; whole <= 0 {
		return 0
	}
	share := 100 * float64(busy-w.busy-time.Duration(w.ours.Load())) / float64(whole)
	return math.Round(10*max(0, share)) / 10
}
