package model

import (
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// Constraint is what a solution has to keep, or, if it has a weight, ought to keep. It is of one of two sorts: an order of elements, or the
// place of one.
type Constraint struct {
	Name   string  `json:"name" jsonschema:"what violations are told by; without commas"`
	Before []Name  `json:"before,omitzero" jsonschema:"elements that come in this order, others between or not; violated by how many places they are too late"`
	Of     *Name   `json:"of,omitzero" jsonschema:"the element or facility that has a place"`
	At     *Name   `json:"at,omitzero" jsonschema:"its place: in an order a number from 0, of a facility its location"`
	Weight float64 `json:"weight,omitzero" jsonschema:"what a unit of violation costs, in units of the objective; without it, the constraint must be kept"`
}

// rule is a constraint on a permutation.
type rule struct {
	name     string
	elements []int32 // that come in this order; or the only one that has a place
	place    int32   // -1 of an order
	weight   int64   // 0: it must be kept
}

// amount is by how much a rule is violated, if at tells where elements are.
func (r *rule) amount(at func(element int32) int32) (sum int64) {
	if r.place >= 0 && at(r.elements[0]) != r.place {
		return 1
	}
	for k := 1; k < len(r.elements); k++ {
		sum += int64(max(0, at(r.elements[k-1])-at(r.elements[k])))
	}
	return sum
}

// restricted is a problem of one permutation with rules. Places that must be kept are fixed, orders that must be kept are constraints, and
// what ought to be kept is part of the objective.
type restricted struct {
	multiwalk.Problem
	rules   []rule // those that must be kept come first, in the order of the constraints
	hard    int
	packing *multiwalk.Constraints
	fixed   []multiwalk.Fixed
	places  bool // x[i] is the place of element i, and not the element at place i
}

// restrict gives a model constraints.
func restrict(m *made, at string, list []Constraint) error {
	p := &restricted{Problem: m.problem}
	var elements, places *names
	switch t := m.teller.(type) {
	case order:
		elements = t.names
		places, _ = named("", "place of the order", nil, len(t.list))
	case values:
		elements, places, p.places = t.names, t.options, true
	}
	if elements == nil || p.Space().Kind() != multiwalk.KindPermutation || m.most == 0 {
		return wrong(at, "found constraints, which are kept in models ordering, flow_shop, machine and assignment alone; leave them out")
	}
	var hard []multiwalk.Constraint
	seen, soft := map[string]bool{}, []rule(nil)
	for k, c := range list {
		at := index(at, k)
		r, err := c.rule(at, elements, places, p.places)
		switch {
		case err != nil:
			return err
		case c.Name == "" || seen[c.Name]:
			return wrong(at+"/name", "found %q, expected a name that no other constraint has", c.Name)
		}
		seen[c.Name] = true
		most := int64(len(r.elements)) * int64(len(elements.list))
		switch {
		case c.Weight > 0:
			units := math.Abs(m.units)
			if r.weight = int64(min(math.Round(c.Weight*units), 1<<40)); !whole(units, []Row{{c.Weight}}) || c.Weight*units > 1<<40 {
				return wrong(at+"/weight", "found %v, expected a multiple of %v up to %v, as the objective has it; give the model a greater scale, or leave "+
					"the weight out, so that the constraint must be kept", c.Weight, 1/units, (1<<40)/units)
			}
			soft = append(soft, r)
			m.most += r.weight * most
		case r.place >= 0:
			if err := p.fix(at, r); err != nil {
				return err
			}
		default:
			p.rules, hard = append(p.rules, r), append(hard, multiwalk.Constraint{Name: c.Name, Most: most})
		}
	}
	var err error
	p.hard, p.rules = len(p.rules), append(p.rules, soft...)
	if p.packing, err = multiwalk.NewConstraints(m.most, hard...); err != nil {
		return within(at, err)
	}
	m.restricted, m.problem = p, p
	switch base := p.Problem.(type) {
	case multiwalk.InsertEvaluator:
		m.problem = inserted{p, base}
	case multiwalk.SwapEvaluator:
		m.problem = swapped{p, base}
	}
	return nil
}

// rule takes a constraint up.
func (c *Constraint) rule(at string, elements, places *names, placed bool) (r rule, err error) {
	r = rule{name: c.Name, place: -1}
	switch {
	case c.Weight < 0:
		return r, wrong(at+"/weight", "found %v, expected a number above 0", c.Weight)
	case (c.Of == nil) != (c.At == nil) || (c.Of == nil) == (c.Before == nil):
		return r, wrong(at, "expected either \"before\", or \"of\" and \"at\"")
	case c.Of != nil:
		element, err := elements.find(at+"/of", *c.Of)
		if err != nil {
			return r, err
		}
		r.elements = []int32{element}
		r.place, err = places.find(at+"/at", *c.At)
		return r, err
	case placed:
		return r, wrong(at+"/before", "found an order, which an assignment has none of; give \"of\" and \"at\"")
	case len(c.Before) < 2:
		return r, wrong(at+"/before", "found %d elements, expected two at least", len(c.Before))
	}
	r.elements, err = elements.all(at+"/before", c.Before)
	if sorted := slices.Sorted(slices.Values(r.elements)); err == nil && len(slices.Compact(sorted)) < len(r.elements) {
		err = wrong(at+"/before", "found an element twice, expected each once")
	}
	return r, err
}

// fix keeps an element where it has to be.
func (p *restricted) fix(at string, r rule) error {
	f := multiwalk.Fixed{Position: r.place, Value: r.elements[0]}
	if p.places {
		f.Position, f.Value = f.Value, f.Position
	}
	for _, other := range p.fixed {
		if (other.Position == f.Position) != (other.Value == f.Value) {
			return wrong(at, "found a place that another constraint takes, or a second one; give one of them a weight")
		}
	}
	if !slices.Contains(p.fixed, f) {
		p.fixed = append(p.fixed, f)
	}
	return nil
}

// Fixed is what has its place.
func (p *restricted) Fixed() []multiwalk.Fixed { return p.fixed }

// Constraints are the orders that must be kept.
func (p *restricted) Constraints() *multiwalk.Constraints { return p.packing }

// Cost is that of the problem and of what ought to be kept, below what must be.
func (p *restricted) Cost(x []int32) int64 {
	return p.pack(p.Problem.Cost(x), p.amounts(p.where(x), nil))
}

// where tells where an element is, in O(1).
func (p *restricted) where(x []int32) func(int32) int32 {
	if p.places {
		return func(e int32) int32 { return x[e] }
	}
	at := make([]int32, len(x))
	for k, e := range x {
		at[e] = int32(k)
	}
	return func(e int32) int32 { return at[e] }
}

// amounts are by how much the rules are violated, less what they are in before.
func (p *restricted) amounts(at func(int32) int32, before []int64) []int64 {
	all := make([]int64, len(p.rules))
	for k := range p.rules {
		all[k] = p.rules[k].amount(at)
		if before != nil {
			all[k] -= before[k]
		}
	}
	return all
}

// pack makes a cost of the problem's and of amounts, or a delta of deltas.
func (p *restricted) pack(objective int64, amounts []int64) int64 {
	for k, a := range amounts[p.hard:] {
		objective += p.rules[p.hard+k].weight * a
	}
	return p.packing.Pack(objective, amounts[:p.hard]...)
}

// delta is that of a move which costs the problem so much, and takes what was at a place to another.
func (p *restricted) delta(x []int32, objective int64, moved func(place int32) int32) int64 {
	at := p.where(x)
	return p.pack(objective, p.amounts(func(e int32) int32 { return moved(at(e)) }, p.amounts(at, nil)))
}

// inserted is restricted with the deltas of insertions.
type inserted struct {
	*restricted
	base multiwalk.InsertEvaluator
}

// InsertDelta is O(n) beside that of the problem.
func (p inserted) InsertDelta(x []int32, i, j int32) int64 {
	return p.delta(x, p.base.InsertDelta(x, i, j), func(k int32) int32 {
		switch {
		case k == i:
			return j
		case i < k && k <= j:
			return k - 1
		case j <= k && k < i:
			return k + 1
		}
		return k
	})
}

// swapped is restricted with the deltas of swaps. In an assignment positions are facilities, whose places change.
type swapped struct {
	*restricted
	base multiwalk.SwapEvaluator
}

// SwapDelta is O(n) beside that of the problem.
func (p swapped) SwapDelta(x []int32, i, j int32) int64 {
	a, b := i, j
	if p.places {
		a, b = x[i], x[j]
	}
	return p.delta(x, p.base.SwapDelta(x, i, j), func(k int32) int32 {
		switch k {
		case a:
			return b
		case b:
			return a
		}
		return k
	})
}

// violations are what a solution does not keep and ought to.
func (p *restricted) violations(x []int32) (list []multiwalk.Violation) {
	for k, a := range p.amounts(p.where(x), nil) {
		if k >= p.hard && a > 0 {
			list = append(list, multiwalk.Violation{Name: p.rules[k].name, Amount: a})
		}
	}
	return list
}
