package cooperate

import (
	"cmp"
	"fmt"
	"math"
	"reflect"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/kernels/relocate"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// edgeRanger is a problem that knows bounds of its edge costs.
type edgeRanger interface {
	EdgeRange() (least, most int64)
}

// maxScanned is the greatest n for which bounds of the edge costs are found by looking at all.
const maxScanned = 4096

// tourKernels are the kernels for tours of a problem, for short edges or for wide ones, by the moves' name.
type tourKernels struct {
	module kernel.Module
	moves  string
	place  int  // bytes of a city's place
	wide   bool // edges do not fit 16 bits
	far    bool // searches do not fit shared memory
	drawn  bool // lanes draw their own moves
}

// tourEntries are the names of the kernels for each kind of move: the cheapest of an iteration, or each by itself.
var tourEntries = map[string][2]string{"insert": {"Relocate", "RelocateEach"}, "oropt": {"OrOpt", "OrOptEach"},
	"2opt": {"TwoOpt", "TwoOptEach"}}

// drawnEntries are those whose lanes draw their own moves.
var drawnEntries = [2]string{"RelocateIndependent", "RelocateIndependentEach"}

// tourModuleEntries are the kernels that a problem must have.
var tourModuleEntries = []string{"Relocate", "RelocateEach", "RelocateMany", "RelocateWide", "RelocateEachWide", "RelocateManyWide",
	"RelocateFar", "OrOpt", "OrOptEach", "TwoOpt", "TwoOptEach"}

// drawnModuleEntries are those that it must have if lanes draw their own moves.
var drawnModuleEntries = []string{"RelocateIndependent", "RelocateIndependentEach", "RelocateIndependentMany", "RelocateIndependentWide",
	"RelocateIndependentEachWide", "RelocateIndependentManyWide", "RelocateIndependentFar"}

// tourModule returns the kernels for tours of a problem by the method's settings. The error says what is missing.
func (m PSPM) tourModule(p multiwalk.Problem) (k tourKernels, err error) {
	k.moves = cmp.Or(m.Neighbourhood, "insert")
	if _, ok := tourEntries[k.moves]; !ok {
		return k, fmt.Errorf("there are none for moves by %s of a tour; use insert, oropt or 2opt", k.moves)
	}
	if k.moves != "insert" && m.atOnce() > lane.WarpSize {
		return k, fmt.Errorf("with %s an iteration compares up to %d moves, not %d", k.moves, lane.WarpSize, m.Moves)
	}
	needed := tourModuleEntries
	if k.drawn = m.Proposals == independent; k.drawn {
		if k.moves != "insert" {
			return k, fmt.Errorf("moves by %s are not proposed independently; leave proposals or the neighbourhood at its default", k.moves)
		}
		needed = drawnModuleEntries
	}
	if k.module, err = fleet.ModuleOf(p, needed...); err != nil {
		return k, err
	}
	if f, ok := p.(multiwalk.FixedEdger); ok && len(f.FixedEdges()) > 0 {
		return k, fmt.Errorf("it does not keep the problem's %d fixed edges; auto.For chooses a method that does", len(f.FixedEdges()))
	}
	k.place = placeBytes(k.module.Problem)
	if err := k.fit(p, m.atOnce()); err != nil {
		return k, err
	}
	if k.far && m.Accept == acceptEach {
		return k, fmt.Errorf("a search of %d cities does not fit shared memory, "+
			"and each move cannot decide for itself without; leave accept at best", p.Space().Len())
	}
	return k, nil
}

// fit chooses the kernels for the problem's size and edges, and reports if there are none.
func (k *tourKernels) fit(p multiwalk.Problem, moves int) error {
	n := p.Space().Len()
	if n < 5 {
		return fmt.Errorf("a tour of %d cities has nothing to relocate; run it on CPU cores", n)
	}
	least, most, err := edgeRange(p)
	if err != nil {
		return err
	}
	k.wide = most > relocate.MaxEdge(moves, false) || k.moves != "insert"
	inKey := moves
	if k.drawn { // a key has room for the lane's number alone
		inKey = min(moves, lane.WarpSize)
	}
	longest := min(relocate.MaxEdge(inKey, true), math.MaxInt32/int64(n))
	if least < 0 || most > longest {
		return fmt.Errorf("edges cost from %d to %d, and with %d cities kernels take 0 to %d; "+
			"divide the costs by a constant, or let auto.For choose another method", least, most, n, longest)
	}
	if k.far = relocate.RoomOf(n, k.place, 1, k.wide) > lane.MaxShared; !k.far {
		return nil
	}
	switch k.wide = true; {
	case n > relocate.MaxCities || k.shared(n, 1, 1) > lane.MaxShared:
		return fmt.Errorf("the places of %d cities take %d bytes of shared memory, and there are %d at most; auto.For chooses another method",
			n, k.shared(n, 1, 1), lane.MaxShared)
	case moves > lane.WarpSize || k.moves != "insert":
		return fmt.Errorf("a search of %d cities does not fit shared memory, and only inserts, up to %d at once, "+
			"work without; leave moves and neighbourhood at 0", n, lane.WarpSize)
	}
	return nil
}

// shared is how many bytes of shared memory a block takes that has these searches of n cities, and these copies of each
// place.
func (k *tourKernels) shared(n, copies, searches int) int {
	if k.far {
		return n * k.place * copies
	}
	return relocate.RoomOf(n, k.place*copies, searches, k.wide)
}

// entry is the kernel that stands for the one of that name for short edges; those of other moves take all edges.
func (k *tourKernels) entry(name string) string {
	switch {
	case k.far && k.drawn:
		return "RelocateIndependentFar"
	case k.far:
		return "RelocateFar"
	case k.wide && k.moves == "insert":
		return name + "Wide"
	}
	return name
}

// edgeRange returns bounds of the edge costs.
func edgeRange(p multiwalk.Problem) (least, most int64, err error) {
	if r, ok := p.(edgeRanger); ok {
		least, most = r.EdgeRange()
		return least, most, nil
	}
	e, ok := p.(multiwalk.EdgeCoster)
	n := int32(p.Space().Len())
	if !ok || n > maxScanned {
		return 0, 0, fmt.Errorf("%T does not say how long its edges are: give it a method EdgeRange() (least, most int64)", p)
	}
	least, most = math.MaxInt64, math.MinInt64
	for i := range n {
		for j := range i {
			c := e.EdgeCost(i, j)
			least, most = min(least, c), max(most, c)
		}
	}
	return least, most, nil
}

// placeBytes is the size of what the kernels' problem has for the place of a city; 0 if it has no places.
func placeBytes(problem any) int {
	place, ok := reflect.TypeOf(problem).MethodByName("Place")
	if !ok || place.Type.NumOut() != 1 {
		return 0
	}
	return int(place.Type.Out(0).Size())
}
