package cvrp

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Read reads an instance in the format of CVRPLIB, of TYPE CVRP with distances EUC_2D and the depot first. An error has the file, the
// line, and what is wrong there.
func Read(r io.Reader, file string) (*Instance, error) {
	in, line, err := parse(bounded.Limit{Most: mostBytes, Remedy: fmt.Sprintf("that is no instance of up to %d customers", most)}.Reader(r))
	if err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, line, err)
	}
	return in, nil
}

// Sniff tells from the beginning of a text whether it says that it is of TYPE CVRP.
func Sniff(text []byte) bool {
	for line := range bytes.Lines(bounded.Unmark(text[:min(len(text), 1<<16)])) {
		if key, value := keywordOf(string(line)); key == "TYPE" {
			return strings.EqualFold(value, "CVRP")
		}
	}
	return false
}

// parser is what has been read so far.
type parser struct {
	in        *Instance
	dimension int
	section   string
	placed    []bool // places with coordinates
	asked     []bool // places with a demand
	depots    int
	metric    string
}

// parse reads an instance. With an error it returns the number of the line.
func parse(r io.Reader) (*Instance, int, error) {
	p, number := parser{in: &Instance{}}, 0
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		number++
		fields := strings.Fields(lines.Text())
		if len(fields) == 0 {
			continue
		}
		if fields[0] == "EOF" {
			break
		}
		if err := p.line(fields, lines.Text()); err != nil {
			return nil, number, err
		}
	}
	if err := lines.Err(); err != nil {
		return nil, number + 1, err
	}
	return p.in, number, p.complete()
}

// line takes a line up: a keyword, or data of the section.
func (p *parser) line(fields []string, line string) error {
	if c := fields[0][0]; c != '-' && c != '+' && c != '.' && (c < '0' || c > '9') {
		return p.keyword(keywordOf(line))
	}
	switch p.section {
	case "NODE_COORD_SECTION":
		return p.coordinates(fields)
	case "DEMAND_SECTION":
		return p.demand(fields)
	case "DEPOT_SECTION":
		return p.depot(fields)
	}
	return fmt.Errorf("%q stands in no section; numbers come after NODE_COORD_SECTION, DEMAND_SECTION or DEPOT_SECTION", line)
}

// keywordOf splits a line at its colon, or at = as some write it.
func keywordOf(line string) (key, value string) {
	at := strings.IndexAny(line, ":=")
	if at < 0 {
		at = len(line)
	}
	return strings.ToUpper(strings.TrimSpace(line[:at])), strings.TrimSpace(strings.TrimLeft(line[at:], ":="))
}

// keyword takes up what a line says of the whole.
func (p *parser) keyword(key, value string) error {
	p.section = ""
	switch key {
	case "NAME":
		p.in.Name = value
	case "COMMENT", "DISPLAY_DATA_TYPE":
	case "NODE_COORD_TYPE":
		if !strings.EqualFold(value, "TWOD_COORDS") {
			return fmt.Errorf("the coordinates are of type %q; only TWOD_COORDS is known", value)
		}
	case "VEHICLES":
		return fmt.Errorf("the file sets the number of vehicles: remove the line, and give --problem cvrp:%s", value)
	case "TYPE":
		if !strings.EqualFold(value, "CVRP") {
			return fmt.Errorf("the type is %q; only CVRP is solved: if the rest of its rules may be left out, write CVRP and remove them", value)
		}
	case "DIMENSION":
		n, err := strconv.Atoi(value)
		if err != nil || n < 2 || n > most+1 || p.dimension > 0 {
			return fmt.Errorf("dimension %q: give one number from 2 to %d, once", value, most+1)
		}
		p.dimension = n
		p.in.X, p.in.Y, p.in.Demand = make([]float64, n), make([]float64, n), make([]int64, n)
		p.placed, p.asked = make([]bool, n), make([]bool, n)
	case "CAPACITY":
		q, err := bounded.Whole([]byte(value))
		if err != nil || q < 1 || q > math.MaxInt32 {
			return fmt.Errorf("capacity %q is not from 1 to %d", value, math.MaxInt32)
		}
		p.in.Capacity = q
	case "EDGE_WEIGHT_TYPE":
		if p.metric = value; !strings.EqualFold(value, "EUC_2D") {
			return fmt.Errorf("edge weight type %q; only EUC_2D is known", value)
		}
	case "NODE_COORD_SECTION", "DEMAND_SECTION", "DEPOT_SECTION":
		if p.section = key; p.dimension == 0 {
			return fmt.Errorf("%s comes before DIMENSION", key)
		}
	default: // DISTANCE or SERVICE_TIME would be another problem
		return fmt.Errorf("unknown keyword %q; known are NAME, COMMENT, TYPE, DIMENSION, CAPACITY, EDGE_WEIGHT_TYPE, "+
			"NODE_COORD_SECTION, DEMAND_SECTION, DEPOT_SECTION and EOF", key)
	}
	return nil
}

