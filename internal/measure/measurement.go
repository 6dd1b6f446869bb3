package main

import (
	"fmt"
	"regexp"
	"strings"
)

// A measurement is one line of the list: what is run, and where. The lists in list_*.go hold them by importance.
type measurement struct {
	ID      string
	What    string
	Class   string   // cores: two cores alone; gpu: a GPU and the cores beside it
	Kind    string   // bench, solve, repro or log: which parser reads it
	Package string   // whose test binary is run, such as "./single"; empty: the command multiwalk
	Args    []string // of the binary, or of multiwalk
	Code    []string // packages whose code the figures tell of, beside what these import

	Seconds  int  // estimate
	Optional bool // left out unless it is named

	// A table that takes too long for one run is a set of parts, each on some instances, which the documents join. Whoever names
	// the set names all of them.
	Set, Part string

	// Of solve: a run for each instance, method and seed.
	Instances []string // tsp/lin318 and qap/tai60a are files, nqueens:1000 is a name
	Methods   []string // none: auto
	Device    string
	Time      string
	Target    string   // none: bks; one of an instance: "tai50b=bks+0.06%" in Targets
	Targets   []string // of instances whose target differs
	At        []string // times, such as 10s, at which the gap is noted as well
	Jobs      int      // runs side by side, each of one core; 0: one, -1: as many as there are cores

	// Of solve the seeds, from 1; of log the repetitions. {n} in Args stands for it.
	Repeats int
	Full    int // the same under -full; 0: Repeats

	// Of log: the named group key begins the names of figures, every other one is a figure.
	Pattern *regexp.Regexp
	Before  []string // a command to run first; {src} stands for the folder of copied sources
}

// repeats is how often it is done.
func (m *measurement) repeats(o options) int {
	switch {
	case o.quick:
		return 1
	case o.full && m.Full > 0:
		return m.Full
	}
	return max(1, m.Repeats)
}

// settings says in words how it is done.
func (m *measurement) settings(o options) string {
	return strings.ReplaceAll(m.What, "{n}", fmt.Sprint(m.repeats(o)))
}

// methods are those of a solve.
func (m *measurement) methods() []string {
	if len(m.Methods) == 0 {
		return []string{"auto"}
	}
	return m.Methods
}

// target is what ends a run of an instance.
func (m *measurement) target(instance string) string {
	for _, t := range m.Targets {
		if name, target, _ := strings.Cut(t, "="); name == base(instance) {
			return target
		}
	}
	if m.Target != "" {
		return m.Target
	}
	return "bks"
}

// base is the name of an instance without its folder.
func base(instance string) string { return instance[strings.LastIndex(instance, "/")+1:] }

// parts are the measurements of a set.
func parts(set string) []*measurement {
	var all []*measurement
	for i := range list {
		if set != "" && list[i].Set == set {
			all = append(all, &list[i])
		}
	}
	return all
}

// named says whether a name is that of the measurement, or of its set.
func (m *measurement) named(name string) bool { return name != "" && (name == m.ID || name == m.Set) }

// file is the place of an instance below the folder of instances, or "" of a name that is no file.
func file(instance string) string {
	set, _, isFile := strings.Cut(instance, "/")
	if !isFile {
		return ""
	}
	return instance + map[string]string{"tsp": ".tsp", "qap": ".dat"}[set]
}

// commands are what a reader types to see the figures again.
func (m *measurement) commands(o options) []string {
	switch m.Kind {
	case "bench", "log":
		words := []string{"go test", m.Package}
		if m.Kind == "bench" {
			words = append(words, "-run '^$'")
		}
		for _, a := range m.Args {
			if test, ok := strings.CutPrefix(a, "-test."); ok {
				a = "-" + test
			}
			if strings.ContainsAny(a, "^$|*() ") {
				a = "'" + a + "'"
			}
			words = append(words, a)
		}
		line := strings.Join(words, " ")
		lines := []string{line}
		if m.Before != nil {
			lines = []string{strings.Join(m.Before, " "), line}
		}
		return fill(lines, "{src}", "internal/kernelproof/cuda")
	case "solve":
		line := "multiwalk solve " + map[bool]string{true: "INSTANCE", false: base(m.Instances[0])}[len(m.Instances) > 1]
		line += " --device " + m.Device + " --time " + m.Time + " --target " + m.target("") + " --seed SEED"
		if m.Methods != nil {
			line = strings.Replace(line, " --device", " --method METHOD --device", 1)
		}
		return []string{line}
	case "repro":
		return []string{"multiwalk repro " + strings.Join(m.trials(o), " ")}
	}
	return []string{"multiwalk " + strings.Join(m.Args, " ")}
}

// trials are the arguments of a repro with its number of trials.
func (m *measurement) trials(o options) []string {
	args := fill(m.Args, "{n}", fmt.Sprint(m.repeats(o)))
	if o.quick {
		args = append(args, "--quick")
	}
	return args
}

// fill returns words in which a text stands for another one.
func fill(words []string, what, with string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = strings.ReplaceAll(w, what, with)
	}
	return out
}

// find returns the measurement of that name.
func find(id string) *measurement {
	for i := range list {
		if list[i].ID == id {
			return &list[i]
		}
	}
	return nil
}
