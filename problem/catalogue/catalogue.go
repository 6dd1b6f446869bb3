// Package catalogue lists the problems that the command knows. For each it says how to recognise a file, read it, write
// a solution, draw it, and which cost is the best known. A new problem is one more file here.
package catalogue

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/problem/catalogue/demo"
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
	// Real says that costs are real numbers: a cost of the engine stands for one (continuous.Value).
	Real bool `json:"real,omitempty"`
	// Machines is the flags with which the problem has kernels, where it has none by itself.
	Machines string `json:"-"`

	// weak says that its numbers say too little where a file has the ending of another format.
	weak   bool
	byFile bool // the files hold no name, so the instance gets the name of its file

	// headed says whether a text begins with words of this format alone. fits says whether a text of numbers may be of this format,
	// all of it; relative, whether it is likely to be something that the format's reader names and refuses. Either may be nil.
	headed, fits, relative func(content []byte) bool

	read func(content []byte, file string) (Problem, error)
	// generate draws the instance of a name such as cvrp:100:7: a size, and a seed, which is 1 where there is none. It may be nil.
	generate func(size int, seed uint64) (Problem, error)
	// with returns the format for a problem's name with an argument behind a colon, such as hpp:1,7; nil where there is none.
	with func(argument string) (Format, error)
	// part returns the text of one instance of several, by number from 1; nil where a file has one.
	part func(content []byte, file string, number int) ([]byte, error)
}

// Problem is a problem of the catalogue: it writes and reads its solutions as files of the field have them. It may also be Pictured, a
// Verifier, Sized, and have a method BestKnown() (cost int64, proven, ok bool).
type Problem interface {
	multiwalk.Problem
	WriteSolution(w io.Writer, x []int32) error
	// ReadSolution returns errors that name the file and the line.
	ReadSolution(r io.Reader, file string) ([]int32, error)
}

// Pictured is a problem that draws its solutions. If some instances cannot be drawn it has a method Drawable() error, and if it draws in
// pixels too, a method PNG(w io.Writer, x []int32, width int) error.
type Pictured interface {
	SVG(w io.Writer, x []int32) error
}

// Verifier is a problem that evaluates a solution by other means than its search does. An error says why it is none.
type Verifier interface {
	Verify(x []int32) (cost int64, err error)
}

// BestKnown is the least cost that anybody has published for an instance.
type BestKnown struct {
	Cost   int64
	Proven bool // to be optimal
}

// Formats returns the formats in the order in which a file is tried.
func Formats() []Format {
	return []Format{tspFormat, hppFormat, maxsatFormat, bqpFormat, qapFormat, nqueensFormat, q3apFormat, maxcutFormat, quboFormat,
		perceptronFormat, cvrpFormat, colouringFormat, orderingFormat, schedulingFormat,
		timetableFormat, functionFormat, knapsackFormat}
}

// FormatOf returns the format of a problem's name in records; one without anything if there is none.
func FormatOf(problem string) Format {
	f, _ := formatOf(problem)
	return f
}

// formatOf is FormatOf that tells what is wrong with the argument of a name.
func formatOf(problem string) (Format, error) {
	name, argument, colon := strings.Cut(problem, ":")
	for _, f := range Formats() {
		switch {
		case f.Name != name:
		case !colon:
			return f, nil
		case f.with != nil:
			f, err := f.with(argument)
			f.Name = problem
			return f, err
		}
	}
	return Format{}, nil
}

// Told is a cost as users of the problem know it, or what they know as a cost: where something is maximised, with the other sign.
func (f Format) Told(cost int64) int64 {
	if f.Maximised != "" {
		return -cost
	}
	return cost
}

// Text is a cost as users of the problem write it.
func (f Format) Text(cost int64) string {
	if f.Real {
		return strconv.FormatFloat(continuous.Value(cost), 'g', -1, 64)
	}
	return strconv.FormatInt(f.Told(cost), 10)
}

// Difference is how much greater one cost is than another, as users write it.
func (f Format) Difference(a, b int64) string {
	if f.Real {
		return strconv.FormatFloat(continuous.Value(a)-continuous.Value(b), 'g', 3, 64)
	}
	return strconv.FormatInt(a-b, 10)
}

// Word is what Told tells of: "cost", or what is maximised.
func (f Format) Word() string { return cmp.Or(f.Maximised, "cost") }

// names are those of the formats.
func names() (list []string) {
	for _, f := range Formats() {
		list = append(list, f.Name)
	}
	return list
}

// Instance is a problem as read from a file.
type Instance struct {
	Format  Format
	Problem Problem
	Name    string
	File    string // as it was given
	Hash    string // of the content, as in records
	// Notes say how the file was understood, where its text does not say so itself, or where others might have meant something else.
	Notes []string
}

