package problem

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/filename"
	"github.com/multiwalk/multiwalk/internal/raster"
	"github.com/multiwalk/multiwalk/record"
)

// Instance is a problem as read from a file.
type Instance struct {
	Format  Format
	Problem multiwalk.Problem
	Name    string
	File    string // as it was given
	Hash    string // of the content, as in records
	// Notes say how the file was understood, where its text does not say so itself, or where others might have meant something else.
	Notes []string

	document *Document // that it was read from; nil for other texts
}

// Parse reads an instance from its text. format is the name of one of the formats; if it is empty, the file's ending says what it is, or
// its first words, or its numbers where they fit exactly (see find). Errors name the file, and the line if there is one.
func (c Catalogue) Parse(content []byte, file, format string) (*Instance, error) {
	if len(bytes.TrimSpace(bounded.Unmark(content))) == 0 {
		return nil, fmt.Errorf("multiwalk: %s: the file is empty; give an instance file, see %s problems", filename.Shown(file), c.Command)
	}
	if in, err := c.document(content, file, format); in != nil || err != nil {
		return in, err
	}
	f, guess, err := c.find(content, file, format)
	if err != nil {
		return nil, err
	}
	p, err := f.problem(content, filename.Shown(file))
	if other := c.headed(content); err != nil && format == "" && other.Name != "" && other.Name != f.Name {
		return nil, fmt.Errorf("%w; it was read as %s by its ending, and begins as %s: --problem %s", err, f.Name, other.Name, other.Name)
	}
	if err != nil {
		return nil, err
	}
	f.Real = f.Real || p.Space().Kind() == multiwalk.KindReals
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
	if in.document != nil {
		return in.document.nameAs(file)
	}
	if in.Format.ByFile && !in.Format.names(file) {
		path, part := split(file)
		path = filename.Shown(in.Format.fileOf(path))
		name := withoutEnding(bounded.Stem(path), in.Format.Endings)
		if part != "" {
			name += "-" + part
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

// Answer is a solution in the names of the document that the instance was read from, as JSON; nil if it was read from another text.
func (in *Instance) Answer(x []int32) json.RawMessage {
	var text bytes.Buffer
	if in.document == nil || x == nil || in.document.Solutions.WriteSolution(&text, x) != nil {
		return nil
	}
	return bytes.TrimSpace(text.Bytes())
}

// WriteSolution writes a solution in the names of its document, or in the problem's own format, or its numbers in one line.
func (in *Instance) WriteSolution(w io.Writer, x []int32) error {
	if in.document != nil {
		return in.document.Solutions.WriteSolution(w, x)
	}
	if p, ok := in.Problem.(Writer); ok {
		return p.WriteSolution(w, x)
	}
	_, err := fmt.Fprintln(w, strings.Trim(fmt.Sprint(x), "[]"))
	return err
}

// Shown returns a solution as users know it: of an open path the cities in order, without the gap between its ends.
func (in *Instance) Shown(x []int32) []int32 {
	if p, ok := in.Problem.(interface{ Order(x []int32) []int32 }); ok && x != nil {
		return p.Order(x)
	}
	return x
}

// ReadSolution reads what WriteSolution writes; file is its name for messages.
func (in *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	if in.document != nil {
		return in.document.Solutions.ReadSolution(r, file)
	}
	if p, ok := in.Problem.(Starter); ok {
		return p.ReadSolution(r, file)
	}
	x := make([]int32, in.Problem.Space().Len())
	words := bounded.NewWords(r, file, "solution", bounded.Solution(len(x)))
	for i := range x {
		v, err := words.Whole("a value", math.MinInt32, math.MaxInt32)
		if err != nil {
			return nil, err
		}
		x[i] = int32(v)
	}
	return x, words.End("the last value")
}

// CheckPicture returns an error if no picture of the instance can be drawn to a file of that name.
func (in *Instance) CheckPicture(file string) error {
	_, draws := in.Problem.(Pictured)
	switch ending := strings.ToLower(filepath.Ext(file)); {
	case len(in.Format.Pictures) == 0, !draws:
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
	if !strings.EqualFold(filepath.Ext(file), ".png") {
		return in.Problem.(Pictured).SVG(w, x)
	}
	var picture bytes.Buffer
	if err := in.Problem.(Pictured).SVG(&picture, x); err != nil {
		return err
	}
	return raster.PNG(w, &picture, pngWidth)
}

// pngWidth is in pixels: sharp on a page, and small enough to send.
const pngWidth = 1600

// BestKnown returns the least published cost of the instance, if there is one.
func (in *Instance) BestKnown() (BestKnown, bool) {
	if p, ok := in.Problem.(Bested); ok {
		if cost, proven, ok := p.BestKnown(); ok {
			return BestKnown{cost, proven}, true
		}
	}
	if in.Format.Published != nil {
		return in.Format.Published(in)
	}
	return BestKnown{}, false
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
