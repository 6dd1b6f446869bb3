package catalogue

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
)

// drawnOr returns the reader of a format whose instances are read from files, or drawn where a name such as cvrp:100 or cvrp:100:7 is
// all the text: of that size, from that seed.
func drawnOr[P multiwalk.Problem](prefix string, draw func(n int, seed uint64) (P, error), read func(r io.Reader, file string) (P, error),
) func(content []byte, file string) (multiwalk.Problem, error) {
	return func(content []byte, file string) (multiwalk.Problem, error) {
		text, ok := strings.CutPrefix(strings.TrimSpace(string(content[:min(len(content), 100)])), prefix)
		if !ok {
			return orNil(read(bytes.NewReader(content), file))
		}
		size, number, seeded := strings.Cut(text, ":")
		n, err := strconv.Atoi(size)
		seed := uint64(1)
		if err == nil && seeded {
			seed, err = strconv.ParseUint(number, 10, 64)
		}
		if err != nil {
			return nil, fmt.Errorf("multiwalk: %s: give a size and, if you like, a seed, such as %s100 or %[2]s100:7", file, prefix)
		}
		return orNil(draw(n, seed))
	}
}

// begins returns a function that says whether a text is the name of an instance that is drawn, or is told by its first words.
func begins(prefix string, sniff func(content []byte) bool) func(content []byte) bool {
	return func(content []byte) bool {
		return bytes.HasPrefix(content, []byte(prefix)) || sniff != nil && sniff(content)
	}
}
