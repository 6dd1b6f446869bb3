// Package catalogue lists the problems of this library. For each it says how to recognise a file, read it, write a solution, draw it, and
// which cost is the best known. A new problem is one more file here.
package catalogue

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/model"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/bbob"
	"github.com/multiwalk/multiwalk/problem/flowshop"
	"github.com/multiwalk/multiwalk/problem/perceptron"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/problem/qubo"
)

// All is the problems in the order in which a file is tried, as the command multiwalk has them.
func All() problem.Catalogue {
	return problem.Catalogue{
		Command: "multiwalk",
		Formats: []problem.Format{tspFormat, hppFormat, maxsatFormat, bqpFormat, qapFormat, nqueensFormat, costasFormat, q3apFormat, maxcutFormat, quboFormat,
			perceptronFormat, cvrpFormat, colouringFormat, orderingFormat, flowshopFormat, jobshopFormat, schedulingFormat, timetableFormat,
			functionFormat, knapsackFormat, tardinessFormat, ownFormat},
		ByWords:   byWords,
		ByNumbers: byNumbers,
		Document:  document,
		Schema:    model.Schema,
	}
}

// Samples are small problems that together offer all that a method may ask for: some have kernels of their own.
func Samples() []multiwalk.Problem {
	list := append(sample.Problems(), sample.NewTasks(9, 3, 1), q3ap.Random(6, 1))
	if bits, err := qubo.Random(20, 1); err == nil {
		list = append(list, bits)
	}
	if vectors, err := bbob.Named("sphere:d3"); err == nil {
		list = append(list, vectors)
	}
	if signs, err := perceptron.Draw(21, 21, 1); err == nil {
		list = append(list, signs)
	}
	if shop, err := flowshop.Draw(9, 3, 1); err == nil {
		list = append(list, shop.Makespan())
	}
	return list
}
