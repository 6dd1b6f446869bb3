package main

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
)

// mostBytes bounds a file, far above what most customers take.
const mostBytes = 1 << 20

// Read reads a file in the format of CVRPLIB.
func Read(name string) (*Instance, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("routing: %w", err)
	}
	defer file.Close()
	in, line, err := parse(file)
	if err != nil {
		return nil, fmt.Errorf("routing: %s:%d: %w", name, line, err)
	}
	return in, nil
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
	text := &io.LimitedReader{R: r, N: mostBytes + 1}
	lines := bufio.NewScanner(text)
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
	if text.N == 0 {
		return nil, number, fmt.Errorf("the file has more than %d bytes; that is no instance of up to %d customers", mostBytes, most)
	}
	return p.in, number, p.complete()
}

// line takes a line up: a keyword, or data of the section.
func (p *parser) line(fields []string, line string) error {
	if c := fields[0][0]; c != '-' && c != '+' && c != '.' && (c < '0' || c > '9') {
		key, value, _ := strings.Cut(line, ":")
		return p.keyword(strings.ToUpper(strings.TrimSpace(key)), strings.TrimSpace(value))
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

// keyword takes up what a line says of the whole.
func (p *parser) keyword(key, value string) error {
	p.section = ""
	switch key {
	case "NAME":
		p.in.Name = value
	case "COMMENT":
	case "TYPE":
		if value != "CVRP" {
			return fmt.Errorf("the type is %q; only CVRP is solved", value)
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
		q, err := strconv.ParseInt(value, 10, 32)
		if err != nil || q < 1 {
			return fmt.Errorf("capacity %q is not from 1 to %d", value, math.MaxInt32)
		}
		p.in.Capacity = q
	case "EDGE_WEIGHT_TYPE":
		if p.metric = value; value != "EUC_2D" {
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
	if p.in.Demand[k], err = strconv.ParseInt(fields[1], 10, 32); err != nil {
		return fmt.Errorf("demand %q of place %d is no whole number", fields[1], k+1)
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
		return fmt.Errorf("there is no DIMENSION: it is no instance of CVRPLIB")
	case p.in.Capacity == 0:
		return fmt.Errorf("there is no CAPACITY")
	case p.metric == "":
		return fmt.Errorf("there is no EDGE_WEIGHT_TYPE; EUC_2D is known")
	case missing(p.placed) > 0:
		return fmt.Errorf("place %d has no coordinates", missing(p.placed))
	case missing(p.asked) > 0:
		return fmt.Errorf("place %d has no demand", missing(p.asked))
	case p.depots == 0:
		return fmt.Errorf("there is no DEPOT_SECTION with place 1")
	}
	return p.in.check()
}

// known is the length that the solution beside an instance's file says, or 0.
func known(name string) (length int64) {
	file, err := os.Open(strings.TrimSuffix(name, ".vrp") + ".sol")
	if err != nil {
		return 0
	}
	defer file.Close()
	for lines := bufio.NewScanner(io.LimitReader(file, mostBytes)); lines.Scan(); {
		if value, ok := strings.CutPrefix(lines.Text(), "Cost "); ok {
			length, _ = strconv.ParseInt(strings.TrimSpace(value), 10, 64)
		}
	}
	return length
}
