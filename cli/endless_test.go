package cli

import (
	"os"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/console"
)

// What never ends is refused by every command that reads, in one line with a remedy, and takes no memory to speak of.
func TestEndless_IsRefused(t *testing.T) {
	if _, err := os.Stat("/dev/zero"); err != nil {
		t.Skip(err)
	}
	b := newBench(t)
	const zero = "/dev/zero"
	for _, c := range []struct{ args, want string }{
		{"solve " + zero, "/dev/zero: it is no text: byte 1 is 0"},
		{"solve ring.tsp --start " + zero, "it is no text"},
		{"solve grid.dat --start " + zero, "it is no text"},
		{"solve nqueens:8 --start " + zero, "it is no text"},
		{"verify " + zero, "/dev/zero:1: a line of more than 1048576 bytes"},
		{"ttt " + zero, "/dev/zero:1: a line of more than 1048576 bytes"},
		{"resume " + zero, "/dev/zero cannot be resumed: it is no checkpoint of multiwalk"},
	} {
		boundedtest.Linear(t, 1<<20, func() {
			if code := b.run(strings.Fields(c.args)...); code == 0 {
				t.Errorf("%s: taken", c.args)
			}
		})
		if text := b.err.String(); !strings.Contains(text, c.want) || strings.Count(text, "\n") != 1 {
			t.Errorf("%s: %s\nwant %s", c.args, text, c.want)
		}
	}
}

// So is a pipe into which somebody writes for ever.
func TestEndless_Pipe(t *testing.T) {
	b := newBench(t)
	for args, text := range map[string]string{
		"solve ring.tsp --start": "COMMENT: and so on\n", "solve grid.dat --start": "8 ", "verify": `{"line":"run","format":1,"n":3}` + "x",
		"resume": "multiwalk checkpoint 2\n" + `{"bytes":99}` + "\n",
	} {
		boundedtest.Pipe(t, "", text, func(name string) {
			boundedtest.Linear(t, 4<<20, func() { b.want(console.ExitUsage, append(strings.Fields(args), name)...) })
		})
		if got := b.err.String(); strings.Count(got, "\n") != 1 {
			t.Errorf("%s: %s", args, got)
		}
	}
}
