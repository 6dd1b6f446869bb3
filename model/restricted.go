package model

import (
	"slices"
	"sync"

	"github.com/multiwalk/multiwalk"
)

// ground is what constraints need to know of a model. Its solutions are orders of elements, or a value for each element.
//
// Orders may have dividers, which are the numbers behind the elements: what stands between two of them is a vehicle's route. Where
// elements may be left out there is one divider more, with the greatest number: what stands behind it is left out.
type ground struct {
	elements *names
	places   *names // what "at" may say
	space    multiwalk.Space
	cost     func(list []int32) int64 // of an order without what is left out, or of all values
	deltas   any                      // prices moves; nil: nothing does
	most     int64                    // no cost is greater, without its sign
	rough    bool                     // costs are rounded, so that weights may be
	rules    []rule                   // the model's own, which must be kept

	shop     *shop // of a job shop; nil: the model is none
	ordered  bool
	dividers int // of vehicles: one less than these are
	first    int32
	last     int32 // what stands at the ends of all orders; -1: anything
	groups   int   // that have a capacity each
	counts   int32 // the only group whose capacity counts, if no other is asked for; or each

	wanted   *names // what may be left out: elements, or what they are to cover
	missing  func(v *view, e int32) bool
	whole    string // why nothing may be left out, where missing is nil
	free     bool   // something may be
	optional map[int32]bool
	fixed    []multiwalk.Fixed
}

// orders is the ground of a model of orders. Costs are those of a problem, whose Cost takes some of the elements in any order.
func orders(elements *names, p interface{ Cost([]int32) int64 }, most int64) *ground {
	return &ground{elements: elements, places: numbered(len(elements.list)), cost: p.Cost, deltas: p, most: most, ordered: true,
		first: -1, last: -1, groups: 1, counts: each, wanted: elements, missing: func(v *view, e int32) bool { return v.group(e) < 0 }}
}

// valued is the ground of a model of values. whole says why nothing may be left out.
func valued(v values, p multiwalk.Problem, most int64, counts int32, whole string) *ground {
	return &ground{elements: v.names, places: v.options, space: p.Space(), cost: p.Cost, deltas: p, most: most, groups: len(v.options.list), counts: counts,
		whole: whole}
}

// length is how many elements and dividers an order has, or how many elements there are.
func (g *ground) length() int {
	n := len(g.elements.list) + g.dividers
	if g.free && g.ordered {
		n++
	}
	return n
}

// where tells what "at" is about.
func (g *ground) where(v *view, e int32) int32 {
	if g.ordered && g.dividers == 0 || g.shop != nil {
		return v.place(e)
	}
	return v.group(e)
}

// view is a solution as rules see it.
type view struct {
	list   []int32 // the order without what is left out, or all values
	places []int32 // of each element
	groups []int32
	sums   []int64
	times  clock  // of a job shop
	trial  *trial // says all this in place of the lists; nil: they do
}

// place is where in the list an element is; -1: it is left out.
func (v *view) place(e int32) int32 {
	if v.trial != nil {
		return v.trial.place(e)
	}
	return v.places[e]
}

// group is whose capacity an element takes, such as its vehicle or value; -1: nobody's.
func (v *view) group(e int32) int32 {
	if v.trial != nil {
		return v.trial.group(e)
	}
	return v.groups[e]
}

// look makes the view of a solution, in O(n).
func (g *ground) look(x []int32, v *view) {
	if g.shop != nil {
		g.shop.look(x, v)
		return
	}
	n := int32(len(g.elements.list))
	v.list, v.groups = append(v.list[:0], x...), append(v.groups[:0], x[:n]...)
	if !g.ordered {
		for e, value := range v.groups {
			if int(value) == g.groups {
				v.groups[e] = -1
			}
		}
		return
	}
	if g.free {
		divider := int32(len(x) - 1)
		if v.list = v.list[:slices.Index(x, divider)]; g.last >= 0 && x[divider] != divider {
			v.list = append(v.list, x[divider])
		}
	}
	v.places = append(v.places[:0], v.groups...)
	for e := range v.places {
		v.places[e], v.groups[e] = -1, -1
	}
	vehicle := int32(0)
	for k, e := range v.list {
		if e >= n {
			vehicle++
			continue
		}
		v.places[e], v.groups[e] = int32(k), vehicle
	}
}

