package tsp

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// ReadTour reads a tour of n cities, numbered from 1 or from 0: see Instance.ReadTour. It returns the cities, from 0, in order.
func ReadTour(r io.Reader, file string, n int) ([]int32, error) {
	return (&Instance{N: n}).ReadTour(r, file)
}

// ReadTour reads a tour as TSPLIB (TOUR_SECTION), LKH, Concorde (.sol) and linkern (a list of edges) write it, or a plain list of cities;
// file is its name in errors. The cities have the numbers of the instance's file, or go from 0 or from 1; the first may stand again at the
// end. The tour must have each of the cities once; it ends with -1, a keyword or the end of the file. A file has at most 1 MiB and 64
// bytes a city. An error names the file, the line, what was found there, what was expected and a remedy.
//
// Of an open path it reads the cities in order, and returns a solution.
func (p *Instance) ReadTour(r io.Reader, file string) ([]int32, error) {
	t := &tourText{scanner: newScanner(r, file, bounded.Solution(p.N)), p: p}
	if err := t.read(); err != nil {
		return nil, err
	}
	if !t.section {
		t.unwrap()
	}
	if n := p.Cities(); len(t.list) == n+1 && t.list[0] == t.list[n] {
		t.list = t.list[:n]
	}
	if n := p.Cities(); !t.section && len(t.list) != n {
		return nil, failAt(file, t.first, fmt.Sprintf("%d numbers and no TOUR_SECTION", len(t.list)), fmt.Sprintf("a list of %d cities", n),
			"check that this is a tour of the instance")
	}
	order, err := t.order()
	if err != nil {
		return nil, err
	}
	if err := t.checkEnds(order); err != nil {
		return nil, err
	}
	return p.FromOrder(order), nil
}

// tourText is a text with a tour.
type tourText struct {
	*scanner
	p       *Instance
	section bool    // there was a TOUR_SECTION
	list    []int64 // its numbers
	lines   []int32 // and where they stand
	first   int     // the line where they begin
}

// read reads the numbers.
func (t *tourText) read() error {
	for t.line() {
		text := bytes.TrimSpace(t.rest)
		key, value, _ := keywordOf(text)
		switch {
		case len(text) == 0 || isRemark(text):
		case key == "TOUR_SECTION":
			t.section = true
			t.rest = value
			return t.numbers()
		case startsNumber(text) || text[0] == '[' || text[0] == '(':
			return t.numbers()
		default:
			if err := t.tourHeader(key, value); err != nil {
				return err
			}
		}
	}
	return t.fail("no TOUR_SECTION", "a tour of TSPLIB, Concorde or linkern, or a list of cities", "check that this is a tour file")
}

// tourHeader checks what a header line says against what is expected.
func (t *tourText) tourHeader(key string, value []byte) error {
	word, _ := firstWord(value)
	switch {
	case key == "TYPE" && !bytes.EqualFold(word, []byte("TOUR")):
		return t.fail("TYPE "+quoted(word), "TYPE TOUR", "give a tour file")
	case key == "DIMENSION" && string(word) != strconv.Itoa(t.p.Cities()):
		return t.fail("DIMENSION "+quoted(word), fmt.Sprintf("the instance's %d", t.p.Cities()), "give a tour of the same instance")
	}
	return nil
}

// numbers reads up to -1, a keyword or the end of the file.
func (t *tourText) numbers() error {
	t.first = t.number
	for {
		w := t.peek()
		if w == nil || isLetter(w[0]) || string(w) == "-1" {
			break
		}
		t.word()
		if string(w) == "->" {
			continue
		}
		v, err := parseInt(w, 0, math.MaxInt32)
		if err != nil {
			if _, real := parseReal(w); !real || t.section {
				return t.wrong(quoted(w))
			}
			v = math.MaxInt32 // the length of an edge may be a fraction
		}
		t.list, t.lines = append(t.list, v), append(t.lines, int32(t.number))
	}
	if t.err != nil {
		return t.fail("", "", "")
	}
	return nil
}

func (t *tourText) wrong(city string) error {
	return t.fail("city "+city, "a whole number "+t.p.span()+", or -1 at the end", "correct the tour")
}

// unwrap makes a plain list of what Concorde and linkern write: the number of cities before them, or that of cities and of edges, and
// edges with or without their lengths.
func (t *tourText) unwrap() {
	n := t.p.Cities()
	list := t.list
	edges := 0 // a path may have one less than a tour
	if len(list) > 2 && (list[1] == int64(n) || t.p.IsPath() && list[1] == int64(n)-1) {
		edges = int(list[1])
	}
	switch {
	case len(list) == 0 || list[0] != int64(n):
		return
	case len(list) == n+1 && list[n] != list[0] || len(list) == n+2 && list[1] == list[n+1]:
		t.list, t.lines = list[1:], t.lines[1:]
	case edges > 0 && (len(list) == 2+2*edges || len(list) == 2+3*edges):
		if order := along(list[2:], (len(list)-2)/edges); order != nil {
			t.list, t.lines = order, t.lines[:len(order)]
		}
	}
}

