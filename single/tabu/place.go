package tabu

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

func (m Tabu) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	_, err := m.place(m.Name(), p, d)
	return err
}

func (m IteratedTabu) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	_, err := m.Tabu.place(m.Name(), p, d)
	return err
}

func (m Tabu) Gains(p multiwalk.Problem, d multiwalk.Accelerator) bool {
	c, err := m.place(m.Name(), p, d)
	n := p.Space().Len()
	return err == nil && (c == crowdOfSwaps && n >= gainPlaces || c == crowdOfShops && n >= gainShop && n <= mostGainShop)
}

func (m IteratedTabu) Gains(p multiwalk.Problem, d multiwalk.Accelerator) bool {
	if n := p.Space().JointLength(); n > 0 {
		return n >= gainJoint && m.Crowds(p, d) == nil
	}
	return m.Tabu.Gains(p, d)
}

// gainPlaces is the length from which a GPU gains unasked. Below, the cores of a computer come to the best known cost
// of most instances before the driver is open, which takes 0.1 s.
const gainPlaces = 40

// gainShop and mostGainShop bound the operations of job shops for which a GPU gains unasked. Of 600 it has better schedules after 10 s than
// 16 cores; smaller ones are solved by cores, and larger ones are not measured.
const gainShop, mostGainShop = 400, 1000

// gainJoint is the same for two permutations: below, 16 cores make the iterations that the best known cost takes
// (nug12-d to nug15-d: 10,000 to 100,000) before the driver is open.
const gainJoint = 16

// crowd is the kernel by which a machine makes many tabu searches at once, for problems of a kind.
type crowd int

const (
	noCrowd crowd = iota // a search takes blocks that make its iterations together: see explorer.TabuMoves
	crowdOfFlips
	crowdOfJointSwaps
	crowdOfClashes
	crowdOfSwaps
	crowdOfShops
)

// crowdFor is the kernel that problems such as p are for.
func crowdFor(method string, p multiwalk.Problem, name string) crowd {
	iterated, space := method == (IteratedTabu{}).Name(), p.Space()
	_, shop := p.(neighbourhood.Shopper)
	switch kind := space.Kind(); {
	case shop && name == "":
		return crowdOfShops
	case kind == multiwalk.KindBinary && iterated && walking.ByFlips(name):
		return crowdOfFlips
	case space.JointLength() > 0 && iterated:
		return crowdOfJointSwaps
	case kind == multiwalk.KindIntegers:
		return crowdOfClashes
	case kind == multiwalk.KindPermutation && walking.BySwaps(p, name):
		return crowdOfSwaps
	}
	return noCrowd
}

// place reports why the kernel cannot run for p on d.
func (c crowd) place(method string, p multiwalk.Problem, d multiwalk.Device, name string) error {
	switch c {
	case crowdOfShops:
		return placeShop(method, p, d)
	case crowdOfFlips:
		_, _, lack := flipModule(p)
		return placeMoves(method, p, d, name, "flips", walking.ByFlips(name), lack)
	case crowdOfJointSwaps:
		_, lack := jointModule(p)
		return placeMoves(method, p, d, name, "makes swaps and joint swaps", slices.Contains(jointNames, name), lack)
	case crowdOfClashes:
		_, lack := clashModule(p)
		return placeMoves(method, p, d, name, "changes values", name == "" || name == neighbourhood.OpChange.String(), lack)
	}
	if err := walking.OnlySwaps(method, p, d, name); err != nil {
		return err
	}
	if _, err := tabuModule(p); err != nil {
		return walk.NoKernel(method, d, err.Error())
	}
	return nil
}

// place finds the kernel of tabu search for p on d, or reports why there is none.
func (m Tabu) place(method string, p multiwalk.Problem, d multiwalk.Device) (crowd, error) {
	if err := m.checkMemory(method, d); err != nil {
		return noCrowd, err
	}
	if m.Mapping != "" {
		return noCrowd, m.placeTeam(method, p, d)
	}
	name := m.Neighbourhood
	c, err := crowdFor(method, p, name), error(nil)
	if c != noCrowd {
		if err = c.place(method, p, d, name); err == nil {
			return c, nil
		}
	}
	other := m.placeTeam(method, p, d)
	if other != nil && err != nil {
		return noCrowd, err
	}
	return noCrowd, other
}

// Crowds reports why there is no kernel by which a machine makes many searches of p at once. Place may know another one.
func (m IteratedTabu) Crowds(p multiwalk.Problem, d multiwalk.Accelerator) error {
	c := crowdFor(m.Name(), p, m.Tabu.Neighbourhood)
	if c == noCrowd {
		return walk.NoKernel(m.Name(), d, "a search by such moves takes many blocks, so a machine makes few")
	}
	return c.place(m.Name(), p, d, m.Tabu.Neighbourhood)
}

// placeMoves reports why a kernel of tabu search cannot run for a problem. moves says what it does, in words; these is
// false where the neighbourhood of that name has other moves. lack is what its module lacks.
func placeMoves(method string, p multiwalk.Problem, d multiwalk.Device, name, moves string, these bool, lack error) error {
	if err := walk.NoFixed(method, p); err != nil {
		return err
	}
	if _, own := p.(multiwalk.Mover); own || !these {
		return walk.NoKernel(method, d, fmt.Sprintf("its kernel %s, and the neighbourhood is %q; run it on CPU cores", moves, name))
	}
	if err := noConstraints(method, p, d); err != nil {
		return err
	}
	if lack != nil {
		return walk.NoKernel(method, d, lack.Error())
	}
	return nil
}

// noConstraints refuses a problem with constraints, which kernels of tabu search do not keep.
func noConstraints(method string, p multiwalk.Problem, d multiwalk.Device) error {
	if c, ok := p.(multiwalk.Constrained); ok && c.Constraints() != nil {
		return walk.NoKernel(method, d, "its kernel knows no constraints; run it on CPU cores")
	}
	return nil
}
