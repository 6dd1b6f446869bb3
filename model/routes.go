package model

import (
	"math"
	"slices"
	"strconv"

	"github.com/multiwalk/multiwalk/problem/cvrp"
)

// Routes is vehicle routing: each customer is visited once, by a vehicle that carries no more than its capacity.
type Routes struct {
	Depot     Place      `json:"depot" jsonschema:"where all vehicles start and end"`
	Customers []Customer `json:"customers" jsonschema:"the customers; those of a matrix need no coordinates"`
	Matrix    Matrix     `json:"matrix,omitzero" jsonschema:"distances, the same both ways: of the depot, then of the customers, in order"`
	Capacity  float64    `json:"capacity,omitzero" jsonschema:"what a vehicle can carry; without it, anything"`
	Vehicles  int        `json:"vehicles,omitzero" jsonschema:"how many there are, of which some may stay; without it, more than enough"`
	Names     []Name     `json:"names,omitzero" jsonschema:"of the vehicles; without them they are 0, 1, 2 and so on"`
	Scale     float64    `json:"scale,omitzero" jsonschema:"what distances are multiplied by before they are rounded to whole numbers"`

	some bool // of the customers may be left out
}

// Customer is who is visited.
type Customer struct {
	Name   Name     `json:"name"`
	X      *float64 `json:"x,omitzero" jsonschema:"where it is; left out where there is a matrix"`
	Y      *float64 `json:"y,omitzero"`
	Demand float64  `json:"demand" jsonschema:"what the vehicle has to carry for the customer"`
}

// translate makes an instance with the depot first.
func (r *Routes) translate(at string) (*made, error) {
	customers, err := of(at+"/customers", "customer", r.Customers, func(c Customer) Name { return c.Name })
	if err != nil {
		return nil, err
	}
	places, g, load, err := r.loads(at)
	if err != nil {
		return nil, err
	}
	m := &made{format: "cvrp", parts: map[string]float64{aboveCapacity: load}}
	if m.units, m.notes, err = r.measure(at, places, g); err != nil {
		return nil, err
	}
	vehicles, carried, total := r.Vehicles, places.Capacity, int64(0)
	for _, d := range places.Demand {
		total += d
	}
	switch {
	case vehicles < 0 || vehicles > mostVehicles:
		return nil, wrong(at+"/vehicles", "found %d, expected 1 to %d", vehicles, mostVehicles)
	case r.some && vehicles > 0: // they need not have room for all
		places.Capacity = total + 1
	case vehicles > 0 && int64(vehicles) < (total+carried-1)/carried:
		return nil, wrong(at+"/vehicles", "found %d, expected %d at least for what all customers ask for, unless a constraint \"optional\" lets some of them be left "+
			"out", vehicles, (total+carried-1)/carried)
	}
	p, err := places.Fleet(min(vehicles, len(r.Customers)))
	if err != nil {
		return nil, within(at, err)
	}
	m.problem = p
	dividers := p.Space().Len() - len(r.Customers)
	count := vehicles
	if vehicles == 0 {
		count = dividers + 1
	}
	names, err := named(at+"/names", "vehicle", r.Names, max(count, len(r.Names)))
	if err != nil {
		return nil, err
	}
	m.teller = fleet{names: customers, vehicles: names, dividers: dividers}
	m.ground, err = r.ground(places, customers, names, dividers, carried, load)
	return m, within(at, err)
}

// loads are the places, without their distances, and what a unit of the document comes to in demands.
func (r *Routes) loads(at string) (places *cvrp.Instance, g *graph, load float64, err error) {
	capacity := r.Capacity
	if capacity == 0 {
		for _, c := range r.Customers {
			capacity += max(0, c.Demand)
		}
		capacity = max(1, capacity)
	}
	demands := Row{0}
	g = &graph{}
	if r.Matrix == nil {
		if g, err = r.spots(at); err != nil {
			return nil, nil, 0, err
		}
	}
	for k, c := range r.Customers {
		if c.Demand < 0 || c.Demand > capacity {
			return nil, nil, 0, wrong(at+"/customers/"+strconv.Itoa(k)+"/demand", "found %v, expected a number from 0 to the capacity, %v", c.Demand, capacity)
		}
		demands = append(demands, c.Demand)
	}
	if load, _, err = unitsOf(at+"/customers", 0, math.MaxInt32, demands, Row{capacity}); err != nil {
		return nil, nil, 0, err
	}
	return &cvrp.Instance{Capacity: int64(math.Floor(capacity*load + noise)), Demand: roundedUp(demands, load)}, g, load, nil
}

