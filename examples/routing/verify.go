package main

import (
	"fmt"
	"math"
)

// Routes are the customers of each route, by their numbers in the file less one: from 1 on, as solutions of CVRPLIB have them.
type Routes [][]int

// Routes cuts a solution into its routes, but for those without customers.
func (p *Routing) Routes(x []int32) (routes Routes) {
	var route []int
	for k := 0; k <= len(x); k++ {
		if k < len(x) && x[k] < p.N {
			route = append(route, int(x[k])+1)
		} else if len(route) > 0 {
			routes, route = append(routes, route), nil
		}
	}
	return routes
}

// Verify checks routes by the instance alone, and uses nothing of what the search uses: each customer is visited once, no load is
// above the capacity. It returns the length by the coordinates.
func (in *Instance) Verify(routes Routes) (length int64, err error) {
	visits := map[int]int{}
	for r, route := range routes {
		x, y, load := in.X[0], in.Y[0], int64(0)
		for _, c := range append(append([]int(nil), route...), 0) {
			if c < 0 || c >= len(in.X) {
				return 0, fmt.Errorf("routing: route %d visits customer %d, and there are only %d", r+1, c, len(in.X)-1)
			}
			length += int64(math.Floor(math.Hypot(in.X[c]-x, in.Y[c]-y) + 0.5))
			x, y = in.X[c], in.Y[c]
			load += in.Demand[c]
			visits[c]++
		}
		if load > in.Capacity {
			return 0, fmt.Errorf("routing: route %d carries %d, and the capacity is %d", r+1, load, in.Capacity)
		}
	}
	for c := 1; c < len(in.X); c++ {
		if visits[c] != 1 {
			return 0, fmt.Errorf("routing: customer %d is visited %d times", c, visits[c])
		}
	}
	return length, nil
}
