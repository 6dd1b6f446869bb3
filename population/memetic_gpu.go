package population

import (
	"errors"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

func (m Memetic) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if _, err := m.withDefaults(p.Space(), false, false); err != nil {
		return err
	}
	if k := p.Space().Kind(); k == multiwalk.KindBinary || k == multiwalk.KindProduct {
		return walk.NoKernel(m.Name(), d, "its searches on a device are of one permutation or of clashes; iterated-tabu's share what they find of bits")
	}
	return crowds(m.Name(), m.Search, p, d)
}

func (m Memetic) Gains(p multiwalk.Problem, d multiwalk.Accelerator) bool {
	return m.Search.Gains(p, d)
}

// memeticFleet is Memetic on an accelerator: the population of the run is divided over all machines.
type memeticFleet struct {
	*memeticSearch
	tabuFleet
}

// Slice implements walk.Search: a launch.
func (f *memeticFleet) Slice() int { return 1 }

func (f *memeticFleet) MostWalks() int { return 1 }

func (f *memeticFleet) NewWalk(id int) (walk.Walk, error) {
	improve, err := f.convoy(id)
	if err != nil {
		return nil, err
	}
	size := improve.Searches()
	if size >= mostMates {
		return nil, errors.Join(fmt.Errorf("multiwalk: %d individuals are too many; use up to %d", size, mostMates-1), improve.Close())
	}
	children, _, err := improve.Incumbents()
	if err != nil {
		return nil, errors.Join(err, improve.Close())
	}
	return f.populate(id, improve, children, 1)
}
