// Package cli is a command as a package. A program that calls Main with a problem of its own has all sub-commands for it: solve with
// progress, JSON, records, checkpoints and pictures, resume, verify, ttt, tune, methods and the rest. The command multiwalk is such a program.
package cli

import (
	"cmp"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/asking"
	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/tuning"
	"github.com/multiwalk/multiwalk/problem"
)

// Problem is what a program solves: Problem{Name: "jobs", Read: read} is enough. What else there is to say of its files are other fields, such
// as Endings and Generate. What its instances can do beside being solved, such as SVG and WriteSolution, are methods of what Read returns.
type Problem = problem.Format

// Main is a program for some problems, which is called as its file is. It does not return.
func Main(problems ...Problem) {
	Of(strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe"), problems...).Main()
}

// Of is a program of that name, which a test may run.
func Of(name string, problems ...Problem) Program {
	return Program{Catalogue: problem.Catalogue{Command: name, Formats: problems}}
}

// Program is a command. Its name and its problems are in the catalogue; the rest may be left out.
type Program struct {
	problem.Catalogue
	About   string // what the program does, in a sentence
	Version string // of a release; "" leaves it to what the build knows
	// Samples are small problems: methods tells which of them a method takes. By default they are what Generate draws.
	Samples func() []multiwalk.Problem
	// Commands are further commands, and KernelCommands sub-commands of kernel: structs with a field for each, as package kong reads them.
	Commands, KernelCommands kong.Plugins

	prices *asking.Pool // whom problems ask that do not know their costs; nil: nobody
}

// Console is what a program sees of the world besides files, for tests to put their own in its place: In, Out and Err, if need be the rest.
type Console = console.Console

// Main executes the command line of the process, and ends it.
func (p Program) Main() {
	gpu.Notices(func(line string) { fmt.Fprintf(os.Stderr, "%s: %s\n", p.Command, line) })
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // whose messages nobody reads goes on; for the standard output see console
	os.Exit(p.Run(os.Args[1:], console.Process()))
}

// Run executes the command with its arguments and returns the exit code.
func (p Program) Run(args []string, c Console) int {
	c.Name, c.Version = p.Command, cmp.Or(p.Version, builtFrom())
	if c.Width == nil {
		c.Width = func() int { return 0 }
	}
	if c.Interrupts == nil {
		c.Interrupts = func() (<-chan os.Signal, func()) { return nil, func() {} }
	}
	c.About = cmp.Or(p.About, "Solve "+strings.Join(p.Names(), ", ")+" with massively parallel metaheuristics.")
	if err := tuning.Load(); err != nil {
		return c.Report(err)
	}
	if len(args) > 0 && args[0] == "help" {
		args = append(slices.Clone(args[1:]), "--help")
	}
	return c.Run(p.grammar(), goFlags(args), p.options()...)
}

// commands is the command line: a sub-command a field.
type commands struct {
	Solve    solveCmd    `cmd:"" help:"Solve an instance."`
	Resume   resumeCmd   `cmd:"" help:"Go on with a run that was solved with --checkpoint."`
	Verify   verifyCmd   `cmd:"" help:"Evaluate the solutions of a record once more."`
	Live     liveCmd     `cmd:"" help:"Show a page of the runs of records."`
	TTT      tttCmd      `cmd:"" name:"ttt" help:"Tell from records how long a run takes to reach a target, and how long several side by side would take."`
	Bench    benchCmd    `cmd:"" help:"Compare methods and places by runs over many seeds: time to a target, or cost at a limit."`
	Report   reportCmd   `cmd:"" help:"Make a report of records: tables, charts and tests of settings on instances, in one file."`
	Problems problemsCmd `cmd:"" help:"List the problems and the formats of their files."`
	Methods  methodsCmd  `cmd:"" help:"List the methods and their settings."`
	Tune     tuneCmd     `cmd:"" help:"Find settings of a method for instances like those of some files."`
	Devices  devicesCmd  `cmd:"" help:"List what work can run on."`
	Serve    serveCmd    `cmd:"" help:"Bring machines together, and work for their runs."`
	Join     joinCmd     `cmd:"" help:"Work for the runs of a server on another machine."`
	Nodes    nodesCmd    `cmd:"" help:"List the machines that have joined a server."`
	kong.Plugins
	Kernel kernelCmd `cmd:"" help:"Give types of your own kernels for GPUs."`

	Completion completionCmd `cmd:"" help:"Print what makes a shell complete commands, flags and names: bash, zsh or fish."`
	Help       helpCmd       `cmd:"" help:"Tell what a command does, and its flags."`
	Version    versionCmd    `cmd:"" help:"Print the version."`

	ShowVersion versionFlag `name:"version" help:"Print the version."`
}

func (p Program) grammar() *commands {
	return &commands{Plugins: p.Commands, Kernel: kernelCmd{Plugins: p.KernelCommands}}
}

// options give the commands the program, their texts its name, and leave out the flags that are only for a problem which it has not.
func (p *Program) options() []kong.Option {
	instance := ""
	if list := p.Builtin(); len(list) > 0 {
		instance = "the name of a built-in instance such as " + list[0] + ", "
	} else if i := slices.IndexFunc(p.Formats, func(f Problem) bool { return f.Generate != nil }); i >= 0 {
		instance = "a size such as " + p.Formats[i].Name + ":100 to draw one, "
	}
	document := ""
	if p.Document != nil {
		document = "a problem as a JSON document (docs/models.md), "
	}
	return []kong.Option{kong.Bind(p), kong.Vars{"program": p.Command, "instance": instance, "document": document}, kong.PostBuild(func(k *kong.Kong) error {
		return kong.Visit(k.Model, func(node kong.Visitable, next kong.Next) error {
			if command, ok := node.(*kong.Node); ok {
				command.Flags = slices.DeleteFunc(command.Flags, func(f *kong.Flag) bool {
					only := f.Tag.Get("only")
					return only != "" && p.FormatOf(only).Name == ""
				})
			}
			return next(nil)
		})
	})}
}

// helpCmd is another way to ask for --help, which run puts in its place.
type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command, such as solve, or kernel gen."`
}
