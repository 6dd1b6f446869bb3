// Command multiwalk solves combinatorial optimisation problems from files, verifies records of runs, and lists what it
// knows. It is thin: flags mirror the fields of the library's structs, and each sub-command is one file.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/term"

	"github.com/multiwalk/multiwalk/internal/gpu"
)

func main() {
	gpu.Notices(func(line string) { fmt.Fprintln(os.Stderr, "multiwalk:", line) })
	os.Exit(run(os.Args[1:], console{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		width: func() int {
			width, _, err := term.GetSize(int(os.Stderr.Fd()))
			if err != nil || !term.IsTerminal(int(os.Stderr.Fd())) || os.Getenv("TERM") == "dumb" {
				return 0
			}
			return width
		},
		interrupts: func() (<-chan os.Signal, func()) {
			c := make(chan os.Signal, 2)
			signal.Notify(c, os.Interrupt, syscall.SIGTERM)
			return c, func() { signal.Stop(c) }
		},
		exit: os.Exit,
	}))
}
