// Command multiwalk solves combinatorial optimisation problems from files, verifies records of runs, and lists what it
// knows. It is package cli with the problems of the catalogue, the tables of papers, and the measurement of GPUs.
package main

import (
	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/cli"
	"github.com/multiwalk/multiwalk/problem/catalogue"
)

// version is set by release builds with -ldflags "-X main.version=v1.2.3".
var version string

func main() { program().Main() }

func program() cli.Program {
	return cli.Program{
		Catalogue: catalogue.All(), Samples: catalogue.Samples, Version: version,
		About: "Solve combinatorial optimisation problems with massively parallel metaheuristics.",
		Commands: kong.Plugins{&struct {
			Repro reproCmd `cmd:"" help:"Make the tables of a paper again, its figures beside ours."`
		}{}},
		KernelCommands: kong.Plugins{&struct {
			Tune kernelTuneCmd `cmd:"" help:"Measure on a GPU which launches suit it best."`
		}{}},
	}
}
