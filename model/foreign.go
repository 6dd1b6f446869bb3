package model

import (
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// refused is a member that others' documents may have, and no problem here.
type refused struct{}

// UnmarshalJSONFrom refuses it by its name. A list or an object without anything in it asks for nothing.
func (*refused) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	text, err := d.ReadValue()
	if err != nil {
		return err
	}
	if v := strings.Join(strings.Fields(string(text)), ""); v == "null" || v == "[]" || v == "{}" {
		return nil
	}
	at := d.StackPointer()
	return wrong(string(at), "%s cannot be kept here; leave it out if a solution may do without", strings.ReplaceAll(at.LastToken(), "_", " "))
}

// ignored is a member that changes no solution.
type ignored struct{}

func (*ignored) UnmarshalJSONFrom(d *jsontext.Decoder) error { return d.SkipValue() }

// trips is what documents of VROOM and cuOpt come to: vehicles that start and end at places of a matrix, and stops between.
type trips struct {
	matrix     Matrix
	at         [4]string // pointers to the matrix, the stops, the vehicles and the capacities
	stops      []Name
	where      []int // the place of each stop
	demand     Row
	vehicles   []Name
	start, end []int // places of each vehicle; -1: any
	capacity   Row   // of each vehicle
}

// translate makes a tour of one vehicle whose capacity does not matter, and routes of several that are alike.
func (t *trips) translate() (*made, error) {
	n := len(t.matrix)
	if _, err := t.matrix.flat(t.at[0], n, n, false); err != nil {
		return nil, err
	}
	if len(t.stops) == 0 || len(t.vehicles) == 0 {
		return nil, wrong("", "found %d stops and %d vehicles, expected one of each at least", len(t.stops), len(t.vehicles))
	}
	for k, place := range t.where {
		if place < 0 || place >= n {
			return nil, wrong(index(t.at[1], k), "found place %d, expected one from 0 to %d, as the matrix has", place, n-1)
		}
	}
	total := 0.0
	for _, d := range t.demand {
		total += d
	}
	for k := range t.vehicles {
		at := index(t.at[2], k)
		switch {
		case max(t.start[k], t.end[k]) >= n:
			return nil, wrong(at, "found place %d, expected one from 0 to %d, as the matrix has", max(t.start[k], t.end[k]), n-1)
		case len(t.vehicles) == 1:
		case t.start[k] != t.start[0] || t.end[k] != t.start[0] || t.start[k] < 0:
			return nil, wrong(at, "found another start or end, expected one depot: where all vehicles start and end")
		case t.capacity[k] != t.capacity[0]:
			return nil, wrong(at, "found a capacity of %v, expected that of the first vehicle, %v; all have to be alike", t.capacity[k], t.capacity[0])
		}
	}
	if len(t.vehicles) == 1 && total <= t.capacity[0] {
		return t.tour()
	}
	routes := &Routes{Depot: Place{Name: Name{"depot", false}}, Capacity: min(t.capacity[0], max(1, total)), Vehicles: len(t.vehicles), Names: t.vehicles,
		Matrix: t.part(append([]int{t.start[0]}, t.where...))}
	for k, name := range t.stops {
		routes.Customers = append(routes.Customers, Customer{Name: name, Demand: t.demand[k]})
	}
	m, err := routes.translate("")
	return m, as("routes", err)
}

// as says as what a document was read in whose translation something is wrong.
func as(kind string, err error) error {
	if f, ok := err.(*fault); ok {
		return wrong("", "read as a model {%q: ...}, of which %v", kind, f)
	}
	return err
}

// part is the matrix of some places.
func (t *trips) part(places []int) Matrix {
	m := make(Matrix, len(places))
	for i, a := range places {
		for _, b := range places {
			m[i] = append(m[i], t.matrix[a][b])
		}
	}
	return m
}

// tour is that of one vehicle: closed, or an open path where it has no start or no end. A path that ends somewhere is one that begins there,
// with all ways turned round; it is told the right way round again.
func (t *trips) tour() (*made, error) {
	first, last := t.start[0], t.end[0]
	backwards := first < 0 && last >= 0
	if backwards {
		first, last = last, first
	}
	tour := &Tour{Open: first != last || first < 0}
	places, ends := t.where, []Name(nil)
	for k, place := range []int{first, last} {
		if place >= 0 && (k == 0 || tour.Open) {
			places = append([]int{place}, places...)
			ends = append(ends, Name{[]string{"vehicle start", "vehicle end"}[k], false})
		}
	}
	for i := len(ends) - 1; i >= 0; i-- {
		tour.Names = append(tour.Names, ends[i])
	}
	tour.Names = append(tour.Names, t.stops...)
	if len(ends) > 0 {
		tour.Start = &ends[0]
	}
	if len(ends) > 1 {
		tour.End = &ends[1]
	}
	if tour.Matrix = t.part(places); backwards {
		for i, row := range tour.Matrix {
			for j := range i {
				row[j], tour.Matrix[j][i] = tour.Matrix[j][i], row[j]
			}
		}
	}
	m, err := tour.translate("")
	if err != nil {
		return nil, as("tour", err)
	}
	m.teller = trip{m.teller, t.vehicles[0], ends, backwards}
	return m, nil
}

// trip is an order that is told as the only route.
type trip struct {
	teller
	vehicle   Name
	ends      []Name // that are no stops
	backwards bool
}

func (t trip) tell(x []int32, a *Answer) {
	t.teller.tell(x, a)
	stops := a.Order[min(len(t.ends), 1) : len(a.Order)-max(0, len(t.ends)-1)]
	if t.backwards {
		slices.Reverse(stops)
	}
	a.Order, a.Routes = nil, []Route{{t.vehicle, stops}}
}

func (t trip) hear(a *Answer) ([]int32, error) {
	if len(a.Routes) != 1 {
		return nil, wrong("/routes", "found %d, expected the route of one vehicle", len(a.Routes))
	}
	stops := append([]Name(nil), a.Routes[0].Stops...)
	if t.backwards {
		slices.Reverse(stops)
	}
	order := append(append([]Name(nil), t.ends[:min(1, len(t.ends))]...), stops...)
	return t.teller.hear(&Answer{Order: append(order, t.ends[min(1, len(t.ends)):]...)})
}

// index is the pointer to an element of a list.
func index(at string, k int) string { return at + "/" + strconv.Itoa(k) }
