package main

import (
	"os"
	"os/exec"
	"runtime"
	"strings"
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
