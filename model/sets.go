package model

import (
	"math"
	"slices"
	"strconv"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/colouring"
	"github.com/multiwalk/multiwalk/problem/knapsack"
	"github.com/multiwalk/multiwalk/problem/maxsat"
)

// Knapsack is items, of which those are chosen that fit all capacities and have the greatest profit.
type Knapsack struct {
	Items      []Item  `json:"items" jsonschema:"the items, each of which may be chosen once"`
	Capacities Row     `json:"capacities" jsonschema:"what the weights of the chosen items may add up to, one number for each row of weights"`
	Scale      float64 `json:"scale,omitzero" jsonschema:"what profits are multiplied by before they are rounded to whole numbers"`
}

// Item is what may be chosen.
type Item struct {
	Name    Name    `json:"name"`
	Profit  float64 `json:"profit"`
	Weights Row     `json:"weights" jsonschema:"one number for each capacity"`
}

func (k *Knapsack) translate(at string) (*made, error) {
	items, err := of(at+"/items", "item", k.Items, func(i Item) Name { return i.Name })
	if err != nil {
		return nil, err
	}
	if err := k.Capacities.numbers(at + "/capacities"); err != nil {
		return nil, err
	}
	n, rows := len(k.Items), len(k.Capacities)
	profit, weights := make(Row, n), make([]Row, rows)
	for i, item := range k.Items {
		at := at + "/items/" + strconv.Itoa(i)
		if len(item.Weights) != rows {
			return nil, wrong(at+"/weights", "found %d weights, expected %d, one for each capacity", len(item.Weights), rows)
		}
		profit[i] = item.Profit
		if item.Profit < 0 {
			return nil, wrong(at+"/profit", "found %v, expected 0 or more; leave the item out", item.Profit)
		}
		for r, w := range item.Weights {
			if !(w >= 0) {
				return nil, wrong(at+"/weights/"+strconv.Itoa(r), "found %v, expected a weight of 0 or more", w)
			}
			weights[r] = append(weights[r], w)
		}
	}
	units, notes, err := unitsOf(at+"/items", k.Scale, math.MaxInt32, profit)
	if err != nil {
		return nil, err
	}
	whole, capacity := make([]int32, n*rows), make([]int64, rows)
	m := &made{format: "knapsack", teller: chosen{items}, units: -units, notes: notes, parts: map[string]float64{}}
	gains := linear(in[int64](profit, -units))
	m.ground = sets(items, gains)
	for r, row := range weights {
		units, _, err := unitsOf(at+"/items", 0, math.MaxInt32, row)
		if err != nil {
			return nil, err
		}
		room := math.Floor(k.Capacities[r]*units + noise)
		if room < 0 {
			return nil, wrong(at+"/capacities/"+strconv.Itoa(r), "found %v, expected 0 or more", k.Capacities[r])
		}
		capacity[r] = int64(min(room, 1<<62))
		rounded := roundedUp(row, units)
		for i, w := range rounded {
			whole[i*rows+r] = int32(w)
		}
		rule := (&limit{rounded, capacity[r], 1}).rule(2, units)
		if rule.name = aboveCapacity; rows > 1 {
			rule.name += " " + strconv.Itoa(r+1)
		}
		m.parts[rule.name], m.ground.rules = units, append(m.ground.rules, *rule)
	}
	p, err := knapsack.New("", in[int32](profit, units), whole, capacity)
	m.problem = knapsack.Sack{Instance: p}
	return m, within(at, err)
}

// sets is the ground of a model of elements that are chosen or not, at costs that add up.
func sets(elements *names, costs linear) *ground {
	most := int64(0)
	for _, c := range costs {
		most += max(c, -c)
	}
	of, _ := named("", "value", []Name{{"0", true}, {"1", true}}, 2)
	return &ground{elements: elements, places: of, space: multiwalk.Binary(len(costs)), cost: costs.Cost, deltas: costs, most: most, groups: 2, counts: 1,
		whole: "a knapsack may leave out anyway: its items are chosen if they pay"}
}

// noise is how far from a whole number one may be that is meant to be whole.
const noise = 1e-6

// Cover is sets, of which those are chosen that have all elements together and cost least.
type Cover struct {
	Sets     []Set   `json:"sets" jsonschema:"the sets"`
	Elements []Name  `json:"elements,omitzero" jsonschema:"what has to be covered; without it, all that is in a set"`
	Scale    float64 `json:"scale,omitzero" jsonschema:"what costs are multiplied by before they are rounded to whole numbers"`
}

// Set is what may be chosen.
type Set struct {
	Name Name     `json:"name"`
	Cost *float64 `json:"cost,omitzero" jsonschema:"1 if it is left out"`
	Has  []Name   `json:"has" jsonschema:"the elements in it"`
}

