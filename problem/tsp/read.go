package tsp

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// ReadFile reads a TSPLIB file of TYPE TSP, ATSP or HPP. See Read.
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

// Read reads a TSPLIB file of TYPE TSP, ATSP or HPP, of up to 1 GiB. file is its name in errors. Time and memory are linear
// in the size of the file, whatever numbers the file contains, but for those of a graph (see Missing) or a triangle: n*n.
//
// Beyond TSPLIB95's text it takes: any space around colons, equals signs instead, header lines in any order and behind
// sections, unknown header keywords (which it ignores), a missing TYPE (TSP) or EOF, -1 behind any section, remarks (from #, %, ! or //
// to the end of the line), commas between numbers, and any city numbers from 0 (see Number). Each city stands on a line
// of its own. A text without keywords is a table: a matrix, whole or a triangle, or coordinates (see readTable). An error names
// the file, the line, what was found there, what was expected and a remedy.
func Read(r io.Reader, file string) (*Instance, error) { return read(r, file, mostText) }

func read(r io.Reader, file string, most int64) (*Instance, error) {
	d := &reader{scanner: newScanner(r, file, most), kind: "TSP"}
	for d.line() {
		text := bytes.TrimSpace(d.rest)
		if len(text) == 0 || isRemark(text) {
			continue
		}
		if d.begun(text) {
			return d.readTable()
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
	words      bool // there was a keyword

	coordinates, display table
	weights              []int32
	weightsLine          int
	graph                graph
	fixed                []fixedEdge
	done                 map[string]bool // sections that were read
}

// fixedEdge holds numbers as the file writes them: whether they start at 0 is known once the cities are.
type fixedEdge struct {
	a, b int64
	line int
}

// begun says whether the first line that is no remark begins a table.
func (d *reader) begun(text []byte) bool {
	first := !d.words
	d.words = true
	if !first {
		return false
	}
	kept := d.rest
	defer func() { d.rest = kept }()
	w := d.word()
	if startsNumber(w) {
		return true
	}
	key, _, separated := keywordOf(text)
	return !separated && !headers[key] && !strings.HasSuffix(key, "_SECTION") && (bytes.ContainsAny(text, ",;") || isTitle(text))
}

// keyword handles a line that is not inside a section, and reports whether it ends the file.
func (d *reader) keyword(text []byte) (end bool, err error) {
	if len(d.done) > 0 && string(text) == "-1" {
		return false, nil
	}
	if startsNumber(text) {
		return false, d.fail("data "+quoted(text), "a keyword",
			"check that DIMENSION agrees with the number of lines or weights of the section above")
	}
	key, value, separated := keywordOf(text)
	if key == "EOF" {
		return true, nil
	}
	if strings.HasSuffix(key, "_SECTION") {
		d.rest = value
		return false, d.section(key)
	}
	known, err := d.header(key, value)
	if !known && (!separated || !isKeyword(key)) {
		return false, d.fail(quoted(text), "a keyword of TSPLIB", "remove the line, or check that this is a TSPLIB file")
	}
	return false, err
}

// headers are the keywords that header knows.
var headers = map[string]bool{"NAME": true, "COMMENT": true, "TYPE": true, "DIMENSION": true, "EDGE_WEIGHT_TYPE": true,
	"EDGE_WEIGHT_FORMAT": true, "EDGE_DATA_FORMAT": true, "CAPACITY": true, "EOF": true}

// keywordOf splits a line into its keyword, in upper case, and what follows behind a colon, an equals sign or a blank.
func keywordOf(text []byte) (key string, value []byte, separated bool) {
	left, value := text, []byte(nil)
	at := bytes.IndexAny(text, ":=")
	if at >= 0 {
		left, value, separated = bytes.TrimSpace(text[:at]), text[at+1:], true
	}
	if word, rest := firstWord(left); !separated || len(rest) > 0 && headers[strings.ToUpper(string(word))] {
		left, value, separated = word, text[len(word):], false
	}
	return strings.ToUpper(string(left)), bytes.TrimSpace(value), separated
}

// firstWord cuts off what stands before the first space or tab, or a remark in brackets.
func firstWord(text []byte) (word, rest []byte) {
	if i := bytes.IndexAny(text, " \t("); i >= 0 {
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
	case "EDGE_DATA_FORMAT":
		err = d.graph.setFormat(d, value)
	case "CAPACITY":
		err = d.fail("a CAPACITY", "a travelling salesman problem", "read it as a vehicle routing problem instead")
	default:
		return false, nil
	}
	return true, err
}

func (d *reader) setDimension(value []byte) error {
	word, rest := firstWord(value)
	n, err := parseInt(word, 1, 1<<31-1)
	switch {
	case err != nil || startsNumber(bytes.TrimSpace(rest)):
		return d.fail("DIMENSION "+quoted(value), "a whole number from 1 to 2147483647", "write the number of cities")
	case d.n != 0 && d.n != int(n):
		return d.fail(fmt.Sprintf("DIMENSION %d after %d", n, d.n), "one DIMENSION", "remove the wrong one")
	}
	d.n = int(n)
	return nil
}

func (d *reader) setMetric(value []byte) error {
	word, _ := firstWord(value)
	m, ok := ParseMetric(string(word))
	if !ok {
		return d.fail("EDGE_WEIGHT_TYPE "+quoted(word), "one of "+strings.Join(metricNames[1:], ", "),
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
	word, _ := firstWord(value)
	d.format = strings.ToUpper(string(word))
	if _, ok := formats[d.format]; !ok && d.format != "FUNCTION" {
		return d.fail("EDGE_WEIGHT_FORMAT "+quoted(value), "one of "+formatNames, "convert the weights to FULL_MATRIX")
	}
	return nil
}
