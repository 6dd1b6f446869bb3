package main

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// written are the files that measuring changes: they make no tree dirty.
var written = append([]string{figuresFile}, pages...)

const figuresFile = "docs/figures.json"

// revision returns the commit of a tree, and whether the tree differs from it.
func revision(root string) (commit string, dirty bool, err error) {
	git := func(args ...string) string {
		cmd := exec.Command("git", args...)
		cmd.Dir = root
		out, e := cmd.Output()
		if e != nil {
			err = fmt.Errorf("multiwalk: git %s: %w", strings.Join(args, " "), e)
		}
		return string(out)
	}
	commit = strings.TrimSpace(git("rev-parse", "--short=10", "HEAD"))
	for line := range strings.Lines(git("status", "--porcelain")) {
		if len(line) > 3 && !slices.Contains(written, strings.TrimSpace(line[3:])) {
			dirty = true
		}
	}
	return commit, dirty, err
}

// build makes a folder that measures on a machine without Go and without this tree: the command, the test binaries and
// this program, instances, sources that a measurement compiles there, and a manifest. Binaries but this one are
// compressed: a dozen of them would be too large to carry.
func build(root, dir string, o options) error {
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
	for _, sub := range []string{"bin", "data", "src"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o755); err != nil {
			return err
		}
	}
	if err := compile(root, filepath.Join(dir, "measure"), "build", "./internal/measure"); err != nil {
		return err
	}
	if err := packed(root, dir, "multiwalk", "build", "./cmd/multiwalk"); err != nil {
		return err
	}
	for _, p := range testPackages(o) {
		if err := packed(root, dir, binary(p), "test", p); err != nil {
			return err
		}
	}
	if err := copyInstances(root, filepath.Join(dir, "data"), o); err != nil {
		return err
	}
	sources, err := filepath.Glob(filepath.Join(root, "internal/kernelproof/cuda", "*.cu*"))
	for _, s := range sources {
		if err := copyFile(s, filepath.Join(dir, "src", filepath.Base(s))); err != nil {
			return err
		}
	}
	if err != nil {
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

// testPackages are the packages whose test binaries the list needs.
func testPackages(o options) []string {
	var all []string
	for _, m := range list {
		if m.Package != "" && o.includes(&m) {
			all = append(all, m.Package)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// binary is the name of a package's test binary: two packages may end in the same word.
func binary(p string) string {
	return strings.ReplaceAll(strings.TrimPrefix(p, "./"), "/", "-") + ".test"
}

// compile runs go build, or go test -c.
func compile(root, to, verb, name string) error {
	to, err := filepath.Abs(to)
	if err != nil {
		return err
	}
	args := []string{verb, "-trimpath", "-ldflags=-s -w", "-o", to}
	if verb == "test" {
		args = append(args, "-c")
	}
	cmd := exec.Command("go", append(args, name)...)
	cmd.Dir = root
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("multiwalk: building %s: %w", name, err)
	}
	return nil
}

// packed compiles into a compressed file of bin.
func packed(root, dir, name, verb, pkg string) error {
	plain := filepath.Join(dir, "bin", name)
	if err := compile(root, plain, verb, pkg); err != nil {
		return err
	}
	defer os.Remove(plain)
	in, err := os.Open(plain)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(plain + ".gz")
	if err != nil {
		return err
	}
	z, err := gzip.NewWriterLevel(out, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := io.Copy(z, in); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return out.Close()
}

// unpack writes a binary of a built folder into another one.
func unpack(dir, to, name string) (string, error) {
	path := filepath.Join(to, name)
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	in, err := os.Open(filepath.Join(dir, "bin", name+".gz"))
	if err != nil {
		return "", err
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		return "", err
	}
	out, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o755)
	if err != nil {
		return "", err
	}
	if _, err := io.Copy(out, z); err != nil {
		return "", err
	}
	return path, out.Close()
}

// copyInstances copies the table of optima and the instances that the list names.
func copyInstances(root, to string, o options) error {
	from := os.Getenv("MULTIWALK_DATA")
	if from == "" {
		from = filepath.Join(root, "..", "shared", "data")
	}
	files := append([]string{"optima.csv"}, benchInstances()...)
	for _, m := range list {
		for _, i := range m.Instances {
			if f := file(i); f != "" && o.includes(&m) {
				files = append(files, f)
			}
		}
	}
	for _, f := range files {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, f)), 0o755); err != nil {
			return err
		}
		err := copyFile(filepath.Join(from, f), filepath.Join(to, f))
		if errors.Is(err, fs.ErrNotExist) { // the benchmarks unpack it
			err = copyFile(filepath.Join(from, f+".gz"), filepath.Join(to, f+".gz"))
		}
		if err != nil {
			return fmt.Errorf("multiwalk: an instance that is measured: %w; set MULTIWALK_DATA to their folder", err)
		}
	}
	return nil
}

// clauseFiles are the instances of satisfiability and of weighted clauses.
const clauseFiles = "uf20-01.cnf uf20-02.cnf uf50-01.cnf uf100-01.cnf uf100-02.cnf uf150-01.cnf uf200-01.cnf uf250-01.cnf uf250-02.cnf " +
	"404.wcsp.log.wcnf 54.wcsp.log.wcnf auctions_wt-cat_sched_60_70_0003.txt.wcnf c1355_f176gat-1278gat.wcnf " +
	"cnf3.150.250.832706.cnf.wcnf frb20-11-1.wcnf normalized-factor-9-11-283.opb.wcnf normalized-s3-3-3-2pb.wcnf t3g3-5555.spn.wcnf " +
	"wqueens8_6.wcsp.dir.wcnf"

// benchInstances are files that benchmarks and reproductions read beside those that the list names.
func benchInstances() []string {
	var all []string
	for _, name := range strings.Fields(paperTours) {
		all = append(all, "tsp/"+name+".tsp")
	}
	for _, name := range strings.Fields(paperAssignments + " " + largeAssignments) {
		all = append(all, "qap/"+name+".dat")
	}
	for _, name := range []string{"x-n101-k25", "x-n200-k36", "x-n256-k16"} {
		all = append(all, "cvrp/"+name+".vrp")
	}
	all = append(all, "lop/xlolib_be75eec_250.mat")
	for _, name := range []string{"nug12-d", "nug13-d", "nug15-d", "nug18-d", "nug22-d"} {
		all = append(all, "q3ap/"+name+".dat")
	}
	for _, name := range strings.Fields(bitsOn + " " + graphsOn("1s")) {
		name, _, _ = strings.Cut(name, "@")
		all = append(all, name)
	}
	for _, name := range strings.Fields(clauseFiles) {
		all = append(all, "sat/"+name)
	}
	return all
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}
