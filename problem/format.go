// Package problem reads instances of problems from files. A Format says of one problem how its files are recognised and read; a Catalogue
// is the formats that a program knows. Package catalogue has those of this library, and package cli makes a command of any.
package problem

import (
	"cmp"
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/walk"
)

// Format is a problem together with the files that hold its instances and solutions. Name and Read are enough for a program of one problem.
//
// What else a problem offers are methods of what Read returns: it may be a Writer, a Starter, Pictured, a Verifier, Sized, Bested, and have
// the methods Name() string and Notes() []string.
type Format struct {
	Name      string   `json:"name"`      // the word for it in the command and in records
	Title     string   `json:"title"`     // what the problem is
	Files     string   `json:"files"`     // what it reads
	Endings   []string `json:"endings"`   // of such files
	Solutions string   `json:"solutions"` // what it writes and starts from
	Pictures  []string `json:"pictures"`  // endings of the pictures it draws, as the variable Pictures has them; none if it draws none
	// Maximised is the word for what users want great, such as cut. A cost is that with the other sign, and is told so. It is
	// empty where they want the cost itself small.
	Maximised string `json:"maximised,omitempty"`
	// Real says that costs are real numbers: a cost of the engine stands for one (continuous.Value). Instances of real vectors say so
	// themselves; the list of problems knows it from here.
	Real bool `json:"real,omitempty"`
	// Units and Offset are of an instance that a document describes: what the document wants small or great, its objective, is Offset and
	// the cost divided by Units, which is below 0 where it is maximised. Units is 0 for all others.
	Units  float64 `json:"-"`
	Offset float64 `json:"-"`

	// Read makes a problem of the text of a file. Errors name the file and the line.
	Read func(content []byte, file string) (multiwalk.Problem, error) `json:"-"`
	// Generate draws the instance of a name such as cvrp:100:7: a size, and a seed, which is 1 where there is none. It may be nil.
	Generate func(size int, seed uint64) (multiwalk.Problem, error) `json:"-"`

	Builtin   map[string][]byte                    `json:"-"` // texts of instances that need no file, by name; a run of one is short, and draws
	Methods   []walk.Method                        `json:"-"` // that are made for this problem alone: they may be named, and are not listed
	Machines  string                               `json:"-"` // the flags with which the problem has kernels, where it has none by itself
	Published func(in *Instance) (BestKnown, bool) `json:"-"` // the best cost known of an instance which does not say it itself; may be nil

	// What follows tells more from names, and one problem's files from another's where endings do not. A program of one problem needs
	// none of it, and each may be left out.

	ByFile   bool                                  `json:"-"` // the files hold no name, so the instance gets the name of its file
	Prefixes []string                              `json:"-"` // begin the names of instances that are known by their name, which is their text
	With     func(argument string) (Format, error) `json:"-"` // the format for a name with an argument behind a colon, such as hpp:1,7
	// Part returns the text of one instance of a file of several, by number from 1.
	Part func(content []byte, file string, number int) ([]byte, error) `json:"-"`
	// Numbered is the number of the one that has a name, 0 if none has; nil where they have no names.
	Numbered func(content []byte, name string) int `json:"-"`
	// Explain says what a name with one of the prefixes stands for, if that is not itself the text; nil for other names.
	Explain func(name string) (*Name, error) `json:"-"`

	Headed   func(content []byte) bool `json:"-"` // the text begins with words of this format alone
	Fits     func(content []byte) bool `json:"-"` // a text of numbers may be of this format, all of it
	Doubtful func(content []byte) bool `json:"-"` // it fits, and another that it fits is likelier
	Relative func(content []byte) bool `json:"-"` // it is likely to be something that Read names and refuses
	Weak     bool                      `json:"-"` // numbers that fit say too little where a file has the ending of another format
}

// Name is what the name of an instance stands for.
type Name struct {
	File   string                   // the file that is read; "" if the instance is drawn
	Len    int                      // of the solutions of one that is drawn
	Text   func(file []byte) []byte // of the instance, from that of the file if there is one
	Remedy string                   // what to give where there is no such file
}

// Writer is a problem that writes a solution as files of the field have it. The numbers of another are written in one line.
type Writer interface {
	WriteSolution(w io.Writer, x []int32) error
}

