package tsp

import (
	"io"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
	"github.com/multiwalk/multiwalk/internal/must"
)

// after is a reader of a text and then of what never ends.
func after(text, then string) io.Reader {
	return io.MultiReader(strings.NewReader(text), boundedtest.Endless(then))
}

// What never ends is refused with its place and a remedy, and takes no more memory than the bound.
func TestRead_EndlessIsRefused(t *testing.T) {
	for name, r := range map[string]io.Reader{
		"zeros":         after("", "\x00"),
		"a line":        after("NAME: ", "y"),
		"comments":      after("", "COMMENT: y\n"),
		"blank lines":   after(cities, "\n"),
		"spaces":        after(cities+"NODE_COORD_SECTION\n1 ", " "),
		"a long number": after(cities+"NODE_COORD_SECTION\n1 ", "1"),
		"weights":       after("DIMENSION: 30000\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n", "1 "),
		"fixed edges":   after(cities+"FIXED_EDGES_SECTION\n", "1 2\n"),
	} {
		boundedtest.Linear(t, 1<<16, func() {
			p, err := read(r, "pipe", 1<<16)
			if p != nil || err == nil || !strings.HasPrefix(err.Error(), "pipe:") ||
				!strings.Contains(err.Error(), "more than 65536 bytes; check") && !strings.Contains(err.Error(), "it is no text") {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

func TestReadTour_EndlessIsRefused(t *testing.T) {
	for name, r := range map[string]io.Reader{
		"zeros": after("", "\x00"), "a line": after("", "y"), "blank lines": after("", "\n"), "comments": after("", "COMMENT: y\n"),
		"a long number": after("TOUR_SECTION\n", "1"), "spaces": after("TOUR_SECTION\n1 2", " \n"),
	} {
		boundedtest.Linear(t, 1<<20, func() {
			if x, err := ReadTour(r, "pipe", 5); x != nil || err == nil || !strings.HasPrefix(err.Error(), "pipe:") ||
				!strings.Contains(err.Error(), "more than 1048896 bytes; check") && !strings.Contains(err.Error(), "it is no text") {
				t.Errorf("%s: %v", name, err)
			}
		})
	}
}

// A byte order mark is passed over, and another encoding is named.
func TestReaders_ByteOrderMark(t *testing.T) {
	const mark = "\xef\xbb\xbf"
	if p := mustRead(t, mark+cities+threeCities); p.N != 3 || !Sniff([]byte(mark+"TYPE: TSP\n")) {
		t.Errorf("read %d cities", p.N)
	}
	if x, err := ReadTour(strings.NewReader(mark+"TOUR_SECTION\n2\n1\n"), "t", 2); err != nil || x[0] != 1 {
		t.Errorf("%v, %v", x, err)
	}
	_, err := Read(strings.NewReader("\xff\xfeT\x00Y\x00"), "f")
	must.Fail(t, "f:1: it is no text: it begins as UTF-16 does; save it as UTF-8")(err)
}
