// Measure makes the figures of README.md and docs/benchmarks.md: it measures what the list says, writes the data file
// docs/figures.json with the origin of each figure, and fills the blocks of the two documents from it.
//
//	go run ./tools/measure -class cores       measures all of a class here and fills the tables; -only names some
//	go run ./tools/measure -list              names the measurements, by importance
//	go run ./tools/measure -build DIR         makes a folder that measures on a machine without Go and without this tree; first go generate ./tools/own
//	DIR/measure -run DIR -class gpu -out FILE    measures there, into a file of its own
//	DIR/measure -run DIR -only pspm-table4 ...   measures the parts of a set; those that FILE has of this commit are left out
//	go run ./tools/measure -merge FILE        takes those figures into the data file, and fills the tables
//	go run ./tools/measure -tables            fills the tables
//	go run ./tools/measure -stale             names the figures that are older than their code; exit code 1 if there are any
//
// A machine that measures must have nothing else to do.
package main

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// options are the flags.
type options struct {
	list, tables, stale, dirty, quick, full, again bool
	build, run, merge, out, only, class            string
	state, device                                  string
	budget                                         time.Duration
}

func main() {
	var o options
	flag.BoolVar(&o.list, "list", false, "name the measurements")
	flag.BoolVar(&o.tables, "tables", false, "fill the blocks of the documents from the data file")
	flag.BoolVar(&o.stale, "stale", false, "name figures that are missing or older than their code")
	flag.StringVar(&o.build, "build", "", "make this `folder`, which measures elsewhere")
	flag.StringVar(&o.run, "run", "", "measure with this built `folder`")
	flag.StringVar(&o.merge, "merge", "", "take the figures of this `file` into the data file")
	flag.StringVar(&o.out, "out", "", "write figures to this `file`; they join those that it has")
	flag.StringVar(&o.only, "only", "", "measure these, `names` with commas between; with -build, have what they need")
	flag.StringVar(&o.class, "class", "", "measure all of this `class`, cores or gpu, but the optional ones; with -build, have what it needs")
	flag.DurationVar(&o.budget, "budget", 0, "begin nothing that is likely to end later than this, but for reproductions with a -state, and stop what does")
	flag.BoolVar(&o.full, "full", false, "as many trials as the paper has, however long it takes")
	flag.BoolVar(&o.quick, "quick", false, "a taste of each measurement, which no table shows")
	flag.BoolVar(&o.again, "again", false, "measure also what the file has of this commit")
	flag.BoolVar(&o.dirty, "dirty", false, "measure a tree that differs from its commit")
	flag.StringVar(&o.state, "state", "", "`folder` of the trials of reproductions, from which a later call goes on")
	flag.StringVar(&o.device, "device", "", "run on this `device` instead, such as the emulator for a taste")
	flag.Parse()
	if err := command(o); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// command does what the flags say.
func command(o options) error {
	switch {
	case o.list:
		printList()
		return nil
	case o.run != "":
		chosen, err := choose(o)
		if err != nil {
			return err
		}
		if o.out == "" {
			return errors.New("multiwalk: -run wants -out, the file that the figures go to")
		}
		r, err := newRunner(o.run, o)
		if err != nil {
			return err
		}
		defer r.close()
		return r.run(chosen, o.out)
	}
	mod, err := run(".", "go", "env", "GOMOD")
	if err != nil {
		return err
	}
	root := filepath.Dir(strings.TrimSpace(string(mod)))
	switch {
	case o.build != "":
		return build(root, o.build, o)
	case o.stale:
		return reportStale(root)
	case o.tables || o.merge != "":
		return mergeAndFill(root, o.merge)
	}
	return here(root, o)
}

// here builds, measures and fills the tables in one go.
func here(root string, o options) error {
	if _, err := choose(o); err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "measure")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if err := build(root, dir, o); err != nil {
		return err
	}
	o.run = dir
	if o.out == "" {
		o.out = filepath.Join(root, filepath.FromSlash(figuresFile))
	}
	return errors.Join(command(o), mergeAndFill(root, ""))
}

// mergeAndFill takes a file into the data file and fills the tables.
func mergeAndFill(root, from string) error {
	path := filepath.Join(root, filepath.FromSlash(figuresFile))
	f, err := readFigures(path)
	if err != nil {
		return err
	}
	if from != "" {
		more, err := readFigures(from)
		if err != nil {
			return err
		}
		f.merge(more)
		if err := f.write(path); err != nil {
			return err
		}
	}
	return fillDocuments(root, f)
}

// choose returns the measurements that the flags name, by importance.
func choose(o options) ([]*measurement, error) {
	var chosen []*measurement
	names := strings.FieldsFunc(o.only, func(r rune) bool { return r == ',' })
	for _, name := range names {
		if find(name) == nil && len(parts(name)) == 0 {
			return nil, fmt.Errorf("multiwalk: no measurement %q: -list names them", name)
		}
	}
	for i := range list {
		m := &list[i]
		if slices.ContainsFunc(names, m.named) || len(names) == 0 && m.Class == o.class && !m.Optional {
			chosen = append(chosen, m)
		}
	}
	if len(chosen) == 0 {
		return nil, errors.New("multiwalk: nothing to measure: name a -class, cores or gpu, or measurements with -only")
	}
	return chosen, nil
}

// printList names the measurements and how long they take.
func printList() {
	total, sets := map[string]int{}, map[string]int{}
	for i := range list {
		m := &list[i]
		note := ""
		if m.Optional {
			note = "optional: "
		} else {
			total[m.Class] += m.Seconds
		}
		if m.Part != "" {
			note += m.Part + ", part of " + m.Set + ": "
			sets[m.Set] += m.Seconds
		}
		fmt.Printf("%-24s %-5s %4d s  %s%s\n", m.ID, m.Class, m.Seconds, note, m.settings(options{}))
	}
	for _, set := range slices.Sorted(maps.Keys(sets)) {
		fmt.Printf("%s: %d parts, about %d s in all\n", set, len(parts(set)), sets[set])
	}
	fmt.Printf("about %d s on two cores, %d s with a GPU, without the optional ones\n", total["cores"], total["gpu"])
}
