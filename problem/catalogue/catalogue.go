// Package catalogue lists the problems that the command knows. For each it says how to recognise a file, read it, write
// a solution, draw it, and which cost is the best known. A new problem is one more file here.
package catalogue

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/nearest"
	"github.com/multiwalk/multiwalk/problem/catalogue/demo"
	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/perceptron"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/record"
)

// Format is a problem together with the files that hold its instances and solutions.
type Format struct {
	Name      string   `json:"name"`      // the word for it in the command and in records
	Title     string   `json:"title"`     // what the problem is
	Files     string   `json:"files"`     // what it reads
	Endings   []string `json:"endings"`   // of such files
	Solutions string   `json:"solutions"` // what it writes and starts from
	Pictures  []string `json:"pictures"`  // endings of the pictures it draws; none if it draws none
	// Maximised is the word for what users want great, such as cut. A cost is that with the other sign, and is told so. It is
	// empty where they want the cost itself small.
	Maximised string `json:"maximised,omitempty"`

	byFile bool // the files hold no name, so the instance gets the name of its file

	// recognise says whether a file looks like one of this format, and not of another.
	recognise func(content []byte) bool
	read      func(content []byte, file string) (multiwalk.Problem, error)
	// part returns the text of one instance of several, by number from 1; nil where a file has one.
	part          func(content []byte, file string, number int) ([]byte, error)
	writeSolution func(w io.Writer, p multiwalk.Problem, x []int32) error
	readSolution  func(r io.Reader, file string, p multiwalk.Problem) ([]int32, error)
	// draw also serves to find out whether an instance can be drawn at all, with a nil x.
	draw      func(w io.Writer, ending string, p multiwalk.Problem, x []int32) error
	bestKnown func(p multiwalk.Problem) (BestKnown, bool)
}

// BestKnown is the least cost that anybody has published for an instance.
type BestKnown struct {
	Cost   int64
	Proven bool // to be optimal
}

// Formats returns the formats in the order in which a file is tried.
func Formats() []Format {
	return []Format{tspFormat, maxsatFormat, bqpFormat, qapFormat, nqueensFormat, q3apFormat, maxcutFormat, quboFormat, perceptronFormat}
}

// FormatOf returns the format of a problem's name in records; one without anything if there is none.
func FormatOf(problem string) Format {
	for _, f := range Formats() {
		if f.Name == problem {
			return f
		}
	}
	return Format{}
}

// Told is a cost as users of the problem know it, or what they know as a cost: where something is maximised, with the other sign.
func (f Format) Told(cost int64) int64 {
	if f.Maximised != "" {
		return -cost
	}
	return cost
}

// Word is what Told tells of: "cost", or what is maximised.
func (f Format) Word() string { return cmp.Or(f.Maximised, "cost") }

// names lists the formats for messages.
func names() string {
	var list []string
	for _, f := range Formats() {
		list = append(list, fmt.Sprintf("%s (%s)", f.Name, f.Files))
	}
	return strings.Join(list, ", ")
}

// Instance is a problem as read from a file.
type Instance struct {
	Format  Format
	Problem multiwalk.Problem
	Name    string
	File    string // as it was given
	Hash    string // of the content, as in records
}

// Stdin is the file name that stands for the standard input.
const Stdin = "-"

// limit is for an instance's text.
var limit = bounded.Limit{Most: bounded.Instance,
	Remedy: "check that this is an instance file; larger ones are for the readers of a Go program"}

// prefixes begin the names of instances that are drawn or known by their name: it is their text.
var prefixes = []string{nqueens.Prefix, qubo.PrefixRandom, qubo.PrefixCut, maxsat.PrefixRandom, maxsat.PrefixXor, perceptron.Prefix}

// named says whether a name is that of an instance without a file.
func named(file string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(file, p) })
}

