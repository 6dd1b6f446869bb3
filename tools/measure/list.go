package main

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// listText is what is measured, by importance in each class, and the sets of instances that it names: {small-tours} stands for
// the names of a set, {small-tours:tsp/*} for these with each in the star's place. Whoever changes it runs what is new with -quick first.
//
//go:embed list.json
var listText []byte

// A measurement is what is run, and where.
type measurement struct {
	ID      string
	What    string // in words; {n} stands for the repetitions
	Class   string // cores: two cores alone; gpu: a GPU and the cores beside it, and nothing else at that time
	Kind    string // bench, solve, scale, repro or log: which parser reads it
	Package string // whose test binary is run, such as "./single"; empty: the command multiwalk
	Args    words  // of the binary, or of multiwalk
	Code    words  // packages whose code the figures tell of, beside what these import

	Seconds  int  // estimate
	Optional bool // left out unless it is named

	// What takes too long for one run is a set of parts, each on some instances, for which {part} stands in Args. Whoever names the set
	// names all of them. Documents join the tables of parts.
	Parts     []part
	Set, Part string // of a part

	// Of solve: a run for each instance, method and seed. Of scale: a table for each instance.
	Instances words  // tsp/lin318 and qap/tai60a are files, nqueens:1000 is a name
	Methods   words  // none: auto
	Device    string // of scale all places
	Time      string
	Target    string // none: bks
	Targets   words  // of instances whose target differs: tai50b=bks+0.06%
	At        words  // times, such as 10s, at which the gap is noted as well
	Jobs      int    // runs side by side, each of one core; 0: one, -1: as many as there are cores

	// Of solve and scale the seeds, from 1; of log the repetitions. {n} in Args stands for it.
	Repeats int
	Full    int // the same under -full; 0: Repeats

	// Of log: the named group key begins the names of figures, every other one is a figure.
	Pattern *regexp.Regexp
	Before  words // a command to run first; {src} stands for the folder of copied sources
}

// words are written as one text, with spaces between.
type words []string

// UnmarshalText splits the text.
func (w *words) UnmarshalText(text []byte) error {
	*w = strings.Fields(string(text))
	return nil
}

// A part of a measurement is how many seconds it takes, and the names of its instances.
type part struct {
	seconds int
	names   string
}

// UnmarshalJSON reads [20, "rd100 tsp225"].
func (p *part) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&p.seconds, &p.names})
}

// contents are those of the list.
type contents struct {
	Sets       map[string][]string
	Files      []string // that benchmarks and reproductions read, beside those that the list names
	Cores, GPU []measurement
}

var (
	listed = readList()
	list   = slices.Concat(listed.whole("cores", listed.Cores), listed.whole("gpu", listed.GPU))
)

func readList() (c contents) {
	if err := json.Unmarshal(listText, &c); err != nil {
		panic(err)
	}
	return c
}

// whole returns measurements with sets and parts written out.
func (c *contents) whole(class string, short []measurement) (all []measurement) {
	for _, m := range short {
		m.Class, m.Instances = class, strings.Fields(c.expand(strings.Join(m.Instances, " ")))
		for i, a := range m.Args {
			m.Args[i] = c.expand(a)
		}
		if m.Parts == nil {
			all = append(all, m)
		}
		for i, p := range m.Parts {
			m.Set, m.Part, m.Seconds = cmp.Or(m.Set, m.ID), p.names, p.seconds
			if m.ID = fmt.Sprint(m.Set, "-", i+1); !strings.Contains(p.names, " ") {
				m.ID = m.Set + "-" + p.names
			}
			between := ","
			if m.Kind == "bench" {
				between = "|" // of a regular expression
			}
			one := m
			one.Args = fill(m.Args, "{part}", strings.ReplaceAll(p.names, " ", between))
			all = append(all, one)
		}
	}
	return all
}

var setName = regexp.MustCompile(`\{([\w-]+)(?::([^}]*))?\}`)

