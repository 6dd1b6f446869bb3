package single

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// Place implements multiwalk.Placer.
func (m Tabu) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if err := m.checkMemory(m.Name(), d); err != nil {
		return err
	}
	return placeTabu(m.Name(), p, d, m.Neighbourhood)
}

// Place implements multiwalk.Placer.
func (m IteratedTabu) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	if err := m.Tabu.checkMemory(m.Name(), d); err != nil {
		return err
	}
	return placeTabu(m.Name(), p, d, m.Tabu.Neighbourhood)
}

// Gains implements multiwalk.Gainer.
func (m Tabu) Gains(p multiwalk.Problem, d multiwalk.Accelerator) bool {
	return p.Space().Kind() == multiwalk.KindPermutation && p.Space().Len() >= gainPlaces && m.Place(p, d) == nil
}

// Gains implements multiwalk.Gainer.
func (m IteratedTabu) Gains(p multiwalk.Problem, d multiwalk.Accelerator) bool {
	if n := p.Space().JointLength(); n > 0 {
		return n >= gainJoint && m.Place(p, d) == nil
	}
	return m.Tabu.Gains(p, d)
}

// gainPlaces is the length from which a GPU gains unasked. Below, the cores of a computer come to the best known cost
// of most instances before the driver is open, which takes 0.1 s.
const gainPlaces = 40

// gainJoint is the same for two permutations: below, 16 cores make the iterations that the best known cost takes
// (nug12-d to nug15-d: 10,000 to 100,000) before the driver is open.
const gainJoint = 16

// placeTabu reports why the kernels of tabu search cannot run for p on d.
func placeTabu(method string, p multiwalk.Problem, d multiwalk.Device, name string) error {
	if p.Space().Kind() == multiwalk.KindBinary {
		if method == (IteratedTabu{}).Name() && byFlips(name) {
			return placeFlips(method, p, d, name)
		}
		return placeLook(method, p, d, name)
	}
	if p.Space().JointLength() > 0 && method == (IteratedTabu{}).Name() {
		return placeJoint(method, p, d, name)
	}
	if p.Space().Kind() == multiwalk.KindIntegers {
		return placeClash(method, p, d, name)
	}
	if err := onlySwaps(method, p, d, name); err != nil {
		return err
	}
	if _, err := tabuModule(p); err != nil {
		return multiwalk.NoKernel(method, d, err.Error())
	}
	return nil
}

// onlySwaps refuses a neighbourhood that a method's kernels do not have, and fixed elements, which they do not keep.
func onlySwaps(method string, p multiwalk.Problem, d multiwalk.Device, name string) error {
	if err := multiwalk.NoFixed(method, p); err != nil {
		return err
	}
	if _, own := p.(multiwalk.Mover); own && name == "" {
		name = neighbourhood.OpOwn.String()
	}
	if name == "" || name == neighbourhood.OpSwap.String() {
		return nil
	}
	return multiwalk.NoKernel(method, d, fmt.Sprintf("its kernels swap, and the neighbourhood is %q; run it on CPU cores", name))
}

// placeMoves reports why a kernel of tabu search cannot run for a problem. moves says what it does, in words; these is
// false where the neighbourhood of that name has other moves. lack is what its module lacks.
func placeMoves(method string, p multiwalk.Problem, d multiwalk.Device, name, moves string, these bool, lack error) error {
	if err := multiwalk.NoFixed(method, p); err != nil {
		return err
	}
	if _, own := p.(multiwalk.Mover); own || !these {
		return multiwalk.NoKernel(method, d, fmt.Sprintf("its kernel %s, and the neighbourhood is %q; run it on CPU cores", moves, name))
	}
	if err := noConstraints(method, p, d); err != nil {
		return err
	}
	if lack != nil {
		return multiwalk.NoKernel(method, d, lack.Error())
	}
	return nil
}

// noConstraints refuses a problem with constraints, which kernels of tabu search do not keep.
func noConstraints(method string, p multiwalk.Problem, d multiwalk.Device) error {
	if _, constrained := p.(multiwalk.Constrained); constrained {
		return multiwalk.NoKernel(method, d, "its kernel knows no constraints; run it on CPU cores")
	}
	return nil
}
