package tsp

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// ReadFile reads a TSPLIB file of TYPE TSP or ATSP. See Read.
func ReadFile(path string) (*Instance, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return Read(f, path)
}

// mostText bounds an instance's text, and so the memory that a reader which never ends can take.
const mostText = bounded.Instance

// Read reads a TSPLIB file of TYPE TSP or ATSP, of up to 1 GiB. file is its name in errors. Time and memory are linear
// in the size of the file, whatever numbers the file contains.
//
// Beyond TSPLIB95's text it takes: any space around colons, header lines in any order, unknown header keywords (which
// it ignores), a missing TYPE (TSP) or EOF, and cities numbered 0 to n-1 instead of 1 to n. Each city stands on a line
// of its own. An error names the file, the line, what was found there, what was expected and a remedy.
func Read(r io.Reader, file string) (*Instance, error) { return read(r, file, mostText) }

func read(r io.Reader, file string, most int64) (*Instance, error) {
	d := &reader{scanner: newScanner(r, file, most), kind: "TSP"}
	for d.line() {
		text := bytes.TrimSpace(d.rest)
		if len(text) == 0 {
			continue
		}
		end, err := d.keyword(text)
		if err != nil {
			return nil, err
		}
		if end {
			break
		}
	}
	if d.err != nil {
		return nil, d.fail("", "", "")
	}
	return d.instance()
}

// reader collects the parts of a file until all of it is known.
type reader struct {
	*scanner
	name, kind string
	comments   []string
	n          int // 0 until DIMENSION
	metric     Metric
	format     string

	coordinates, display table
	weights              []int32
	weightsLine          int
	fixed                []fixedEdge
	done                 map[string]bool // sections that were read
}

// fixedEdge holds numbers as the file writes them: whether they start at 0 is known once the cities are.
type fixedEdge struct {
	a, b int64
	line int
}

// keyword handles a line that is not inside a section, and reports whether it ends the file.
func (d *reader) keyword(text []byte) (end bool, err error) {
	if startsNumber(text) {
		return false, d.fail("data "+quoted(text), "a keyword",
			"check that DIMENSION agrees with the number of lines or weights of the section above")
	}
	left, value, colon := bytes.Cut(text, []byte{':'})
	if !colon {
		left, value = firstWord(text)
	}
	key := strings.ToUpper(string(bytes.TrimSpace(left)))
	value = bytes.TrimSpace(value)
	if key == "EOF" {
		return true, nil
	}
	if strings.HasSuffix(key, "_SECTION") {
		d.rest = value
		return false, d.section(key)
	}
	known, err := d.header(key, value)
	if !known && (!colon || !isKeyword(key)) {
		return false, d.fail(quoted(text), "a keyword of TSPLIB", "remove the line, or check that this is a TSPLIB file")
	}
	return false, err
}

// firstWord cuts off what stands before the first space or tab.
func firstWord(text []byte) (word, rest []byte) {
	if i := bytes.IndexAny(text, " \t"); i >= 0 {
		return text[:i], text[i:]
	}
	return text, nil
}

// isKeyword says whether a word that is not known may be one of someone's own.
func isKeyword(s string) bool {
	for _, c := range s {
		if (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '_' && c != ' ' && c != '-' {
			return false
		}
	}
	return s != ""
}

// header handles a line of the specification part.
func (d *reader) header(key string, value []byte) (known bool, err error) {
	switch key {
	case "NAME":
		d.name = string(value)
	case "COMMENT":
		d.comments = append(d.comments, string(value))
	case "TYPE":
		err = d.setKind(value)
	case "DIMENSION":
		err = d.setDimension(value)
	case "EDGE_WEIGHT_TYPE":
		err = d.setMetric(value)
	case "EDGE_WEIGHT_FORMAT":
		err = d.setFormat(value)
	case "CAPACITY":
		err = d.fail("a CAPACITY", "a travelling salesman problem", "read it as a vehicle routing problem instead")
	default:
		return false, nil
	}
	return true, err
}

// setKind looks at the first word alone: TSPLIB's fri26 names a person after it.
func (d *reader) setKind(value []byte) error {
	word, _ := firstWord(value)
	switch d.kind = strings.ToUpper(string(word)); d.kind {
	case "TSP", "ATSP":
		return nil
	case "TOUR":
		return d.fail("TYPE TOUR", "TYPE TSP or ATSP", "give the instance's file; a tour is read by ReadTour")
	}
	return d.fail("TYPE "+quoted(word), "TYPE TSP or ATSP", "other problems of TSPLIB have their own readers")
}

func (d *reader) setDimension(value []byte) error {
	n, err := parseInt(value, 1, 1<<31-1)
	switch {
	case err != nil:
		return d.fail("DIMENSION "+quoted(value), "a whole number from 1 to 2147483647", "write the number of cities")
	case d.n != 0 && d.n != int(n):
		return d.fail(fmt.Sprintf("DIMENSION %d after %d", n, d.n), "one DIMENSION", "remove the wrong one")
	}
	d.n = int(n)
	return nil
}

func (d *reader) setMetric(value []byte) error {
	m, ok := ParseMetric(string(value))
	if !ok {
		return d.fail("EDGE_WEIGHT_TYPE "+quoted(value), "one of "+strings.Join(metricNames[1:], ", "),
			"write the weights out as EXPLICIT")
	}
	if d.metric != 0 && d.metric != m {
		return d.fail("EDGE_WEIGHT_TYPE "+m.String()+" after "+d.metric.String(), "one EDGE_WEIGHT_TYPE", "remove the wrong one")
	}
	d.metric = m
	return nil
}

// setFormat accepts FUNCTION: where the metric is a function of coordinates it says nothing new, and TSPLIB has it so.
func (d *reader) setFormat(value []byte) error {
	d.format = strings.ToUpper(string(value))
	if _, ok := formats[d.format]; !ok && d.format != "FUNCTION" {
		return d.fail("EDGE_WEIGHT_FORMAT "+quoted(value), "one of "+formatNames, "convert the weights to FULL_MATRIX")
	}
	return nil
}

// Sniff tells from the beginning of a file, a few kilobytes, whether it is a TSPLIB file of TYPE TSP or ATSP: it
// names such a type, or it names none but has a DIMENSION and an EDGE_WEIGHT_TYPE and no CAPACITY.
func Sniff(prefix []byte) bool {
	prefix = bounded.Unmark(prefix)
	var dimension, weights bool
	for line := range bytes.Lines(prefix) {
		left, value, colon := bytes.Cut(bytes.TrimSpace(line), []byte{':'})
		if !colon {
			left, value = firstWord(left)
		}
		word, _ := firstWord(bytes.TrimSpace(value))
		switch key := bytes.ToUpper(bytes.TrimSpace(left)); string(key) {
		case "TYPE":
			return bytes.EqualFold(word, []byte("TSP")) || bytes.EqualFold(word, []byte("ATSP"))
		case "CAPACITY":
			return false
		case "DIMENSION":
			dimension = true
		case "EDGE_WEIGHT_TYPE":
			weights = true
		}
	}
	return dimension && weights
}
