package record

import (
	"io"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
)

// What never ends is refused with its place and a remedy, and takes no more memory than the bound.
func TestRead_EndlessIsRefused(t *testing.T) {
	const run = `{"line":"run","format":1,"n":3}` + "\n"
	for _, c := range []struct{ name, text, then, want string }{
		{"zeros", "", "\x00", "f:1: a line of more than 1048576 bytes"},
		{"a line", "", "y", `f:1: it begins with "yyyyyyyyyyyyyyyyyyyy", and no line of a record does; multiwalk solve --record writes one`},
		{"a line of a run", run + `{"line":"live","solution":[`, "1,", "f:2: a line of more than 1048624 bytes, which no run of its length has; check"},
		{"a run line", `{"line":"run","format":1,"n":3,"start":[`, "1,", "f:1: a line of more than 1048624 bytes"},
		{"a line of no run", `{"line":"live","solution":[`, "1,", "f:1: a line of more than 1048576 bytes"},
		{"a line of a run that claims much", `{"line":"run","format":1,"n":9223372036854775807}` + "\n" + `y`, "y", `f:2: it begins with "yyy`},
	} {
		boundedtest.Linear(t, 1<<20, func() {
			runs, err := Read(io.MultiReader(strings.NewReader(c.text), boundedtest.Endless(c.then)), "f")
			if runs != nil || err == nil || !strings.HasPrefix(err.Error(), "multiwalk: f:") || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v\nwant %s", c.name, err, c.want)
			}
		})
	}
}

func TestRead_RunsWithoutEnd(t *testing.T) {
	_, err := read(boundedtest.Endless(`{"line":"run","format":1,"n":3}`+"\n"), "f", 100)
	must.Fail(t, "f:101: more than 100 runs; read them in parts")(err)
}

// Long solutions have long lines, which the bound must leave alone, and a byte order mark is passed over.
func TestRead_LongLinesAndByteOrderMark(t *testing.T) {
	const n = 300_000
	x := make([]int32, n)
	for i := range x {
		x[i] = -1 << 31
	}
	run := Run{Header: Header{Format: Format, N: n, Start: x}, Last: &Snapshot{Solution: x}, End: &End{Solution: x}}
	runs, err := Read(strings.NewReader("\xef\xbb\xbf"+text(t, run)), "f")
	if err != nil || len(runs) != 1 || len(runs[0].Start) != n || len(runs[0].End.Solution) != n {
		t.Errorf("%d runs, %v", len(runs), err)
	}
}

// A crash of the machine may leave zeros where the last line was to be: the run before it is read.
func TestRead_ZerosAtTheEnd(t *testing.T) {
	const run = `{"line":"run","format":1,"n":3}` + "\n" + `{"line":"live","cost":3,"solution":[1,0,2]}` + "\n"
	for _, zeros := range []int{1, 4096, 100_000} {
		runs, err := Read(strings.NewReader(run+strings.Repeat("\x00", zeros)), "f")
		if err != nil || len(runs) != 1 || !runs[0].Truncated || runs[0].Last.Cost != 3 {
			t.Errorf("%d zeros: %+v, %v", zeros, runs, err)
		}
	}
}
