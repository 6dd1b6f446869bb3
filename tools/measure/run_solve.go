package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// solves runs multiwalk solve on each instance, with each method and seed.
func (r *runner) solves(ctx context.Context, m *measurement, s samples) error {
	if _, err := unpack(r.dir, r.bin, "multiwalk"); err != nil {
		return err
	}
	jobs, methods := max(1, m.Jobs), slices.Clone(m.Methods)
	if m.Jobs < 0 {
		jobs = r.machine.Cores
	}
	if methods == nil {
		methods = words{"auto"}
	}
	var wait sync.WaitGroup
	var lock sync.Mutex
	var failed error
	slots := make(chan struct{}, jobs)
	for _, instance := range m.Instances {
		for _, method := range methods {
			for seed := 1; seed <= m.repeats(r.o); seed++ {
				slots <- struct{}{}
				wait.Go(func() {
					defer func() { <-slots }()
					one, err := r.solve(ctx, m, instance, method, seed)
					lock.Lock()
					defer lock.Unlock()
					failed = errors.Join(failed, err)
					for name, x := range one {
						s[name] = append(s[name], x...)
					}
				})
			}
		}
	}
	wait.Wait()
	return failed
}

// place is the file of an instance, or its name.
func (r *runner) place(instance string) string {
	if f := file(instance); f != "" {
		return filepath.Join(r.dir, "data", f)
	}
	return instance
}

// solve is one run. Exit code 1 says that the target was missed.
func (r *runner) solve(ctx context.Context, m *measurement, instance, method string, seed int) (samples, error) {
	where, limit, device := r.place(instance), m.Time, cmp.Or(r.o.device, m.Device)
	if r.o.quick {
		limit = "300ms"
	}
	record := filepath.Join(r.work, fmt.Sprintf("%s-%s-%d-%s.jsonl", m.ID, method, seed, strings.ReplaceAll(base(instance), ":", "-")))
	defer os.Remove(record)
	began := time.Now()
	out, err := r.call(ctx, "multiwalk", "solve", where, "--method", method, "--device", device, "--time", limit, "--target", m.target(instance),
		"--seed", fmt.Sprint(seed), "--record", record, "--json", "--quiet")
	wall := time.Since(began).Seconds()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		return nil, err
	}
	text, err := os.ReadFile(record)
	if err != nil {
		return nil, err
	}
	prefix := base(instance) + " "
	if m.Methods != nil {
		prefix = method + " " + prefix
	}
	s := samples{}
	s.add(prefix+"whole command", wall)
	return s, s.solve(prefix, out, string(text), m.At)
}
