package catalogue

import (
	"bytes"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/perceptron"
)

var perceptronFormat = problem.Format{
	Name:      "perceptron",
	Title:     "permuted perceptron: signs whose products with given rows are none negative and, in any order, given numbers",
	Files:     "p perceptron files; " + perceptron.Prefix + "MxN, such as perceptron:101x117, plants one of M rows and N columns",
	Endings:   []string{".ppp"},
	Solutions: "a bit for each column in one line: 1 for +1, 0 for -1",
	ByFile:    true,
	Prefixes:  []string{perceptron.Prefix},
	Headed: func(content []byte) bool {
		return perceptron.Sniff(content) || bytes.HasPrefix(content, []byte(perceptron.Prefix))
	},
	Read: func(content []byte, file string) (multiwalk.Problem, error) {
		if bytes.HasPrefix(content, []byte(perceptron.Prefix)) {
			return orNil(perceptron.Named(string(content), file))
		}
		return orNil(perceptron.Read(bytes.NewReader(content), file))
	},
}
