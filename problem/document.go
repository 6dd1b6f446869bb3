package problem

import (
	"cmp"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/asking"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/record"
)

// Document is an instance as a structured text describes it, in names of its own. The text says which format's problem it is of.
type Document struct {
	Format    string // the name of that format
	Problem   multiwalk.Problem
	Name      string // of the instance; "" if the text has none
	Solutions interface {
		Writer
		Starter
	}
	Notes         []string
	Units, Offset float64 // as Format has them
}

// document reads an instance from a document; it returns nil for any other text.
func (c Catalogue) document(content []byte, file, format string) (*Instance, error) {
	if c.Document == nil {
		return nil, nil
	}
	d, err := c.Document(content, filename.Shown(file), format)
	if d == nil || err != nil {
		return nil, err
	}
	f, err := c.formatOf(d.Format)
	if f.Real = f.Real || d.Problem.Space().Kind() == multiwalk.KindReals; !f.Real {
		f.Units, f.Offset = d.Units, d.Offset
	}
	return &Instance{Format: f, Problem: d.Problem, Name: d.nameAs(file), File: file, Hash: record.Hash(content), Notes: d.Notes, document: d}, err
}

// nameAs is the name of the instance if it is read from a file of that name.
func (d *Document) nameAs(file string) string { return cmp.Or(d.Name, bounded.Stem(file)) }

// Asker is a problem whose costs other programs tell.
type Asker interface {
	// Ask says who tells them. Until then the problem has no solution that could be used.
	Ask(m *asking.Memo)
	// Stop ends the questions of a run that is over.
	Stop()
	// Cheapest returns the best solution of all that were asked for, in which cost is that of the engine; nil if there is none.
	Cheapest() (x []int32, cost int64)
}
