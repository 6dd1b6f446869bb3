package chapter

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strconv"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/problem/catalogue"
	"github.com/multiwalk/multiwalk/walk"
)

// Study is a system that the chapter tells of: a method by its size, on an instance.
type Study struct {
	ID, Title string
	Makes     string // what is counted, such as children
	Head      string // what the size is, such as population
	Sizes     []int
	// Individuals is how many one generation of a size makes; nil: as many as the size.
	Individuals func(size int) int
	// Evaluations is what the making of an individual counts for; 0: 1.
	Evaluations int
	Instance    string // a file of the data's folder, or a name that needs none
	Demo        string // a smaller one that needs no file
	Method      func(size int) walk.Method
	// Printed is the chapter's speed-up of a GPU over a core for a size; nil, or 0 of it: it prints none.
	Printed func(size int) float64
	Says    string // what the chapter says of the system, and what differs here
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

// each is what the making of an individual counts for.
func (s Study) each() int { return max(1, s.Evaluations) }

// work is what generations of a size count for, after as many individuals to begin with.
func (s Study) work(size, generations int) int64 {
	return int64(s.individuals(size)) * int64(1+generations*s.each())
}

// name is that of a size in a table.
func (s Study) name(size int) string {
	if s.Individuals != nil {
		return fmt.Sprintf("%dx%d", size, size)
	}
	return strconv.Itoa(size)
}

// Instance is what a study works on. Its name is the study's.
type Instance = papers.Instance[multiwalk.Problem]

// material is a study's instance and what it is called; real: its costs stand for real numbers.
type material struct {
	Instance
	file string
	real bool
}

// value is a cost as users have it.
func (m material) value(cost int64) float64 {
	if m.real {
		return continuous.Value(cost)
	}
	return float64(cost)
}

// load reads a study's instance: that which needs no file, or that of the folder of data.
func (s Study) load(dir string, demo bool) (m material, err error) {
	file := s.Instance
	if demo {
		file = s.Demo
	} else if file != s.Demo {
		file = filepath.Join(dir, filepath.FromSlash(file))
	}
	all := catalogue.All()
	content, err := all.Content(file, nil)
	if errors.Is(err, fs.ErrNotExist) {
		return m, fmt.Errorf("multiwalk: %w: no %s; set MULTIWALK_DATA to a folder that has %s, or use --demo", papers.ErrNoData, file, s.Instance)
	}
	if err != nil {
		return m, err
	}
	in, err := all.Parse(content, file, "")
	if err != nil {
		return m, err
	}
	m = material{Instance{Name: s.ID, Problem: in.Problem}, in.Name, in.Format.Real}
	if known, ok := in.BestKnown(); ok {
		m.Best, m.Target = known.Cost, known.Cost
	}
	return m, nil
}
