package tsp

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// ReadTour reads the TOUR_SECTION of a TSPLIB tour file; file is its name in errors. It returns the cities, from 0, in
// order. The tour must have each of n cities once; its end is -1, a keyword or the end of the file. A file has at most
// 1 MiB and 64 bytes a city. An error names the file, the line, what was found there, what was expected and a remedy.
func ReadTour(r io.Reader, file string, n int) ([]int32, error) {
	s := newScanner(r, file, bounded.Solution(n))
	for s.line() {
		text := bytes.TrimSpace(s.rest)
		if key, _, _ := bytes.Cut(text, []byte{':'}); bytes.EqualFold(bytes.TrimSpace(key), []byte("TOUR_SECTION")) {
			s.rest = nil
			return s.tour(n)
		}
		if err := s.tourHeader(text, n); err != nil {
			return nil, err
		}
	}
	return nil, s.fail("no TOUR_SECTION", "a TSPLIB tour", "check that this is a tour file")
}

// tourHeader checks what a header line says against what is expected.
func (s *scanner) tourHeader(text []byte, n int) error {
	key, value, _ := bytes.Cut(text, []byte{':'})
	key, value = bytes.ToUpper(bytes.TrimSpace(key)), bytes.TrimSpace(value)
	word, _ := firstWord(value)
	switch {
	case string(key) == "TYPE" && !bytes.EqualFold(word, []byte("TOUR")):
		return s.fail("TYPE "+quoted(word), "TYPE TOUR", "give a tour file")
	case string(key) == "DIMENSION" && string(value) != strconv.Itoa(n):
		return s.fail("DIMENSION "+quoted(value), fmt.Sprintf("the instance's %d", n), "give a tour of the same instance")
	case startsNumber(text):
		return s.fail("data "+quoted(text), "TOUR_SECTION first", "check that this is a TSPLIB tour file")
	}
	return nil
}

func (s *scanner) tour(n int) ([]int32, error) {
	var tour []int32
	var seen identifiers
	for {
		w := s.peek()
		if w == nil || isLetter(w[0]) || string(w) == "-1" {
			break
		}
		v, err := parseInt(w, 1, min(int64(n), math.MaxInt32))
		if err != nil {
			return nil, s.fail("city "+quoted(w), fmt.Sprintf("a whole number from 1 to %d, or -1 at the end", n),
				"correct the tour")
		}
		if !seen.add(int32(v)) {
			return nil, s.fail(fmt.Sprintf("city %d again", v), "each city once", "correct the tour")
		}
		tour = append(tour, int32(v)-1)
		s.word()
	}
	if len(tour) != n || s.err != nil {
		return nil, s.fail(fmt.Sprintf("a tour of %d cities", len(tour)), fmt.Sprintf("%d", n), "add the missing cities")
	}
	return tour, nil
}

// WriteTour writes a TSPLIB tour file. The tour's cities are numbered from 0, the file's from 1. A line break in name
// or comment becomes a space in the name and another comment line in the comment.
func WriteTour(w io.Writer, name, comment string, tour []int32) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "NAME: %s\n", strings.Join(strings.Fields(name), " "))
	for line := range strings.Lines(comment) {
		fmt.Fprintf(b, "COMMENT: %s\n", strings.TrimSpace(line))
	}
	fmt.Fprintf(b, "TYPE: TOUR\nDIMENSION: %d\nTOUR_SECTION\n", len(tour))
	var digits []byte
	for _, city := range tour {
		digits = append(strconv.AppendInt(digits[:0], int64(city)+1, 10), '\n')
		b.Write(digits)
	}
	b.WriteString("-1\nEOF\n")
	return b.Flush() // returns the first error of all writes
}
