package successor

import (
	"errors"
	"fmt"
	"runtime"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/construct"
)

// Scheme is a way to draw a possibility on a device. All draw the same.
type Scheme int

const (
	// Automatic is the one that takes least by a model of cost: by states, possibilities, whether ratings are aggregated, and what
	// was measured of the device.
	Automatic Scheme = iota
	// OnePass keeps sums of weights in registers, and weighs those of one warp again.
	OnePass
	// Stored is the paper's: it stores the ratings and the sums of weights of all possibilities, up to 98,304.
	Stored
)

// Settings are those of a generator.
type Settings struct {
	// Size is the number of elements of a state.
	Size int
	// States is how many states there may be at a time.
	States int
	// Seed is that of the random numbers.
	Seed uint64
	// Permuted has each state's variables of a type assigned in a random order; else it is that of their numbers.
	Permuted bool
	// Device is where states are made; nil means all cores.
	Device multiwalk.Device
	// Scheme is the way on a device; by default it is the one that takes least.
	Scheme Scheme
	// Threads is how many threads a device has for a state: a power of two from 32, a warp, to 1024; 0 chooses by the same
	// model of cost. A heuristic that takes many registers has no room for more than 256 on a GPU, and the launch says so.
	Threads int
}

// Outcome is what became of the variables of a generation.
type Outcome struct{ Assigned, Unassigned int64 }

// Generator makes successors of states that it keeps, on the device where they are made. It is not for several
// goroutines at once.
type Generator[E any] struct {
	s      Settings
	kinds  []Kind[E]
	plans  []construct.Assigning
	states int
	at     backend[E]
}

// backend is where states are.
type backend[E any] interface {
	put(x []E) error
	get(x []E) error
	activate(kind int, sets []uint64) error
	generate(plans []construct.Assigning) (Outcome, error)
	swap()
	Close() error
}

const (
	mostStates        = 1<<31 - 1
	mostVariables     = 1 << 30
	mostPossibilities = 1 << 30
	mostKinds         = 256
)

// words is the length of a set of variables.
func words(variables int) int { return (variables + 63) / 64 }

// New makes a generator of states with variables of some types, which are assigned in this order.
func New[E any](s Settings, kinds ...Kind[E]) (*Generator[E], error) {
	if err := check(s, kinds); err != nil {
		return nil, err
	}
	g := &Generator[E]{s: s, kinds: kinds}
	for i, k := range kinds {
		a := construct.Assigning{Size: int32(s.Size), Variables: int32(k.variables), Words: int32(words(k.variables)), Most: int32(k.most),
			Kind: uint32(i), Active: construct.ActiveNone, Seed: s.Seed}
		switch {
		case k.apart:
			a.Apart = construct.ApartInTurn
		case s.Permuted:
			a.Permuted = 1
		}
		if i == 0 {
			a.Clone = 1
		}
		g.plans = append(g.plans, a)
	}
	if _, ok := s.Device.(multiwalk.Accelerator); ok {
		if n := s.Device.Workers(); n != 1 {
			return nil, fmt.Errorf("multiwalk: successors are made on one machine, and %v has %d; name one, as gpu:0", s.Device, n)
		}
		d, err := newGenerating(s, kinds)
		if err != nil {
			return nil, err
		}
		g.at = d
		return g, nil
	}
	workers := runtime.GOMAXPROCS(0)
	if s.Device != nil {
		workers = s.Device.Workers()
	}
	g.at = newCores(s, kinds, workers)
	return g, nil
}

