package pspm

import (
	"fmt"

	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// PaperInstances returns the names of the paper's 20 instances, in its order.
func PaperInstances() []string { return papers.Names(Table2, name2) }

// Library is TSPLIB.
var Library = papers.Library[*tsp.Instance]{Name: "TSPLIB", Folder: "tsp", Ending: ".tsp", Example: "rd100", Paper: PaperInstances(),
	Demo: DemoInstances, BestKnown: tsp.BestKnown, Read: tsp.ReadFile}

// DemoInstances returns instances that need no file: cities on grids, 100 apart. With an even number of rows the shortest
// tour goes up and down and back along the side, so its n edges have the least length that an edge can have.
func DemoInstances() []Instance {
	return []Instance{grid(10, 10), grid(12, 13), grid(16, 15)}
}

// grid returns rows (an even number) times columns cities.
func grid(rows, columns int) Instance {
	const apart = 100
	var x, y []float64
	for i := range rows {
		for j := range columns {
			x, y = append(x, float64(j*apart)), append(y, float64(i*apart))
		}
	}
	name := fmt.Sprintf("grid%d", rows*columns)
	p, err := tsp.New(name, tsp.Euc2D, x, y)
	if err != nil {
		panic(err) // the numbers above are in range
	}
	shortest := int64(apart * rows * columns)
	return Instance{Name: name, Problem: p, Best: shortest, Target: shortest}
}
