package pspm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/repro"
)

// Instance is a problem with the length that SEC compares with.
type Instance struct {
	Name    string
	Tour    *tsp.Instance
	Optimum int64
}

// PaperInstances returns the names of the paper's 20 instances, in its order.
func PaperInstances() []string {
	var names []string
	for _, r := range Table2 {
		names = append(names, r.Instance)
	}
	return names
}

// Load returns instances by name: repro.Demo, or one of TSPLIB's with a known optimum, read from dir/tsp/NAME.tsp. No names
// stand for the paper's 20.
func Load(dir string, names []string) ([]Instance, error) {
	if len(names) == 0 {
		names = PaperInstances()
	}
	return repro.Instances(names, func(in Instance) string { return in.Name }, DemoInstances,
		func(name string) (Instance, error) { return load(dir, name) })
}

func load(dir, name string) (Instance, error) {
	optimum, _, ok := tsp.BestKnown(name)
	if !ok {
		return Instance{}, fmt.Errorf("multiwalk: instance %q is none of TSPLIB's with a known optimum; "+
			"use names such as rd100, or %s", name, repro.Demo)
	}
	file := filepath.Join(dir, "tsp", strings.ToLower(name)+".tsp")
	p, err := tsp.ReadFile(file)
	if errors.Is(err, os.ErrNotExist) {
		return Instance{}, fmt.Errorf("multiwalk: %w: no %s; "+
			"set MULTIWALK_DATA to a folder that has tsp/%s.tsp from TSPLIB, or use --instances %s",
			repro.ErrNoData, file, strings.ToLower(name), repro.Demo)
	}
	if err != nil {
		return Instance{}, err
	}
	return Instance{name, p, optimum}, nil
}

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
	return Instance{name, p, int64(apart * rows * columns)}
}
