package catalogue

import (
	"github.com/multiwalk/multiwalk/model"
	"github.com/multiwalk/multiwalk/problem"
	"github.com/multiwalk/multiwalk/problem/knapsack"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// document reads a model, and gives its problem what those of files have.
func document(content []byte, file, format string) (*problem.Document, error) {
	if knapsack.SniffTable(content) { // a .csv, and no matrix
		return nil, nil
	}
	d, err := model.Read(content, file, format)
	if d == nil || err != nil {
		return nil, err
	}
	switch p := d.Problem.(type) {
	case *qubo.Instance:
		d.Problem, err = bits(p, nil)
	case *tsp.Instance:
		d.Problem, err = tour(p, nil)
	}
	return d, err
}
