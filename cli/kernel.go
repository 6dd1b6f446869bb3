package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/kernelfile"
	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

// kernelCmd is the commands around the kernels of a problem type.
type kernelCmd struct {
	Gen   kernelGenCmd   `cmd:"" help:"Compile the kernels of types of a package: for go:generate."`
	Check kernelCheckCmd `cmd:"" help:"Say which methods and kernels of types can run on a device."`
	Dump  kernelDumpCmd  `cmd:"" help:"Print the kernels of a type as LLVM IR or PTX."`
	kong.Plugins
}

type kernelGenCmd struct {
	Type    []string `required:"" placeholder:"NAME" help:"The types that get kernels."`
	Package string   `default:"." placeholder:"DIR" help:"The folder of their package."`
	With    []string `placeholder:"NAME" help:"Kernels that few use, and that come by request alone: Evolve, Genetic, TabuAlone, TabuMoves."`
	Checked bool     `help:"Test indices, divisors and pointers on the device: slower, and stops with the place."`
	Lines   bool     `help:"Keep the lines of the source, for profilers and compute-sanitizer; the code is the same."`
}

// Run writes the generated files.
func (g *kernelGenCmd) Run(c *console.Console) error {
	p, err := loadPackage(g.Package, g.Type)
	if err != nil {
		return kernelFailure(c, err)
	}
	cs, err := p.Compile(kernelfile.Options{Checked: g.Checked, Lines: g.Lines, With: g.With})
	if err != nil {
		return kernelFailure(c, err)
	}
	return p.Write(cs)
}

// kernelFailure gives the errors of compiling their form and exit code. Refusals are printed, each on a line of its own.
func kernelFailure(c *console.Console, err error) error {
	switch refused := (kernelgen.Refusals)(nil); {
	case errors.Is(err, kernelgen.ErrNoClang):
		return console.Environment(fmt.Errorf("kernels are compiled by %s, which is not in the PATH: %w",
			kernelgen.DefaultClang, kernelgen.ErrNoClang))
	case errors.As(err, &refused):
		for _, r := range refused {
			fmt.Fprintln(c.Err, r.Error())
		}
		return fmt.Errorf("%s outside what a device can run", console.Count(len(refused), "place"))
	}
	return err
}

// goFlags lets the flags of kernel begin with one dash too, as those of the Go tools do beside which they stand in lines
// for go generate.
func goFlags(args []string) []string {
	if len(args) == 0 || args[0] != "kernel" {
		return args
	}
	args = slices.Clone(args)
	for i, a := range args {
		if len(a) > 2 && a[0] == '-' && a[1] != '-' {
			args[i] = "-" + a
		}
	}
	return args
}

func loadPackage(pattern string, types []string) (*kernelfile.Package, error) {
	if !strings.HasPrefix(pattern, ".") && !strings.HasPrefix(pattern, "/") {
		pattern = "./" + pattern // a folder, not a package of the standard library
	}
	return kernelfile.Load(".", pattern, types...)
}

type kernelDumpCmd struct {
	Package string   `arg:"" default:"." help:"The folder of the package."`
	Type    string   `required:"" placeholder:"NAME" help:"The type."`
	IR      bool     `name:"ir" xor:"form" help:"Print LLVM IR."`
	PTX     bool     `name:"ptx" xor:"form" help:"Print PTX, which is the default."`
	Kernel  []string `placeholder:"NAME" help:"Only these kernels."`
	Checked bool     `help:"As in gen."`
	Lines   bool     `help:"As in gen."`
}

// Run prints the kernels.
func (d *kernelDumpCmd) Run(c *console.Console) error {
	p, err := loadPackage(d.Package, []string{d.Type})
	if err != nil {
		return kernelFailure(c, err)
	}
	cs, err := p.Compile(kernelfile.Options{Checked: d.Checked, Lines: d.Lines, IROnly: d.IR}, d.Kernel...)
	if err != nil {
		return kernelFailure(c, err)
	}
	text := cs[0].Module.PTX
	if d.IR {
		text = cs[0].Module.IR
	}
	_, err = fmt.Fprint(c.Out, text)
	return err
}