// Content returns the text of an instance. file is the name of a file, one of Builtin's names, or one such as nqueens:N, which
// is its own text, or one of problem q3ap, which begins with a word of its own. FILE#3 is the third instance of a file of several. For Stdin it reads from in. A text has at most 1 GiB, so
// that a pipe or a device that never ends is refused.
func Content(file string, in io.Reader) ([]byte, error) {
	path, number := split(file)
	content, err := whole(path, in)
	if err != nil || number == 0 {
		return content, err
	}
	f, err := find(content, path, "")
	if err == nil && f.part == nil {
		err = fmt.Errorf("multiwalk: %s: a file of problem %s holds one instance; leave #%d out", filename.Shown(file), f.Name, number)
	}
	if err != nil {
		return nil, err
	}
	return f.part(content, filename.Shown(path), number)
}

// split splits FILE#3 into the file's name and the number; 0 where there is none, or a file of the whole name.
func split(file string) (path string, number int) {
	at := strings.LastIndexByte(file, '#')
	if at < 1 {
		return file, 0
	}
	number, err := strconv.Atoi(file[at+1:])
	if _, missing := os.Stat(file); err != nil || number < 1 || missing == nil {
		return file, 0
	}
	return file[:at], number
}

// whole returns the text of a whole file.
func whole(file string, in io.Reader) ([]byte, error) {
	if file == Stdin {
		content, err := limit.ReadAll(in)
		if err != nil {
			return nil, unreadable("standard input", err)
		}
		return content, nil
	}
	content, err := limit.ReadFile(file)
	if err == nil {
		return content, nil
	}
	if text, ok := builtin[file]; ok {
		return text, nil
	}
	if named(file) { // the name says all
		return []byte(file), nil
	}
	if text, ok, err := q3apContent(file); ok {
		return text, err
	}
	if info, statErr := os.Stat(file); statErr == nil && info.IsDir() {
		return nil, fmt.Errorf("multiwalk: %s: is a directory; give one instance file of it", filename.Shown(file))
	}
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("multiwalk: %s: no such file, and no instance of that name%s; "+
			"multiwalk problems lists the names", filename.Shown(file), nearest.Meant(filename.Shown(meant(file))))
	}
	return nil, unreadable(file, err)
}

// meant is what a name that is neither that of a file nor of an instance may have been meant to be: a file's without its ending,
// or one whose word before the colon is misspelt.
func meant(name string) string {
	if file := ended(name, Formats()...); file != "" {
		return file
	}
	word, rest, colon := strings.Cut(name, ":")
	if !colon {
		return nearest.To(name, Builtin())
	}
	words := []string{q3ap.Word, q3ap.WordSwapped}
	for _, p := range prefixes {
		words = append(words, strings.TrimSuffix(p, ":"))
	}
	if word = nearest.To(word, words); word == "" {
		return ""
	}
	return word + ":" + rest
}

// ended is the file whose name lacks the ending that files of these formats have, or "".
func ended(name string, formats ...Format) string {
	for _, f := range formats {
		for _, ending := range f.Endings {
			if info, err := os.Stat(name + ending); err == nil && info.Mode().IsRegular() {
				return name + ending
			}
		}
	}
	return ""
}

// unreadable is the error about a text that cannot be read.
func unreadable(file string, err error) error {
	if path := (*os.PathError)(nil); errors.As(err, &path) {
		err = path.Err
	}
	if errors.Is(err, bounded.ErrNoText) {
		return fmt.Errorf("multiwalk: %s: not an instance of a known format: %w; known are %s", filename.Shown(file), err, names())
	}
	return fmt.Errorf("multiwalk: %s: %w", filename.Shown(file), err)
}

// Parse reads an instance from its text. format is the name of one of Formats; if it is empty, Parse recognises the
// format by the content. Errors name the file, and the line if there is one.
func Parse(content []byte, file, format string) (*Instance, error) {
	if len(bytes.TrimSpace(bounded.Unmark(content))) == 0 {
		return nil, fmt.Errorf("multiwalk: %s: the file is empty; give an instance file: %s", filename.Shown(file), names())
	}
	f, err := find(content, file, format)
	if err != nil {
		return nil, err
	}
	p, err := f.read(content, filename.Shown(file))
	if err != nil {
		return nil, err
	}
	in := &Instance{Format: f, Problem: p, File: file, Hash: record.Hash(content)}
	in.Name = in.NameAs(file)
	return in, nil
}

