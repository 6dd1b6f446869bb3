package catalogue

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/bbob"
)

// functionFormat has no files of its own: the name of an instance is all there is to know.
var functionFormat = problem.Format{
	Name:  "function",
	Title: "test functions of real vectors: the 24 of BBOB, and classic ones",
	Files: "no file: bbob:f15:d40:i3 is function 15 in 40 dimensions, its third instance; rastrigin:d100, also sphere, ackley, griewank, " +
		"rosenbrock, schwefel, weierstrass",
	Endings:   []string{".function"},
	Solutions: "the elements, one a line",
	Real:      true,
	Prefixes:  bbob.Prefixes(),
	Headed:    bbob.Sniff,
	Read: func(content []byte, file string) (multiwalk.Problem, error) {
		return orNil(bbob.Read(content, file))
	},
}
