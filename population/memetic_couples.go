package population

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
)

// couples are the population of a machine where values are names of groups: two neighbouring searches each improve the children of a couple,
// and no couple knows of another. All have the same number of iterations, for a launch ends for all at once; so it is doubled each time
// that there have been as many new beginnings as there are couples.
type couples struct {
	s    *memeticSearch
	list []*brood
}

// couplesOf makes couples of the first children, which lie one after the other. A last one without a partner has all to itself.
func (s *memeticSearch) couplesOf(machine int, children []int32) *couples {
	c := &couples{s: s}
	for from := 0; from < len(children); from += coupleSize * s.n {
		size := min(coupleSize, (len(children)-from)/s.n)
		r := multiwalk.NewRand(s.plan.Seed, firstOf(machine)+mostMates-1-len(c.list))
		b := newBrood(s.m, s.n, size, s.variation(), r)
		if b.couple = newCouple(s.n); size < coupleSize {
			b.couple = nil
		}
		c.list = append(c.list, b)
	}
	return c
}

// succeed lets the improved children into their populations, and writes the next ones in their places.
func (c *couples) succeed(children []int32, costs []int64) {
	fleet.Each(len(c.list), func(i int) {
		b, from := c.list[i], i*coupleSize
		b.children = children[from*c.s.n:][:b.size()*c.s.n]
		c.s.succeed(b, costs[from:][:b.size()])
	})
}

// iterations is how many the next children get.
func (c *couples) iterations() int64 {
	b := brood{born: c.list[0].born && c.restarts() == 0, restarts: c.restarts() / int64(len(c.list)), couple: c.list[0].couple}
	return int64(b.lengthOf(0, c.s.m.Length))
}

// restarts is how many new beginnings there have been.
func (c *couples) restarts() (n int64) {
	for _, b := range c.list {
		n += b.restarts
	}
	return n
}

// adopt lets x come to the first couple.
func (c *couples) adopt(x []int32, cost int64) {
	if first := c.list[0]; !first.born {
		first.adopt(x, cost)
	}
}

// Save implements checkpoint.Saver.
func (c *couples) Save(a *checkpoint.Archive) {
	for _, b := range c.list {
		a.Fields("couple", b.r, &b.x, &b.costs, &b.fruitless, &b.mutants, &b.born, &b.least, &b.stagnant, &b.replaced, &b.restarts)
		if b.couple != nil {
			a.Fields("couple", b.couple)
		}
	}
}
