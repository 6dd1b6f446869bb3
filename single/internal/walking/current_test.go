package walking

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
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
	p := must.Have(maxsat.New("all or nothing", 12, clauses))(t)
	for name, change := range map[string]func(*Current){"in time": (*Current).Adapt, "in a local optimum": func(c *Current) { c.Leap() }} {
		nb := must.Have(neighbourhood.ByName(p, "flip"))(t)
		c, r := NewCurrent(p, nb, make([]int32, 12)), multiwalk.NewRand(1, 0)
		changed := 0
		for k := range 2000 {
			m := c.NB.Random(r)
			d := c.NB.Delta(c.X, m)
			before := c.Weighed.Now()
			if k%8 == 0 {
				c.NB.Apply(c.X, m)
				c.Cost += d
				c.compare()
				before = c.Weighed.Now()
			}
			if change(&c); c.Weighed.Now() != before {
				changed++
			}
			if c.Cost != c.Weighed.Now() || c.Least != c.Weighed.Penalised(c.packed) {
				t.Fatalf("%s: the solution costs %d by its weights, %d in the walk; the best %d, %d in the walk", name, c.Weighed.Now(), c.Cost,
					c.Weighed.Penalised(c.packed), c.Least)
			}
		}
		if changed < 3 {
			t.Errorf("%s: the weights changed the cost %d times: the test tests nothing", name, changed)
		}
	}
}
