package model

import (
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/multiwalk/multiwalk"
)

// Constraint is what a solution has to keep, or, if it has a weight, ought to keep. It is of one of five sorts: an order of elements, the
// place or value of one, the time of one, a capacity, or elements that may be left out.
type Constraint struct {
	Name     string             `json:"name" jsonschema:"what violations are told by; without commas"`
	Before   []Name             `json:"before,omitzero" jsonschema:"elements that come in this order, others between or not; violated by how many places they are too late. On routes it counts where one vehicle has both; in a job shop each ends before the next begins, violated by how much sooner that begins"`
	Of       *Name              `json:"of,omitzero" jsonschema:"the element, customer, facility, task, vertex, variable, item or set that has a place; of a job shop a job, or an operation as JOB/MACHINE"`
	At       *Name              `json:"at,omitzero" jsonschema:"its place: in an order or a tour a number from 0; else a location, vehicle, machine, colour or value; of an item or set 1 (chosen) or 0; of an operation its place on its machine. Beside amounts: where alone they count"`
	From     *float64           `json:"from,omitzero" jsonschema:"beside of, in a job shop: when the job or operation begins at the soonest; violated by how much sooner it does"`
	By       *float64           `json:"by,omitzero" jsonschema:"beside of, in a job shop: when the job or operation is done at the latest; violated by how much later it is"`
	Amounts  map[string]float64 `json:"amounts,omitzero" jsonschema:"how much of the capacity elements take, by their names; others take none. Each vehicle, machine, colour or location has the capacity; of sets, bits and orders it is one for all that are chosen, 1 or not left out"`
	Most     *float64           `json:"most,omitzero" jsonschema:"the capacity: what amounts may add up to; violated by what is above that"`
	Optional []Name             `json:"optional,omitzero" jsonschema:"places, customers, jobs, rows, tasks or elements to cover that may be left out, each at the cost of the weight"`
	Weight   float64            `json:"weight,omitzero" jsonschema:"what a unit of violation costs, in units of the objective; without it, the constraint must be kept"`
}

// rule is a constraint on solutions.
type rule struct {
	name   string
	weight int64   // what a unit of the amount costs; 0: it must be kept
	price  float64 // that in the document's units: of the objective for one of the amount
	most   int64   // no amount is greater
	unit   float64 // what a unit of the document comes to in amounts
	amount func(*view) int64
	// What the amount follows from; without any of these, from all of the solution.
	about  []int32 // where these elements are
	limit  *limit
	travel *travel // the length of its ways
}

// draft is a constraint that is taken up.
type draft struct {
	*Constraint
	*ground
	at string
}

// rule is that of the constraint, but for its weight. It is nil where an element just stays where it is.
func (d draft) rule() (*rule, error) {
	count := func(list ...bool) int { return len(slices.DeleteFunc(list, func(there bool) bool { return !there })) }
	sorts, about := count(d.Before != nil, d.Of != nil, d.Amounts != nil, d.Optional != nil), count(d.At != nil, d.From != nil, d.By != nil)
	switch {
	case sorts != 1 || d.Of != nil && about != 1 || (d.Amounts != nil) != (d.Most != nil) || d.Of == nil && about > count(d.At != nil && d.Amounts != nil):
		return nil, wrong(d.at, "expected one of \"before\"; \"of\" and \"at\"%s; \"amounts\" and \"most\"; or \"optional\"", d.times())
	case !(d.Weight >= 0):
		return nil, wrong(d.at+"/weight", "found %v, expected a number above 0", d.Weight)
	case d.Before != nil:
		return d.order()
	case d.At != nil && d.Of != nil:
		return d.place()
	case d.Of != nil:
		return d.time()
	case d.Amounts != nil:
		return d.capacity()
	}
	return d.choice()
}

