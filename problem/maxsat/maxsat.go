// Package maxsat is satisfiability and maximum satisfiability, weighted and partial: n bits, and clauses.
// The weight of the violated ones is to be small. Clauses that must hold are hard.
//
// Instances come from DIMACS files (.cnf and .wcnf, see Read), from New, or from the generators.
package maxsat

import (
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/problem"
)

// Clause is satisfied where one of its literals is true: v where variable v, from 1, is true, -v where it is false.
type Clause struct {
	Literals []int
	Weight   int64 // of a soft clause: what it costs if it is violated
	Hard     bool
}

// HardClauses is the name of the constraint that counts violated hard clauses.
const HardClauses = "hard clauses"

// Instance is clauses over variables. x[v-1] is 1 where variable v is true. The cost is the weight of the violated soft clauses;
// violated hard clauses count before that (see multiwalk.Constrained). Where all clauses are satisfied it is 0, which is proven.
type Instance struct {
	name     string
	weighted bool // it is maximum satisfiability, in what files say
	clauses  *neighbourhood.Clauses
	rules    *multiwalk.Constraints
	bound    int64
	notes    []string
	n        int             // variables; Clauses has one bit where there are none
	places   []problem.Place // of the clauses of Clauses
}

// Notes says how a reader understood a file where others might have meant something else by it.
func (p *Instance) Notes() []string { return p.notes }

// New returns an instance of n variables. It refuses literals of variables that are not there, negative weights, and weights
// that together do not fit a cost.
func New(name string, n int, clauses []Clause) (*Instance, error) {
	if err := multiwalk.Binary(n).Validate(); err != nil {
		return nil, err
	}
	d := draft{start: []int32{0}, weighted: true}
	for k, c := range clauses {
		for _, v := range c.Literals {
			if v == 0 || v > n || v < -n {
				return nil, fmt.Errorf("multiwalk: clause %d has literal %d; those of %d variables are 1 to %d, and -1 to %d", k, v, n, n, -n)
			}
			d.literal(int64(v))
		}
		if !c.Hard && c.Weight < 0 {
			return nil, fmt.Errorf("multiwalk: clause %d weighs %d; a weight is 0 or more", k, c.Weight)
		}
		d.end(c.Weight, c.Hard)
	}
	return d.instance(name, n)
}

// draft is clauses as they come in.
type draft struct {
	start    []int32
	literals []int32
	weights  []int64 // negative: hard
	lines    []int32 // where clauses begin in the file, if there is one
	hard     int64
	sum      uint64 // of the soft weights, no more than twice what fits
	weighted bool
}

// literal adds one to the clause at hand, as DIMACS writes it.
func (d *draft) literal(v int64) {
	if v < 0 {
		d.literals = append(d.literals, int32(-v-1)<<1|1)
	} else {
		d.literals = append(d.literals, int32(v-1)<<1)
	}
}

// end ends the clause at hand.
func (d *draft) end(weight int64, hard bool) {
	if hard {
		d.hard++
		weight = -1
	} else if d.sum < math.MaxInt64 {
		d.sum += uint64(weight)
	}
	d.start, d.weights = append(d.start, int32(len(d.literals))), append(d.weights, weight)
}

// instance lays the clauses out, with packed weights. Where there are no variables it has one bit that no clause names.
func (d *draft) instance(name string, n int) (*Instance, error) {
	p := &Instance{name: name, weighted: d.weighted, n: n}
	n = max(1, n)
	var rules []multiwalk.Constraint
	if d.hard > 0 {
		rules = []multiwalk.Constraint{{Name: HardClauses, Most: d.hard}}
	}
	var err error
	if p.rules, err = multiwalk.NewConstraints(int64(min(d.sum, math.MaxInt64)), rules...); err != nil {
		return nil, fmt.Errorf("multiwalk: the weights add up to %d, which together with %d hard clauses does not fit a cost: divide "+
			"them by a common number", d.sum, d.hard)
	}
	hard := int64(math.MaxInt64)
	if d.hard > 0 {
		hard = p.rules.Pack(0, 1)
		for k, w := range d.weights {
			if w < 0 {
				d.weights[k] = hard
			}
		}
	}
	if p.clauses, err = neighbourhood.NewClauses(n, d.start, d.literals, d.weights); err != nil {
		return nil, err
	}
	p.clauses.Hard, p.places = hard, d.places(n)
	for k, w := range p.clauses.Weights {
		if len(p.clauses.Of(int32(k))) == 0 {
			p.bound += w
		}
	}
	return p, nil
}

// places are those of the clauses that NewClauses keeps: all but those of weight 0 and those with both literals of a variable.
func (d *draft) places(n int) (list []problem.Place) {
	last := make([]int32, 2*n) // the clause that a literal was in last, from 1
clauses:
	for k, w := range d.weights {
		at := problem.Place{Clause: int32(k + 1)}
		if d.lines != nil {
			at.Line = d.lines[k]
		}
		for _, l := range d.literals[d.start[k]:d.start[k+1]] {
			if last[l^1] == at.Clause {
				continue clauses
			}
			last[l] = at.Clause
		}
		if w > 0 {
			list = append(list, at)
		}
	}
	return list
}

// Violated returns the places of the violated clauses that have to hold: the hard ones, or all of mere satisfiability.
func (p *Instance) Violated(x []int32) (list []problem.Place) {
	for k, w := range p.clauses.Weights {
		if (!p.weighted || w >= p.clauses.Hard) && !p.holds(int32(k), x) {
			list = append(list, p.places[k])
		}
	}
	return list
}

// holds says whether a clause is satisfied.
func (p *Instance) holds(clause int32, x []int32) bool {
	for _, l := range p.clauses.Of(clause) {
		if x[l>>1] != l&1 {
			return true
		}
	}
	return false
}

// Name returns the instance's name, such as "uf250-01".
func (p *Instance) Name() string { return p.name }

// Space returns a bit for each variable.
func (p *Instance) Space() multiwalk.Space { return multiwalk.Binary(int(p.clauses.N)) }

// Cost is linear in the clauses.
func (p *Instance) Cost(x []int32) int64 { return p.clauses.Cost(x) }

// Constraints names the hard clauses, or nothing where there are none.
func (p *Instance) Constraints() *multiwalk.Constraints { return p.rules }

// LowerBound is the cost of the clauses without literals, which nothing satisfies.
func (p *Instance) LowerBound() int64 { return p.bound }

// NewState prices flips in O(1).
func (p *Instance) NewState(x []int32) multiwalk.State { return p.clauses.NewState(x) }

// Clauses are those that can cost anything. The weight of each is packed (multiwalk.Constraints).
func (p *Instance) Clauses() *neighbourhood.Clauses { return p.clauses }
