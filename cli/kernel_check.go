package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/kernelfile"
	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

type kernelCheckCmd struct {
	Package string   `arg:"" default:"." help:"The folder of the package."`
	Type    []string `required:"" placeholder:"NAME" help:"The types."`
	All     bool     `help:"Print a line for each method and each kernel."`
	JSON    bool     `help:"Print a JSON array."`
}

// Run reports on the types.
func (k *kernelCheckCmd) Run(c *console.Console) error {
	p, err := loadPackage(k.Package, k.Type)
	if refused, unfit := (kernelgen.Refusals)(nil), kernelfile.Unfit(""); errors.As(err, &refused) || errors.As(err, &unfit) {
		return console.Missed(kernelFailure(c, err)) // loading says already that gen would refuse it
	}
	if err != nil {
		return err
	}
	reports, err := p.Check()
	if err != nil {
		return err
	}
	return k.tell(c, reports)
}

// tell prints the reports, and fails if gen would refuse one of the types.
func (k *kernelCheckCmd) tell(c *console.Console, reports []kernelfile.Report) (err error) {
	switch {
	case k.JSON:
		err = console.WriteJSON(c.Out, reports)
	case k.All:
		err = printReports(c, reports)
	default:
		for _, r := range reports {
			sumUp(c.Out, r)
		}
	}
	if err != nil {
		return err
	}
	for _, r := range reports {
		if !r.Gets() {
			return console.Missed(fmt.Errorf("type %s gets no kernel", r.Type))
		}
		if missed := r.Missed(); len(missed) > 0 {
			return console.Missed(fmt.Errorf("type %s cannot run on a device as it is, and kernel gen refuses it: "+
				"it satisfies %s, which cannot run there", r.Type, strings.Join(missed, ", ")))
		}
	}
	return nil
}

// printReports prints a line a method and a kernel, and a line a place that stands in the way, each once for a type.
func printReports(c *console.Console, reports []kernelfile.Report) error {
	var b strings.Builder
	for _, r := range reports {
		fmt.Fprintf(&b, "type %s\n", r.Type)
		told := map[kernelfile.Refusal]bool{}
		for _, m := range r.Methods {
			if !m.Device && !m.Asked {
				fmt.Fprintf(&b, "  method %-20s is left to the CPU: no kernel asks for it\n", m.Name)
				continue
			}
			if m.Why != "" {
				fmt.Fprintf(&b, "  method %-20s %s\n", m.Name, m.Why)
				continue
			}
			fmt.Fprintf(&b, "  method %-20s %s\n", m.Name, onDevice(m.Device, ""))
			printRefusals(&b, m.Refusals, told)
		}
		for _, k := range r.Kernels {
			fmt.Fprintf(&b, "  kernel %-20s %s\n", k.Name, onDevice(k.Device, k.Why))
			printRefusals(&b, k.Refusals, told)
		}
	}
	_, err := c.Out.Write([]byte(b.String()))
	return err
}

func onDevice(device bool, why string) string {
	switch {
	case device:
		return "runs on a device"
	case why != "":
		return "does not fit: " + why
	}
	return "cannot run on a device"
}

// printRefusals prints the places that were not told yet.
func printRefusals(b *strings.Builder, rs []kernelfile.Refusal, told map[kernelfile.Refusal]bool) {
	for _, r := range rs {
		if !told[r] {
			told[r] = true
			fmt.Fprintf(b, "    %s\n", placed(r))
		}
	}
}
