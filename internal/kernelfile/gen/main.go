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
	except := flag.String("except", "", "kernels that the types satisfy and have no use for")
	flag.Parse()
	if err := run(strings.Split(*types, ","), *checked, *only, *except); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(types []string, checked bool, only, except string) error {
	p, err := kernelfile.Load(".", ".", types...)
	if err != nil {
		return err
	}
	opts := kernelfile.Options{Checked: checked, Except: strings.Split(except, ",")}
	var names []string
	if only != "" {
		names = strings.Split(only, ",")
	}
	cs, err := p.Compile(opts, names...)
	if err != nil {
		return err
	}
	return p.Write(cs)
}