// check refuses settings that cannot be.
func check[E any](s Settings, kinds []Kind[E]) error {
	switch {
	case s.Size < 1 || s.Size > mostStates:
		return fmt.Errorf("multiwalk: states of %d elements; a state has at least 1", s.Size)
	case s.States < 1 || s.States > mostStates:
		return fmt.Errorf("multiwalk: room for %d states; use 1 or more", s.States)
	case s.Scheme < Automatic || s.Scheme > Stored:
		return fmt.Errorf("multiwalk: no scheme %d; use successor.Automatic, successor.OnePass or successor.Stored", s.Scheme)
	case s.Threads != 0 && (s.Threads < 32 || s.Threads > 1024 || s.Threads&(s.Threads-1) != 0):
		return fmt.Errorf("multiwalk: %d threads a state; use a power of two from 32 to 1024, or 0", s.Threads)
	case len(kinds) == 0 || len(kinds) > mostKinds:
		return fmt.Errorf("multiwalk: %d types of variables; use 1 to %d", len(kinds), mostKinds)
	}
	for i, k := range kinds {
		switch {
		case k.worker == nil:
			return fmt.Errorf("multiwalk: type %d of variables is empty; make it with successor.Weighed or successor.Rated", i)
		case k.variables < 1 || k.variables > mostVariables:
			return fmt.Errorf("multiwalk: type %d has %d variables; use 1 to %d", i, k.variables, mostVariables)
		case k.most < 0 || k.most > mostPossibilities:
			return fmt.Errorf("multiwalk: type %d has up to %d possibilities; use 0 to %d", i, k.most, mostPossibilities)
		}
	}
	return nil
}

// States is how many states there are.
func (g *Generator[E]) States() int { return g.states }

// Put makes x the states, one after the other. No variable is active.
func (g *Generator[E]) Put(x []E) error {
	if len(x)%g.s.Size != 0 || len(x) > g.s.States*g.s.Size {
		return fmt.Errorf("multiwalk: %d elements are not up to %d states of %d", len(x), g.s.States, g.s.Size)
	}
	if err := g.at.put(x); err != nil {
		return err
	}
	g.states = len(x) / g.s.Size
	g.activate(construct.ActiveNone)
	return nil
}

// Get copies the states to x, one after the other.
func (g *Generator[E]) Get(x []E) error {
	if len(x) != g.states*g.s.Size {
		return fmt.Errorf("multiwalk: %d states of %d elements do not go into %d", g.states, g.s.Size, len(x))
	}
	return g.at.get(x)
}

// ActivateAll makes all variables of all types active, in all states.
func (g *Generator[E]) ActivateAll() { g.activate(construct.ActiveAll) }

func (g *Generator[E]) activate(which int32) {
	for i := range g.plans {
		g.plans[i].Active = which
	}
}

// Activate says which variables of a type are active: variable v of state s is if bit v%64 of sets[s*w+v/64] is set,
// where w is the number of words that hold a bit for each variable.
func (g *Generator[E]) Activate(kind int, sets []uint64) error {
	if kind < 0 || kind >= len(g.kinds) {
		return fmt.Errorf("multiwalk: no type %d of variables; there are %d", kind, len(g.kinds))
	}
	if w := words(g.kinds[kind].variables); len(sets) != g.states*w {
		return fmt.Errorf("multiwalk: %d words are not the active variables of %d states, %d each", len(sets), g.states, w)
	}
	if err := g.at.activate(kind, sets); err != nil {
		return err
	}
	g.plans[kind].Active = construct.ActiveSets
	return nil
}

// Generate replaces each state by a number of successors, in the order of the states: all active variables are
// assigned, and none is active afterwards. If a heuristic breaks its promises, the error is a *HeuristicError, and
// states and active variables stay as they were.
func (g *Generator[E]) Generate(each int) (Outcome, error) {
	switch {
	case each < 1:
		return Outcome{}, fmt.Errorf("multiwalk: %d successors of a state; use 1 or more", each)
	case g.states == 0:
		return Outcome{}, errors.New("multiwalk: there are no states to make successors of; use Put")
	case each > g.s.States/g.states:
		return Outcome{}, fmt.Errorf("multiwalk: %d successors of %d states are more than the %d that there is room for",
			each, g.states, g.s.States)
	}
	for i := range g.plans {
		g.plans[i].States, g.plans[i].Each = int32(each*g.states), int32(each)
	}
	o, err := g.at.generate(g.plans)
	if err != nil {
		return Outcome{}, err
	}
	g.at.swap()
	g.states *= each
	g.activate(construct.ActiveNone)
	for i := range g.plans {
		g.plans[i].Round++
	}
	return o, nil
}

// Close gives memory on a device back. The generator cannot be used any more.
func (g *Generator[E]) Close() error { return g.at.Close() }
