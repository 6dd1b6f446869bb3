package main

import (
	"bytes"
	"embed"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
)

// blocks are the templates of what is made of figures, a file for each block of a document.
//
//go:embed blocks/*.md
var blocks embed.FS

// documents hold blocks and, outside of them, no figures. Other pages hold blocks too, beside figures whose origin they tell.
var (
	documents = []string{"README.md", "docs/benchmarks.md"}
	pages     = append(slices.Clone(documents), "docs/repro.md", "docs/kernels.md")
)

// block finds a block in a document, with the name that its first mark gives.
var block = regexp.MustCompile(`(?s)(<!-- figures: ([\w-]+) -->\n).*?(<!-- /figures -->)`)

// notYet stands where a measurement has no entry.
const notYet = "not measured yet"

// A page makes blocks of the data files.
type page struct {
	figures *figures
	peers   *peers
	absent  map[string]bool // figures that an entry lacks, which is as likely a misspelt name
	used    []string        // measurements that the block at hand names
	stale   string          // what the block of old figures says; "" leaves it as it is
}

// fillDocuments writes the blocks of the documents anew.
func fillDocuments(root string, f *figures) error {
	p := &page{figures: f, absent: map[string]bool{}}
	var err error
	if p.peers, err = readPeers(root); err != nil {
		return err
	}
	if p.stale, err = judged(root, f); err != nil {
		return err
	}
	for _, name := range pages {
		path := filepath.Join(root, filepath.FromSlash(name))
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		filled, err := p.fill(string(text))
		if err != nil {
			return fmt.Errorf("multiwalk: %s: %w", name, err)
		}
		if err := os.WriteFile(path, []byte(filled), 0o644); err != nil {
			return err
		}
	}
	for what := range p.absent {
		fmt.Fprintln(os.Stderr, "no figure", what)
	}
	return nil
}

// fill returns a document with its blocks made anew.
func (p *page) fill(text string) (string, error) {
	var failed error
	filled := block.ReplaceAllStringFunc(text, func(old string) string {
		m := block.FindStringSubmatch(old)
		if m[2] == staleBlock && (p.stale == "" || judgedAt.ReplaceAllString(old, "") == m[1]+judgedAt.ReplaceAllString(p.stale, "")+m[3]) {
			return old
		}
		made, err := p.block(m[2])
		if err != nil {
			failed = err
		}
		return m[1] + made + m[3]
	})
	return filled, failed
}

// block executes a template.
func (p *page) block(name string) (string, error) {
	if name == staleBlock {
		return p.stale, nil
	}
	text, err := blocks.ReadFile("blocks/" + name + ".md")
	if err != nil {
		return "", fmt.Errorf("a block %s without a template: %w", name, err)
	}
	t, err := template.New(name).Funcs(p.functions()).Parse(strings.ReplaceAll(string(text), "\r\n", "\n"))
	if err != nil {
		return "", err
	}
	p.used = nil
	var out bytes.Buffer
	if err := t.Execute(&out, nil); err != nil {
		return "", err
	}
	if !slices.ContainsFunc(p.used, func(id string) bool { e, _, _ := p.whole(id); return e != nil }) && len(p.used) > 0 {
		return "\n*" + notYet + ": " + strings.Join(p.used, ", ") + "*\n\n", nil
	}
	return "\n" + wrap(strings.TrimSpace(out.String()+p.busyNotes())) + "\n\n", nil
}

// wrap breaks the lines of paragraphs, but not of tables nor of code.
func wrap(text string) string {
	const columns = 120
	var out strings.Builder
	for line := range strings.Lines(text) {
		for !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "    ") && len(line) > columns {
			i := strings.LastIndex(line[:columns], " ")
			if i < 0 {
				break
			}
			out.WriteString(line[:i] + "\n")
			line = line[i+1:]
		}
		out.WriteString(line)
	}
	return out.String()
}

