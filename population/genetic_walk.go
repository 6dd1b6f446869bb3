package population

import "github.com/multiwalk/multiwalk/walk"

// geneticWalk is a subpopulation on a core: a deme that cooperations may look into.
type geneticWalk struct{ *demeWalk }

func (s *geneticSearch) NewWalk(id int) (walk.Walk, error) { return geneticWalk{s.newWalk(id)}, nil }

// Stagnates reports whether a share of at least Rate of the individuals cost the same as the best, the paper's rule:
// crossover then finds little more. It is false for a walk that is about to be drawn anew.
func (w geneticWalk) Stagnates() bool { return w.at >= 0 && !w.anew(w.at, 0) && w.stagnates(w.at, 0) }

// Individuals returns the individuals, one after the other, and their costs. A walk that is about to draw them has none.
// The slices are valid until the next Step.
func (w geneticWalk) Individuals() (x []int32, costs []int64) {
	if w.at < 0 || w.anew(w.at, 0) {
		return nil, nil
	}
	return w.x[w.side(w.at)], w.costs[w.side(w.at)]
}

// Populations returns 1.
func (w geneticWalk) Populations() int { return 1 }

// Settle replaces the individuals by others, equal in number. It copies them.
func (w geneticWalk) Settle(x []int32, costs []int64) {
	now := w.side(w.at)
	copy(w.x[now], x)
	copy(w.costs[now], costs)
	if i := first(w.costs[now]); costs[i] < w.least {
		w.least = costs[i]
		copy(w.best, x[i*w.s.n:])
	}
}
