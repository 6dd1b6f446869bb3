package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/problem"
)

type problemsCmd struct {
	Name string `arg:"" optional:"" help:"Show this problem alone."`
	JSON bool   `help:"Print one JSON object."`
}

// problemsReport is what problems --json prints.
type problemsReport struct {
	Problems []problem.Format `json:"problems"` // those that files can be of
	Builtin  []string         `json:"builtin"`  // instances that need no file
}

// Run lists the problems, then the instances that need no file.
func (k *problemsCmd) Run(c *console.Console, p *Program) error {
	list := p.Formats
	if k.Name != "" {
		at := slices.Index(p.Names(), strings.ToLower(k.Name))
		if at < 0 {
			return p.Unknown(k.Name)
		}
		list = list[at : at+1]
	}
	if k.JSON {
		return console.WriteJSON(c.Out, problemsReport{list, p.Builtin()})
	}
	for _, f := range list {
		fmt.Fprintf(c.Out, "%-10s %s\n", f.Name, f.Title)
		endings := ""
		if len(f.Endings) > 0 {
			endings = " (" + strings.Join(f.Endings, " ") + ")"
		}
		fmt.Fprintf(c.Out, "           instances: %s%s\n", f.Files, endings)
		solutions := "the numbers of a solution, in one line"
		if f.Real {
			solutions = "the elements, one a line"
		}
		fmt.Fprintf(c.Out, "           solutions: %s\n", cmp.Or(f.Solutions, solutions))
		if len(f.Pictures) > 0 {
			fmt.Fprintf(c.Out, "           pictures:  %s\n", strings.Join(f.Pictures, " "))
		}
	}
	if k.Name != "" || len(p.Builtin()) == 0 {
		return nil
	}
	if p.Document != nil {
		fmt.Fprintln(c.Out, "\nAs a JSON document in names of your own, such as {\"tour\": {…}}: docs/models.md shows all kinds.")
	}
	_, err := fmt.Fprintf(c.Out, "\nBuilt in, by name instead of a file: %s\n", strings.Join(p.Builtin(), ", "))
	return err
}
