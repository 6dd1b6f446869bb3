package single

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/problem/maxsat"
)

// Where weights of constraints change, what the walk's solutions cost by them changes too: those costs are the present weights'
// at any time, whether the weights change in time or in a local optimum.
func TestCurrent_CostsFollowTheWeights(t *testing.T) {
	var clauses []maxsat.Clause
	for v := 1; v <= 12; v++ {
		clauses = append(clauses, maxsat.Clause{Literals: []int{v}, Hard: true}, maxsat.Clause{Literals: []int{-v}, Weight: 5})
	}
	p, err := maxsat.New("all or nothing", 12, clauses)
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*current){"in time": (*current).adapt, "in a local optimum": func(c *current) { c.leap() }} {
		nb, err := neighbourhood.ByName(p, "flip")
		if err != nil {
			t.Fatal(err)
		}
		c, r := newCurrent(p, nb, make([]int32, 12)), multiwalk.NewRand(1, 0)
		changed := 0
		for k := range 2000 {
			m := c.nb.Random(r)
			d := c.nb.Delta(c.x, m)
			before := c.weighed.Now()
			if k%8 == 0 {
				c.nb.Apply(c.x, m)
				c.cost += d
				c.compare()
				before = c.weighed.Now()
			}
			if change(&c); c.weighed.Now() != before {
				changed++
			}
			if c.cost != c.weighed.Now() || c.least != c.weighed.Penalised(c.packed) {
				t.Fatalf("%s: the solution costs %d by its weights, %d in the walk; the best %d, %d in the walk", name, c.weighed.Now(), c.cost,
					c.weighed.Penalised(c.packed), c.least)
			}
		}
		if changed < 3 {
			t.Errorf("%s: the weights changed the cost %d times: the test tests nothing", name, changed)
		}
	}
}