// functions are what templates call. A figure is named by its measurement and by words that make its name; a statistic
// stands behind a colon, the mean if there is none.
func (p *page) functions() template.FuncMap {
	return template.FuncMap{
		"num": p.number, "show": show, "words": strings.Fields, "name": properName,
		"cell": func(form, id string, words ...string) (string, error) { return with(form)(p.number(id, words...)) },
		"over": func(form, how, id, words, names string) (string, error) {
			return with(form)(p.over(how, id, words, names))
		},
		"gpu":   p.gpu,
		"mul":   func(a, b float64) float64 { return a * b },
		"div":   func(a, b float64) float64 { return a / b },
		"facts": p.facts, "runs": p.runs, "bounds": p.bounds,
		"table": func(id, name, rows string) (string, error) { return p.table(id, name, rows, true) },
		"of": func(form, id, name, row, label string) (string, error) {
			return with(form)(p.of(id, name, row, label))
		},
		"rows":   func(id, name string) (string, error) { return p.table(id, name, "", false) },
		"beside": p.peers.beside, "programs": p.peers.programs, "instances": instances,
		"paper": p.paper, "source": p.source,
		"own": func(form, limit, name, unit string) (string, error) {
			return with(form)(p.ownFigure(limit, name, unit))
		},
		"ownCount": p.ownCount, "ownTimes": func() []string { return ownTimes }, "ownGPU": func() string { return ownGPU },
		"ownAuto": func() string { return ownAuto }, "ownNames": ownNames, "ownVerdict": p.ownVerdict,
	}
}

// with formats what may fail.
func with(form string) func(float64, error) (string, error) {
	return func(x float64, err error) (string, error) { return show(form, x), err }
}

// Missing figures are no numbers, and stay so under arithmetic: NaN is what has no entry, and infinity what an entry lacks.
var lacking = math.Inf(1)

// show writes a figure. A form is that of fmt, with a factor before it if there is a space: "1e3 %.1f".
func show(form string, x float64) string {
	switch {
	case math.IsNaN(x):
		return notYet
	case math.IsInf(x, 0):
		return "–"
	}
	if factor, rest, ok := strings.Cut(form, " "); ok {
		if f, err := strconv.ParseFloat(factor, 64); err == nil {
			x, form = x*f, rest
		}
	}
	return fmt.Sprintf(form, x)
}

// whole returns the entry of a measurement, or the one of all parts of a set; without one, nil and why there is none. A name that the
// list lacks is an error. A taste is not shown.
func (p *page) whole(id string) (e *entry, why string, err error) {
	if !slices.Contains(p.used, id) {
		p.used = append(p.used, id)
	}
	if find(id) == nil {
		return p.joined(id)
	}
	if e = p.figures.Entries[id]; e == nil || e.Quick {
		return nil, notYet, nil
	}
	return e, "", nil
}

// number returns a figure.
func (p *page) number(id string, words ...string) (float64, error) {
	e, _, err := p.whole(id)
	if err != nil || e == nil {
		return math.NaN(), err
	}
	name := strings.Join(words, " ")
	v, ok := e.Values[name]
	statistic := ""
	if i := strings.LastIndex(name, ":"); !ok && i >= 0 { // instances such as nqueens:1000 have a colon too
		statistic = name[i+1:]
		v, ok = e.Values[name[:i]]
	}
	if !ok {
		p.absent[id+": "+name] = true
		return lacking, nil
	}
	return v.of(statistic)
}

// over returns the mean, the sum, the least or the greatest of a figure over names, which stand for NAME in its words.
func (p *page) over(how, id, words, names string) (float64, error) {
	var all []float64
	for n := range strings.FieldsSeq(names) {
		x, err := p.number(id, strings.ReplaceAll(words, "NAME", n))
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return x, err
		}
		all = append(all, x)
	}
	v := sum(all)
	if how == "sum" {
		return v.Mean * float64(v.N), nil
	}
	return v.of(how)
}