// restricted is a model's problem with constraints. What must be kept is a constraint of the engine, or fixed; what ought to be kept is part
// of the objective.
type restricted struct {
	*ground
	hard    int  // how many of the rules must be kept; they come first
	merged  bool // these have no room for one constraint each, so that they are one
	packing *multiwalk.Constraints
	pool    *sync.Pool // of *scratch
	drawn   *pictures
}

// scratch is what an evaluation needs.
type scratch struct {
	now, then view
	y         []int32
	amounts   []int64
}

// restrict gives a model constraints.
func restrict(m *made, at string, list []Constraint) error {
	g := m.ground
	if g == nil {
		return wrong(index(at, 0), "found the constraint %q, expected none: the program that tells the costs of \"own\" has to keep them; leave the "+
			"constraints out", list[0].Name)
	}
	seen, soft := map[string]bool{}, []rule(nil)
	for k := range g.rules {
		seen[g.rules[k].name] = true
	}
	g.open(optional(list))
	for k := range list {
		d := draft{&list[k], g, index(at, k)}
		r, err := d.rule()
		switch {
		case err != nil:
			return err
		case d.Name == "" || seen[d.Name]:
			return wrong(d.at+"/name", "found %q, expected a name that nothing else has that must be kept", d.Name)
		}
		if seen[d.Name] = true; r == nil {
			continue
		}
		if _, err := multiwalk.NewConstraints(0, multiwalk.Constraint{Name: d.Name, Most: 1}); err != nil {
			return within(d.at+"/name", err)
		}
		if err := d.price(r, m); err != nil {
			return err
		}
		if r.name = d.Name; r.weight == 0 {
			g.rules = append(g.rules, *r)
			continue
		}
		soft, g.most = append(soft, *r), g.most+r.weight*r.most
	}
	if err := g.close(at); err != nil {
		return err
	}
	p := &restricted{ground: g, hard: len(g.rules), drawn: picturesOf(m), pool: &sync.Pool{New: func() any { return new(scratch) }}}
	g.rules = append(g.rules, soft...)
	m.restricted, m.problem, m.teller = p, p.able(), g.teller(m.teller)
	return within(at, p.reserve())
}

// optional says whether constraints have something that may be left out.
func optional(list []Constraint) bool {
	return slices.ContainsFunc(list, func(c Constraint) bool { return c.Optional != nil })
}

// open makes the space, with or without room for what is left out, and holds the ends of orders.
func (g *ground) open(free bool) {
	g.free, g.optional = free, map[int32]bool{}
	n := g.length()
	switch lo, hi := g.space.Bounds(); {
	case g.ordered:
		g.space = multiwalk.Permutation(n)
	case free && g.wanted == g.elements && g.missing != nil:
		g.space = multiwalk.Integers(n, lo, hi+1)
	}
	if g.ordered && g.first >= 0 {
		g.fixed = append(g.fixed, multiwalk.Fixed{Position: 0, Value: g.first})
	}
	if g.ordered && g.last >= 0 {
		g.fixed = append(g.fixed, multiwalk.Fixed{Position: int32(n - 1), Value: g.last})
	}
}

// close adds the rule that nothing else may be left out. Of a job shop, jobs alone that may have a switch, so that the space is known then.
func (g *ground) close(at string) (err error) {
	if g.shop != nil {
		g.space, err = g.shop.close(at, g.optional)
		return err
	}
	if g.missing == nil || !g.free && g.wanted == g.elements {
		return nil
	}
	var must []int32
	for e := range int32(len(g.wanted.list)) {
		if !g.optional[e] {
			must = append(must, e)
		}
	}
	if len(must) > 0 {
		r := g.lack(must)
		r.name = "left out"
		g.rules = append(g.rules, *r)
	}
	return nil
}

// reserve gives each rule that must be kept a constraint of the engine, or all of them one where a cost has no room for more.
func (p *restricted) reserve() (err error) {
	all, sum := make([]multiwalk.Constraint, p.hard), int64(0)
	for k, r := range p.rules[:p.hard] {
		all[k] = multiwalk.Constraint{Name: r.name, Most: r.most}
		sum += r.most
	}
	if p.packing, err = multiwalk.NewConstraints(p.most, all...); err != nil && p.hard > 1 {
		p.merged = true
		p.packing, err = multiwalk.NewConstraints(p.most, multiwalk.Constraint{Name: "constraints", Most: sum})
	}
	return err
}

