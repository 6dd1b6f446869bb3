package nqueens

import (
	"io"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
)

// What never ends is refused with its place and a remedy, and takes no more memory than the bound.
func TestReadSolution_EndlessIsRefused(t *testing.T) {
	q := queens(t, 4)
	for text, want := range map[string]string{
		"\x00": "s:1: it is no text", "y": "s:1: a line of more than 65536 bytes; there must be a number from 1 to 4",
		"\n": "more than 1048832 bytes; check that this is a solution of nqueens:4", "1\n": "s:2: row 1 comes twice",
	} {
		boundedtest.Linear(t, 1<<20, func() {
			if x, err := q.ReadSolution(boundedtest.Endless(text), "s"); x != nil || err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %s", text, err, want)
			}
		})
	}
	rest := io.MultiReader(strings.NewReader("2\n4\n1\n3\n"), boundedtest.Endless(" \n"))
	must.Fail(t, "more than")(q.ReadSolution(rest, "s"))
}

// A byte order mark is passed over, as editors put it before a text unasked.
func TestReaders_ByteOrderMark(t *testing.T) {
	const mark = "\xef\xbb\xbf"
	if q, err := Read([]byte(mark+"nqueens:8\n"), "f"); err != nil || q.N != 8 || !Sniff([]byte(mark+"nqueens:8")) {
		t.Errorf("%v, %v", q, err)
	}
	if x, err := queens(t, 4).ReadSolution(strings.NewReader(mark+"2\n4\n1\n3\n"), "s"); err != nil || x[0] != 1 {
		t.Errorf("%v, %v", x, err)
	}
}
