package qap

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
)

func after(text, then string) io.Reader {
	return io.MultiReader(strings.NewReader(text), boundedtest.Endless(then))
}

// What never ends is refused with its place and a remedy, and takes no more memory than the bound.
func TestRead_EndlessIsRefused(t *testing.T) {
	for name, r := range map[string]io.Reader{
		"zeros": after("", "\x00"), "blank lines": after("", "\n"), "blank lines after n": after("3\n", "\n"), "a long number": after("3\n", "1"),
		"numbers": after("16384\n", "1 "), "blanks behind": after(three, " "),
	} {
		boundedtest.Linear(t, 1<<16, func() {
			q, err := read(r, "pipe", 1<<16)
			if q != nil || err == nil || !strings.HasPrefix(err.Error(), "pipe:") ||
				!strings.Contains(err.Error(), "more than 65536 bytes; check") && !strings.Contains(err.Error(), "it is no text") {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
	q := Uniform(5, 1)
	for name, r := range map[string]io.Reader{
		"zeros": after("", "\x00"), "blank lines": after("", "\n"), "a long number": after("5 100\n", "1"), "blanks behind": after("5 10\n1 2 3 4 5", " "),
	} {
		boundedtest.Linear(t, 1<<20, func() {
			if s, err := ReadSolution(r, "pipe", q); s != nil || err == nil || !strings.HasPrefix(err.Error(), "pipe:") ||
				!strings.Contains(err.Error(), "more than 1048896 bytes; check") && !strings.Contains(err.Error(), "it is no text") {
				t.Errorf("solution, %s: %v", name, err)
			}
		})
	}
}

// A byte order mark is passed over, as editors put it before a text unasked.
func TestReaders_ByteOrderMark(t *testing.T) {
	const mark = "\xef\xbb\xbf"
	q, err := Read(strings.NewReader(mark+three), "three.dat")
	if err != nil || q.N != 3 || !Sniff([]byte(mark+three)) {
		t.Fatalf("%v, %v", q, err)
	}
	if s, err := ReadSolution(strings.NewReader(mark+"3 250\n3 1 2\n"), "three.sln", q); err != nil || !slices.Equal(s.X, []int32{2, 0, 1}) {
		t.Errorf("%+v, %v", s, err)
	}
	must.Fail(t, "save it as UTF-8")(Read(strings.NewReader("\xff\xfe3\x00"), "f"))
}
