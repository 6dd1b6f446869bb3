package command

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/console"
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

// want runs the command and fails the test unless it exits with the code.
func (b *bench) want(code int, args ...string) {
	b.t.Helper()
	b.out.Reset()
	b.err.Reset()
	c := console.Console{Out: &b.out, Err: &b.err, Width: func() int { return b.width }, Version: "test",
		Interrupts: func() (<-chan os.Signal, func()) { return b.signals, func() {} }}
	var grammar struct {
		NQueens Command `cmd:"" name:"nqueens"`
	}
	if got := c.Run(&grammar, args); got != code {
		b.t.Fatalf("multiwalk %s: exit %d, want %d\n%s%s", strings.Join(args, " "), got, code, b.out.String(), b.err.String())
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
