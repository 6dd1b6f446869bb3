// Command gen is `multiwalk kernel gen` for the packages that the multiwalk command itself is made of, which may not build
// before their kernels are generated:
//
//	//go:generate go run ../../internal/kernelfile/gen -type Plane,Matrix
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/multiwalk/multiwalk/internal/kernelfile"
)

func main() {
	types := flag.String("type", "", "the types that get kernels, separated by commas")
	checked := flag.Bool("checked", false, "test indices, divisors and pointers on the device")
	only := flag.String("only", "", "the kernels, separated by commas; empty: all that the types satisfy")
	with := flag.String("with", "", "kernels that types get by request alone, separated by commas: Evolve, Genetic, TabuAlone, TabuMoves")
	flag.Parse()
	if err := run(list(*types), *checked, *only, *with); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(types []string, checked bool, only, with string) error {
	p, err := kernelfile.Load(".", ".", types...)
	if err != nil {
		return err
	}
	cs, err := p.Compile(kernelfile.Options{Checked: checked, With: list(with)}, list(only)...)
	if err != nil {
		return err
	}
	return p.Write(cs)
}

// list splits names at commas.
func list(names string) []string {
	return strings.FieldsFunc(names, func(r rune) bool { return r == ',' })
}
