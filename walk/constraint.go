package walk

import (
	"fmt"
	"github.com/multiwalk/multiwalk"
	"slices"
)

// NoFixedEdges returns an error if the problem has fixed edges, or solutions that have no such moves at all (NoReals), else nil. A method
// that does not keep fixed edges calls it in Prepare, and in Place if it is a Placer.
func NoFixedEdges(method string, p multiwalk.Problem) error {
	if err := NoReals(method, p); err != nil {
		return err
	}
	f, ok := p.(multiwalk.FixedEdger)
	if !ok {
		return nil
	}
	n := len(f.FixedEdges())
	if n == 0 {
		return nil
	}
	remedy := "use ils on CPU cores"
	if _, ok := p.(multiwalk.EdgeCoster); !ok {
		remedy = "ils does where the problem has edge costs, so give it EdgeCost (EdgeCoster) and use ils on CPU cores"
	}
	return fmt.Errorf("multiwalk: method %s does not keep the problem's %d fixed edges; %s: %w", method, n, remedy, multiwalk.ErrConstraint)
}

// Feasible returns nil if x is a solution of p: x lies in the space, contains the fixed edges and the fixed elements, and
// passes the problem's Check. Else it returns an error that says what is wrong. It is O(n) beside Check.
func Feasible(p multiwalk.Problem, x []int32) error {
	r, err := rulesOf(p)
	if err != nil {
		return err
	}
	return r.check(x)
}

// Teller returns a function that tells, from a solution of the problem and its cost, whether the solution is feasible and what
// it violates. It returns nil if the problem cannot tell, because all its solutions are feasible.
func Teller(p multiwalk.Problem) func(x []int32, cost int64) (feasible bool, violations []multiwalk.Violation) {
	switch p := p.(type) {
	case multiwalk.Constrained:
		packing := p.Constraints()
		if packing == nil {
			return nil
		}
		return func(_ []int32, cost int64) (bool, []multiwalk.Violation) {
			v := packing.Violations(cost)
			return len(v) == 0, v
		}
	case multiwalk.Violator:
		return func(x []int32, _ int64) (bool, []multiwalk.Violation) {
			v := slices.DeleteFunc(p.Violations(x), func(v multiwalk.Violation) bool { return v.Amount == 0 })
			return len(v) == 0, v
		}
	case multiwalk.Feasibler:
		return func(x []int32, _ int64) (bool, []multiwalk.Violation) { return p.Feasible(x), nil }
	}
	return nil
}

// rules is all that makes a solution one.
type rules struct {
	p       multiwalk.Problem
	space   multiwalk.Space
	fixed   [][2]int32
	arcs    bool // the second city of each pair follows the first
	held    []multiwalk.Fixed
	checker multiwalk.Checker // nil: none
	packing *multiwalk.Constraints
	tell    func(x []int32, cost int64) (feasible bool, violations []multiwalk.Violation) // nil: all solutions are feasible
}

func rulesOf(p multiwalk.Problem) (rules, error) {
	r := rules{p: p, space: p.Space()}
	if err := r.space.Validate(); err != nil {
		return r, err
	}
	var err error
	if r.held, err = FixedOf(p); err != nil {
		return r, err
	}
	r.checker, _ = p.(multiwalk.Checker)
	r.tell = Teller(p)
	if c, ok := p.(multiwalk.Constrained); ok {
		if r.packing = c.Constraints(); r.packing == nil {
			return r, fmt.Errorf("multiwalk: the problem's Constraints returns nil; return what NewConstraints made")
		}
	}
	if f, ok := p.(multiwalk.FixedEdger); ok {
		r.fixed, r.arcs = slices.Clone(f.FixedEdges()), arcs(p)
	}
	if len(r.fixed) > 0 && r.space.Kind() != multiwalk.KindTour {
		return r, fmt.Errorf("multiwalk: the problem has %d fixed edges, and its space is %v; only a tour has edges",
			len(r.fixed), r.space)
	}
	for _, e := range r.fixed {
		if a, b := int(e[0]), int(e[1]); a == b || min(a, b) < 0 || max(a, b) >= r.space.Len() {
			return r, fmt.Errorf("multiwalk: the fixed edge from %d to %d joins no two of the cities 0 to %d", a, b, r.space.Len()-1)
		}
	}
	if len(r.fixed) > 0 {
		if _, err := pathsOf(r.space.Len(), r.fixed, r.arcs); err != nil {
			return r, err
		}
	}
	return r, nil
}

// check reports the first rule that x breaks. It also reports a Space that changed during the run, because the method
// makes solutions of the Space that the problem had at the beginning.
func (r rules) check(x []int32) error {
	if now := r.p.Space(); !now.Equal(r.space) {
		return fmt.Errorf("multiwalk: the problem's Space was %v when the run began, and is %v now; "+
			"it must not change", r.space, now)
	}
	if err := r.space.Check(x); err != nil {
		return err
	}
	if err := r.checkFixed(x); err != nil {
		return err
	}
	for _, k := range r.held {
		if x[k.Position] != k.Value {
			return fmt.Errorf("%w: position %d is fixed at %d, and the solution has %d there",
				multiwalk.ErrConstraint, k.Position, k.Value, x[k.Position])
		}
	}
	if r.checker == nil {
		return nil
	}
	if err := r.checker.Check(x); err != nil {
		return fmt.Errorf("%w: %w", multiwalk.ErrConstraint, err)
	}
	return nil
}

func (r rules) checkFixed(x []int32) error {
	if len(r.fixed) == 0 {
		return nil
	}
	position := make([]int, len(x))
	for i, c := range x {
		position[c] = i
	}
	for _, e := range r.fixed {
		d := (position[e[1]] - position[e[0]] + len(x)) % len(x)
		if d != 1 && r.arcs {
			return fmt.Errorf("%w: the edge from city %d to city %d is fixed, and the one does not follow the other",
				multiwalk.ErrConstraint, e[0], e[1])
		}
		if d != 1 && d != len(x)-1 {
			return fmt.Errorf("%w: the edge between cities %d and %d is fixed, and they are not next to each other",
				multiwalk.ErrConstraint, e[0], e[1])
		}
	}
	return nil
}

// any writes a solution to x that is quickly found. If the problem has a Check, which a random solution may break, and
// is a Constructor, it constructs the solution; else the solution is random.
func (r rules) any(numbers *multiwalk.Rand, x []int32) {
	if c, ok := r.p.(multiwalk.Constructor); ok && r.checker != nil {
		c.Construct(numbers, x)
	} else {
		random(r.p, numbers, x)
	}
	KeepFixed(r.p, x)
}
