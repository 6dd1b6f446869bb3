package cvrp

import (
	"fmt"
	"math"
	"slices"
)

// most is the largest number of customers.
const most = 5000

// mostBytes bounds a file, far above what most customers take.
const mostBytes = 1 << 20

// Instance is what a file of CVRPLIB says: places in the plane, the depot first. Where distances are given, coordinates are for pictures, and
// may be missing. It is a problem as a Fleet, or Penalised.
type Instance struct {
	Name     string
	Capacity int64
	X, Y     []float64
	Demand   []int64
	Distance []int32 // from place a to b at a*len(Demand)+b, the same back; nil: that of the coordinates
}

// distance is as given, or rounds as EUC_2D of TSPLIB does.
func (in *Instance) distance(a, b int) int64 {
	if in.Distance != nil {
		return int64(in.Distance[a*len(in.Demand)+b])
	}
	return int64(math.Sqrt(float64((in.X[a]-in.X[b])*(in.X[a]-in.X[b]))+float64((in.Y[a]-in.Y[b])*(in.Y[a]-in.Y[b]))) + 0.5)
}

// routing makes the problem of an instance. Without a number of vehicles there are more than enough.
func (in *Instance) routing(vehicles int) (*Routing, error) {
	if err := in.check(); err != nil {
		return nil, fmt.Errorf("cvrp: %s: %w", in.Name, err)
	}
	n, total := len(in.Demand)-1, int64(0)
	for _, q := range in.Demand {
		total += q
	}
	least := int((total + in.Capacity - 1) / in.Capacity)
	if vehicles == 0 {
		vehicles = max(1, min(n, least+least/3+3))
	}
	if vehicles < max(1, least) || vehicles > n {
		return nil, fmt.Errorf("cvrp: %d vehicles: %s needs %d at least, and has %d customers", vehicles, in.Name, max(1, least), n)
	}
	p := &Routing{N: int32(n), Vehicles: int32(vehicles), Capacity: in.Capacity, Demand: append(append([]int64(nil), in.Demand[1:]...), 0),
		Distance: make([]int32, (n+1)*(n+1))}
	longest := int64(0)
	for a := range n + 1 {
		for b := range n + 1 { // the depot comes first in a file, and last in the problem
			d := in.distance((a+1)%(n+1), (b+1)%(n+1))
			p.Distance[a*(n+1)+b], longest = int32(d), max(longest, d)
		}
	}
	p.Penalty = max(1, 4*longest/max(1, slices.Max(in.Demand))) // where nobody asks for anything, nothing exceeds
	return p, nil
}

// check says what makes an instance none.
func (in *Instance) check() error {
	n, places := len(in.Demand)-1, len(in.X)
	if in.Distance != nil && places == 0 {
		places = n + 1
	}
	switch {
	case n < 1 || n > most:
		return fmt.Errorf("there are %d customers; 1 to %d can be solved", n, most)
	case len(in.Y) != len(in.X) || len(in.Demand) != places:
		return fmt.Errorf("there are %d x, %d y and %d demands; each place has one of each", len(in.X), len(in.Y), len(in.Demand))
	case in.Demand[0] != 0:
		return fmt.Errorf("the depot has a demand of %d; it must be 0", in.Demand[0])
	}
	if err := in.checkDistances(); err != nil {
		return err
	}
	for k, q := range in.Demand {
		if q < 0 || q > in.Capacity {
			return fmt.Errorf("place %d has a demand of %d; it must be from 0 to the capacity, %d", k+1, q, in.Capacity)
		}
	}
	return nil
}

// checkDistances says what makes given distances none.
func (in *Instance) checkDistances() error {
	places := len(in.Demand)
	if in.Distance == nil {
		return nil
	}
	if len(in.Distance) != places*places {
		return fmt.Errorf("there are %d distances between %d places; give one for each pair, both ways", len(in.Distance), places)
	}
	for a := range places {
		for b := range a {
			if d, back := in.distance(a, b), in.distance(b, a); d < 0 || d != back {
				return fmt.Errorf("from place %d to %d it is %d, and %d back; distances must be the same both ways, and 0 or more", a+1, b+1, d, back)
			}
		}
	}
	return nil
}
