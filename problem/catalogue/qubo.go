package catalogue

import (
	"bytes"
	"fmt"
	"io"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/qubo"
)

var maxcutFormat = problem.Format{
	Name:      "maxcut",
	Title:     "maximum cut: the two sides of a graph with the greatest weight of the edges between them",
	Files:     "graphs as rudy and Gset have them, and as symmetric matrices of Matrix Market; " + qubo.PrefixCut + "N, such as maxcut:800, draws one",
	Endings:   []string{".txt", ".rud", ".mc", ".mtx"},
	Solutions: "the side of each vertex, 0 or 1, in one line",
	Maximised: "cut",
	ByFile:    true,
	Prefixes:  []string{qubo.PrefixCut},
	Headed:    func(content []byte) bool { return bytes.HasPrefix(content, []byte(qubo.PrefixCut)) },
	Fits:      func(content []byte) bool { return qubo.SniffPairs(content).OK },
	// A list of pairs is a graph, unless most numbers are paired with themselves.
	Doubtful: func(content []byte) bool { return qubo.SniffPairs(content).Diagonal },
	Read: func(content []byte, file string) (multiwalk.Problem, error) {
		return readQUBO(content, file, qubo.PrefixCut, qubo.ReadGraph)
	},
}

var quboFormat = problem.Format{
	Name:      "qubo",
	Title:     "quadratic unconstrained binary optimisation: bits at the least sum of weights of pairs",
	Files:     "Biq Mac .sparse, D-Wave .qubo, ZIMPL .qs, dimod .coo, symmetric matrices of Matrix Market; " + qubo.PrefixRandom + "N, such as qubo:1000, draws one",
	Endings:   []string{".sparse", ".qubo", ".qs", ".coo", ".mtx"},
	Solutions: "the bits, 0 or 1, in one line",
	ByFile:    true,
	Prefixes:  []string{qubo.PrefixRandom},
	Headed: func(content []byte) bool {
		return bytes.HasPrefix(content, []byte(qubo.PrefixRandom)) || qubo.SniffQUBO(content) || qubo.SniffQS(content) || qubo.SniffCOO(content)
	},
	Fits: func(content []byte) bool { return qubo.SniffPairs(content).Weighted },
	Read: func(content []byte, file string) (multiwalk.Problem, error) {
		return readQUBO(content, file, qubo.PrefixRandom, quboReader(content, file))
	},
}

var bqpFormat = problem.Format{
	Name:      "bqp",
	Title:     "binary quadratic programming as Beasley states it: bits at the greatest sum of weights of pairs",
	Files:     "OR-Library bqp files; of several instances FILE#3 is the third",
	Endings:   []string{".bqp", ".txt"},
	Solutions: quboFormat.Solutions,
	Maximised: "value",
	ByFile:    true,
	Fits:      qubo.SniffBeasley,
	Read: func(content []byte, file string) (multiwalk.Problem, error) {
		list, err := qubo.ReadBeasley(bytes.NewReader(content), file)
		if err != nil {
			return nil, err
		}
		if len(list) > 1 {
			return nil, fmt.Errorf("multiwalk: %s holds %d instances; choose one, %s#1 to %s#%d", file, len(list), file, file, len(list))
		}
		return bits(list[0], nil)
	},
	Part: qubo.Part,
}

// quboReader is the reader of the form that the first line tells, or the ending, or the numbers.
func quboReader(content []byte, file string) func(io.Reader, string) (*qubo.Instance, error) {
	ending := bounded.Ending(file)
	switch {
	case qubo.SniffQUBO(content):
		return qubo.ReadQUBO
	case qubo.SniffQS(content):
		return qubo.ReadQS
	case qubo.SniffCOO(content):
		return qubo.ReadCOO
	case qubo.SniffPairs(content).OK && ending != ".coo":
		return qubo.ReadSparse
	case ending == ".qubo":
		return qubo.ReadQUBO
	case ending == ".qs":
		return qubo.ReadQS
	case ending == ".coo":
		return qubo.ReadCOO
	}
	return qubo.ReadSparse
}

// readQUBO reads a file, or draws the instance that a name tells.
func readQUBO(content []byte, file, prefix string, read func(io.Reader, string) (*qubo.Instance, error)) (multiwalk.Problem, error) {
	if bytes.HasPrefix(content, []byte(prefix)) {
		return bits(qubo.Named(string(content), file))
	}
	return bits(read(bytes.NewReader(content), file))
}

// evident is an instance one of whose solutions of least cost is evident. So walks begin with it.
type evident struct{ *qubo.Instance }

// Construct writes that solution.
func (e evident) Construct(_ *multiwalk.Rand, x []int32) { copy(x, e.Evident()) }

func bits(p *qubo.Instance, err error) (multiwalk.Problem, error) {
	if err == nil && p.Evident() != nil {
		return evident{p}, nil
	}
	return orNil(p, err)
}
