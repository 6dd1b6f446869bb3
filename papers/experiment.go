package papers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/exhibit"
)

// Keyed is what has a name that tells it from all others of its kind, in the command and in files.
type Keyed interface{ Key() string }

// Pick returns items by name, each once, in the order of the names; what says what one is.
func Pick[T Keyed](what string, all []T, names []string) ([]T, error) {
	var list []T
	for _, n := range names {
		is := func(x T) bool { return x.Key() == n }
		i := slices.IndexFunc(all, is)
		if i < 0 {
			return nil, fmt.Errorf("multiwalk: unknown %s %q; known are %s", what, n, strings.Join(Names(all, T.Key), ", "))
		}
		if !slices.ContainsFunc(list, is) {
			list = append(list, all[i])
		}
	}
	return list, nil
}

// Names are those of a paper's rows.
func Names[R any](rows []R, of func(R) string) (list []string) {
	for _, r := range rows {
		list = append(list, of(r))
	}
	return list
}

// Or is a list, or another in place of none.
func Or[T any](list, other []T) []T {
	if len(list) > 0 {
		return list
	}
	return other
}

// Named returns systems by their IDs, in their order; none stand for all.
func Named[S System](all []S, ids []string) ([]S, error) {
	if len(ids) == 0 {
		return all, nil
	}
	if _, err := Pick("system", all, ids); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(s S) bool { return !slices.Contains(ids, s.Key()) }), nil
}

// Experiment is a table or a figure of a paper. L is the paper's lab, which runs trials and keeps what came out of them.
type Experiment[L any] struct {
	Name  string // in the command and of its files
	Title string
	Aside bool // it is only made where it is named: others show its figures as well
	// Run runs the trials that the lab has no results of. It returns what stopped it, such as ctx's error.
	Run func(ctx context.Context, lab L) error
	// Tables and Charts show what results there are.
	Tables func(lab L) []*exhibit.Table
	Charts func(lab L) []*exhibit.Chart // nil: it has none
}

func (e Experiment[L]) Key() string { return e.Name }

// Shown are the tables and charts of what results there are.
func (e Experiment[L]) Shown(lab L) (tables []*exhibit.Table, charts []*exhibit.Chart) {
	if e.Charts != nil {
		charts = e.Charts(lab)
	}
	return e.Tables(lab), charts
}

// Config is what a command tells a paper: flags that it has put into the fields of a struct.
type Config[S System, L any] interface {
	Experiments() ([]Experiment[L], error) // that are asked for
	Make(setup Setup[S]) (L, error)        // that they run in
}

// Experiments returns experiments by name, each once, in the order of the names; no names stand for all that are not aside.
func Experiments[L any](all []Experiment[L], names []string) ([]Experiment[L], error) {
	if len(names) == 0 {
		return slices.DeleteFunc(slices.Clone(all), func(e Experiment[L]) bool { return e.Aside }), nil
	}
	return Pick("experiment", all, names)
}

// Each runs a step for each item, until one fails or ctx ends.
func Each[T any](ctx context.Context, items []T, run func(T) error) error {
	for _, x := range items {
		if err := run(x); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// ErrNoData is wrapped by the error of Load where published instances are missing.
var ErrNoData = errors.New("published instances are missing")

// Demo is the name that stands for a paper's instances that need no file.
const Demo = "demo"

// Instance is a problem with the best cost known and the one that a paper accepts.
type Instance[P multiwalk.Problem] struct {
	Name         string
	Problem      P
	Best, Target int64
}

func (in Instance[P]) Key() string { return in.Name }

// Library is where a paper's instances come from.
type Library[P multiwalk.Problem] struct {
	Name, Folder, Ending string // such as TSPLIB, tsp and .tsp
	Example              string // the name of one
	Paper                []string
	Demo                 func() []Instance[P]
	BestKnown            func(name string) (cost int64, optimal, ok bool)
	Read                 func(file string) (P, error)
}

// Load returns instances by name: those of Demo for that name, else one of the library with a best cost known, read from
// dir/Folder. No names stand for the paper's. Each may be named once.
func (l Library[P]) Load(dir string, names []string) ([]Instance[P], error) {
	if len(names) == 0 {
		names = l.Paper
	}
	var list []Instance[P]
	for _, n := range names {
		if n == Demo {
			list = append(list, l.Demo()...)
			continue
		}
		in, err := l.load(dir, n)
		if err != nil {
			return nil, err
		}
		list = append(list, in)
	}
	for i, in := range list {
		if slices.ContainsFunc(list[:i], func(o Instance[P]) bool { return o.Name == in.Name }) {
			return nil, fmt.Errorf("multiwalk: instance %s is named twice; name it once", in.Name)
		}
	}
	return list, nil
}

func (l Library[P]) load(dir, name string) (in Instance[P], err error) {
	best, _, ok := l.BestKnown(name)
	if !ok {
		return in, fmt.Errorf("multiwalk: instance %q is none of %s's with a best cost known; use names such as %s, or %s",
			name, l.Name, l.Example, Demo)
	}
	at := filepath.Join(l.Folder, strings.ToLower(name)+l.Ending)
	p, err := l.Read(filepath.Join(dir, at))
	if errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("multiwalk: %w: no %s; set MULTIWALK_DATA to a folder that has %s from %s, or use --instances %s",
			ErrNoData, filepath.Join(dir, at), filepath.ToSlash(at), l.Name, Demo)
	}
	return Instance[P]{name, p, best, best}, err
}
