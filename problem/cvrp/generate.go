package cvrp

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/multiwalk/multiwalk"
)

// Shape is what instances are drawn by, as Uchoa et al. do ("New benchmark instances for the capacitated vehicle routing problem",
// 2017).
type Shape struct {
	N         int     // customers
	Depot     string  // C in the centre, E in a corner, R anywhere
	Customers string  // R anywhere, C in clusters, RC half of them
	Demand    string  // see demands; Q by quadrant, SL many small and few large
	Route     float64 // customers that a vehicle serves on average
}

// Draw draws an instance of n customers, half of whom live in clusters, whose demands are up to 100, and of whom a vehicle serves eight
// on average.
func Draw(n int, seed uint64) (*Instance, error) {
	return Shape{N: n, Depot: "R", Customers: "RC", Demand: "1-100", Route: 8}.Generate(seed)
}

// side is how many units the square of all places has.
const side = 1000

// demands are the least and the greatest of a customer.
var demands = map[string][2]int{"1": {1, 1}, "1-10": {1, 10}, "5-10": {5, 10}, "1-100": {1, 100}, "50-100": {50, 100}, "Q": {}, "SL": {}}

// check says what is wrong with a shape.
func (s Shape) check() error {
	_, known := demands[s.Demand]
	switch {
	case s.N < 1 || s.N > most:
		return fmt.Errorf("cvrp: %d customers are not from 1 to %d", s.N, most)
	case s.Depot != "C" && s.Depot != "E" && s.Depot != "R":
		return fmt.Errorf("cvrp: depot %q is none of C, E, R", s.Depot)
	case s.Customers != "R" && s.Customers != "C" && s.Customers != "RC":
		return fmt.Errorf("cvrp: customers %q is none of R, C, RC", s.Customers)
	case !known:
		return fmt.Errorf("cvrp: demand %q is none of 1, 1-10, 5-10, 1-100, 50-100, Q, SL", s.Demand)
	case !(s.Route >= 1 && s.Route <= most):
		return fmt.Errorf("cvrp: route %v is not from 1 to %d", s.Route, most)
	}
	return nil
}

// Generate draws an instance.
func (s Shape) Generate(seed uint64) (*Instance, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	r := multiwalk.NewRand(seed, 0)
	in := &Instance{Name: fmt.Sprintf("drawn-n%d-%s-%s-%s-seed%d", s.N+1, s.Depot, s.Customers, s.Demand, seed)}
	taken := map[[2]int]bool{}
	add := func(x, y int) {
		taken[[2]int{x, y}] = true
		in.X, in.Y = append(in.X, float64(x)), append(in.Y, float64(y))
	}
	switch s.Depot {
	case "C":
		add(side/2, side/2)
	case "E":
		add(0, 0)
	default:
		add(r.IntN(side+1), r.IntN(side+1))
	}
	free := map[string]int{"R": s.N, "C": min(s.N, 3+r.IntN(6)), "RC": max(min(s.N, 3+r.IntN(6)), s.N/2)}[s.Customers]
	seeds := min(free, 3+r.IntN(6))
	for len(in.X) <= s.N {
		x, y := r.IntN(side+1), r.IntN(side+1)
		if !taken[[2]int{x, y}] && (len(in.X) <= free || r.Float64() < in.pull(x, y, seeds)) {
			add(x, y)
		}
	}
	s.load(in, r)
	return in, nil
}

// pull is how likely a customer of a cluster is at a place: the more, the nearer it is to the first customers.
func (in *Instance) pull(x, y, seeds int) (near float64) {
	for k := 1; k <= seeds; k++ {
		near += math.Exp(-math.Hypot(float64(x)-in.X[k], float64(y)-in.Y[k]) / 40)
	}
	return near
}

// load draws the demands, and gives vehicles the capacity for as many customers as the shape says.
func (s Shape) load(in *Instance, r *multiwalk.Rand) {
	in.Demand = []int64{0}
	small, total, greatest := 70+r.IntN(26), int64(0), int64(1)
	for k := 1; k <= s.N; k++ {
		bounds := demands[s.Demand]
		switch even := (in.X[k] < side/2) == (in.Y[k] < side/2); {
		case s.Demand == "Q" && even, s.Demand == "SL" && r.IntN(100) >= small:
			bounds = [2]int{51, 100}
		case s.Demand == "Q":
			bounds = [2]int{1, 50}
		case s.Demand == "SL":
			bounds = [2]int{1, 10}
		}
		q := int64(bounds[0] + r.IntN(bounds[1]-bounds[0]+1))
		in.Demand = append(in.Demand, q)
		total, greatest = total+q, max(greatest, q)
	}
	in.Capacity = max(greatest, int64(math.Ceil(s.Route*float64(total)/float64(s.N))))
}

// Write writes an instance in the format of CVRPLIB.
func (in *Instance) Write(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "NAME : %s\nTYPE : CVRP\nDIMENSION : %d\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : %d\n",
		strings.TrimSpace(in.Name), len(in.X), in.Capacity)
	fmt.Fprintln(w, "NODE_COORD_SECTION")
	for k := range in.X {
		fmt.Fprintln(w, k+1, in.X[k], in.Y[k])
	}
	fmt.Fprintln(w, "DEMAND_SECTION")
	for k, q := range in.Demand {
		fmt.Fprintln(w, k+1, q)
	}
	fmt.Fprintf(w, "DEPOT_SECTION\n1\n-1\nEOF\n")
	return w.Flush()
}
