//go:build unix

// Command mutate finds out what the tests would not notice: it changes the source in small ways, one at a time and at
// random, and runs the tests of the package, then those of package golden, then those of the packages that depend on it.
//
//	go run ./internal/mutate -n 300 -seed 1 ./single ./population
//
// No file of the tree is touched: mutants are compiled by overlays. Those that change a function are compiled together, so
// that a package's tests are built once, and only tests that call the function are run; the others are compiled one by one.
// Each gets a line of JSON in the log, and one that is there is not tried again: so a run can be broken off and goes on where
// it was, and later runs go on from the log that is kept in the tree. A mutant keeps its name as long as its line stays. One
// that survives calls for a test, or for a line in equivalent.txt that says why it does the same. Not mutated: generated
// files, messages, and code for the build tag invariants. A mutant of a kernel is what the emulator runs; the compiled
// kernels, and tests that they are fresh, see the source on disk.
package main

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

//go:embed equivalent.txt
var equivalents string

// usual are the searches, the kernels, the compiler and the engine.
var usual = []string{".", "./single", "./population", "./cooperate", "./neighbourhood", "./auto", "./kernel", "./kernel/lane",
	"./internal/tour", "./internal/tempering", "./internal/mating", "./internal/metropolis", "./internal/rng",
	"./internal/fleet", "./internal/simd", "./internal/tourkernel", "./internal/kernelgen", "./internal/kernelfile", "./internal/gpu"}

type options struct {
	n, jobs  int
	seed     uint64
	log      string
	again    bool
	list     bool
	packages []string
	judge    judge
}

func main() {
	o := options{judge: judge{first: []string{"/internal/golden"}}}
	var never string
	flag.IntVar(&o.n, "n", 300, "how many mutants that compile")
	flag.IntVar(&o.jobs, "j", 1, "how many at the same time")
	flag.Uint64Var(&o.seed, "seed", 1, "which ones")
	flag.StringVar(&o.log, "log", "internal/mutate/verdicts.jsonl", "where verdicts are written and read")
	flag.BoolVar(&o.again, "again", false, "try those that survived once more, and no others")
	flag.BoolVar(&o.list, "report", false, "try none, and print the survivors")
	flag.StringVar(&o.judge.skip, "skip", "AreTheComments|Fresh", "tests that do not count")
	flag.StringVar(&never, "never", "docs,internal/mutate", "packages, by the ends of their paths, whose tests do not count")
	flag.BoolVar(&o.judge.near, "near", false, "run the tests of the package and of package golden alone; then -again for the others")
	flag.DurationVar(&o.judge.quick, "quick", 0, "leave out tests that take longer; then -again for these")
	flag.BoolVar(&o.judge.full, "full", false, "run tests without -short, as the plain tests of .ci/run do: those of packages other than golden, too")
	flag.BoolVar(&o.judge.race, "race", false, "build tests with the race detector, which sees barriers that a kernel lacks")
	flag.DurationVar(&o.judge.timeout, "timeout", 4*time.Minute, "of a processor, for the tests of a package")
	flag.Parse()
	if o.packages = flag.Args(); len(o.packages) == 0 {
		o.packages = usual
	}
	if err := o.run(os.Stdout, strings.Split(never, ",")); err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

func (o *options) run(w io.Writer, never []string) (err error) {
	if err = o.judge.prepare(); err != nil {
		return err
	}
	defer os.RemoveAll(o.judge.folder)
	if o.judge.all, err = goList("./..."); err != nil {
		return err
	}
	o.judge.last = map[string]bool{}
	for _, p := range o.judge.all {
		for _, end := range never {
			o.judge.last[p.ImportPath] = o.judge.last[p.ImportPath] || strings.HasSuffix(p.ImportPath, end)
		}
	}
	targets, err := goList(o.packages...)
	if err != nil {
		return err
	}
	var list []mutant
	for _, p := range targets {
		more, err := find(p, p.Module.Dir)
		if err != nil {
			return err
		}
		list = append(list, more...)
	}
	shuffle(list, o.seed)
	log, err := readLog(o.log)
	if err != nil {
		return err
	}
	return errors.Join(o.tryAll(list, log), o.report(w, list, log))
}

// tryAll goes through the mutants in their order until enough of them have compiled.
func (o *options) tryAll(list []mutant, log map[string]verdict) error {
	if o.list {
		return nil
	}
	out, err := os.OpenFile(o.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer out.Close()
	if o.judge.batch, err = o.judge.gather(o.candidates(list, log)); err != nil {
		return err
	}
	compiled, at := 0, 0
	var mu sync.Mutex
	next := func() (m mutant, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		for ; at < len(list) && compiled < o.n; at++ {
			if v, done := log[list[at].ID]; done == o.again && (!o.again || v.Status == survived) {
				compiled++ // unless it turns out not to compile
				at++
				return list[at-1], true
			} else if done && !o.again && v.Status != uncompiled {
				compiled++
			}
		}
		return m, false
	}
	note := func(v verdict) error {
		mu.Lock()
		defer mu.Unlock()
		log[v.ID] = v
		if v.Status == uncompiled {
			compiled--
		}
		fmt.Fprintf(os.Stderr, "%d %s: %s:%d %s (%s %s, %.0f s)\n", len(log), v.Status, v.File, v.Line, v.Kind, v.By, v.Test, v.Seconds)
		return json.NewEncoder(out).Encode(v)
	}
	var all sync.WaitGroup
	failures := make([]error, max(1, o.jobs))
	for i := range failures {
		all.Go(func() { failures[i] = o.work(i, next, note) })
	}
	all.Wait()
	return errors.Join(failures...)
}

// work tries mutants until there are no more.
func (o *options) work(number int, next func() (mutant, bool), note func(verdict) error) error {
	j, err := o.judge.worker(number)
	if err != nil {
		return err
	}
	for m, ok := next(); ok; m, ok = next() {
		v, err := j.try(m)
		if err != nil {
			return err
		}
		if err := note(v); err != nil {
			return err
		}
	}
	return nil
}

// readLog returns the last verdict on each mutant. A line that was cut off is left out.
func readLog(name string) (map[string]verdict, error) {
	log := map[string]verdict{}
	f, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return log, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var v verdict
		if json.Unmarshal(lines.Bytes(), &v) == nil {
			log[v.ID] = v
		}
	}
	return log, lines.Err()
}