// translate makes clauses: each element wants a set that has it, and each set would rather not be chosen.
func (c *Cover) translate(at string) (*made, error) {
	sets, err := of(at+"/sets", "set", c.Sets, func(s Set) Name { return s.Name })
	if err != nil {
		return nil, err
	}
	elements, err := named(at+"/elements", "element", append([]Name{}, c.Elements...), len(c.Elements))
	if err != nil {
		return nil, err
	}
	costs, clauses := make(Row, len(c.Sets)), make([]maxsat.Clause, len(c.Elements))
	for k, s := range c.Sets {
		if costs[k] = 1; s.Cost != nil {
			costs[k] = *s.Cost
		}
		if costs[k] < 0 {
			return nil, wrong(at+"/sets/"+strconv.Itoa(k)+"/cost", "found %v, expected 0 or more", costs[k])
		}
		for e, name := range s.Has {
			i, ok := elements.index[name.text]
			if !ok && c.Elements != nil {
				_, err := elements.find(at+"/sets/"+strconv.Itoa(k)+"/has/"+strconv.Itoa(e), name)
				return nil, err
			}
			if !ok {
				i = int32(len(clauses))
				elements.list, clauses = append(elements.list, name), append(clauses, maxsat.Clause{})
				elements.index[name.text] = i
			}
			clauses[i].Literals = append(clauses[i].Literals, k+1)
		}
	}
	for i := range clauses {
		if clauses[i].Hard = true; clauses[i].Literals == nil {
			return nil, wrong(at+"/elements/"+strconv.Itoa(i), "found %q, which is in no set; leave it out, or add a set that has it", c.Elements[i].text)
		}
	}
	units, notes, err := unitsOf(at+"/sets", c.Scale, 1<<30, costs)
	if err != nil {
		return nil, err
	}
	g := covering(sets, in[int64](costs, units), elements, clauses)
	for k, cost := range in[int64](costs, units) {
		clauses = append(clauses, maxsat.Clause{Literals: []int{-1 - k}, Weight: cost})
	}
	p, err := maxsat.New("", len(c.Sets), clauses)
	return &made{format: "maxsat", problem: p, teller: chosen{sets}, units: units, notes: notes, ground: g}, within(at, err)
}

// covering is the ground of sets that are to have the elements of clauses.
func covering(of *names, costs []int64, elements *names, clauses []maxsat.Clause) *ground {
	g := sets(of, costs)
	g.wanted = elements
	g.missing = func(v *view, e int32) bool {
		return !slices.ContainsFunc(clauses[e].Literals, func(set int) bool { return v.groups[set-1] == 1 })
	}
	return g
}

// Colouring is the vertices of a graph, each of which gets a colour.
type Colouring struct {
	Edges    [][2]Name `json:"edges" jsonschema:"pairs of vertices that must not have the same colour"`
	Vertices []Name    `json:"vertices,omitzero" jsonschema:"the vertices; without them, those of the edges"`
	Colours  int       `json:"colours,omitzero" jsonschema:"how many there are; without it, one less than a greedy colouring has"`
}

func (c *Colouring) translate(at string) (*made, error) {
	vertices, err := named(at+"/vertices", "vertex", append([]Name{}, c.Vertices...), len(c.Vertices))
	if err != nil {
		return nil, err
	}
	g, listed := &colouring.Graph{}, map[[2]int32]bool{}
	for k, edge := range c.Edges {
		at := at + "/edges/" + strconv.Itoa(k)
		if c.Vertices == nil {
			for _, name := range edge {
				if _, ok := vertices.index[name.text]; !ok {
					vertices.index[name.text], vertices.list = int32(len(vertices.list)), append(vertices.list, name)
				}
			}
		}
		ends, err := vertices.all(at, edge[:])
		if err != nil {
			return nil, err
		}
		a, b := min(ends[0], ends[1]), max(ends[0], ends[1])
		if a == b {
			return nil, wrong(at, "found an edge from %q to itself, which no colours satisfy; leave it out", edge[0].text)
		}
		if e := [2]int32{a, b}; !listed[e] {
			listed[e], g.Edges = true, append(g.Edges, e)
		}
	}
	g.N = len(vertices.list)
	m := &made{format: "colouring", units: 1}
	if _, err := g.Colouring(max(1, c.Colours)); err != nil {
		return nil, within(at, err)
	}
	colours := c.Colours
	if colours == 0 {
		colours, _ = g.Fewer()
		m.notes = []string{strconv.Itoa(colours) + " colours, as many as a greedy colouring makes likely; \"colours\" says how many"}
	}
	p, err := g.Colouring(colours)
	if err != nil {
		return nil, within(at, err)
	}
	used, _ := named("", "colour", nil, colours)
	v := values{names: vertices, options: used}
	m.problem, m.teller = p, v
	m.ground = valued(v, p, int64(len(g.Edges)), each, "a colouring has none of: each vertex has a colour")
	return m, nil
}
