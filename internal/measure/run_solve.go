package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// solves runs multiwalk solve on each instance, with each method and seed.
func (r *runner) solves(ctx context.Context, m *measurement, s samples) error {
	var at []time.Duration
	for _, t := range m.At {
		d, err := time.ParseDuration(t)
		if err != nil {
			return err
		}
		at = append(at, d)
	}
	limit := m.Time
	if r.o.quick {
		limit = "300ms"
	}
	jobs := max(1, m.Jobs)
	if m.Jobs < 0 {
		jobs = r.machine.Cores
	}
	if _, err := unpack(r.dir, r.bin, "multiwalk"); err != nil {
		return err
	}
	var wait sync.WaitGroup
	var lock sync.Mutex
	var failed []error
	slots := make(chan struct{}, jobs)
	for _, instance := range m.Instances {
		for _, method := range m.methods() {
			for seed := 1; seed <= m.repeats(r.o); seed++ {
				slots <- struct{}{}
				wait.Go(func() {
					defer func() { <-slots }()
					if err := r.solve(ctx, m, instance, method, seed, limit, at, &lock, s); err != nil {
						lock.Lock()
						defer lock.Unlock()
						failed = append(failed, err)
					}
				})
			}
		}
	}
	wait.Wait()
	return errors.Join(failed...)
}

// solve is one run. Exit code 1 says that the target was missed.
func (r *runner) solve(ctx context.Context, m *measurement, instance, method string, seed int, limit string, at []time.Duration,
	lock *sync.Mutex, s samples) error {
	where := instance
	if f := file(instance); f != "" {
		where = filepath.Join(r.dir, "data", f)
	}
	device := m.Device
	if r.o.device != "" {
		device = r.o.device
	}
	record := filepath.Join(r.work, fmt.Sprintf("%s-%s-%d-%s.jsonl", m.ID, method, seed, strings.ReplaceAll(base(instance), ":", "-")))
	defer os.Remove(record)
	began := time.Now()
	out, err := r.call(ctx, "multiwalk", "solve", where, "--method", method, "--device", device, "--time", limit, "--target", m.target(instance),
		"--seed", fmt.Sprint(seed), "--record", record, "--json", "--quiet")
	wall := time.Since(began).Seconds()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return err
	}
	text, err := os.ReadFile(record)
	if err != nil {
		return err
	}
	lock.Lock()
	defer lock.Unlock()
	prefix := base(instance) + " "
	if m.Methods != nil {
		prefix = method + " " + prefix
	}
	s.add(prefix+"whole command", wall)
	return s.solve(prefix, out, string(text), at)
}
