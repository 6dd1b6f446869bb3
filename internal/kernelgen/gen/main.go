// Command gen compiles the kernels of the package in the working directory, for go:generate. Generic kernels are named with
// their types, and | stands between kernels and between types that take turns:
//
//	//go:generate go run ../../internal/kernelgen/gen -out zkernels.ptx Balanced[counted|mixed,permutation|anyRows]
//
// It needs clang 19.
package main

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/multiwalk/multiwalk/internal/kernelgen"
)

// instance is a kernel, perhaps of another package, and its types if it is generic.
var instance = regexp.MustCompile(`^(?:(.+)\.)?([\w|]+)(?:\[(.+)\])?$`)

func main() {
	out := flag.String("out", "zkernels.ptx", "the `file` to write")
	flag.Parse()
	var o kernelgen.Options
	for _, arg := range flag.Args() {
		m := instance.FindStringSubmatch(arg)
		if m == nil {
			fail(fmt.Errorf("multiwalk: %q is no kernel, alone or with its types; write Kernel or Kernel[Type]", arg))
		}
		places := []string{m[2]}
		if m[3] != "" {
			places = append(places, strings.Split(m[3], ",")...)
		}
		for _, list := range product(places) {
			o.Instances = append(o.Instances, kernelgen.Instance{Package: m[1], Kernel: list[0], Types: list[1:]})
		}
	}
	if err := kernelgen.WriteFile(*out, o); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// product lists all ways to take one of each place's names.
func product(places []string) [][]string {
	if len(places) == 0 {
		return [][]string{nil}
	}
	var list [][]string
	for _, first := range strings.Split(places[0], "|") {
		for _, rest := range product(places[1:]) {
			list = append(list, append([]string{first}, rest...))
		}
	}
	return list
}
