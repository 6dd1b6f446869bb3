package qap

import (
	"fmt"

	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/repro"
)

// PaperInstances returns the names of the paper's nine instances, in its order.
func PaperInstances() []string {
	var names []string
	for _, r := range Table2 {
		names = append(names, r.Instance)
	}
	return names
}

// Library is QAPLIB.
var Library = repro.Library[*assignment.Instance]{Name: "QAPLIB", Folder: "qap", Ending: ".dat", Example: "kra30a", Paper: PaperInstances(),
	Demo: DemoInstances, BestKnown: assignment.BestKnown, Read: assignment.ReadFile}

// Load is Library.Load with the targets that the paper accepts.
func Load(dir string, names []string) ([]Instance, error) {
	list, err := Library.Load(dir, names)
	for i, in := range list {
		list[i].Target = acceptable(in.Name, in.Best)
	}
	return list, err
}

// acceptable is the cost that the paper accepts (section IV-A).
func acceptable(name string, best int64) int64 {
	if name == paperLoose {
		return best + best*paperWithin/10000
	}
	return best
}

// DemoInstances returns instances that need no file: a ring of flows on a grid of places. With an even number of rows
// the grid has a closed path through all places by steps of 1, so the ring's least cost is two for each facility.
func DemoInstances() []Instance {
	return []Instance{ring(2, 4), ring(2, 7), ring(4, 4)}
}

// ring returns rows (an even number) times columns facilities.
func ring(rows, columns int) Instance {
	n := rows * columns
	flow, dist := make([]int32, n*n), make([]int32, n*n)
	for i := range n {
		next := (i + 1) % n
		flow[i*n+next], flow[next*n+i] = 1, 1
		for j := range n {
			dx, dy := i%columns-j%columns, i/columns-j/columns
			dist[i*n+j] = int32(max(dx, -dx) + max(dy, -dy))
		}
	}
	name := fmt.Sprintf("ring%d", n)
	p, err := assignment.New(name, n, flow, dist)
	if err != nil {
		panic(err) // the numbers above are in range
	}
	return Instance{Name: name, Problem: p, Best: int64(2 * n), Target: int64(2 * n)}
}
