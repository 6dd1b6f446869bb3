package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/filename"
)

// The exit codes.
const (
	exitMissed      = 1   // the target was missed, or an answer does not hold
	exitUsage       = 2   // the command line or a file cannot be used
	exitEnvironment = 3   // the machine lacks what was asked for, or what there is to say cannot be written
	exitInterrupted = 130 // a second Ctrl-C
)

// console is all that the command sees of the world besides files, so that tests can put their own in its place.
type console struct {
	in         io.Reader
	out, err   io.Writer
	width      func() int                        // of the terminal behind err, in columns; 0 if it is none
	interrupts func() (<-chan os.Signal, func()) // from now on signals go to the channel, until the function is called
	exit       func(code int)                    // ends the process at once
}

// cli is the command line: a sub-command a field.
type cli struct {
	Solve    solveCmd    `cmd:"" help:"Solve an instance."`
	Verify   verifyCmd   `cmd:"" help:"Evaluate the solutions of a record once more."`
	TTT      tttCmd      `cmd:"" name:"ttt" help:"Tell from records how long runs take to a target, and how long more of them would."`
	Problems problemsCmd `cmd:"" help:"List the problems and the formats of their files."`
	Methods  methodsCmd  `cmd:"" help:"List the methods and their settings."`
	Devices  devicesCmd  `cmd:"" help:"List what work can run on."`
	NQueens  nqueensCmd  `cmd:"" name:"nqueens" help:"Count, make and check solutions of N queens."`
	Repro    reproCmd    `cmd:"" help:"Make the tables of a paper again, its figures beside ours."`
	Kernel   kernelCmd   `cmd:"" help:"Give types of your own kernels for GPUs."`
	Version  versionCmd  `cmd:"" help:"Print the version."`
}

// failure is an error with an exit code.
type failure struct {
	code int
	err  error
}

func (f failure) Error() string { return f.err.Error() }
func (f failure) Unwrap() error { return f.err }

// stopped is thrown by kong's exit hook, after --help, to unwind to run.
type stopped int

// run executes the command with its arguments and returns the exit code.
func run(args []string, c console) (code int) {
	out := &standardOutput{w: c.out}
	c.out = out
	defer func() {
		if e := recover(); e != nil {
			s, ok := e.(stopped)
			if !ok {
				panic(e)
			}
			if code = int(s); out.err != nil {
				code = c.report(out.judge(nil))
			}
		}
	}()
	parser, err := kong.New(new(cli), kong.Name("multiwalk"),
		kong.Description("Solve combinatorial optimisation problems with massively parallel metaheuristics."),
		kong.Writers(c.out, c.err), kong.Exit(func(code int) { panic(stopped(code)) }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}), kong.Bind(&c),
		kong.KindMapper(reflect.String, kong.MapperFunc(asGiven)))
	if err != nil {
		panic(err)
	}
	if len(args) == 0 {
		args = []string{"--help"}
	}
	ctx, err := parser.Parse(goFlags(args))
	if err != nil && out.err == nil { // else it is the help that could not be printed
		err = fmt.Errorf("%w; see %s --help", err, mistaken(err))
	}
	if err != nil {
		return c.report(out.judge(err))
	}
	return c.report(out.judge(ctx.Run()))
}

// standardOutput remembers that something could not be written, so that no command has to look at each line that it prints.
type standardOutput struct {
	w   io.Writer
	err error
}

func (o *standardOutput) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	k, err := o.w.Write(p)
	if err != nil {
		o.err = fmt.Errorf("standard output: %w", cause(err))
	}
	return k, o.err
}

// judge makes a failure of a command whose output did not arrive, however well the command itself went.
func (o *standardOutput) judge(err error) error {
	switch {
	case o.err == nil:
		return err
	case !errors.Is(err, o.err):
		err = errors.Join(err, o.err)
	}
	return failure{exitEnvironment, err}
}

// asGiven reads an argument byte for byte. Kong's own mapper takes it through JSON, which replaces what is no UTF-8, so that
// a file of such a name is not found.
func asGiven(ctx *kong.DecodeContext, target reflect.Value) error {
	t, err := ctx.Scan.PopValue("string")
	if err == nil {
		target.SetString(fmt.Sprint(t.Value))
	}
	return err
}

// mistaken returns the sub-command whose arguments are wrong.
func mistaken(err error) string {
	var at *kong.ParseError
	if errors.As(err, &at) {
		if node := at.Context.Selected(); node != nil {
			return node.FullPath()
		}
	}
	return "multiwalk"
}

// report prints an error as one line and returns the exit code that it stands for.
func (c *console) report(err error) int {
	if err == nil {
		return 0
	}
	text := err.Error()
	if at := (*fs.PathError)(nil); errors.As(err, &at) && at.Path != "" {
		text = strings.ReplaceAll(text, at.Path, filename.Shown(at.Path))
	}
	text = strings.ReplaceAll(strings.TrimPrefix(text, "multiwalk: "), ": multiwalk: ", ": ")
	text = filename.Escaped(text)
	if !strings.Contains(text, "\ngoroutine ") { // the stack of a panic keeps its lines
		text = strings.ReplaceAll(text, "\n", "; ")
	}
	fmt.Fprintf(c.err, "multiwalk: %s\n", text)
	var f failure
	switch {
	case errors.As(err, &f):
		return f.code
	case errors.Is(err, device.ErrNoGPU):
		return exitEnvironment
	}
	return exitUsage
}
