package model

import (
	"math"
	"strconv"

	"github.com/multiwalk/multiwalk/problem/cvrp"
)

// Routes is vehicle routing: each customer is visited once, by a vehicle that carries no more than its capacity.
type Routes struct {
	Depot     Place      `json:"depot" jsonschema:"where all vehicles start and end"`
	Customers []Customer `json:"customers" jsonschema:"the customers; those of a matrix need no coordinates"`
	Matrix    Matrix     `json:"matrix,omitzero" jsonschema:"distances, the same both ways: of the depot, then of the customers, in order"`
	Capacity  float64    `json:"capacity" jsonschema:"what a vehicle can carry"`
	Vehicles  int        `json:"vehicles,omitzero" jsonschema:"how many there are, of which some may stay; without it, more than enough"`
	Names     []Name     `json:"names,omitzero" jsonschema:"of the vehicles; without them they are 0, 1, 2 and so on"`
	Scale     float64    `json:"scale,omitzero" jsonschema:"what distances are multiplied by before they are rounded to whole numbers"`
}

// Customer is who is visited.
type Customer struct {
	Name   Name    `json:"name"`
	X      float64 `json:"x,omitzero"`
	Y      float64 `json:"y,omitzero"`
	Demand float64 `json:"demand" jsonschema:"what the vehicle has to carry for the customer"`
}

// translate makes an instance with the depot first.
func (r *Routes) translate(at string) (*made, error) {
	customers, err := of(at+"/customers", "customer", r.Customers, func(c Customer) Name { return c.Name })
	if err != nil {
		return nil, err
	}
	demands, g := Row{0, r.Capacity}, &graph{x: Row{r.Depot.X}, y: Row{r.Depot.Y}}
	for k, c := range r.Customers {
		if c.Demand < 0 || c.Demand > r.Capacity {
			return nil, wrong(at+"/customers/"+strconv.Itoa(k)+"/demand", "found %v, expected a number from 0 to the capacity, %v", c.Demand, r.Capacity)
		}
		demands = append(demands, c.Demand)
		g.x, g.y = append(g.x, c.X), append(g.y, c.Y)
	}
	load, _, err := unitsOf(at+"/customers", 0, math.MaxInt32, demands)
	if err != nil {
		return nil, err
	}
	places := cvrp.Instance{Capacity: int64(math.Floor(r.Capacity*load + noise))}
	for k, d := range demands {
		if k != 1 { // which is the capacity
			places.Demand = append(places.Demand, int64(math.Ceil(d*load-noise)))
		}
	}
	m := &made{format: "cvrp"}
	if m.units, m.notes, err = r.measure(at, &places, g); err != nil {
		return nil, err
	}
	vehicles := r.Vehicles
	if vehicles < 0 {
		return nil, wrong(at+"/vehicles", "found %d, expected 1 or more", vehicles)
	}
	p, err := places.Fleet(min(vehicles, len(r.Customers)))
	if err != nil {
		return nil, within(at, err)
	}
	m.problem = p
	count := vehicles
	if vehicles == 0 {
		count = p.Space().Len() - len(r.Customers) + 1
	}
	names, err := named(at+"/names", "vehicle", r.Names, max(count, len(r.Names)))
	m.teller = fleet{customers, names, p}
	return m, err
}

// measure gives the places coordinates, or distances.
func (r *Routes) measure(at string, places *cvrp.Instance, g *graph) (units float64, notes []string, err error) {
	if r.Matrix == nil {
		if units, err = g.unitsOf(at, min(r.Scale, mostFlat)); err == nil {
			places.X, places.Y = scaled(g.x, units), scaled(g.y, units)
		}
		return units, nil, err
	}
	n := len(places.Demand)
	flat, err := r.Matrix.flat(at+"/matrix", n, n, false)
	if err != nil {
		return 0, nil, err
	}
	for i := range n {
		for j := range i {
			if flat[i*n+j] != flat[j*n+i] {
				return 0, nil, wrong(at+"/matrix/"+strconv.Itoa(i)+"/"+strconv.Itoa(j), "found %v, and %v on the way back; routes need distances that are "+
					"the same both ways", flat[i*n+j], flat[j*n+i])
			}
		}
		flat[i*n+i] = 0
	}
	if units, notes, err = unitsOf(at+"/matrix", r.Scale, mostFlat, flat); err == nil {
		places.Distance = in[int32](flat, units)
	}
	return units, notes, err
}

// mostFlat is how long a way of routes may be in units, so that a cost has room for all of them and the loads.
const mostFlat = 1 << 24

// fleet is told as routes.
type fleet struct {
	*names
	vehicles *names
	p        *cvrp.Fleet
}

func (f fleet) tell(x []int32, a *Answer) {
	a.Routes = []Route{}
	for k, route := range f.p.Routes(x) {
		stops := make([]int32, len(route))
		for i, c := range route {
			stops[i] = int32(c - 1)
		}
		a.Routes = append(a.Routes, Route{f.vehicles.list[k], f.names.tell(stops)})
	}
}

func (f fleet) hear(a *Answer) ([]int32, error) {
	divider, end := int32(len(f.list)), int32(f.p.Space().Len())
	var all []Name
	var x []int32
	for k, route := range a.Routes {
		if k > 0 && divider < end {
			x, divider = append(x, divider), divider+1
		} else if k > 0 {
			return nil, wrong("/routes", "found %d routes, expected %d at most, one for each vehicle", len(a.Routes), int(end)-len(f.list)+1)
		}
		stops, err := f.names.all("/routes/"+strconv.Itoa(k)+"/stops", route.Stops)
		if err != nil {
			return nil, err
		}
		all, x = append(all, route.Stops...), append(x, stops...)
	}
	if _, err := f.permutation("/routes", all); err != nil {
		return nil, err
	}
	for ; divider < end; divider++ {
		x = append(x, divider)
	}
	return x, nil
}
