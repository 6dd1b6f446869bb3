package main

import (
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync/atomic"
	"time"
)

// thisMachine says what the figures are measured on.
func thisMachine() machine {
	m := machine{CPU: runtime.GOARCH, Cores: runtime.GOMAXPROCS(0)}
	info, _ := os.ReadFile("/proc/cpuinfo")
	for line := range strings.Lines(string(info)) {
		if name, model, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			m.CPU = strings.TrimSpace(model)
			break
		}
	}
	out, err := exec.Command("nvidia-smi", "--query-gpu=name,driver_version", "--format=csv,noheader").Output()
	if first, _, _ := strings.Cut(string(out), "\n"); err == nil {
		if gpu, driver, ok := strings.Cut(first, ", "); ok {
			m.GPU, m.Driver = gpu, driver
		}
	}
	return m
}

// processorTime returns how long the processors of the machine have worked, and how long they could have, all together. It
// is 0 where the system does not say.
func processorTime() (busy, whole time.Duration) {
	text, _ := os.ReadFile("/proc/stat")
	line, _, _ := strings.Cut(string(text), "\n")
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
