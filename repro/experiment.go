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
	var list []Experiment[L]
	for _, name := range names {
		is := func(e Experiment[L]) bool { return e.Name == name }
		i := slices.IndexFunc(all, is)
		if i < 0 {
			var known []string
			for _, e := range all {
				known = append(known, e.Name)
			}
			return nil, fmt.Errorf("multiwalk: unknown experiment %q; known are %s", name, strings.Join(known, ", "))
		}
		if !slices.ContainsFunc(list, is) {
			list = append(list, all[i])
		}
	}
	return list, nil
}
