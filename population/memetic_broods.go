package population

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/walk"
)

// broods is the population of a walk: one brood or, on machines, couples where values are names of groups, and where children lie on ways
// between individuals as large populations as can be compared. None of these knows of another.
type broods struct {
	s    *memeticSearch
	list []*brood
	part float64 // of the run that is over
	ends bool    // it will be over
}

// broodsOf makes the population of a walk of so many individuals. Of couples, a last one without a partner has all to itself.
func (s *memeticSearch) broodsOf(id, individuals int) *broods {
	c, each := &broods{s: s}, individuals
	if s.m.Population == 0 && s.groups {
		each = coupleSize
	} else if s.m.Population == 0 && s.relinks {
		each = mostSurvivors
	}
	for ; individuals > 0; individuals -= each {
		r := multiwalk.NewRand(s.plan.Seed, firstOf(id)+mostMates-1-len(c.list))
		b := newBrood(s.m, s.n, min(each, individuals), s.variation(), r)
		if s.m.couples(s.groups) && b.size() == coupleSize {
			b.couple = newCouple(s.n)
		}
		c.list = append(c.list, b)
	}
	return c
}

// succeed lets the improved children in, which lie one after the other, and writes the next ones in their places.
func (c *broods) succeed(children []int32, costs []int64) {
	succeed := func(i int) {
		b := c.list[i]
		from := i * c.list[0].size()
		b.children = children[from*c.s.n:][:b.size()*c.s.n]
		c.succeedOne(b, costs[from:][:b.size()])
	}
	if len(c.list) == 1 {
		succeed(0) // on this goroutine: a problem's own code may panic
		return
	}
	fleet.Each(len(c.list), succeed)
}

// succeedOne lets the improved children into a population, and makes the next ones. If the population has stagnated, it
// begins anew, with children that its own stream draws. costs are those of the children.
func (c *broods) succeedOne(b *brood, costs []int64) {
	s := c.s
	if b.couple != nil {
		if b.wed(costs) && b.stagnant < s.m.Stagnation {
			b.procreate()
			return
		}
	} else if b.succeed(costs, c.left(b)); c.goesOn(b) {
		b.breed()
		return
	}
	c.anew(b)
}

// succeedSome lets some improved children in, which cost so much, and writes the next ones in their places of all children. It returns false if
// the population begins anew instead: then all children are new.
func (c *broods) succeedSome(improved []int32, costs []int64, places []int, children []int32) bool {
	b := c.list[0]
	b.children = children
	b.admit(improved, costs, c.left(b))
	if !c.goesOn(b) {
		c.anew(b)
		return false
	}
	for _, i := range places {
		b.bear(i)
	}
	return true
}

// goesOn tells whether a population has not stagnated. One whose run has an end goes on to it, if it is to converge there.
func (c *broods) goesOn(b *brood) bool {
	return b.stagnant < c.s.m.Stagnation || b.survivors != nil && c.ends
}

// anew has a population begin anew.
func (c *broods) anew(b *brood) {
	b.restart()
	for i := range b.costs {
		walk.Plan{}.Begin(c.s.p, b.r, b.child(i))
	}
}

// survive tells whether individuals live on by how far they are from others.
func (c *broods) survive() bool { return c.list[0].survivors != nil }

// left is which part of the run is left or, if that has no end, of the generations after which a population begins anew.
func (c *broods) left(b *brood) float64 {
	if c.ends {
		return 1 - c.part
	}
	return 1 - float64(b.stagnant)/float64(c.s.m.Stagnation)
}

// iterations is how many child i of the next ones gets. Couples have them side by side, so there all get the same number: it is doubled
// each time that there have been as many new beginnings as there are couples.
func (c *broods) iterations(i int) int64 {
	s, first := c.s, c.list[0]
	switch many := int64(len(c.list)); {
	case s.relinks:
		return int64(s.m.Length)
	case many > 1:
		b := brood{born: first.born && c.restarts() == 0, restarts: c.restarts() / many}
		return int64(b.lengthOf(0, s.m.Length))
	case first.couple != nil:
		return int64(first.lengthOf(i, s.m.Length))
	case first.born && s.p.Space().Kind() == multiwalk.KindPermutation:
		return int64(memeticFirst * s.m.Length)
	}
	return int64(s.m.Length)
}

// restarts is how many new beginnings there have been.
func (c *broods) restarts() (n int64) {
	for _, b := range c.list {
		n += b.restarts
	}
	return n
}

// adopt lets x come in, among couples to the first one, unless that has no individuals yet.
func (c *broods) adopt(x []int32, cost int64) {
	if first := c.list[0]; !first.born {
		first.adopt(x, cost)
	}
}

func (c *broods) Save(a *checkpoint.Archive) {
	for _, b := range c.list {
		a.Fields("memetic", b.r, &b.x, &b.costs, &b.fruitless, &b.mutants, &b.born, &b.least, &b.stagnant, &b.came, &b.replaced, &b.restarts)
		if b.couple != nil {
			a.Fields("couple", b.couple)
		}
		if b.survivors != nil {
			a.Fields("survivors", &b.survivors.apart)
			if a.Reading() {
				b.survivors.between = nil
			}
		}
	}
}
