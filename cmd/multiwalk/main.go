// Command multiwalk solves combinatorial optimisation problems from files, verifies records of runs, and lists what it
// knows. It is thin: flags mirror the fields of the library's structs, and each sub-command is one file.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/multiwalk/multiwalk/internal/console"

	"golang.org/x/term"

	"github.com/multiwalk/multiwalk/internal/gpu"
)

func main() {
	gpu.Notices(func(line string) { fmt.Fprintln(os.Stderr, "multiwalk:", line) })
	os.Exit(run(os.Args[1:], console.Console{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		Width: func() int {
			width, _, err := term.GetSize(int(os.Stderr.Fd()))
			if err != nil || !term.IsTerminal(int(os.Stderr.Fd())) || os.Getenv("TERM") == "dumb" {
				return 0
			}
			return width
		},
		Interrupts: func() (<-chan os.Signal, func()) {
			c := make(chan os.Signal, 2)
			signal.Notify(c, os.Interrupt, syscall.SIGTERM)
			return c, func() { signal.Stop(c) }
		},
		Exit: os.Exit,
	}))
}
