// Package console is what the sub-commands have in common, wherever their code lies: the streams they read and write, exit
// codes, interrupts, the live line of a terminal, and how numbers and files are told of.
package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/filename"
)

// The exit codes.
const (
	ExitMissed      = 1   // the target was missed, or an answer does not hold
	ExitUsage       = 2   // the command line or a file cannot be used
	ExitEnvironment = 3   // the machine lacks what was asked for, or what there is to say cannot be written
	ExitInterrupted = 130 // a second Ctrl-C
	ExitUnread      = 141 // the reader of the standard output has gone
)

// The most that a command may ask for: a slip of the keyboard must not exhaust the memory.
const (
	MaxWalks   = 1_000_000
	MaxWorkers = 4096
)

// DeviceAuto is the device that is chosen for the problem and the method.
const DeviceAuto = "auto"

// Console is all that a command sees of the world besides files, so that tests can put their own in its place.
type Console struct {
	In         io.Reader
	Out, Err   io.Writer
	Width      func() int                        // of the terminal behind Err, in columns; 0 if it is none
	Interrupts func() (<-chan os.Signal, func()) // from now on signals go to the channel, until the function is called
	Exit       func(code int)                    // ends the process at once
	Version    string                            // of the program
	Name       string                            // of the program; multiwalk if empty
	About      string                            // what the program does, in a sentence
}

// Process is the console of this process.
func Process() Console {
	return Console{
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
	}
}

// name is what the program is called.
func (c *Console) name() string { return cmp.Or(c.Name, "multiwalk") }

// Failure is an error with an exit code.
type Failure struct {
	Code int
	Err  error
}

func (f Failure) Error() string { return f.Err.Error() }
func (f Failure) Unwrap() error { return f.Err }

// Verdict is an exit code that says how a run ended, and no failure.
type Verdict int

func (v Verdict) Error() string { return fmt.Sprintf("exit code %d", int(v)) }

// Missed is the failure of a run that did not get what was asked for.
func Missed(err error) error { return Failure{ExitMissed, err} }

// Environment is the failure of a machine that lacks what a run needs.
func Environment(err error) error { return Failure{ExitEnvironment, err} }

// OnCores adds to an error about a missing GPU what does without, for commands that can.
func OnCores(err error) error {
	if errors.Is(err, device.ErrNoGPU) {
		return fmt.Errorf("%w; use --device cpu", err)
	}
	return err
}

// Report prints an error as one line and returns the exit code that it stands for.
func (c *Console) Report(err error) int {
	if err == nil {
		return 0
	}
	var f Failure
	if v := Verdict(0); errors.As(err, &v) && !errors.As(err, &f) {
		return int(v)
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
	fmt.Fprintf(c.Err, "%s: %s\n", c.name(), text)
	switch {
	case errors.As(err, &f):
		return f.Code
	case errors.Is(err, device.ErrNoGPU):
		return ExitEnvironment
	}
	return ExitUsage
}

// Interruptible returns a context that ends at the first interrupt. The second ends the process.
func (c *Console) Interruptible() (context.Context, func()) {
	ctx, cancel := context.WithCancel(context.Background())
	signals, stop := c.Interrupts()
	done := make(chan struct{})
	go func() {
		for first := true; ; first = false {
			select {
			case <-done:
				return
			case <-signals:
			}
			if !first {
				c.Exit(ExitInterrupted)
			}
			cancel()
		}
	}()
	return ctx, func() {
		stop()
		close(done)
		cancel()
	}
}

const (
	LogEvery   = time.Second // between two log lines
	RateWindow = time.Second // over which the live line's moves a second are measured
)

// LiveLine is the last line of a terminal, drawn over itself again and again.
type LiveLine struct {
	W     io.Writer
	drawn int // columns that it covers
}

// Redraw draws a line in ASCII, so that its bytes are its columns. The last column, which makes some terminals wrap, stays
// free. The cursor goes back, so that what the terminal echoes, such as ^C, is drawn over and erased with the line.
func (l *LiveLine) Redraw(line string, width int) {
	line = line[:min(len(line), max(0, width-1))]
	pad := max(0, min(l.drawn, width-1)-len(line))
	l.drawn = len(line)
	fmt.Fprintf(l.W, "\r%s%s\r", line, strings.Repeat(" ", pad))
}

// Note says what the user must know. It is one line, also where it tells of a compiler's complaints.
func (l *LiveLine) Note(text string) {
	l.Erase()
	fmt.Fprintf(l.W, "note: %s\n", strings.ReplaceAll(strings.ReplaceAll(text, "multiwalk: ", ""), "\n", "; "))
}

// Say writes a line that stays.
func (l *LiveLine) Say(text string) {
	l.Erase()
	fmt.Fprintln(l.W, text)
}

// Erase clears the line.
func (l *LiveLine) Erase() {
	if l.drawn > 0 {
		fmt.Fprintf(l.W, "\r%s\r", strings.Repeat(" ", l.drawn))
		l.drawn = 0
	}
}
