package tsp

import (
	"fmt"
	"math"
	"strconv"
)

// section reads what follows a section's keyword.
func (d *reader) section(key string) error {
	name := shown(key)
	if d.done[key] {
		return d.fail("a second "+name, "each section once", "remove one of them")
	}
	if d.done == nil {
		d.done = map[string]bool{}
	}
	d.done[key] = true
	if d.n == 0 {
		return d.fail(name, "DIMENSION first", "move the header above the sections")
	}
	switch key {
	case "NODE_COORD_SECTION":
		if d.metric == 0 {
			return d.fail(name, "EDGE_WEIGHT_TYPE first", "move the header above the sections")
		}
		return d.coordinates.read(d, max(2, d.metric.Dimensions()))
	case "DISPLAY_DATA_SECTION":
		return d.display.read(d, 2)
	case "EDGE_WEIGHT_SECTION":
		return d.readWeights()
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
	base   int32 // the number of the first city: 0 or 1
}

// read reads n lines with the given number of coordinates each.
func (t *table) read(d *reader, columns int) error {
	t.line = d.number
	var ids identifiers
	for len(t.ids) < d.n {
		w := d.peek()
		if w == nil || isLetter(w[0]) {
			return d.fail(fmt.Sprintf("%d cities before %s", len(t.ids), orEnd(w)), fmt.Sprintf("%d as DIMENSION says", d.n),
				"add the missing lines or correct DIMENSION")
		}
		if err := t.row(d, &ids, columns); err != nil {
			return err
		}
	}
	t.base = 1
	if ids.low == 0 {
		t.base = 0
	}
	if int(ids.high) != d.n-1+int(t.base) {
		return d.fail(fmt.Sprintf("cities 0 and %d", ids.high), fmt.Sprintf("numbers from 1 to %d, or from 0 to %d", d.n, d.n-1),
			"number the cities from 1")
	}
	return nil
}

func (t *table) row(d *reader, ids *identifiers, columns int) error {
	w := d.word()
	id, err := parseInt(w, 0, int64(d.n))
	if err != nil {
		return d.fail("city number "+quoted(w), fmt.Sprintf("a whole number from 1 to %d", d.n),
			"number the cities from 1 to DIMENSION")
	}
	if !ids.add(int32(id)) {
		return d.fail(fmt.Sprintf("city %d again", id), "each city once", "remove one of its lines")
	}
	t.ids = append(t.ids, int32(id))
	for c := range columns {
		w = d.word()
		v, err := strconv.ParseFloat(string(w), 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) {
			return d.fail(fmt.Sprintf("%s as coordinate %d of city %d", quoted(w), c+1, id), "a finite number",
				fmt.Sprintf("write each city as its number and %d coordinates on one line", columns))
		}
		t.column[c] = append(t.column[c], v)
	}
	if w = d.word(); w != nil {
		return d.fail(quoted(w)+fmt.Sprintf(" after city %d", id), fmt.Sprintf("%d coordinates a city", columns),
			"remove what is too much, or correct EDGE_WEIGHT_TYPE")
	}
	return nil
}

// placed returns a column in order of the cities.
func (t *table) placed(column int) []float64 {
	from := t.column[column]
	if from == nil {
		return nil
	}
	to := make([]float64, len(from))
	for i, id := range t.ids {
		to[id-t.base] = from[i]
	}
	return to
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
			v, err := parseInt(w, -1, int64(d.n))
			if err != nil || v == -1 && i == 1 {
				return d.fail("fixed edge's city "+quoted(w), fmt.Sprintf("a whole number from 1 to %d, or -1 at the end", d.n),
					"write two cities an edge")
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

func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' }

func orEnd(w []byte) string {
	if w == nil {
		return "the end of the file"
	}
	return quoted(w)
}

// parseInt parses a decimal number from lo to hi.
func parseInt(w []byte, lo, hi int64) (int64, error) {
	v, err := strconv.ParseInt(string(w), 10, 64)
	if err == nil && (v < lo || v > hi) {
		err = strconv.ErrRange
	}
	return v, err
}
