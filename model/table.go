package model

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// table reads comma-separated values, or values with semicolons or tabs between: a square matrix, with names in its first row or column or
// without; rows name,x,y; or rows from,to,length. format says what a matrix is of, if it says something.
func table(text []byte, format string) (kind, error) {
	r := csv.NewReader(bytes.NewReader(text))
	r.FieldsPerRecord, r.TrimLeadingSpace = -1, true
	first, _, _ := bytes.Cut(text, []byte{'\n'})
	for _, comma := range []rune{';', '\t'} {
		if bytes.ContainsRune(first, comma) {
			r.Comma = comma
		}
	}
	if len(text) > mostBytes {
		return nil, fmt.Errorf("found %d bytes, expected %d at most; write a larger instance in its problem's own format", len(text), mostBytes)
	}
	if err := unicode(text); err != nil {
		return nil, err
	}
	rows, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) < 2 {
		return nil, fmt.Errorf("found %d rows, expected a matrix, rows of name,x,y or rows of from,to,length", len(rows))
	}
	head := make([]string, len(rows[0]))
	for i, word := range rows[0] {
		head[i] = strings.ToLower(strings.TrimSpace(word))
	}
	switch {
	case titled(head, "x", "y"):
		return located(head, rows[1:])
	case titled(head, "from", "to"):
		return linked(head, rows[1:])
	}
	m, names, err := square(rows)
	k := bare(m, format)
	if model := k.(*Model); err == nil && names != nil {
		switch {
		case model.Tour != nil:
			model.Tour.Names = names
		case model.Ordering != nil:
			model.Ordering.Names = names
		case model.QUBO != nil:
			model.QUBO.Variables = names
		}
	}
	return k, err
}

// unicode refuses what is not UTF-8: names go into answers, which are JSON, and what the other bytes mean nobody says.
func unicode(text []byte) error {
	number := 1
	for line := range bytes.Lines(text) {
		if !utf8.Valid(line) {
			return fmt.Errorf("line %d: found %s, expected UTF-8; save the file as CSV in UTF-8", number, bounded.Shown(bytes.TrimSpace(line)))
		}
		number++
	}
	return nil
}

// titled says whether a row has titles of columns, these among them.
func titled(head []string, titles ...string) bool {
	return !slices.ContainsFunc(titles, func(t string) bool { return !slices.Contains(head, t) })
}

// cells are the numbers of a row under these titles; line is that of the row.
func cells(head, row []string, line int, titles ...string) ([]float64, error) {
	var list []float64
	for _, title := range titles {
		at := slices.Index(head, title)
		if at < 0 || at >= len(row) {
			return nil, fmt.Errorf("line %d: found no %s; each row has one", line, title)
		}
		v, err := cell(row[at], line, at, false)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	return list, nil
}

// cell is a number; of a matrix an empty one, or inf, says that there is no way.
func cell(word string, line, column int, empty bool) (float64, error) {
	word = strings.TrimSpace(word)
	if low := strings.ToLower(word); empty && (low == "" || low == "inf" || low == "null" || low == "-") {
		return math.NaN(), nil
	}
	v, err := strconv.ParseFloat(word, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		remedy := ""
		if strings.Contains(word, ",") {
			remedy = "; fractions have a point, and no comma"
		}
		return 0, fmt.Errorf("line %d, column %d: found %q, expected a number%s", line, column+1, word, remedy)
	}
	return v, nil
}

// word is what a row has under one of the titles, else the number of the row.
func word(head, row []string, number int, titles ...string) Name {
	for _, title := range titles {
		if at := slices.Index(head, title); at >= 0 && at < len(row) {
			return named1(row[at])
		}
	}
	return Name{strconv.Itoa(number), true}
}

// named1 is the name in a cell.
func named1(cell string) Name {
	cell = strings.TrimSpace(cell)
	_, err := strconv.ParseInt(cell, 10, 64)
	return Name{cell, err == nil && (cell == "0" || cell[0] >= '1' && cell[0] <= '9')}
}

// located is places with coordinates.
func located(head []string, rows [][]string) (kind, error) {
	t := &Tour{}
	for k, row := range rows {
		at, err := cells(head, row, k+2, "x", "y")
		if err != nil {
			return nil, err
		}
		t.Places = append(t.Places, Place{word(head, row, k, "name", "id", "city", "place"), &at[0], &at[1]})
	}
	return &Model{Tour: t}, nil
}

// linked is edges with lengths.
func linked(head []string, rows [][]string) (kind, error) {
	t, title := &Tour{}, "length"
	for _, other := range []string{"distance", "weight", "cost"} {
		if slices.Contains(head, other) {
			title = other
		}
	}
	for k, row := range rows {
		length, err := cells(head, row, k+2, title)
		if err != nil {
			return nil, err
		}
		t.Edges = append(t.Edges, Edge{word(head, row, k, "from"), word(head, row, k, "to"), &length[0]})
	}
	return &Model{Tour: t}, nil
}

// namesColumns says whether the first row names columns. Its corner may be empty, as the diagonal of a matrix may.
func namesColumns(rows [][]string) bool {
	last := strings.TrimSpace(rows[0][len(rows[0])-1])
	if _, err := cell(last, 0, 0, true); err != nil {
		return true
	}
	return len(rows[1]) > 1 && strings.TrimSpace(rows[0][0]) == "" && strings.TrimSpace(rows[1][1]) != ""
}

// square is a matrix: rows of numbers, with names in front or above or both.
func square(rows [][]string) (m Matrix, names []Name, err error) {
	line, column := 1, 0
	if namesColumns(rows) {
		for _, cell := range rows[0] {
			names = append(names, named1(cell))
		}
		rows, line = rows[1:], 2
	}
	if len(rows) > 0 && len(rows[0]) == len(rows)+1 { // a column of names
		above := names
		column, names = 1, nil
		for k, row := range rows {
			if names = append(names, named1(row[0])); above != nil && above[len(above)-len(rows)+k] != names[k] {
				return nil, nil, fmt.Errorf("line %d: found %q, expected %q, as the first row has them", line+k, names[k].text, above[len(above)-len(rows)+k].text)
			}
		}
	}
	const none = "; titles name,x,y or from,to,length say that it is none"
	for k, row := range rows {
		if len(row) != len(rows)+column {
			return nil, nil, fmt.Errorf("line %d: found %d cells, expected %d, so that the matrix is square%s", line+k, len(row), len(rows)+column, none)
		}
		numbers := make(Row, 0, len(rows))
		for c, text := range row[column:] {
			v, err := cell(text, line+k, column+c, true)
			if err != nil && k+c == 0 { // words from the first cell on
				err = fmt.Errorf("%w of a matrix%s", err, none)
			}
			if err != nil {
				return nil, nil, err
			}
			numbers = append(numbers, v)
		}
		m = append(m, numbers)
	}
	return m, names, nil
}
