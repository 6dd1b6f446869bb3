package nqueens

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
)

func TestRead(t *testing.T) {
	for _, text := range []string{"nqueens:8", " nqueens:8\r\n"} {
		if q, err := Read([]byte(text), "f"); !Sniff([]byte(text)) || err != nil || q.N != 8 {
			t.Errorf("%q: %+v, %v", text, q, err)
		}
	}
	for _, text := range []string{"nqueens:", "nqueens:0", "nqueens:-4", "nqueens:x", "nqueens:4\n5", "nqueens:99999999999999999999", "nqueens:268435457"} {
		if _, err := Read([]byte(text), "f"); err == nil || !strings.Contains(err.Error(), "multiwalk: f:1: ") {
			t.Errorf("%q: %v", text, err)
		}
	}
	for _, text := range []string{"nqueens:2", "nqueens:3"} {
		if _, err := Read([]byte(text), "f"); !errors.Is(err, ErrNoSolution) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if Sniff([]byte("8 queens")) {
		t.Error("sniffs another text")
	}
}

func TestReadSolution(t *testing.T) {
	q := queens(t, 4)
	var b bytes.Buffer
	if err := q.WriteSolution(&b, []int32{1, 3, 0, 2}); err != nil || b.String() != "2\n4\n1\n3\n" {
		t.Fatalf("%q, %v", b.String(), err)
	}
	for _, text := range []string{b.String(), "2\r\n\n4\n 1\n3"} {
		if x, err := q.ReadSolution(strings.NewReader(text), "s"); err != nil || !slices.Equal(x, []int32{1, 3, 0, 2}) {
			t.Errorf("%q: %v, %v", text, x, err)
		}
	}
	for text, want := range map[string]string{
		"":                "s:1: 0 rows, but nqueens:4 has 4",
		"2\n4\n":          "s:3: 2 rows",
		"2\n4\n1\n3\n1\n": "s:5: more than 4 rows",
		"2\n4\n2\n3\n":    "s:3: row 2 comes twice",
		"0\n":             `s:1: "0" is no row`,
		"2\n5\n":          `s:2: "5" is no row`,
		"junk":            `s:1: "junk" is no row`,
		"2\n4 1\n":        `s:2: "4 1" is no row`,
	} {
		must.Fail(t, want)(q.ReadSolution(strings.NewReader(text), "s"))
	}
}

func FuzzReadSolution(f *testing.F) {
	f.Add("2\n4\n1\n3\n")
	f.Add("\r\n4\n")
	for _, s := range boundedtest.Seeds("#\n", "2\n4\n#\n#\n") {
		f.Add(string(s))
	}
	small := queens(f, 4)
	large := queens(f, 1<<20)
	f.Fuzz(func(t *testing.T, text string) {
		var x []int32
		var err error
		boundedtest.Linear(t, len(text), func() { _, err = large.ReadSolution(strings.NewReader(text), "s") })
		if err == nil && len(text) < large.N {
			t.Fatalf("%d bytes are a solution of %d queens", len(text), large.N)
		}
		boundedtest.Linear(t, len(text), func() { x, err = small.ReadSolution(strings.NewReader(text), "s") })
		if err != nil {
			return
		}
		if err := small.Space().Check(x); err != nil {
			t.Error(err)
		}
	})
}

func FuzzRead(f *testing.F) {
	f.Add([]byte("nqueens:8"))
	f.Add([]byte("\xef\xbb\xbfnqueens:8"))
	for _, s := range boundedtest.Seeds("nqueens:#") {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var q *Instance
		var err error
		boundedtest.Linear(t, len(text), func() { q, err = Read(text, "f") })
		if err == nil && (q.N < 1 || q.N > MaxN || q.Solvable() != nil) {
			t.Errorf("%+v", q)
		}
	})
}

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
