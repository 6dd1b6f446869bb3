package cvrp

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/bounded"
)

// Routes are the customers of each route, by their numbers in the file less one: from 1 on, as solutions of CVRPLIB have them.
type Routes [][]int

// Penalised is vehicle routing whose cost has a fixed penalty for each unit above the capacity. It has kernels.
type Penalised struct {
	sheet
	*Routing
}

// Penalised is the problem for that number of vehicles, or for more than enough if it is 0.
func (in *Instance) Penalised(vehicles int) (*Penalised, error) {
	p, err := in.routing(vehicles)
	return &Penalised{sheet{in, p}, p}, err
}

// Space returns the orders of customers and dividers.
func (p *Penalised) Space() multiwalk.Space { return p.Routing.Space() }

// Verify is the cost of a solution, counted by the instance alone.
func (p *Penalised) Verify(x []int32) (int64, error) {
	length, excess, err := p.in.Verify(p.Routes(x))
	return length + p.Penalty*excess, err
}

// Verify is the packed cost of a solution, counted by the instance alone.
func (f *Fleet) Verify(x []int32) (int64, error) {
	length, excess, err := f.in.Verify(f.Routes(x))
	return f.rules.Pack(length, excess), err
}

// sheet is an instance beside its problem: it knows solutions as files have them.
type sheet struct {
	in *Instance
	p  *Routing
}

// Name is the instance's.
func (s sheet) Name() string { return s.in.Name }

// Size is the number of places, the depot among them: names of CVRPLIB have it.
func (s sheet) Size() int { return len(s.in.Demand) }

// Space returns the orders of customers and dividers.
func (s sheet) Space() multiwalk.Space { return s.p.Space() }

// LowerBound is 0 where all places are one, so that nothing is to be gained; elsewhere there is none.
func (s sheet) LowerBound() int64 {
	if slices.ContainsFunc(s.p.Distance, func(d int32) bool { return d > 0 }) {
		return multiwalk.NoBound
	}
	return 0
}

// Routes cuts a solution into its routes, but for those without customers.
func (s sheet) Routes(x []int32) (routes Routes) {
	var route []int
	for k := 0; k <= len(x); k++ {
		if k < len(x) && x[k] < s.p.N {
			route = append(route, int(x[k])+1)
		} else if len(route) > 0 {
			routes, route = append(routes, route), nil
		}
	}
	return routes
}

// Verify checks routes by the instance alone, and uses nothing of what the search uses: each customer is visited once. It returns the length
// by the coordinates, or the given distances, and by how much the loads are above the capacity, all together.
func (in *Instance) Verify(routes Routes) (length, excess int64, err error) {
	visits := map[int]int{}
	for r, route := range routes {
		last, load := 0, int64(0)
		for _, c := range append(append([]int(nil), route...), 0) {
			if c < 0 || c >= len(in.Demand) {
				return 0, 0, fmt.Errorf("cvrp: route %d visits customer %d, and there are only %d", r+1, c, len(in.Demand)-1)
			}
			if in.Distance != nil {
				length += int64(in.Distance[last*len(in.Demand)+c])
			} else {
				length += int64(math.Floor(math.Hypot(in.X[c]-in.X[last], in.Y[c]-in.Y[last]) + 0.5))
			}
			last = c
			load += in.Demand[c]
			visits[c]++
		}
		excess += max(0, load-in.Capacity)
	}
	for c := 1; c < len(in.Demand); c++ {
		if visits[c] != 1 {
			return 0, 0, fmt.Errorf("cvrp: customer %d is visited %d times", c, visits[c])
		}
	}
	return length, excess, nil
}

// WriteSolution writes the routes and their length as CVRPLIB does (.sol).
func (s sheet) WriteSolution(w io.Writer, x []int32) error {
	b := bufio.NewWriter(w)
	for k, route := range s.Routes(x) {
		fmt.Fprintf(b, "Route #%d:", k+1)
		for _, c := range route {
			fmt.Fprint(b, " ", c)
		}
		fmt.Fprintln(b)
	}
	length, _ := s.p.measure(x)
	fmt.Fprintln(b, "Cost", length)
	return b.Flush()
}

// ReadSolution reads routes as CVRPLIB has them: lines "Route #1: 5 3 9". What other lines say is not needed.
func (s sheet) ReadSolution(r io.Reader, file string) ([]int32, error) {
	n, x, divider := int(s.p.N), make([]int32, 0, s.Space().Len()), s.p.N
	lines := bufio.NewScanner(bounded.Limit{Most: bounded.Solution(n), Remedy: "check that this is a solution"}.Reader(r))
	lines.Buffer(nil, int(bounded.Solution(n)))
	seen := make([]bool, n+1)
	fail := func(number int, format string, args ...any) ([]int32, error) {
		return nil, fmt.Errorf("%s:%d: %w", file, number, fmt.Errorf(format, args...))
	}
	number := 0
	for routes := 0; lines.Scan(); {
		number++
		_, route, ok := strings.Cut(lines.Text(), ":")
		if !ok || !strings.HasPrefix(strings.ToLower(strings.TrimSpace(lines.Text())), "route") {
			continue
		}
		if routes++; routes > int(s.p.Vehicles) {
			return fail(number, "there are more routes than the %d vehicles; --problem cvrp:N has N of them", s.p.Vehicles)
		}
		if routes > 1 {
			x = append(x, divider)
			divider++
		}
		for _, word := range strings.Fields(route) {
			c, err := strconv.Atoi(word)
			if err != nil || c < 1 || c > n || seen[c] {
				return fail(number, "found %q, expected a customer from 1 to %d that was in no route yet", word, n)
			}
			seen[c] = true
			x = append(x, int32(c-1))
		}
	}
	if err := lines.Err(); err != nil {
		return fail(number+1, "%w", err)
	}
	if visited := len(x) - int(divider-s.p.N); visited < n {
		return fail(max(1, number), "the routes have %d of %d customers; a solution of CVRPLIB has lines such as Route #1: 5 3 9", visited, n)
	}
	for len(x) < cap(x) {
		x = append(x, divider)
		divider++
	}
	return x, nil
}
