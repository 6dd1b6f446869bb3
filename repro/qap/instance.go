package qap

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/repro"
)

// Instance is a problem with the best cost known and the one that is accepted.
type Instance struct {
	Name    string
	Problem *assignment.Instance
	Best    int64
	Target  int64
}

// PaperInstances returns the names of the paper's nine instances, in its order.
func PaperInstances() []string {
	var names []string
	for _, r := range Table2 {
		names = append(names, r.Instance)
	}
	return names
}

// Load returns instances by name: repro.Demo, or one of QAPLIB's with a best cost known, read from dir/qap/NAME.dat. No names
// stand for the paper's nine.
func Load(dir string, names []string) ([]Instance, error) {
	if len(names) == 0 {
		names = PaperInstances()
	}
	return repro.Instances(names, func(in Instance) string { return in.Name }, DemoInstances,
		func(name string) (Instance, error) { return load(dir, name) })
}

func load(dir, name string) (Instance, error) {
	best, _, ok := assignment.BestKnown(name)
	if !ok {
		return Instance{}, fmt.Errorf("multiwalk: instance %q is none of QAPLIB's with a best cost known; "+
			"use names such as kra30a, or %s", name, repro.Demo)
	}
	file := filepath.Join(dir, "qap", name+".dat")
	p, err := assignment.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return Instance{}, fmt.Errorf("multiwalk: %w: no %s; set MULTIWALK_DATA to a folder that has qap/%s.dat from QAPLIB, "+
			"or use --instances %s", repro.ErrNoData, file, name, repro.Demo)
	}
	if err != nil {
		return Instance{}, err
	}
	return Instance{name, p, best, acceptable(name, best)}, nil
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
	return Instance{name, p, int64(2 * n), int64(2 * n)}
}
