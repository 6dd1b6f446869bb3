package tsp

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
)

// titles are what tables call their columns.
var titles = map[string]bool{"id": true, "no": true, "nr": true, "node": true, "city": true, "name": true, "index": true, "x": true, "y": true,
	"z": true, "lat": true, "lon": true, "lng": true, "latitude": true, "longitude": true}

// isTitle says whether a line names columns.
func isTitle(text []byte) bool {
	words := bytes.FieldsFunc(text, func(r rune) bool { return r < 128 && separates(byte(r)) })
	return len(words) > 0 && !slices.ContainsFunc(words, func(w []byte) bool { return !titles[unquoted(w)] })
}

func unquoted(w []byte) string { return strings.ToLower(string(bytes.Trim(w, "\"'"))) }

// bare is a text without keywords: rows of numbers.
type bare struct {
	values []float64
	ends   []int // values[ends[r-1]:ends[r]] is row r
	lines  []int32
	named  bool // every row begins with a word, which is left out
}

func (b *bare) row(r int) []float64 {
	from := 0
	if r > 0 {
		from = b.ends[r-1]
	}
	return b.values[from:b.ends[r]]
}

// shape returns how many numbers a row has, or 0 if they differ.
func (b *bare) width() int {
	for r := range b.ends {
		if len(b.row(r)) != len(b.row(0)) {
			return 0
		}
	}
	return len(b.row(0))
}

// readTable reads a text without keywords whose first line is at hand. It is a matrix, whole or a triangle, or a line of coordinates for
// each city, with or without numbers or names before them. The number of cities may stand before all, and a line that names columns.
func (d *reader) readTable() (*Instance, error) {
	b, err := d.rows()
	if err != nil {
		return nil, err
	}
	if len(b.ends) > 1 && len(b.row(0)) == 1 && len(b.row(1)) != 0 { // the number of cities, or the first row of a triangle
		if n, err := parseInt(fmt.Append(nil, b.values[0]), 1, math.MaxInt32); err == nil {
			rest := &bare{values: b.values[1:], lines: b.lines[1:], named: b.named}
			for _, e := range b.ends[1:] {
				rest.ends = append(rest.ends, e-1)
			}
			if p, err := d.fromRows(rest, int(n)); p != nil || err != nil {
				return p, err
			}
		}
	}
	if p, err := d.fromRows(b, 0); p != nil || err != nil {
		return p, err
	}
	return nil, failAt(d.file, int(b.lines[0]), fmt.Sprintf("%d rows of %d numbers in all", len(b.ends), len(b.values)),
		"a TSPLIB file, a matrix or a triangle of distances, or two coordinates a city",
		"write DIMENSION, EDGE_WEIGHT_TYPE: EXPLICIT, EDGE_WEIGHT_FORMAT: FULL_MATRIX and EDGE_WEIGHT_SECTION before a matrix")
}

// rows reads all lines.
func (d *reader) rows() (*bare, error) {
	b := &bare{}
	for more := true; more; more = d.line() {
		text := bytes.TrimSpace(d.rest)
		if len(b.ends) == 0 && isTitle(text) || len(text) == 0 {
			continue
		}
		if decimalComma(text) {
			return nil, d.failComma()
		}
		from, named := len(b.values), false
		for w := d.word(); w != nil; w = d.word() {
			v, ok := parseReal(bytes.Trim(w, "\"'"))
			first := len(b.values) == from && !named
			switch {
			case ok:
				b.values = append(b.values, v)
			case isForbidden(w) && !first:
				return nil, d.fail("weight "+quoted(w), "a number", "for an edge that no tour may use write a large number such as 1000000")
			case !first || len(b.ends) > 0 && !b.named:
				return nil, d.fail(quoted(w), "a number", "check that this is a matrix, coordinates or a TSPLIB file")
			default:
				named = true
			}
		}
		if len(b.values) == from { // the titles of columns, or a name for all
			if len(b.ends) > 0 || !named {
				return nil, d.fail(quoted(text), "numbers", "remove the line")
			}
			continue
		}
		if len(b.ends) == 0 {
			b.named = named
		}
		if named != b.named {
			return nil, d.fail(quoted(text), "a name before the coordinates of each city, or of none", "name all of them")
		}
		b.ends, b.lines = append(b.ends, len(b.values)), append(b.lines, int32(d.number))
	}
	if d.err != nil || len(b.ends) == 0 {
		return nil, d.fail("no numbers", "a matrix or coordinates", "give an instance file")
	}
	return b, nil
}