// order is elements one behind the other.
func (d draft) order() (*rule, error) {
	switch {
	case d.shop == nil && !d.ordered:
		return nil, wrong(d.at+"/before", "found an order, which this model has none of; give \"of\" and \"at\", or \"amounts\" and \"most\"")
	case len(d.Before) < 2:
		return nil, wrong(d.at+"/before", "found %d elements, expected two at least", len(d.Before))
	}
	list, err := d.elements.once(d.at+"/before", d.Before)
	if d.shop != nil && err == nil {
		return d.shop.order(list, d.Weight > 0), nil
	}
	return &rule{unit: 1, most: int64(len(list)) * int64(d.length()), about: list, amount: func(v *view) (sum int64) {
		last := int32(-1)
		for _, e := range list {
			if v.place(e) < 0 {
				continue
			}
			if last >= 0 && (d.dividers == 0 || v.group(last) == v.group(e)) {
				sum += int64(max(0, v.place(last)-v.place(e)))
			}
			last = e
		}
		return sum
	}}, err
}

// place is an element that has one. Where it must be kept, and the element is at that position of all solutions, it is fixed.
func (d draft) place() (*rule, error) {
	element, err := d.elements.find(d.at+"/of", *d.Of)
	if err != nil {
		return nil, err
	}
	place, err := d.places.find(d.at+"/at", *d.At)
	if err != nil {
		return nil, err
	}
	switch {
	case d.shop != nil && int(element) < len(d.wanted.list):
		return nil, wrong(d.at+"/of", "found the job %q, expected one of its operations, as %s/MACHINE: each has a place on its machine", d.Of.text, d.Of.text)
	case d.Weight == 0 && !d.free && d.dividers == 0 && d.shop == nil:
		return nil, d.fix(d.at, element, place)
	}
	return &rule{unit: 1, most: 1, about: []int32{element}, amount: func(v *view) int64 {
		if at := d.where(v, element); at < 0 || at == place {
			return 0
		}
		return 1
	}}, nil
}

// time is when an element begins or ends.
func (d draft) time() (*rule, error) {
	if d.shop == nil {
		return nil, wrong(d.at, "found a time, which this model has none of; give \"at\" beside \"of\"")
	}
	element, err := d.elements.find(d.at+"/of", *d.Of)
	if err != nil {
		return nil, err
	}
	name, when := "/from", d.From
	if d.By != nil {
		name, when = "/by", d.By
	}
	if most := float64(mostTime) / d.shop.units; !(*when >= 0 && *when <= most) {
		return nil, wrong(d.at+name, "found %v, expected a time from 0 to %v", *when, most)
	}
	return d.shop.time(element, int64(math.Round(*when*d.shop.units)), d.By != nil, d.Weight > 0), nil
}

// times says what else there may be beside "of".
func (d draft) times() string {
	if d.shop == nil {
		return ""
	}
	return ", \"from\" or \"by\""
}

// capacity is a bound on a sum.
func (d draft) capacity() (*rule, error) {
	list, at := make(Row, len(d.elements.list)), d.counts
	for _, key := range slices.Sorted(maps.Keys(d.Amounts)) {
		e, err := d.elements.find(d.at+"/amounts/"+key, Name{text: key})
		if err != nil {
			return nil, err
		}
		list[e] = d.Amounts[key]
	}
	if d.At != nil && d.groups == 1 {
		return nil, wrong(d.at+"/at", "found a place, expected none: there is one capacity for all that is not left out")
	}
	if d.At != nil {
		var err error
		if at, err = d.places.find(d.at+"/at", *d.At); err != nil {
			return nil, err
		}
	}
	unit, _, err := unitsOf(d.at+"/amounts", 0, math.MaxInt32, list, Row{*d.Most})
	l := &limit{roundedUp(list, unit), int64(math.Floor(*d.Most*unit + noise)), at}
	return l.rule(d.groups, unit), err
}

// roundedUp are amounts in units, so that what keeps to a capacity then keeps to it in truth.
func roundedUp(list Row, unit float64) []int64 {
	all := make([]int64, len(list))
	for i, v := range list {
		all[i] = int64(math.Ceil(v*unit - noise))
	}
	return all
}

// limit bounds what the amounts of a group's elements may add up to.
type limit struct {
	amounts []int64
	most    int64
	at      int32 // the group, or one of these:
}

const (
	each    = -2
	leftOut = -1
)

