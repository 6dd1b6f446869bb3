package repro

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Experiment is a table or a figure of a paper. L is the paper's lab, which runs trials and keeps what came out of them.
type Experiment[L any] struct {
	Name  string // in the command and of its files
	Title string
	// Run runs the trials that the lab has no results of. It returns what stopped it, such as ctx's error.
	Run func(ctx context.Context, lab L) error
	// Tables and Charts show what results there are.
	Tables func(lab L) []*Table
	Charts func(lab L) []*Chart // nil: it has none
}

// Named returns experiments by name, each once, in the order of the names.
func Named[L any](all []Experiment[L], names []string) ([]Experiment[L], error) {
	return Pick("experiment", all, func(e Experiment[L]) string { return e.Name }, names)
}

// Pick returns items by name, each once, in the order of the names; what says what one is.
func Pick[T any](what string, all []T, name func(T) string, names []string) ([]T, error) {
	var list []T
	for _, n := range names {
		is := func(x T) bool { return name(x) == n }
		i := slices.IndexFunc(all, is)
		if i < 0 {
			var known []string
			for _, x := range all {
				known = append(known, name(x))
			}
			return nil, fmt.Errorf("multiwalk: unknown %s %q; known are %s", what, n, strings.Join(known, ", "))
		}
		if !slices.ContainsFunc(list, is) {
			list = append(list, all[i])
		}
	}
	return list, nil
}
