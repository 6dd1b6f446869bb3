//go:build unix

package main

import (
	"cmp"
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
	"sync"
	"syscall"
	"time"
)

// batch holds many mutants in one program. Each is a copy of the function that it changes; the function asks the environment
// which copy is to run in its place, if any. So a package's tests are compiled once for all mutants. What is no part of a
// function, such as a constant, cannot be chosen as late as that, and has no place in a batch.
type batch struct {
	number   map[string]int  // of a mutant that is in the batch, by its ID, counted from 1
	bad      map[string]bool // those that do not compile, by their ID
	leaders  map[int]int     // the number that stands for a mutant's function in what tests have seen
	overlay  string          // the file for go build
	mu       sync.Mutex
	binaries map[string]*binary
}

// selector is the package that mutated functions ask. It exists in overlays alone.
const selector = `package chosen

import (
	"os"
	"strconv"
	"sync"
)

var (
	number, _ = strconv.Atoi(os.Getenv("MUTANT"))
	file      = os.Getenv("MUTANTS_SEEN")
	seeing    = file != ""
	seen      sync.Map
)

// In returns the number of the mutant that is to run. It notes that a function was called.
func In(function int) int {
	if seeing {
		see(function)
	}
	return number
}

func see(function int) {
	if _, done := seen.LoadOrStore(function, true); done {
		return
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	f.WriteString(strconv.Itoa(function) + "\n")
	f.Close()
}
`

// gather makes a batch of mutants, and finds out which compile.
func (j *judge) gather(list []mutant) (*batch, error) {
	b := &batch{number: map[string]int{}, bad: map[string]bool{}, leaders: map[int]int{}, binaries: map[string]*binary{},
		overlay: filepath.Join(j.folder, "batch.json")}
	byFile := map[string][]mutant{}
	for _, m := range list {
		byFile[m.path] = append(byFile[m.path], m)
	}
	for {
		copies, err := b.write(j, byFile)
		if err != nil {
			return nil, err
		}
		args := append([]string{"build", "-overlay", b.overlay, gcflags(j), "-p=1"}, targets(list)...)
		out, _ := j.run("go", "", j.timeout, nil, args...)
		if out == nil {
			return b, nil
		}
		before := len(b.bad)
		for _, at := range place.FindAllSubmatch(out, -1) {
			line, _ := strconv.Atoi(string(at[2]))
			for _, c := range copies {
				if c.from <= line && line < c.to && c.file == filepath.Base(string(at[1])) {
					b.bad[c.id] = true
				}
			}
		}
		if len(b.bad) == before {
			return nil, fmt.Errorf("the batch does not compile: %s", out)
		}
	}
}

var place = regexp.MustCompile(`(?m)^([^\s:]+\.go):(\d+):`)

// gcflags makes the compiler print all errors.
func gcflags(j *judge) string { return "-gcflags=" + j.all[0].Module.Path + "/...=-e" }

// targets are the packages of mutants.
func targets(list []mutant) []string {
	var names []string
	seen := map[string]bool{}
	for _, m := range list {
		if !seen[m.Package] {
			names = append(names, m.Package)
		}
		seen[m.Package] = true
	}
	return names
}

// copied is where the copy of a function lies in what the compiler reads.
type copied struct {
	id, file string // the name without its folder
	from, to int    // lines
}

// write writes the overlay, without the mutants that are known not to compile.
func (b *batch) write(j *judge, byFile map[string][]mutant) (all []copied, err error) {
	module := j.all[0].Module
	replace := map[string]string{}
	put := func(path, text string) {
		file := filepath.Join(j.folder, "batch"+strconv.Itoa(len(replace))+".go")
		replace[path] = file
		err = errors.Join(err, os.WriteFile(file, []byte(text), 0o644))
	}
	put(filepath.Join(module.Dir, "internal", "mutate", "chosen", "chosen.go"), selector)
	for path, list := range byFile {
		text, copies, trouble := b.dispatch(path, module.Path+"/internal/mutate/chosen", list)
		if trouble != nil {
			return nil, trouble
		}
		put(path, text)
		for i := range copies {
			copies[i].file = filepath.Base(replace[path])
		}
		all = append(all, copies...)
	}
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return nil, err
	}
	return all, os.WriteFile(b.overlay, text, 0o644)
}

// binary is the compiled tests of a package. It is made when it is first needed.
type binary struct {
	sync.Mutex
	file, dir string
	skip      string  // tests that fail without any mutant, as an expression
	groups    []group // the quickest first
}

// group is tests that run together.
type group struct {
	tests string       // an expression
	took  float64      // seconds of a processor, without any mutant
	sees  map[int]bool // the functions that they call, by what stands for each
}

// limit is the time of a processor that a group gets. A mutant that makes it ten times slower is taken for one that hangs.
func (g *group) limit(most time.Duration) time.Duration {
	return min(most, max(10*time.Second, time.Duration(10*g.took*float64(time.Second))))
}

