package main

import (
	"fmt"
	"strings"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/problem/catalogue"
)

type problemsCmd struct {
	JSON bool `help:"Print one JSON object."`
}

// Run lists the problems, then the instances that need no file.
func (p *problemsCmd) Run(c *console.Console) error {
	if p.JSON {
		return console.WriteJSON(c.Out, struct {
			Problems []catalogue.Format `json:"problems"`
			Builtin  []string           `json:"builtin"`
		}{catalogue.Formats(), catalogue.Builtin()})
	}
	for _, f := range catalogue.Formats() {
		fmt.Fprintf(c.Out, "%-7s %s\n", f.Name, f.Title)
		fmt.Fprintf(c.Out, "        instances: %s (%s)\n", f.Files, strings.Join(f.Endings, " "))
		fmt.Fprintf(c.Out, "        solutions: %s\n", f.Solutions)
		if len(f.Pictures) > 0 {
			fmt.Fprintf(c.Out, "        pictures:  %s\n", strings.Join(f.Pictures, " "))
		}
	}
	_, err := fmt.Fprintf(c.Out, "\nBuilt in, by name instead of a file: %s\n", strings.Join(catalogue.Builtin(), ", "))
	return err
}