// spots is where the depot and the customers are.
func (r *Routes) spots(at string) (*graph, error) {
	depot, err := spot(at+"/depot", r.Depot.X, r.Depot.Y)
	if err != nil {
		return nil, err
	}
	g := &graph{x: Row{depot[0]}, y: Row{depot[1]}}
	for k, c := range r.Customers {
		p, err := spot(index(at+"/customers", k), c.X, c.Y)
		if err != nil {
			return nil, err
		}
		g.x, g.y = append(g.x, p[0]), append(g.y, p[1])
	}
	return g, nil
}

// mostVehicles is how many vehicles there may be.
const mostVehicles = 1_000_000

// aboveCapacity is the name of the constraint on what vehicles or a knapsack carry.
const aboveCapacity = "capacity"

// ground is the routes as an order of customers and dividers.
func (r *Routes) ground(places *cvrp.Instance, customers, vehicles *names, dividers int, capacity int64, load float64) (*ground, error) {
	p, err := places.Penalised(dividers + 1)
	if err != nil {
		return nil, err
	}
	n := p.N
	way := travel{way: func(a, b int32) int64 { return int64(p.Distance[a*(n+1)+b]) }, depot: n, symmetric: true}
	g := orders(customers, way, int64(slices.Max(p.Distance))*int64(int(n)+dividers+1))
	g.dividers, g.places, g.groups = dividers, vehicles, dividers+1
	excess := (&limit{p.Demand[:n], capacity, each}).rule(g.groups, load)
	excess.name = aboveCapacity
	g.rules = []rule{*excess}
	return g, nil
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
	dividers int
	known    bool // vehicles are not alike: the route behind a divider is that of the next one
	free     bool // customers may be left out
}

func (f fleet) tell(x []int32, a *Answer) {
	a.Routes = []Route{}
	n, vehicle := int32(len(f.list)), 0
	var stops []int32
	for k := 0; k <= len(x); k++ {
		if k < len(x) && x[k] < n {
			stops = append(stops, x[k])
			continue
		}
		if len(stops) > 0 {
			if !f.known {
				vehicle = len(a.Routes)
			}
			a.Routes = append(a.Routes, Route{f.vehicles.list[vehicle], f.names.tell(stops)})
		}
		if vehicle, stops = vehicle+1, nil; f.free && k < len(x) && int(x[k]) == len(x)-1 {
			return // what is left out
		}
	}
}

func (f fleet) hear(a *Answer) ([]int32, error) {
	routes, all := make([][]int32, f.dividers+1), []Name(nil)
	for k, route := range a.Routes {
		at, vehicle := index("/routes", k), int32(k)
		if f.known {
			var err error
			if vehicle, err = f.vehicles.find(at+"/vehicle", route.Vehicle); err != nil {
				return nil, err
			}
		}
		if int(vehicle) > f.dividers {
			return nil, wrong("/routes", "found %d routes, expected %d at most, one for each vehicle", len(a.Routes), f.dividers+1)
		}
		stops, err := f.names.all(at+"/stops", route.Stops)
		if err != nil {
			return nil, err
		}
		all, routes[vehicle] = append(all, route.Stops...), append(routes[vehicle], stops...)
	}
	list, err := f.some("/routes", all, !f.free)
	if err != nil {
		return nil, err
	}
	x, next := routes[0], int32(len(f.list))
	for _, route := range routes[1:] {
		x, next = append(append(x, next), route...), next+1
	}
	if f.free {
		x = append(append(x, next), f.rest(list)...)
	}
	return x, nil
}
