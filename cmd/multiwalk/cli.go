package main

import (
	"github.com/multiwalk/multiwalk/internal/console"
	nqueens "github.com/multiwalk/multiwalk/queens/command"
)

// cli is the command line: a sub-command a field.
type cli struct {
	Solve    solveCmd        `cmd:"" help:"Solve an instance."`
	Verify   verifyCmd       `cmd:"" help:"Evaluate the solutions of a record once more."`
	TTT      tttCmd          `cmd:"" name:"ttt" help:"Tell from records how long runs take to a target, and how long more of them would."`
	Problems problemsCmd     `cmd:"" help:"List the problems and the formats of their files."`
	Methods  methodsCmd      `cmd:"" help:"List the methods and their settings."`
	Devices  devicesCmd      `cmd:"" help:"List what work can run on."`
	NQueens  nqueens.Command `cmd:"" name:"nqueens" help:"Count, make and check solutions of N queens."`
	Repro    reproCmd        `cmd:"" help:"Make the tables of a paper again, its figures beside ours."`
	Kernel   kernelCmd       `cmd:"" help:"Give types of your own kernels for GPUs."`
	Version  versionCmd      `cmd:"" help:"Print the version."`
}

// run executes the command with its arguments and returns the exit code.
func run(args []string, c console.Console) int {
	c.Version = programVersion()
	if err := loadTuning(); err != nil {
		return c.Report(err)
	}
	return c.Run(new(cli), goFlags(args))
}
