package problem

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/nearest"
)

// Catalogue is the formats that a program knows.
type Catalogue struct {
	Command string   // what errors call the program
	Formats []Format // in the order in which a file is tried
	// ByWords and ByNumbers say what a text is that none of the formats reads, where its words or how its numbers stand tell that. Either
	// may be nil.
	ByWords, ByNumbers func(content []byte) string
	// Document reads a structured text, as of a problem of that format if one is named; nil for any other text. It may be nil.
	Document func(content []byte, file, format string) (*Document, error)
	Schema   []byte // of documents, as a JSON schema; nil if there are none
}

// FormatOf returns the format of a problem's name in records; one without anything if there is none.
func (c Catalogue) FormatOf(problem string) Format {
	f, _ := c.formatOf(problem)
	return f
}

// formatOf is FormatOf that tells what is wrong with the argument of a name.
func (c Catalogue) formatOf(problem string) (Format, error) {
	name, argument, colon := strings.Cut(problem, ":")
	for _, f := range c.Formats {
		switch {
		case f.Name != name:
		case !colon:
			return f, nil
		case f.With != nil:
			f, err := f.With(argument)
			f.Name = problem
			return f, err
		}
	}
	return Format{}, nil
}

// Names are those of the formats.
func (c Catalogue) Names() (list []string) {
	for _, f := range c.Formats {
		list = append(list, f.Name)
	}
	return list
}

// Unknown is the error for a name that no format has.
func (c Catalogue) Unknown(format string) error {
	return fmt.Errorf("unknown problem %q%s; known are %s", format, nearest.Hint(format, c.Names()), strings.Join(c.Names(), ", "))
}

// Builtin returns the names of the instances that need no file, in order.
func (c Catalogue) Builtin() []string { return slices.Sorted(maps.Keys(c.builtin())) }

// IsBuiltin says whether content is that of an instance that needs no file, of that name.
func (c Catalogue) IsBuiltin(name string, content []byte) bool {
	text, ok := c.builtin()[name]
	return ok && string(text) == string(content)
}

func (c Catalogue) builtin() map[string][]byte {
	all := map[string][]byte{}
	for _, f := range c.Formats {
		maps.Copy(all, f.Builtin)
	}
	return all
}

// draws says whether a text is the name of an instance that the format draws.
func (f Format) draws(text string) bool {
	return f.Generate != nil && strings.HasPrefix(text, f.word()+":")
}

// problem reads a text, or draws the instance that it names.
func (f Format) problem(content []byte, file string) (multiwalk.Problem, error) {
	if text := string(content[:min(len(content), 100)]); f.draws(text) {
		sizes, seed, err := bounded.Drawn(text[len(f.word())+1:], "size")
		if err != nil {
			return nil, fmt.Errorf("multiwalk: %s: give a size and, if you like, a seed, such as %s:100 or %[2]s:100:7", file, f.word())
		}
		return f.Generate(sizes[0], seed)
	}
	return f.Read(content, file)
}