// rule is that of the limit.
func (l *limit) rule(groups int, unit float64) *rule {
	greatest := int64(0)
	for _, a := range l.amounts {
		greatest += max(0, a)
	}
	if greatest = max(1, greatest-min(0, l.most)); l.at == each && l.most < 0 {
		greatest -= int64(groups) * l.most
	}
	return &rule{unit: unit, most: greatest, limit: l, amount: func(v *view) int64 {
		v.sums = l.sums(v, groups, v.sums[:0])
		return l.excess(v.sums)
	}}
}

// sums are what the elements of each group take; the first are those left out.
func (l *limit) sums(v *view, groups int, to []int64) []int64 {
	to = append(to, make([]int64, groups+1)...)
	for e, a := range l.amounts {
		to[v.groups[e]+1] += a
	}
	return to
}

// excess is what is above the limit.
func (l *limit) excess(sums []int64) (excess int64) {
	if l.at != each {
		return max(0, sums[l.at+1]-l.most)
	}
	for _, sum := range sums[1:] {
		excess += max(0, sum-l.most)
	}
	return excess
}

// choice is elements that may be left out.
func (d draft) choice() (*rule, error) {
	switch {
	case d.missing == nil:
		return nil, wrong(d.at+"/optional", "found elements that may be left out, which %s", d.whole)
	case d.Weight == 0:
		return nil, wrong(d.at, "found no weight, expected one: what it costs to leave an element out")
	}
	list, err := d.wanted.once(d.at+"/optional", d.Optional)
	if err != nil {
		return nil, err
	}
	for k, e := range list {
		if d.ordered && (e == d.first || e == d.last) {
			return nil, wrong(index(d.at+"/optional", k), "found %q, where the order has to begin or to end", d.Optional[k].text)
		}
		d.optional[e] = true
	}
	return d.lack(list), nil
}

// lack is how many of some elements are left out.
func (g *ground) lack(list []int32) *rule {
	if g.wanted == g.elements {
		l := &limit{amounts: make([]int64, len(g.elements.list)), at: leftOut}
		for _, e := range list {
			l.amounts[e] = 1
		}
		return l.rule(g.groups, 1)
	}
	return &rule{unit: 1, most: max(1, int64(len(list))), amount: func(v *view) (sum int64) {
		for _, e := range list {
			if g.missing(v, e) {
				sum++
			}
		}
		return sum
	}}
}

// price gives a rule its weight.
func (d draft) price(r *rule, m *made) error {
	units := math.Abs(m.units)
	each := d.Weight * units / r.unit
	if r.price, r.weight = d.Weight, int64(math.Round(min(each, mostWeight))); d.Weight == 0 {
		return nil
	}
	exact := d.rough || whole(1, []Row{{each}})
	if !exact || each > mostWeight || r.weight == 0 {
		return wrong(d.at+"/weight", "found %v, expected a multiple of %v up to %v, as the objective has it; give the model a greater scale, or leave "+
			"the weight out, so that the constraint must be kept", d.Weight, r.unit/units, mostWeight*r.unit/units)
	}
	return nil
}

// mostWeight is the greatest weight of a constraint, in costs.
const mostWeight = 1 << 40

// once finds the elements of a list that has each once at most.
func (s *names) once(at string, list []Name) ([]int32, error) {
	found, err := s.all(at, list)
	seen := make([]bool, len(s.list))
	for k, e := range found {
		if err == nil && seen[e] {
			err = wrong(at, "found an element twice (%q, the second time as number %d), expected each once", list[k].text, k)
		}
		seen[e] = true
	}
	return found, err
}

// fix keeps an element where it has to be.
func (g *ground) fix(at string, element, place int32) error {
	f := multiwalk.Fixed{Position: element, Value: place}
	if g.ordered {
		f.Position, f.Value = place, element
	}
	for _, other := range g.fixed {
		if other.Position == f.Position && other != f || other.Value == f.Value && other != f && g.space.Kind() == multiwalk.KindPermutation {
			return wrong(at, "found a place that another constraint takes, or a second one; give one of them a weight")
		}
	}
	if !slices.Contains(g.fixed, f) {
		g.fixed = append(g.fixed, f)
	}
	return nil
}

// numbered are the places of an order.
func numbered(n int) *names {
	list := make([]Name, n)
	for i := range list {
		list[i] = Name{strconv.Itoa(i), true}
	}
	all, _ := named("", "place of the order", list, n)
	return all
}
