// Package bbob has test functions of real vectors by name: the 24 noiseless functions of BBOB (Hansen, Finck, Ros and Auger, "Real-parameter
// black-box optimization benchmarking 2009: noiseless functions definitions", INRIA RR-6829), each in any dimension and instance, and the
// classic ones.
package bbob

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/bounded"
	"github.com/multiwalk/multiwalk/internal/reals"
	"github.com/multiwalk/multiwalk/kernel"
)

// MaxN is the greatest dimension; of BBOB's functions, which rotate vectors by matrices, it is MaxRotated.
const (
	MaxN       = 100_000
	MaxRotated = 1000
)

// Precision is how near a cost must come to the least one, by BBOB's rules: a run ends there unless it is told otherwise.
const Precision = 1e-8

// Instance is a test function in a dimension. Named makes one.
type Instance struct {
	*continuous.Packed
	f function
}

// function is a test function with all that belongs to an instance of it.
type function struct {
	name         string
	lower, upper []float64
	best         []float64 // where the cost is least
	least        float64
	cost         func(x []float64) float64
	sum          sum // the same for kernels; nil: there are none
}

func (f *function) Bounds() (lower, upper []float64) { return f.lower, f.upper }
func (f *function) Cost(x []float64) float64         { return f.cost(x) }
func (f *function) Name() string                     { return f.name }

// Kernels implements kernel.Carrier, for classic functions that are sums.
func (f *function) Kernels() (kernel.Module, error) {
	if f.sum == nil {
		return kernel.Module{}, fmt.Errorf("%s has no kernels; sphere, rastrigin, rosenbrock, schwefel and weierstrass have some", f.name)
	}
	return f.sum.Kernels()
}

// Prefixes begin the names of instances.
func Prefixes() []string {
	list := []string{"bbob:"}
	for _, c := range classics {
		list = append(list, c.name+":")
	}
	return list
}

// Sniff says whether content names an instance, as all that Read wants of it.
func Sniff(content []byte) bool {
	text := string(bytes.TrimSpace(bounded.Unmark(content[:min(len(content), 100)])))
	for _, p := range Prefixes() {
		if strings.HasPrefix(text, p) {
			return true
		}
	}
	return false
}

// Read makes the instance that a text names; file is the text's name for messages.
func Read(content []byte, file string) (*Instance, error) {
	name := string(bytes.TrimSpace(bounded.Unmark(content[:min(len(content), 100)])))
	p, err := Named(name)
	switch {
	case err == nil:
		return p, nil
	case file == name:
		return nil, fmt.Errorf("multiwalk: %w", err)
	}
	return nil, fmt.Errorf("multiwalk: %s:1: %w", file, err)
}

// Named returns an instance by its name: bbob:f15:d40:i3 is function 15 of BBOB in 40 dimensions, its third instance; rastrigin:d100 is a
// classic function as textbooks have it, and rastrigin:d100:i3 has its optimum at a random place. Without :i an instance of BBOB is its
// first.
func Named(name string) (*Instance, error) {
	word, rest, _ := strings.Cut(name, ":")
	numbers := map[byte]int{'i': -1}
	for _, part := range strings.Split(rest, ":") {
		v, err := strconv.Atoi(strings.TrimLeft(part, "fdi"))
		if err != nil || len(part) < 2 || v < 0 {
			return nil, fmt.Errorf("%q names no function, as its part %q is none; write bbob:f15:d40:i3 or rastrigin:d100", name, part)
		}
		numbers[part[0]] = v
	}
	n, instance := numbers['d'], numbers['i']
	if f := numbers['f']; word == "bbob" && (f < 1 || f > Functions) {
		return nil, fmt.Errorf("%q: there is no function %d; write one from 1 to %d behind f, as in bbob:f15:d40", name, f, Functions)
	}
	if n < 1 || n > MaxN {
		return nil, fmt.Errorf("%q has no dimension from 1 to %d; write it behind d, as in bbob:f15:d40", name, MaxN)
	}
	if word == "bbob" {
		if instance < 0 {
			instance = 1
		}
		return New(numbers['f'], n, instance)
	}
	return classic(word, n, max(0, instance))
}

// make completes an instance.
func (f function) instance() (*Instance, error) {
	in := &Instance{f: f}
	var err error
	in.Packed, err = continuous.Of(&in.f)
	return in, err
}

// Optimum returns where the cost is least, and the least cost. The former is read-only, and nil where only the latter is known.
func (p *Instance) Optimum() (x []float64, least float64) { return p.f.best, p.f.least }

// Size is the dimension.
func (p *Instance) Size() int { return p.N() }

// BestKnown is the least cost, which is proven.
func (p *Instance) BestKnown() (cost int64, proven, ok bool) {
	return reals.Cost(p.f.least), true, true
}

// Sought is the cost at which a run has solved the function.
func (p *Instance) Sought() int64 { return reals.Cost(p.f.least + Precision) }
