package own

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/cvrp"
)

// vehicles is an instance of set X: its name, its places with the depot, how many vehicles a user would try; and, for one in
// its likeness, how many customers a vehicle can serve and the bounds of demands.
type vehicles struct {
	name        string
	places, use int
	served      float64
	least, most int
}

// routing reads an instance of set X, or draws one in its likeness.
func (f files) routing(v vehicles) *cvrp.Penalised {
	in := v.generate()
	if file, err := os.Open(filepath.Join(f.folder, "cvrp", v.name+".vrp")); f.folder != "" && err == nil {
		defer file.Close()
		if in, err = cvrp.Read(file, v.name); err != nil {
			panic(err)
		}
	}
	p, err := in.Penalised(v.use)
	if err != nil {
		panic(fmt.Errorf("%s: %w", v.name, err))
	}
	return p
}

// generate draws as Uchoa et al. do ("New benchmark instances for the capacitated vehicle routing problem", 2017): the depot
// anywhere on a grid of 1000 x 1000, half of the customers anywhere, the others near seven of these: a point is taken with
// probability sum of exp(-distance/40).
func (v vehicles) generate() *cvrp.Instance {
	r := multiwalk.NewRand(uint64(v.places), 0)
	s := &cvrp.Instance{Name: v.name}
	total, taken := 0, map[[2]int]bool{}
	for len(s.X) < v.places {
		x, y := r.IntN(1001), r.IntN(1001)
		if len(s.X) > v.places/2 {
			near := 0.0
			for k := range min(7, v.places/2) {
				near += math.Exp(-math.Hypot(float64(x)-s.X[k+1], float64(y)-s.Y[k+1]) / 40)
			}
			if r.Float64() > near {
				continue
			}
		}
		if taken[[2]int{x, y}] {
			continue
		}
		taken[[2]int{x, y}] = true
		demand := 0
		if len(s.X) > 0 {
			demand = v.least + r.IntN(v.most-v.least+1)
		}
		total += demand
		s.X, s.Y, s.Demand = append(s.X, float64(x)), append(s.Y, float64(y)), append(s.Demand, int64(demand))
	}
	s.Capacity = int64(math.Ceil(v.served * float64(total) / float64(v.places-1)))
	return s
}

// mixed are the rival's moves: insertions, swaps and short reversals.
func mixed(p *cvrp.Routing) moves {
	return func(r *rand.Rand, x []int32) []move {
		var i, j int32
		return append(orders(p)(r, x), move{func() int64 {
			i = r.Int32N(int32(len(x) - 1))
			j = min(int32(len(x)-1), i+1+r.Int32N(30))
			return p.TwoOptDelta(x, i, j)
		}, func() { slices.Reverse(x[i : j+1]) }})
	}
}

func routingCase(p *cvrp.Penalised, title string, penalty int64) Case {
	r := *p.Routing
	r.Penalty = penalty
	check := *p
	check.Routing = &r
	return Case{name("cvrp-%s-penalty-%d", title, penalty), &r, mixed(&r), func(x []int32) int64 {
		cost, err := check.Verify(x)
		if err != nil {
			panic(err)
		}
		return cost
	}}
}
