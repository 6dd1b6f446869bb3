package solutions

import (
	"io"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/bounded/boundedtest"
)

// What never ends is refused, or found to be no solutions, within a bound of memory.
func TestReader_EndlessIsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"\x00": `f:1: '\x00' is in no row`, "y": `f:1: 'y' is in no row`, "1": "f:1: '1' is in no row",
		"\n": "more than 1048576 blanks and empty lines in a row; check that this is a file of solutions", " ": "f:1: more than 1048576 blanks",
		"2 4 1 3\n": "f:2: not all are different solutions: it repeats f:1",
	} {
		boundedtest.Linear(t, 0, func() {
			_, err := audit("f", func() (io.ReadCloser, error) { return io.NopCloser(boundedtest.Endless(text)), nil })
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q: %v, want %s", text, err, want)
			}
		})
	}
}

// A byte order mark is passed over, as editors put it before a text unasked.
func TestReader_ByteOrderMark(t *testing.T) {
	if a, err := auditOf([]byte("\xef\xbb\xbf2 4 1 3\n3 1 4 2\n")); err != nil || a != (Audit{4, Text, 2}) {
		t.Errorf("%+v, %v", a, err)
	}
}
