package tsp

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
)

// section reads what follows a section's keyword, up to its end or to what does not belong to it.
func (d *reader) section(key string) error {
	err := d.sectionOf(key)
	if err == nil {
		d.holds()
	}
	return err
}

func (d *reader) sectionOf(key string) error {
	name := shown(key)
	if d.done[key] {
		return d.fail("a second "+name, "each section once", "remove one of them")
	}
	if d.done == nil {
		d.done = map[string]bool{}
	}
	d.done[key] = true
	switch key {
	case "NODE_COORD_SECTION":
		if d.metric != 0 {
			d.coordinates.width = max(2, d.metric.Dimensions())
		}
		return d.coordinates.read(d)
	case "DISPLAY_DATA_SECTION":
		d.display.width = 2
		return d.display.read(d)
	case "EDGE_WEIGHT_SECTION":
		return d.readWeights()
	case "EDGE_DATA_SECTION":
		return d.graph.read(d)
	case "FIXED_EDGES_SECTION":
		return d.readFixed()
	}
	return d.fail(name, "a section of a TSP or ATSP file", "remove the section, or read the file as the problem it describes")
}

// table is a section with a line for each city: its number and its coordinates, as the file orders them. It grows
// with the lines that are there, not with DIMENSION.
type table struct {
	line   int // where it starts; 0 if the file has none
	ids    []int32
	column [3][]float64
	width  int // how many columns there are: 2 or 3
	all    identifiers
	sorted []int32 // the numbers; nil where they follow each other
}

// read reads as many lines as there are cities, or, before DIMENSION, all that begin with a number.
func (t *table) read(d *reader) error {
	t.line = d.number
	for d.n == 0 || len(t.ids) < d.n {
		w := d.peek()
		if end := w == nil || isHeading(d.rest) || string(w) == "-1"; end && d.n == 0 {
			break
		} else if end {
			return d.fail(fmt.Sprintf("%d cities before %s", len(t.ids), orEnd(w)), fmt.Sprintf("%d as DIMENSION says", d.n),
				"add the missing lines or correct DIMENSION")
		}
		if err := t.row(d); err != nil {
			return err
		}
	}
	t.settle()
	return nil
}

// add adds a city's number, and reports whether it is new.
func (t *table) add(id int32) bool {
	t.ids = append(t.ids, id)
	return t.all.add(id)
}

// settle finds the order of the cities once all are there.
func (t *table) settle() {
	if int(t.all.high)-int(t.all.low) >= len(t.ids) {
		t.sorted = slices.Clone(t.ids)
		slices.Sort(t.sorted)
	}
}

func (t *table) row(d *reader) error {
	if decimalComma(d.rest) {
		return d.failComma()
	}
	w := d.word()
	id, err := parseInt(w, 0, math.MaxInt32)
	if err != nil {
		return d.fail("city number "+quoted(w), fmt.Sprintf("a whole number from 0 to %d", math.MaxInt32),
			"number the cities, from 1 to DIMENSION for instance")
	}
	if !t.add(int32(id)) {
		return d.fail(fmt.Sprintf("city %d again", id), "each city once", "remove one of its lines")
	}
	columns := t.width
	if columns == 0 {
		columns = 3
	}
	for c := range columns {
		w = d.word()
		if t.width == 0 && c == 2 && w == nil {
			break
		}
		v, ok := parseReal(w)
		if !ok || math.IsInf(v, 0) {
			return d.fail(fmt.Sprintf("%s as coordinate %d of city %d", quoted(w), c+1, id), "a finite number",
				"write each city as its number and its coordinates on one line")
		}
		t.column[c] = append(t.column[c], v)
	}
	if t.width == 0 {
		t.width = 2 + min(1, len(t.column[2]))
	}
	if w = d.word(); w != nil {
		return d.fail(quoted(w)+fmt.Sprintf(" after city %d", id), fmt.Sprintf("%d coordinates a city", t.width),
			"remove what is too much, or correct EDGE_WEIGHT_TYPE")
	}
	return nil
}

// index returns the place of a number among the cities.
func (t *table) index(id int32) int {
	if t.sorted == nil {
		return int(id - t.all.low)
	}
	at, _ := slices.BinarySearch(t.sorted, id)
	return at
}

// numbers returns those of the cities in order; nil where they go from 1.
func (t *table) numbers() []int32 {
	if t.sorted != nil || t.all.low == 1 || len(t.ids) == 0 {
		return t.sorted
	}
	list := make([]int32, len(t.ids))
	for i := range list {
		list[i] = t.all.low + int32(i)
	}
	return list
}

// placed returns a column in order of the cities.
func (t *table) placed(column int) []float64 {
	from := t.column[column]
	if from == nil {
		return nil
	}
	to := make([]float64, len(from))
	for i, id := range t.ids {
		to[t.index(id)] = from[i]
	}
	return to
}

// check compares what was read with what the file says elsewhere, maybe below.
func (t *table) check(d *reader, name string, columns int) error {
	if t.line != 0 && len(t.ids) != d.n {
		return failAt(d.file, t.line, fmt.Sprintf("%d cities in %s", len(t.ids), name), fmt.Sprintf("%d as DIMENSION says", d.n),
			"add the missing lines or correct DIMENSION")
	}
	if t.line != 0 && columns != 0 && t.width != columns {
		return failAt(d.file, t.line, fmt.Sprintf("%d coordinates a city in %s", t.width, name), fmt.Sprintf("%d for %v", columns, d.metric),
			"correct EDGE_WEIGHT_TYPE, or write the coordinates that it takes")
	}
	return nil
}

// identifiers notices a number that comes twice. Almost all files number in order, which needs no memory.
type identifiers struct {
	count     int32
	low, high int32
	seen      map[int32]struct{} // nil while the numbers are consecutive
}

func (s *identifiers) add(id int32) bool {
	if s.count == 0 {
		s.low, s.high = id, id
	} else if s.seen == nil && id != s.high+1 {
		s.seen = make(map[int32]struct{}, s.count)
		for i := range s.count { // high may be the greatest int32, so it bounds no loop
			s.seen[s.low+i] = struct{}{}
		}
	}
	s.low, s.high = min(s.low, id), max(s.high, id)
	s.count++
	if s.seen == nil {
		return true
	}
	_, again := s.seen[id]
	s.seen[id] = struct{}{}
	return !again
}

// readFixed reads pairs of cities up to -1, a keyword or the end of the file.
func (d *reader) readFixed() error {
	for {
		w := d.peek()
		if w == nil || isLetter(w[0]) {
			return nil
		}
		var pair [2]int64
		for i := range pair {
			w = d.peek()
			v, err := parseInt(w, -1, math.MaxInt32)
			if err != nil || v == -1 && i == 1 {
				return d.fail("fixed edge's city "+quoted(w), "the number of a city, or -1 at the end", "write two cities an edge")
			}
			d.word()
			if v == -1 {
				return nil
			}
			pair[i] = v
		}
		d.fixed = append(d.fixed, fixedEdge{pair[0], pair[1], d.number})
	}
}

// isHeading says whether a line that begins with a letter is one of a keyword, and no data that are wrong.
func isHeading(line []byte) bool {
	if line = bytes.TrimSpace(line); !isLetter(line[0]) {
		return false
	}
	key, _, separated := keywordOf(line)
	return separated || headers[key] || strings.HasSuffix(key, "_SECTION")
}

func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }

func orEnd(w []byte) string {
	if w == nil {
		return "the end of the file"
	}
	return quoted(w)
}