// Parse reads an instance from its text. format is the name of one of Formats; if it is empty, the file's ending says what it is, or
// its first words, or its numbers where they fit exactly (see find). Errors name the file, and the line if there is one.
func Parse(content []byte, file, format string) (*Instance, error) {
	if len(bytes.TrimSpace(bounded.Unmark(content))) == 0 {
		return nil, fmt.Errorf("multiwalk: %s: the file is empty; give an instance file, see multiwalk problems", filename.Shown(file))
	}
	f, guess, err := find(content, file, format)
	if err != nil {
		return nil, err
	}
	p, err := f.problem(content, filename.Shown(file))
	if other := headed(content); err != nil && format == "" && other.Name != "" && other.Name != f.Name {
		return nil, fmt.Errorf("%w; it was read as %s by its ending, and begins as %s: --problem %s", err, f.Name, other.Name, other.Name)
	}
	if err != nil {
		return nil, err
	}
	in := &Instance{Format: f, Problem: p, File: file, Hash: record.Hash(content)}
	in.Name = in.NameAs(file)
	if guess != "" {
		in.Notes = append(in.Notes, guess)
	}
	if n, ok := p.(interface{ Notes() []string }); ok {
		in.Notes = append(in.Notes, n.Notes()...)
	}
	return in, nil
}

// NameAs returns the name that the instance has if it is read from a file of that name: the name in its content, else
// the file's name without folder and ending.
func (in *Instance) NameAs(file string) string {
	if in.Format.byFile && !named(file) {
		path, number := split(file)
		path = filename.Shown(q3apFile(path))
		name := withoutEnding(bounded.Stem(path), in.Format.Endings)
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
	return bounded.Stem(file)
}

func withoutEnding(name string, endings []string) string {
	for _, e := range endings {
		name = strings.TrimSuffix(name, e)
	}
	return name
}

// WriteSolution writes a solution in the problem's own format.
func (in *Instance) WriteSolution(w io.Writer, x []int32) error {
	return in.Problem.WriteSolution(w, x)
}

// Shown returns a solution as users know it: of an open path the cities in order, without the gap between its ends.
func (in *Instance) Shown(x []int32) []int32 {
	if p, ok := in.Problem.(interface{ Order(x []int32) []int32 }); ok && x != nil {
		return p.Order(x)
	}
	return x
}

// ReadSolution reads a solution in the problem's own format; file is its name for messages.
func (in *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	return in.Problem.ReadSolution(r, file)
}

// CheckPicture returns an error if no picture of the instance can be drawn to a file of that name.
func (in *Instance) CheckPicture(file string) error {
	switch ending := strings.ToLower(filepath.Ext(file)); {
	case len(in.Format.Pictures) == 0:
		return fmt.Errorf("multiwalk: %s: problem %s has no picture; leave --plot out", filename.Shown(file), in.Format.Name)
	case !slices.Contains(in.Format.Pictures, ending):
		return fmt.Errorf("multiwalk: %s: no picture format %q; use %s", filename.Shown(file), ending, strings.Join(in.Format.Pictures, " or "))
	}
	if p, ok := in.Problem.(interface{ Drawable() error }); ok { // a bare matrix of distances cannot, for example
		if err := p.Drawable(); err != nil {
			return fmt.Errorf("multiwalk: %s: %w; leave --plot out", filename.Shown(file), err)
		}
	}
	return nil
}

// Draw draws a solution to w; the ending of the file's name says in which format.
func (in *Instance) Draw(w io.Writer, file string, x []int32) error {
	if err := in.CheckPicture(file); err != nil {
		return err
	}
	if p, ok := in.Problem.(interface {
		PNG(w io.Writer, x []int32, width int) error
	}); ok && strings.EqualFold(filepath.Ext(file), ".png") {
		return p.PNG(w, x, pngWidth)
	}
	return in.Problem.(Pictured).SVG(w, x)
}

// pngWidth is in pixels: sharp on a page, and small enough to send.
const pngWidth = 1600

// BestKnown returns the least published cost of the instance, if there is one.
func (in *Instance) BestKnown() (BestKnown, bool) {
	if in.Hash == record.Hash(demo.Text) && in.Format.Name == tspFormat.Name {
		return BestKnown{Cost: demo.BestKnown}, true
	}
	if p, ok := in.Problem.(interface {
		BestKnown() (cost int64, proven, ok bool)
	}); ok {
		cost, proven, ok := p.BestKnown()
		return BestKnown{cost, proven}, ok
	}
	return in.published()
}

// Verify checks the cost of a solution by other means, if the problem has any (Verifier). It returns an error if they find another cost.
func (in *Instance) Verify(x []int32, cost int64) error {
	p, ok := in.Problem.(Verifier)
	if !ok || x == nil {
		return nil
	}
	checked, err := p.Verify(x)
	if err == nil && checked != cost {
		err = fmt.Errorf("multiwalk: the solution has the cost %d, and %d if it is checked by other means", cost, checked)
	}
	return err
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