// Space implements multiwalk.Problem.
func (p *restricted) Space() multiwalk.Space { return p.space }

// Fixed is what has its place.
func (p *restricted) Fixed() []multiwalk.Fixed { return p.fixed }

// Constraints are the rules that must be kept.
func (p *restricted) Constraints() *multiwalk.Constraints { return p.packing }

// Cost is that of the model and of what ought to be kept, below what must be.
func (p *restricted) Cost(x []int32) int64 {
	s := p.pool.Get().(*scratch)
	defer p.pool.Put(s)
	p.look(x, &s.now)
	s.amounts = p.amounts(s.amounts[:0], &s.now)
	return p.pack(p.cost(s.now.list), s.amounts)
}

// amounts are by how much the rules are violated.
func (p *restricted) amounts(to []int64, v *view) []int64 {
	for k := range p.rules {
		to = append(to, p.rules[k].amount(v))
	}
	return to
}

// pack makes a cost of the model's and of amounts, or a delta of deltas.
func (p *restricted) pack(objective int64, amounts []int64) int64 {
	for k, a := range amounts[p.hard:] {
		objective += p.rules[p.hard+k].weight * a
	}
	if amounts = amounts[:p.hard]; p.merged {
		for _, a := range amounts[1:] {
			amounts[0] += a
		}
		amounts = amounts[:1]
	}
	return p.packing.Pack(objective, amounts...)
}

// delta is that of a move, in O(n) for each rule. objective is the delta of the model's own, or nil where that is evaluated in full.
func (p *restricted) delta(x []int32, objective func() int64, move func(y []int32)) int64 {
	s := p.pool.Get().(*scratch)
	defer p.pool.Put(s)
	s.y = append(s.y[:0], x...)
	move(s.y)
	p.look(x, &s.now)
	p.look(s.y, &s.then)
	s.amounts = p.amounts(p.amounts(s.amounts[:0], &s.now), &s.then)
	n := len(p.rules)
	for k := range n {
		s.amounts[k] = s.amounts[n+k] - s.amounts[k]
	}
	if objective != nil {
		return p.pack(objective(), s.amounts[:n])
	}
	return p.pack(p.cost(s.then.list)-p.cost(s.now.list), s.amounts[:n])
}

// violations are what a solution does not keep and must, and then ought to.
func (p *restricted) violations(x []int32) (list []Violation, kept bool, price float64) {
	var v view
	p.look(x, &v)
	kept = true
	for k, a := range p.amounts(nil, &v) {
		if a > 0 {
			r := &p.rules[k]
			list = append(list, Violation{Name: r.name, Amount: float64(a) / r.unit})
			kept = kept && k >= p.hard
			price += r.price * float64(a) / r.unit
		}
	}
	return list, kept, price
}

// leftOut are the names of what a solution leaves out.
func (p *restricted) leftOut(x []int32) (list []Name) {
	if p.missing == nil {
		return nil
	}
	var v view
	p.look(x, &v)
	for e, name := range p.wanted.list {
		if p.missing(&v, int32(e)) {
			list = append(list, name)
		}
	}
	return list
}

// teller is one that knows what constraints add.
func (g *ground) teller(t teller) teller {
	switch t := t.(type) {
	case order, ways:
		return partial{g}
	case fleet:
		t.known, t.free = true, g.free
		return t
	case loads:
		t.free = g.free
		return t
	}
	return t
}

// partial is an order, some elements of which may be left out.
type partial struct{ *ground }

func (p partial) tell(x []int32, a *Answer) {
	var v view
	p.look(x, &v)
	a.Order = p.elements.tell(v.list)
}

func (p partial) hear(a *Answer) ([]int32, error) {
	list, err := p.elements.some("/order", a.Order, !p.free)
	if err != nil || !p.free {
		return list, err
	}
	rest, end := p.elements.rest(list), len(list)
	if p.last >= 0 && end > 0 {
		end--
	}
	return slices.Concat(list[:end], []int32{int32(len(p.elements.list))}, rest, list[end:]), nil
}
