package population

import (
	"errors"
	"math/bits"

	"github.com/multiwalk/multiwalk/checkpoint"
)

// crossRun is the populations of a run, one after another, each on all machines. Each begins with local optima, and is crossed until
// it finds nothing better; the next one is twice as large, so no time limit has to be known. Logical time counts the
// generations of all of them.
type crossRun struct {
	s        *eaxSearch
	seed     uint64
	machines []*crossWalk
	pop      *crossPopulation // nil: the next launch plants one
	first    int32            // the first generation of pop in the present launch
	found    crossLeader
	grown    int     // populations so far
	planted  int64   // tours made by the present launch for a new population
	taken    int64   // AB-cycles taken over in it
	elites   []int32 // the best tours of earlier populations, one after the other
	worth    []int64 // what each costs
}

// launch submits generations to all machines: it grows a new population if there is none, and crosses it.
func (r *crossRun) launch(generations int, target int64) error {
	r.first, r.planted, r.taken = 0, 0, 0
	if r.pop == nil {
		if err := r.plant(target); err != nil {
			return err
		}
	} else {
		r.first = r.pop.g.Number + 1
	}
	r.pop.g.Target = target // of this part of a run that is resumed
	for range generations {
		if err := r.pop.breed(); err != nil {
			return err
		}
	}
	return nil
}

// plant grows the next population. A start solution takes the place of the first tour of the first one.
func (r *crossRun) plant(target int64) (err error) {
	tours := min(r.s.tours<<min(r.grown, bits.Len(crossGrowth)-1), r.s.mostTours()/r.s.arcs*r.s.arcs)
	if r.pop, err = newCrossPopulation(r, tours, target); err != nil {
		return err
	}
	r.planted = int64(tours)
	if r.grown++; r.grown == 1 {
		return r.pop.grow(r.s.Plan.Start)
	}
	return r.pop.grow(nil)
}

// read reads what a launch has left.
func (r *crossRun) read() (err error) {
	if r.pop == nil { // a resumed run that grows the next one first
		return nil
	}
	r.found, err = r.pop.leader(r.first)
	return err
}

// proceed has a population that has come to rest cross by blocks. Once it has come to rest again, it is given up but for its best tour.
func (r *crossRun) proceed() error {
	q := r.pop
	switch {
	case !q.rest(int64(q.g.Number-max(1, r.first)+1), r.taken):
		return nil
	case q.g.Blocks == 0:
		return q.block(r.elites, r.worth)
	}
	x := make([]int32, r.s.N)
	err := errors.Join(q.tour(r.found.number, r.found.tour, x), q.close())
	r.elites, r.worth, r.pop = append(r.elites, x...), append(r.worth, r.found.cost), nil
	if len(r.worth) > mostElites {
		r.elites, r.worth = r.elites[r.s.N:], r.worth[1:]
	}
	return err
}

// save saves the populations. The present one is made anew, and then read.
func (r *crossRun) save(a *checkpoint.Archive) {
	tours := int32(0)
	if r.pop != nil {
		tours = r.pop.g.Tours
	}
	a.Fields("eax", &tours, &r.grown, &r.elites, &r.worth)
	if tours == 0 || a.Err() != nil {
		return
	}
	if a.Reading() {
		var err error
		if r.pop, err = newCrossPopulation(r, int(tours), 0); err != nil {
			a.Fail(err)
			return
		}
	}
	r.pop.save(a)
}

// close frees the memory of the present population.
func (r *crossRun) close() error {
	if r.pop == nil {
		return nil
	}
	return r.pop.close()
}
