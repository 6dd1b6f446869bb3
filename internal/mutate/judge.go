//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// The ends of a mutant.
const (
	killed     = "killed"
	timedOut   = "timed out"
	survived   = "survived"
	uncompiled = "did not compile"
	equivalent = "equivalent" // survived, and is shown to do the same
)

// verdict is a line of the log.
type verdict struct {
	mutant
	Status  string  `json:"status"`
	By      string  `json:"by,omitempty"` // the package whose tests noticed
	Test    string  `json:"test,omitempty"`
	Seconds float64 `json:"seconds"`
}

// judge makes mutants and runs tests against them, one at a time.
type judge struct {
	all     []pkg
	first   []string
	last    map[string]bool // packages whose tests are never run
	near    bool            // leave out the tests of all but the package and those named first
	quick   time.Duration   // leave out those that take longer; 0: none
	full    bool            // run all of them without -short
	race    bool            // with the race detector
	skip    string
	timeout time.Duration
	folder  string // of overlays
	// environment of the go command. Mutants must not share caches with each other or with what is no mutant, but for the
	// go command's own, which knows them by their content.
	environment []string
	batch       *batch
}

// try finds out what becomes of a mutant.
func (j *judge) try(m mutant) (verdict, error) {
	began := time.Now()
	v := verdict{mutant: m}
	overlay, err := j.overlay(m)
	if err != nil {
		return v, err
	}
	v.Status = survived
	if j.batch != nil && j.batch.bad[m.ID] {
		v.Status = uncompiled
		return v, nil
	}
	for i, p := range guards(m.Package, j.all, j.first) {
		if j.last[p] || j.near && i > len(j.first) {
			continue
		}
		out, late, err := j.test(m, overlay, p)
		if err != nil {
			return v, err
		}
		if out == nil {
			continue
		}
		v.Status, v.By, v.Test = killed, p, failed(out)
		if late || hung.Match(out) {
			v.Status = timedOut
		} else if bytes.Contains(out, []byte("[build failed]")) {
			v.Status = uncompiled
		}
		break
	}
	v.Seconds = time.Since(began).Seconds()
	return v, nil
}

// hung is what tests print that the limit has ended, of a processor or of the clock.
var hung = regexp.MustCompile(`(?m)^(panic: test timed out|signal: (killed|CPU time limit exceeded))`)

// test runs the tests of a package against a mutant, and returns what they print if one fails.
func (j *judge) test(m mutant, overlay, p string) (out []byte, late bool, err error) {
	if j.batch.has(m) {
		return j.batch.test(j, m, p)
	}
	out, late = j.run("go", "", j.timeout, nil, "test", "-overlay", overlay, "-race="+strconv.FormatBool(j.race), "-vet=off", "-failfast", "-count=1", "-p=1", "-skip", j.skip,
		"-timeout", (patience * j.timeout).String(), "-short="+strconv.FormatBool(j.short(p)), p)
	return out, late, nil
}

// named says whether a package is one of those whose tests run first, and in full.
func (j *judge) named(p string) bool {
	return slices.ContainsFunc(j.first, func(f string) bool { return strings.HasSuffix(p, f) })
}

// short says whether a package's tests run with -short, which leaves out what takes seconds.
func (j *judge) short(p string) bool { return !j.full && !j.named(p) }

// cache is the folder for what tests keep from run to run.
func (j *judge) cache() string { return filepath.Join(j.folder, "cache") }

// worker returns a judge that works beside others, with a folder of its own.
func (j *judge) worker(number int) (*judge, error) {
	w := *j
	w.folder = filepath.Join(j.folder, strconv.Itoa(number))
	w.environment = append(slices.Clone(j.environment), "XDG_CACHE_HOME="+w.cache())
	return &w, os.Mkdir(w.folder, 0o755)
}

// prepare makes the judge's folder and environment.
func (j *judge) prepare() (err error) {
	if j.folder, err = os.MkdirTemp("", "mutate"); err != nil {
		return err
	}
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	j.environment = []string{"GOCACHE=" + string(bytes.TrimSpace(cache)), "XDG_CACHE_HOME=" + j.cache(), "GOMEMLIMIT=3GiB"}
	return err
}

// overlay writes the mutant where go build finds it.
func (j *judge) overlay(m mutant) (string, error) {
	text, err := m.source()
	if err != nil {
		return "", err
	}
	if err := os.RemoveAll(j.cache()); err != nil {
		return "", err
	}
	file, list := filepath.Join(j.folder, "mutant.go"), filepath.Join(j.folder, "overlay.json")
	replace, err := json.Marshal(map[string]any{"Replace": map[string]string{m.path: file}})
	if err != nil {
		return "", err
	}
	return list, errors.Join(os.WriteFile(file, text, 0o644), os.WriteFile(list, replace, 0o644))
}

// run runs a command, and returns what it printed if it failed. One that hangs is ended with all it has started: after the
// time limit by the processor's clock, or after patience times that by the wall's, because the machine may have more to do.
func (j *judge) run(command, dir string, timeout time.Duration, environment []string, args ...string) (out []byte, late bool) {
	ctx, cancel := context.WithTimeout(context.Background(), (patience+1)*timeout)
	defer cancel()
	limit := fmt.Sprintf("ulimit -t %d; exec \"$0\" \"$@\"", int(timeout.Seconds()))
	cmd := exec.CommandContext(ctx, "sh", append([]string{"-c", limit, command}, args...)...)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = time.Second
	cmd.Dir, cmd.Env = dir, slices.Concat(os.Environ(), j.environment, environment)
	out, err := cmd.CombinedOutput()
	if err == nil {
		return nil, false
	}
	status, _ := cmd.ProcessState.Sys().(syscall.WaitStatus)
	return append(out, '\n'), ctx.Err() != nil || status.Signaled() && (status.Signal() == syscall.SIGXCPU || status.Signal() == syscall.SIGKILL)
}

// patience is how many times longer tests may take than the processor works on them.
const patience = 4

// failed is the first line that says which test failed.
func failed(out []byte) string {
	for line := range bytes.Lines(out) {
		line = bytes.TrimSpace(line)
		if name, ok := bytes.CutPrefix(line, []byte("--- FAIL: ")); ok {
			return string(name)
		}
		if bytes.HasPrefix(line, []byte("panic: ")) {
			return string(line)
		}
	}
	return ""
}