// NameAs returns the name that the instance has if it is read from a file of that name: the name in its content, else
// the file's name without folder and ending.
func (in *Instance) NameAs(file string) string {
	if in.Format.byFile && !named(file) {
		path, number := split(file)
		path = filename.Shown(q3apFile(path))
		name := withoutEnding(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), in.Format.Endings)
		if number > 0 {
			name += "-" + strconv.Itoa(number)
		}
		return name
	}
	if n, ok := in.Problem.(multiwalk.Namer); ok {
		if name := withoutEnding(n.Name(), in.Format.Endings); name != "" {
			return name
		}
	}
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

func withoutEnding(name string, endings []string) string {
	for _, e := range endings {
		name = strings.TrimSuffix(name, e)
	}
	return name
}

func find(content []byte, file, format string) (Format, error) {
	all := Formats()
	if what := foreign(content); format == "" && what != "" {
		return Format{}, fmt.Errorf("multiwalk: %s is %s; formats that it reads are %s", filename.Shown(file), what, names())
	}
	all = slices.DeleteFunc(all, func(f Format) bool { return f.Name != format && (format != "" || !f.recognise(content)) })
	switch {
	case len(all) > 0:
		// Some texts may be of several, such as a graph of quadratic costs: then the file's ending decides, else the order.
		at := slices.IndexFunc(all, func(f Format) bool { return slices.Contains(f.Endings, filepath.Ext(file)) })
		return all[max(0, at)], nil
	case format != "":
		var known []string
		for _, f := range Formats() {
			known = append(known, f.Name)
		}
		return Format{}, fmt.Errorf("multiwalk: unknown problem %q%s; known are %s", format, nearest.Hint(format, known), names())
	}
	return Format{}, fmt.Errorf("multiwalk: %s: not an instance of a known format; known are %s", filename.Shown(file), names())
}

// WriteSolution writes a solution in the problem's own format.
func (in *Instance) WriteSolution(w io.Writer, x []int32) error {
	return in.Format.writeSolution(w, in.Problem, x)
}

// ReadSolution reads a solution in the problem's own format; file is its name for messages.
func (in *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	return in.Format.readSolution(r, file, in.Problem)
}

// CheckPicture returns an error if no picture of the instance can be drawn to a file of that name.
func (in *Instance) CheckPicture(file string) error {
	switch ending := strings.ToLower(filepath.Ext(file)); {
	case len(in.Format.Pictures) == 0:
		return fmt.Errorf("multiwalk: %s: problem %s has no picture; leave --plot out", filename.Shown(file), in.Format.Name)
	case !slices.Contains(in.Format.Pictures, ending):
		return fmt.Errorf("multiwalk: %s: no picture format %q; use %s", filename.Shown(file), ending, strings.Join(in.Format.Pictures, " or "))
	}
	// Some instances cannot be drawn, such as a bare matrix of distances: drawing nothing tells.
	if err := in.Format.draw(io.Discard, in.Format.Pictures[0], in.Problem, nil); err != nil {
		return fmt.Errorf("multiwalk: %s: %w; leave --plot out", filename.Shown(file), err)
	}
	return nil
}

// Draw draws a solution to w; the ending of the file's name says in which format.
func (in *Instance) Draw(w io.Writer, file string, x []int32) error {
	if err := in.CheckPicture(file); err != nil {
		return err
	}
	return in.Format.draw(w, strings.ToLower(filepath.Ext(file)), in.Problem, x)
}

// BestKnown returns the least published cost of the instance, if there is one.
func (in *Instance) BestKnown() (BestKnown, bool) {
	if in.Hash == record.Hash(demo.Text) {
		return BestKnown{Cost: demo.BestKnown}, true
	}
	if in.Format.bestKnown == nil {
		return BestKnown{}, false
	}
	return in.Format.bestKnown(in.Problem)
}

// builtin holds the instances that need no file, by name.
var builtin = map[string][]byte{demo.Name: demo.Text}

// Builtin returns the names of the instances that need no file, in order.
func Builtin() []string { return slices.Sorted(maps.Keys(builtin)) }

// IsBuiltin says whether content is that of an instance that needs no file.
func IsBuiltin(content []byte) bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(builtin)),
		func(text []byte) bool { return string(text) == string(content) })
}
