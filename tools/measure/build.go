package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A manifest says what a built folder holds, and from which code it was built.
type manifest struct {
	Commit string            `json:"commit"`
	Dirty  bool              `json:"dirty"`
	Go     string            `json:"go"`
	Code   map[string]string `json:"code"` // hashes of the code of each measurement
}

const figuresFile = "docs/figures.json"

// revision returns the commit of a tree, and whether the tree differs from it in more than the files that measuring changes.
func revision(root string) (commit string, dirty bool, err error) {
	git := func(args ...string) string {
		out, e := run(root, "git", args...)
		err = errors.Join(err, e)
		return string(out)
	}
	commit = strings.TrimSpace(git("rev-parse", "--short=10", "HEAD"))
	for line := range strings.Lines(git("status", "--porcelain")) {
		file := strings.TrimSpace(line[min(3, len(line)):])
		dirty = dirty || file != figuresFile && !slices.Contains(pages, file)
	}
	return commit, dirty, err
}

// run runs a program in a folder and returns its standard output; what it says stands in the error.
func run(dir, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "CGO_ENABLED=0")
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		err = fmt.Errorf("%w: %s", err, exit.Stderr)
	}
	if err != nil {
		err = fmt.Errorf("multiwalk: %s %s: %w", name, strings.Join(args, " "), err)
	}
	return out, err
}

// build makes a folder that measures on a machine without Go and without this tree: the command, the test binaries and
// this program, instances, sources that a measurement compiles there, and a manifest. Binaries but this one are
// compressed, by gzip, which that machine has as well: a dozen of them would be too large to carry.
func build(root, dir string, o options) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	commit, dirty, err := revision(root)
	if err != nil {
		return err
	}
	if dirty && !o.dirty {
		return fmt.Errorf("multiwalk: the tree differs from commit %s: commit, or measure with -dirty what no table will name", commit)
	}
	code, err := hashes(root)
	if err != nil {
		return err
	}
	if err := compile(root, dir, o); err != nil {
		return err
	}
	if err := copyFiles(root, dir, o); err != nil {
		return err
	}
	text, err := json.MarshalIndent(manifest{Commit: commit, Dirty: dirty, Go: runtime.Version(), Code: code}, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "manifest.json"), text, 0o644)
}

// includes says whether a built folder is to have what a measurement needs: those named, or those of a class, or all.
func (o options) includes(m *measurement) bool {
	if o.only != "" {
		return slices.ContainsFunc(strings.Split(o.only, ","), m.named)
	}
	return o.class == "" || o.class == m.Class
}

// binary is the name of a package's test binary: two packages may end in the same word.
func binary(p string) string {
	return strings.ReplaceAll(strings.TrimPrefix(p, "./"), "/", "-") + ".test"
}

// compile makes the programs of a built folder.
func compile(root, dir string, o options) error {
	programs := map[string][]string{
		"measure":       {"build", "./tools/measure"},
		"bin/multiwalk": {"build", "./cmd/multiwalk"},
	}
	for _, m := range list {
		if m.Package != "" && o.includes(&m) {
			programs["bin/"+binary(m.Package)] = []string{"test", "-c", m.Package}
		}
	}
	for name, args := range programs {
		last := len(args) - 1
		to := filepath.Join(dir, name)
		args = slices.Concat(args[:last], []string{"-trimpath", "-ldflags=-s -w", "-o", to}, args[last:])
		if _, err := run(root, "go", args...); err != nil {
			return err
		}
		if name == "measure" {
			continue
		}
		if _, err := run(root, "gzip", "-9", "-f", to); err != nil {
			return err
		}
	}
	return nil
}

// unpack writes a binary of a built folder into another one, once.
func unpack(dir, to, name string) (string, error) {
	path := filepath.Join(to, name)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	text, err := run(dir, "gzip", "-dc", filepath.Join(dir, "bin", name+".gz"))
	if err != nil {
		return "", err
	}
	return path, os.WriteFile(path, text, 0o755)
}

// copyFiles copies sources, the table of optima, and the instances that are measured.
func copyFiles(root, dir string, o options) error {
	from := os.Getenv("MULTIWALK_DATA")
	if from == "" {
		from = filepath.Join(root, "..", "shared", "data")
	}
	files := append([]string{"optima.csv"}, strings.Fields(listed.expand(strings.Join(listed.Files, " ")))...)
	for _, m := range list {
		for _, i := range m.Instances {
			if f := file(i); f != "" && o.includes(&m) {
				files = append(files, f)
			}
		}
	}
	for _, f := range files {
		f, _, _ = strings.Cut(f, "@") // the time of a run
		err := copyFile(filepath.Join(from, f), filepath.Join(dir, "data", f))
		if errors.Is(err, fs.ErrNotExist) { // the benchmarks unpack it
			err = copyFile(filepath.Join(from, f+".gz"), filepath.Join(dir, "data", f+".gz"))
		}
		if err != nil {
			return fmt.Errorf("multiwalk: an instance that is measured: %w; set MULTIWALK_DATA to their folder", err)
		}
	}
	sources, err := filepath.Glob(filepath.Join(root, "internal/kernelproof/cuda", "*.cu*"))
	for _, s := range sources {
		err = errors.Join(err, copyFile(s, filepath.Join(dir, "src", filepath.Base(s))))
	}
	return err
}

// copyFile copies a file into a folder, which it makes.
func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
