package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/nearest"
	"github.com/multiwalk/multiwalk/problem/catalogue"
)

type problemsCmd struct {
	Name string `arg:"" optional:"" help:"Show this problem alone."`
	JSON bool   `help:"Print one JSON object."`
}

// problemsReport is what problems --json prints.
type problemsReport struct {
	Problems []catalogue.Format `json:"problems"` // those that files can be of
	Builtin  []string           `json:"builtin"`  // instances that need no file
}

// Run lists the problems, then the instances that need no file.
func (p *problemsCmd) Run(c *console.Console) error {
	list := catalogue.Formats()
	if p.Name != "" {
		names := problemNames()
		at := slices.Index(names, strings.ToLower(p.Name))
		if at < 0 {
			return fmt.Errorf("unknown problem %q%s; known are %s", p.Name, nearest.Hint(p.Name, names), strings.Join(names, ", "))
		}
		list = list[at : at+1]
	}
	if p.JSON {
		return console.WriteJSON(c.Out, problemsReport{list, catalogue.Builtin()})
	}
	for _, f := range list {
		fmt.Fprintf(c.Out, "%-10s %s\n", f.Name, f.Title)
		fmt.Fprintf(c.Out, "           instances: %s (%s)\n", f.Files, strings.Join(f.Endings, " "))
		fmt.Fprintf(c.Out, "           solutions: %s\n", f.Solutions)
		if len(f.Pictures) > 0 {
			fmt.Fprintf(c.Out, "           pictures:  %s\n", strings.Join(f.Pictures, " "))
		}
	}
	if p.Name != "" {
		return nil
	}
	_, err := fmt.Fprintf(c.Out, "\nBuilt in, by name instead of a file: %s\n", strings.Join(catalogue.Builtin(), ", "))
	return err
}