// along follows edges, each of them given by the first two of so many numbers, from an end if there is one. It returns nil if they are no
// path and no cycle.
func along(list []int64, width int) (order []int64) {
	links := map[int64][]int64{}
	begin := list[0]
	for at := 0; at < len(list); at += width {
		a, b := list[at], list[at+1]
		links[a], links[b] = append(links[a], b), append(links[b], a)
	}
	for at := 0; at < len(list); at += width { // one-way edges begin where none ends, in the order of the file
		if len(links[list[at]]) == 1 {
			begin = list[at]
			break
		}
	}
	last, city := int64(-1), begin
	for len(order) < len(links) {
		order = append(order, city)
		to := links[city]
		if len(to) > 2 {
			return nil
		}
		next := to[0]
		if len(order) > 1 && next == last && len(to) > 1 {
			next = to[1]
		}
		last, city = city, next
	}
	return order
}

// order translates the numbers: those of the instance's file, else from 0, else from 1.
func (t *tourText) order() ([]int32, error) {
	n := t.p.Cities()
	city := t.p.City
	if slices.ContainsFunc(t.list, func(v int64) bool { _, ok := city(v); return !ok }) {
		base := int64(1)
		if len(t.list) > 0 && slices.Min(t.list) == 0 && slices.Max(t.list) < int64(n) {
			base = 0
		}
		if base == 0 || slices.Max(t.list) <= int64(n) {
			city = func(v int64) (int32, bool) { return int32(v - base), v >= base && v < base+int64(n) }
		}
	}
	var order []int32
	var seen identifiers
	end := t.number
	for at, v := range t.list {
		t.number = int(t.lines[at])
		c, ok := city(v)
		switch {
		case !ok:
			return nil, t.wrong(fmt.Sprintf("\"%d\"", v))
		case !seen.add(c):
			return nil, t.fail(fmt.Sprintf("city %d again", v), "each city once", "correct the tour")
		}
		order = append(order, c)
	}
	if t.number = end; len(order) != n {
		return nil, t.fail(fmt.Sprintf("a tour of %d cities", len(order)), fmt.Sprintf("%d", n), "add the missing cities")
	}
	return order, nil
}

// checkEnds compares the ends of a path with those that it has to have.
func (t *tourText) checkEnds(order []int32) error {
	ends, last := t.p.ends, order[len(order)-1]
	if len(ends) == 0 {
		return nil
	}
	fits := func(first, last int32) bool { return first == ends[0] && (len(ends) == 1 || last == ends[1]) }
	if fits(order[0], last) || !t.p.asymmetric && fits(last, order[0]) {
		return nil
	}
	want := fmt.Sprintf("one from %d", t.p.Number(ends[0]))
	if len(ends) == 2 {
		want += fmt.Sprintf(" to %d", t.p.Number(ends[1]))
	}
	return t.fail(fmt.Sprintf("a path from city %d to city %d", t.p.Number(order[0]), t.p.Number(last)), want, "give a path with these ends")
}

// WriteTour writes a TSPLIB tour file. The tour's cities are numbered from 0, the file's from 1. A line break in name
// or comment becomes a space in the name and another comment line in the comment.
func WriteTour(w io.Writer, name, comment string, tour []int32) error {
	return (&Instance{N: len(tour), name: name}).WriteTour(w, comment, tour)
}

// WriteTour writes a TSPLIB tour file of a solution. Cities have the numbers of the instance's file. Of an open path the first and the
// last city are its ends.
func (p *Instance) WriteTour(w io.Writer, comment string, x []int32) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "NAME: %s\n", strings.Join(strings.Fields(p.name), " "))
	for line := range strings.Lines(comment) {
		fmt.Fprintf(b, "COMMENT: %s\n", strings.TrimSpace(line))
	}
	fmt.Fprintf(b, "TYPE: TOUR\nDIMENSION: %d\nTOUR_SECTION\n", p.Cities())
	var digits []byte
	for _, city := range p.Order(x) {
		digits = append(strconv.AppendInt(digits[:0], p.Number(city), 10), '\n')
		b.Write(digits)
	}
	b.WriteString("-1\nEOF\n")
	return b.Flush() // returns the first error of all writes
}

// WriteSolution writes a solution as a TSPLIB tour, and says in its comment how long it is.
func (p *Instance) WriteSolution(w io.Writer, x []int32) error {
	comment := fmt.Sprintf("length %d, found by Multiwalk", p.Cost(x))
	if p.IsPath() {
		comment = "an open path from the first city to the last, " + comment
	}
	if missing := p.Missing(x); missing > 0 {
		comment += fmt.Sprintf("\nno tour of the graph, which lacks %d of its edges", missing)
	}
	return p.WriteTour(w, comment, x)
}

// ReadSolution is ReadTour.
func (p *Instance) ReadSolution(r io.Reader, file string) ([]int32, error) {
	return p.ReadTour(r, file)
}
