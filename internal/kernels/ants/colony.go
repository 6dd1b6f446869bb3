package ants

import "math"

// State is what a colony knows of its solutions.
type State struct {
	Lead     int64 // cost of the best since the pheromone was new
	Least    int64 // and since the run began
	Since    int64 // the iteration that found Lead
	Began    int64 // the iteration in which the pheromone was new
	Restarts int64
}

// News is what an iteration means to a colony.
type News struct {
	Lead, Best bool // its best ant is the best since the pheromone was new, and since the run began
	Own        bool // it lays pheromone, and not the best since the pheromone was new
	Anew       bool // nothing lays: the pheromone is new
}

// Take takes up the cost of the best ant of iteration g.
func (c *State) Take(r *Rule, g, cost int64) (n News) {
	if n.Lead = cost < c.Lead; n.Lead {
		c.Lead, c.Since = cost, g
	}
	if n.Best = cost < c.Least; n.Best {
		c.Least = cost
	}
	switch r.Variant {
	case Focused:
		c.Lead, n.Lead = cost, true
	case MaxMin:
		if g-c.Since >= r.Patience {
			c.Lead, c.Since, c.Began = math.MaxInt64, g, g
			c.Restarts++
			n.Anew = true
		}
		n.Own = (g-c.Began)%period(g-c.Began) != 0
	}
	return n
}

// period is in how many iterations of a max-min ant system the best solution so far lays pheromone once, and that of the iteration else:
// Stützle and Hoos' schedule with local search.
func period(age int64) int64 {
	switch {
	case age < 25:
		return 25
	case age < 75:
		return 5
	case age < 125:
		return 3
	case age < 250:
		return 2
	}
	return 1
}