// place reads a line that begins with the number of a place and has that many numbers in all. It returns the place's number, from
// 0, and refuses one that came before.
func (p *parser) place(fields []string, count int, met []bool) (int, error) {
	k, err := strconv.Atoi(fields[0])
	switch {
	case err != nil || k < 1 || k > p.dimension:
		return 0, fmt.Errorf("place %q is not from 1 to the dimension, %d", fields[0], p.dimension)
	case len(fields) != count:
		return 0, fmt.Errorf("place %d has %d numbers in %s; it must have %d", k, len(fields)-1, p.section, count-1)
	case met[k-1]:
		return 0, fmt.Errorf("place %d stands twice in %s", k, p.section)
	}
	met[k-1] = true
	return k - 1, nil
}

// farthest bounds coordinates, so that lengths fit.
const farthest = 1e6

func (p *parser) coordinates(fields []string) error {
	k, err := p.place(fields, 3, p.placed)
	if err != nil {
		return err
	}
	for i, at := range []*float64{&p.in.X[k], &p.in.Y[k]} {
		if *at, err = strconv.ParseFloat(fields[i+1], 64); err != nil || !(math.Abs(*at) <= farthest) {
			return fmt.Errorf("coordinate %q of place %d is no number from %g to %g", fields[i+1], k+1, -farthest, farthest)
		}
	}
	return nil
}

func (p *parser) demand(fields []string) error {
	k, err := p.place(fields, 2, p.asked)
	if err != nil {
		return err
	}
	if p.in.Demand[k], err = bounded.Whole([]byte(fields[1])); err != nil {
		return fmt.Errorf("demand %q of place %d is no whole number that can be read", fields[1], k+1)
	}
	return nil
}

func (p *parser) depot(fields []string) error {
	for _, f := range fields {
		if f == "-1" {
			continue
		}
		if p.depots++; f != "1" || p.depots > 1 {
			return fmt.Errorf("depot %q: only place 1 can be the depot", f)
		}
	}
	return nil
}

// complete says what a file has not said.
func (p *parser) complete() error {
	missing := func(met []bool) int {
		for k, ok := range met {
			if !ok {
				return k + 1
			}
		}
		return 0
	}
	switch {
	case p.dimension == 0:
		return errors.New("there is no DIMENSION: it is no instance of CVRPLIB")
	case p.in.Capacity == 0:
		return errors.New("there is no CAPACITY")
	case p.metric == "":
		return errors.New("there is no EDGE_WEIGHT_TYPE; EUC_2D is known")
	case missing(p.placed) > 0:
		return fmt.Errorf("place %d has no coordinates", missing(p.placed))
	case missing(p.asked) > 0:
		return fmt.Errorf("place %d has no demand", missing(p.asked))
	case p.depots == 0:
		return errors.New("there is no DEPOT_SECTION with place 1")
	}
	return p.in.check()
}
