package main

import (
	"bytes"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
	"github.com/multiwalk/multiwalk/internal/must"
)

// bench is an empty folder, and a console that keeps what the command says.
type bench struct {
	t        *testing.T
	out, err bytes.Buffer
	width    int
	signals  chan os.Signal
}

func newBench(t *testing.T) *bench {
	t.Chdir(t.TempDir())
	return &bench{t: t, signals: make(chan os.Signal, 2)}
}

// run runs the command and returns its exit code.
func (b *bench) run(args ...string) int {
	b.out.Reset()
	b.err.Reset()
	return b.into(&b.out, args...)
}

// into runs the command with a standard output.
func (b *bench) into(out io.Writer, args ...string) int {
	return run(args, console.Console{Out: out, Err: &b.err, Width: func() int { return b.width },
		Interrupts: func() (<-chan os.Signal, func()) { return b.signals, func() {} }})
}

// want runs the command and fails the test unless it exits with the code.
func (b *bench) want(code int, args ...string) {
	b.t.Helper()
	if got := b.run(args...); got != code {
		b.t.Fatalf("queens %s: exit %d, want %d\n%s%s", strings.Join(args, " "), got, code, b.out.String(), b.err.String())
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	must.Do(t, os.WriteFile(file, []byte(text), 0o644))
}

func read(t *testing.T, file string) string {
	t.Helper()
	text := must.Have(os.ReadFile(file))(t)
	return string(text)
}