// expand puts names in the places of sets.
func (c *contents) expand(text string) string {
	return setName.ReplaceAllStringFunc(text, func(at string) string {
		m := setName.FindStringSubmatch(at)
		lines, ok := c.Sets[m[1]]
		if !ok {
			return at
		}
		names := strings.Fields(strings.Join(lines, " "))
		for i, name := range names {
			names[i] = strings.ReplaceAll(cmp.Or(m[2], "*"), "*", name)
		}
		return strings.Join(names, " ")
	})
}

// instances returns the names of a set, for templates.
func instances(set string) (string, error) {
	if listed.Sets[set] == nil {
		return "", fmt.Errorf("no set of instances %q", set)
	}
	return listed.expand("{" + set + "}"), nil
}

// properName is how TSPLIB writes the name of an instance whose file is written small.
func properName(file string) string { return strings.Replace(file, "kroa", "kroA", 1) }

// find returns the measurement of that name.
func find(id string) *measurement {
	if i := slices.IndexFunc(list, func(m measurement) bool { return m.ID == id }); i >= 0 {
		return &list[i]
	}
	return nil
}

// parts are the measurements of a set.
func parts(set string) (all []*measurement) {
	for i := range list {
		if set != "" && list[i].Set == set {
			all = append(all, &list[i])
		}
	}
	return all
}

// named says whether a name is that of the measurement, or of its set.
func (m *measurement) named(name string) bool { return name != "" && (name == m.ID || name == m.Set) }

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

// target is what ends a run of an instance.
func (m *measurement) target(instance string) string {
	for _, t := range m.Targets {
		if name, target, _ := strings.Cut(t, "="); name == base(instance) {
			return target
		}
	}
	return cmp.Or(m.Target, "bks")
}

// base is the name of an instance without its folder.
func base(instance string) string { return instance[strings.LastIndex(instance, "/")+1:] }

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
	case "repro":
		return []string{"multiwalk repro " + strings.Join(m.trials(o), " ")}
	case "scale":
		return []string{"multiwalk bench scale INSTANCE " + strings.Join(m.scaled("TARGET", fmt.Sprint(m.repeats(o)), m.Time, m.Device), " ")}
	case "solve":
		line, instance := "multiwalk solve ", "INSTANCE"
		if len(m.Instances) == 1 {
			instance = base(m.Instances[0])
		}
		if line += instance; m.Methods != nil {
			line += " --method METHOD"
		}
		return []string{line + " --device " + m.Device + " --time " + m.Time + " --target " + m.target("") + " --seed SEED"}
	}
	call := words{"go test", m.Package}
	if m.Kind == "bench" {
		call = append(call, "-run '^$'")
	}
	for _, a := range m.Args {
		if test, ok := strings.CutPrefix(a, "-test."); ok {
			a = "-" + test
		}
		if strings.ContainsAny(a, "^$|*() ") {
			a = "'" + a + "'"
		}
		call = append(call, a)
	}
	lines := words{strings.Join(call, " ")}
	if m.Before != nil {
		lines = words{strings.Join(m.Before, " "), lines[0]}
	}
	return fill(lines, "{src}", "internal/kernelproof/cuda")
}

// scaled are the flags of a bench scale.
func (m *measurement) scaled(target, seeds, limit, devices string) words {
	return words{"--devices", devices, "--target", target, "--time", limit, "--seeds", seeds}
}

// trials are the arguments of a repro with its number of trials.
func (m *measurement) trials(o options) words {
	args := fill(m.Args, "{n}", fmt.Sprint(m.repeats(o)))
	if o.quick {
		args = append(args, "--quick")
	}
	return args
}

// fill returns words in which a text stands for another one.
func fill(all words, what, with string) words {
	out := make(words, len(all))
	for i, w := range all {
		out[i] = strings.ReplaceAll(w, what, with)
	}
	return out
}