// tests returns a package's binary.
func (b *batch) tests(j *judge, p string) (*binary, error) {
	b.mu.Lock()
	t := b.binaries[p]
	if t == nil {
		t = &binary{file: filepath.Join(j.folder, strings.NewReplacer("/", "-", ".", "-").Replace(p)+".test"), skip: j.skip}
		b.binaries[p] = t
	}
	b.mu.Unlock()
	t.Lock()
	defer t.Unlock()
	if t.groups != nil {
		return t, nil
	}
	for _, q := range j.all {
		if q.ImportPath == p {
			t.dir = q.Dir
		}
	}
	if out, _ := j.run("go", "", j.timeout, nil, "test", "-c", "-race="+strconv.FormatBool(j.race), "-overlay", b.overlay, gcflags(j), "-vet=off", "-p=1", "-o", t.file, p); out != nil {
		return nil, fmt.Errorf("the tests of %s do not compile: %s", p, out)
	}
	return t, t.takeApart(j, j.named(p), j.short(p))
}

// takeApart finds out which mutated functions are called by which tests, and how long these take. The tests of a package that
// guards all others are taken apart by their subtests too: subtests with an equal first word stay together.
func (t *binary) takeApart(j *judge, apart, short bool) error {
	names, err := exec.Command(t.file, "-test.list", ".").Output()
	if err != nil {
		return err
	}
	t.groups = []group{}
	for _, name := range strings.Fields(string(names)) {
		parts := []string{"^" + name + "$"}
		if apart {
			parts = t.parts(name)
		}
		for _, tests := range parts {
			g, err := t.look(j, tests, short)
			if err != nil {
				return err
			}
			t.groups = append(t.groups, g)
		}
	}
	slices.SortStableFunc(t.groups, func(a, b group) int { return cmp.Compare(a.took, b.took) })
	return nil
}

// look runs tests without any mutant.
func (t *binary) look(j *judge, tests string, short bool) (group, error) {
	g := group{tests: tests, sees: map[int]bool{}}
	file := filepath.Join(j.folder, "seen")
	os.Remove(file)
	began := spent()
	if out, _ := j.run(t.file, t.dir, j.timeout, []string{"MUTANTS_SEEN=" + file}, t.args(j, tests, short, false)...); out != nil {
		for _, f := range failure.FindAllSubmatch(out, -1) {
			t.skip += "|^" + string(f[1]) + "$"
		}
		fmt.Fprintf(os.Stderr, "%s fails without any mutant, and is left out: %s\n", t.file, t.skip)
	}
	g.took = spent() - began
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return g, err
	}
	for _, line := range strings.Fields(string(text)) {
		k, _ := strconv.Atoi(line)
		g.sees[k] = true
	}
	return g, nil
}

// spent is the time that processors have worked on processes that have ended, in seconds. If several jobs look at a time, each
// counts the others' too, and its limits are wider.
func spent() float64 {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()).Seconds()
}

var failure = regexp.MustCompile(`(?m)^--- FAIL: (\S+)`)

// parts lists the subtests of a test that are parallel, which are known before the first one runs. Those with an equal first
// word are one part.
func (t *binary) parts(name string) []string {
	cmd := exec.Command(t.file, "-test.v", "-test.run", "^"+name+"$")
	cmd.Dir = t.dir
	out, err := cmd.StdoutPipe()
	if err != nil || cmd.Start() != nil {
		return []string{"^" + name + "$"}
	}
	text := readUntil(out, "=== CONT")
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	var list []string
	seen := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^=== RUN +`+name+`/([^_/\s]+)`).FindAllStringSubmatch(text, -1) {
		if !seen[m[1]] {
			list = append(list, "^"+name+"$/^"+regexp.QuoteMeta(m[1])+"(_|$)")
		}
		seen[m[1]] = true
	}
	if list == nil {
		list = []string{"^" + name + "$"}
	}
	return list
}

func (t *binary) args(j *judge, group string, short, failfast bool) []string {
	return []string{"-test.run", group, "-test.skip", t.skip, "-test.timeout", (patience * j.timeout).String(), "-test.paniconexit0",
		"-test.short=" + strconv.FormatBool(short), "-test.failfast=" + strconv.FormatBool(failfast)}
}

// test runs those tests of a package that call the function that a mutant changes, until one fails.
func (b *batch) test(j *judge, m mutant, p string) (out []byte, late bool, err error) {
	t, err := b.tests(j, p)
	if err != nil {
		return nil, false, err
	}
	k := b.number[m.ID]
	for _, g := range t.groups {
		if !g.sees[b.leaders[k]] || j.quick > 0 && g.took > j.quick.Seconds() {
			continue
		}
		if out, late = j.run(t.file, t.dir, g.limit(j.timeout), []string{"MUTANT=" + strconv.Itoa(k)}, t.args(j, g.tests, j.short(p), true)...); out != nil {
			return out, late, nil
		}
	}
	return nil, false, nil
}