// Starter is a problem that reads such solutions, to start from them. Errors name the file and the line.
type Starter interface {
	ReadSolution(r io.Reader, file string) ([]int32, error)
}

// Pictures are the endings of pictures: .png has what .svg draws, in pixels. A format whose SVG is more than rectangles, circles, lines,
// paths and text has .svg alone.
var Pictures = []string{".svg", ".png"}

// Pictured is a problem that draws its solutions. If some instances cannot be drawn it has a method Drawable() error.
type Pictured interface {
	SVG(w io.Writer, x []int32) error
}

// Verifier is a problem that evaluates a solution by other means than its search does. An error says why it is none.
type Verifier interface {
	Verify(x []int32) (cost int64, err error)
}

// Bested is a problem that knows the least cost that anybody has found for it.
type Bested interface {
	BestKnown() (cost int64, proven, ok bool)
}

// Sized is a problem whose size is not the length of its solutions.
type Sized interface{ Size() int }

// Answerer is a problem whose solvers answer in a form of their competitions, and by their exit code.
type Answerer interface {
	Forms() []string // of answers
	WriteAnswer(w io.Writer, x []int32, form string) error
	ExitCode(x []int32) int     // 0 says nothing
	Violated(x []int32) []Place // what has to hold and does not
}

// BestKnown is the least cost that anybody has published for an instance.
type BestKnown struct {
	Cost   int64
	Proven bool // to be optimal
}

// ErrNoSolution is wrapped by the error of an instance that is read, and of which it is known that nothing solves it.
var ErrNoSolution = errors.New("no solution exists")

// Told is a cost as users of the problem know it, or what they know as a cost: where something is maximised, with the other sign.
func (f Format) Told(cost int64) int64 {
	if f.Maximised != "" {
		return -cost
	}
	return cost
}

// Value is a cost as users of the problem know it, as far as a float64 has it.
func (f Format) Value(cost int64) float64 {
	switch {
	case f.Real:
		return continuous.Value(cost)
	case f.Units != 0:
		return f.Offset + float64(cost)/f.Units
	}
	return float64(f.Told(cost))
}

// Text is a cost as users of the problem write it.
func (f Format) Text(cost int64) string {
	switch {
	case f.Real:
		return strconv.FormatFloat(f.Value(cost), 'g', -1, 64)
	case f.Units != 0:
		return strconv.FormatFloat(f.Value(cost), 'g', digits, 64)
	}
	return strconv.FormatInt(f.Told(cost), 10)
}

// digits are those of an objective that sums of floating point numbers keep.
const digits = 15

// Cost is the greatest cost whose objective is no worse than a value; only where Units is not 0.
func (f Format) Cost(objective float64) int64 {
	cost := (objective - f.Offset) * f.Units
	if near := math.Round(cost); math.Abs(cost-near) <= 1e-9*max(1, math.Abs(near)) {
		cost = near
	}
	return int64(math.Floor(min(max(cost, math.MinInt64/2), math.MaxInt64/2)))
}

// Worse is by how much one cost is greater than another, in what users know, as far as a float64 has it.
func (f Format) Worse(a, b int64) float64 {
	switch {
	case f.Real:
		return continuous.Value(a) - continuous.Value(b)
	case f.Units != 0:
		return float64(a-b) / math.Abs(f.Units)
	}
	return float64(a - b)
}

// Difference is Worse as users write it.
func (f Format) Difference(a, b int64) string {
	switch {
	case f.Real:
		return strconv.FormatFloat(f.Worse(a, b), 'g', 3, 64)
	case f.Units != 0:
		return strconv.FormatFloat(f.Worse(a, b), 'g', digits, 64)
	}
	return strconv.FormatInt(a-b, 10)
}

// Word is what Text tells of: "cost", what is maximised, or a document's objective.
func (f Format) Word() string {
	if f.Units != 0 {
		return "objective"
	}
	return cmp.Or(f.Maximised, "cost")
}

func (f Format) is(other Format) bool { return f.Name == other.Name }

// word is the format's name without an argument.
func (f Format) word() string {
	word, _, _ := strings.Cut(f.Name, ":")
	return word
}
