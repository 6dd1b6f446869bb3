package chapter

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/problem/scheduling"
	"github.com/multiwalk/multiwalk/walk"
)

// Study is a system that the chapter tells of: a method by its size, on an instance.
type Study struct {
	ID, Title string
	Makes     string // what is counted, such as children
	Head      string // what the size is, such as population
	Sizes     []int
	Taste     int // the size of --quick, of 256 individuals or more, as cores make some generations at once of fewer; 0: the first
	// Individuals is how many one generation of a size makes; nil: as many as the size.
	Individuals func(size int) int
	// Refined is by how many steps the problem refines each individual; 0: by none.
	Refined  int
	Instance string                            // a file of the data's folder, or a name that needs none; with %d one of each size
	Known    float64                           // the best makespan known of a schedule, in the file's units; 0: the instance says what is known
	Demo     func() (multiwalk.Problem, error) // a smaller one that needs no file
	Method   func(size int) walk.Method
	Searches int // of a GPU; 0: as many as it holds
	// Printed is the chapter's speed-up of a GPU over a core for a size; nil, or 0 of it: it prints none.
	Printed func(size int) float64
	// Apart says that a place improves individuals by random numbers of its own, so that places make the same algorithm but not the same
	// individuals.
	Apart bool
	Says  string // what the chapter says of the system, and what differs here
}

// Key is the study's name as an experiment.
func (s Study) Key() string { return s.ID }

// individuals is how many one generation makes.
func (s Study) individuals(size int) int {
	if s.Individuals == nil {
		return size
	}
	return s.Individuals(size)
}

// each is how many evaluations the making of an individual counts as.
func (s Study) each(p multiwalk.Problem) int64 {
	if r, ok := p.(kernel.Refiner); ok {
		return 1 + int64(s.Refined)*int64(r.Turns())*kernel.Alternatives
	}
	return 1
}

// work is how many evaluations generations of a size count as, after as many individuals to begin with.
func (s Study) work(p multiwalk.Problem, size int, generations int64) int64 {
	return int64(s.individuals(size)) * (1 + generations*s.each(p))
}

// name is that of a size in a table.
func (s Study) name(size int) string {
	if s.Head == torus {
		return fmt.Sprintf("%dx%d", size, size)
	}
	return strconv.Itoa(size)
}

// file is the instance of a size.
func (s Study) file(size int) string {
	if !strings.Contains(s.Instance, "%d") {
		return s.Instance
	}
	return fmt.Sprintf(s.Instance, size)
}

// Instance is what a study works on. Its name is the study's.
type Instance = papers.Instance[multiwalk.Problem]

// material is a study's instance and what it is called; real: its costs stand for real numbers.
type material struct {
	Instance
	file string
	real bool
}

// loss is by how many per cent a cost is above the best known.
func (m material) loss(cost float64) float64 {
	return 100 * (cost - float64(m.Best)) / math.Abs(float64(m.Best))
}

// value is a cost as users have it.
func (m material) value(cost int64) float64 {
	if m.real {
		return continuous.Value(cost)
	}
	return float64(cost)
}

// shown is a cost in a sentence.
func (m material) shown(cost int64) string {
	if m.real {
		return fmt.Sprintf("%.6g", continuous.Value(cost))
	}
	return strconv.FormatInt(cost, 10)
}

// load makes a study's instance of a size: the small one, or that of the chapter, where it is a file in a folder of data.
func (s Study) load(dir string, demo bool, size int) (m material, err error) {
	m.Name, m.file = s.ID, "a small instance"
	if demo {
		m.Problem, err = s.Demo()
	} else {
		err = m.read(dir, s.file(size))
		if q, ok := m.Problem.(*scheduling.Makespan); ok {
			m.Best = q.Units(s.Known)
		}
	}
	if err == nil {
		m.real = m.Problem.Space().Kind() == multiwalk.KindReals
	}
	return m, err
}

// read reads a file of the folder, or what is known by a name.
func (m *material) read(dir, name string) error {
	in, said, err := papers.Published(dir, name)
	m.Problem, m.Best, m.file = in.Problem, in.Best, said
	return err
}