// fromRows makes an instance of rows that fit n cities exactly; n is 0 if the text does not say. It returns nil if they are none.
func (d *reader) fromRows(b *bare, n int) (*Instance, error) {
	if f := b.matrix(n); f != "" {
		return d.fromRowsOf(b, f)
	}
	width := b.width()
	if cities := len(b.ends); n != 0 && n != cities || cities < 2 || width < 2 || width > 4 || b.named && width > 3 {
		return nil, nil
	}
	return d.fromPlaces(b, width)
}

// matrix says in which of TSPLIB's formats the rows are a matrix; it is empty if they are none.
func (b *bare) matrix(n int) string {
	rows, total, width := len(b.ends), len(b.values), b.width()
	side := int(math.Round(math.Sqrt(float64(total))))
	square := side*side == total && total > 1
	zero := func(diagonal func(i int) int) bool {
		for i := range side {
			if b.values[diagonal(i)] != 0 {
				return false
			}
		}
		return true
	}
	whole := square && zero(func(i int) int { return i * (side + 1) })
	switch {
	case b.named:
		return ""
	case square && n == side && (n > 3 || whole || width == 0), // as many as the text says, however they stand on lines
		square && n == 0 && rows == side && width == side && (side > 4 || whole),
		whole && n == 0 && rows == 1 && side > 2:
		return "FULL_MATRIX"
	}
	return b.triangle(n)
}

// triangle is matrix for rows that grow or shrink by one.
func (b *bare) triangle(n int) string {
	rows := len(b.ends)
	grows, shrinks, lower, upper := rows > 1, rows > 1, true, true // and whether there is a diagonal
	for r := range rows {
		row := b.row(r)
		grows, shrinks = grows && len(row) == r+1, shrinks && len(row) == rows-r
		lower, upper = lower && row[len(row)-1] == 0, upper && row[0] == 0
	}
	switch {
	case grows && (n == rows || n == 0 && lower):
		return "LOWER_DIAG_ROW"
	case grows && (n == rows+1 || n == 0):
		return "LOWER_ROW"
	case shrinks && (n == rows || n == 0 && upper):
		return "UPPER_DIAG_ROW"
	case shrinks && (n == rows+1 || n == 0):
		return "UPPER_ROW"
	}
	return ""
}

// fromRowsOf makes an instance of a matrix in that format.
func (d *reader) fromRowsOf(b *bare, name string) (*Instance, error) {
	weights := make([]int32, len(b.values))
	for at, v := range b.values {
		if w := int32(v); float64(w) == v {
			weights[at] = w
			continue
		}
		r, _ := slices.BinarySearch(b.ends, at+1)
		_, err := (&reader{scanner: &scanner{file: d.file, number: int(b.lines[r])}}).weight(fmt.Append(nil, v))
		return nil, err
	}
	f := formats[name]
	n := len(b.ends)
	switch {
	case f.full:
		n = int(math.Round(math.Sqrt(float64(len(weights)))))
	case !f.diagonal:
		n++
	}
	p := fromMatrix(n, f.square(n, weights))
	p.guess = fmt.Sprintf("the file has no keywords; it is read as the distances between %d cities (%s)", n, name)
	return p, nil
}

// fromPlaces makes an instance of coordinates.
func (d *reader) fromPlaces(b *bare, width int) (*Instance, error) {
	t := &table{line: int(b.lines[0])}
	var ids identifiers
	numbered, rises := width > 2 && !b.named, true
	for r := range b.ends {
		id := b.row(r)[0]
		rises = rises && (r == 0 || id > b.row(r - 1)[0])
		numbered = numbered && id == math.Trunc(id) && id >= 0 && id < math.MaxInt32 && ids.add(int32(id))
	}
	numbered = numbered && (width == 4 || rises || int(ids.high-ids.low) == len(b.ends)-1 && ids.low <= 1)
	if width == 4 && !numbered {
		return nil, nil
	}
	first := 0
	if numbered {
		first = 1
	}
	for r := range b.ends {
		row := b.row(r)
		id := int32(r + 1)
		if numbered {
			id = int32(row[0])
		}
		t.add(id)
		for c, v := range row[first:] {
			t.column[c] = append(t.column[c], v)
		}
	}
	t.settle()
	metric := Euc2D
	if width-first == 3 {
		metric = Euc3D
	}
	p, err := fromCoordinates(metric, t.placed(0), t.placed(1), t.placed(2))
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", d.file, t.line, err)
	}
	p.numbers = t.numbers()
	p.guess = fmt.Sprintf("the file has no keywords; it is read as coordinates of %d cities, with %v distances, rounded to whole numbers", p.N, metric)
	return p, nil
}
