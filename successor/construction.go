package successor

import (
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/construct"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/walk"
)

// Problem is a multiwalk.Problem that offers heuristics for its variables. IteratedGreedy searches by them, and so does
// each S-metaheuristic if the problem's NewMoves returns what Construction.Moves makes.
type Problem interface {
	multiwalk.Problem
	// Construction says how solutions are taken apart and built anew.
	Construction() Construction
}

// Releaser is what the heuristics of a Construction have beside: variables are released, and solutions priced.
type Releaser = kernel.Releaser[int32]

// Construction says how solutions of a problem are taken apart and built anew, variable by variable. Of a state the first
// elements are the solution; others may follow, such as the loads of machines, which Assign and Release keep up to date.
type Construction struct {
	// Kinds are the types of variables, each with a heuristic that is a Releaser too.
	Kinds []Kind[int32]
	// Size is the number of elements of a state; 0 means those of a solution.
	Size int
	// Complete sets the elements that follow a solution, which is in the first ones. Nil if there are none.
	Complete func(x []int32)
}

// construction returns that of a problem, checked.
func construction(p multiwalk.Problem) (c Construction, err error) {
	q, ok := walk.As[Problem](p)
	if !ok {
		return c, walk.NoDelta(nameGreedy, "heuristics (successor.Problem), nor is it a permutation with InsertDelta")
	}
	c = q.Construction()
	n := p.Space().Len()
	if c.Size == 0 {
		c.Size = n
	}
	if c.Size < n || c.Size > n && c.Complete == nil {
		return c, fmt.Errorf("multiwalk: states of %d elements for solutions of %d; Construction needs a Size of %[2]d or more, "+
			"and Complete if it is more", c.Size, n)
	}
	if err := check(Settings{Size: c.Size, States: 1}, c.Kinds); err != nil {
		return c, err
	}
	for i, k := range c.Kinds {
		if _, ok := k.heuristic.(Releaser); !ok {
			return c, noReleaser(k.heuristic, i)
		}
		if k.apart {
			return c, fmt.Errorf("multiwalk: type %d of variables is Apart; for a search leave that out", i)
		}
	}
	return c, nil
}

func noReleaser(heuristic any, kind int) error {
	return fmt.Errorf("multiwalk: %T, the heuristic of type %d of variables, is no successor.Releaser; give it Pick, Release and Price",
		heuristic, kind)
}

// state writes the state of a solution to x.
func (c *Construction) state(x, solution []int32) {
	copy(x, solution)
	if c.Complete != nil {
		c.Complete(x)
	}
}

// plans says for each type which of its variables are released and how they are assigned.
func (c *Construction) plans(states int, seed uint64) (assign []construct.Assigning, release []construct.Releasing) {
	for i, k := range c.Kinds {
		n := int32(k.variables)
		a := construct.Assigning{States: int32(states), Each: 1, Size: int32(c.Size), Variables: n, Words: int32(words(k.variables)),
			Most: int32(k.most), Kind: uint32(i), Permuted: 1, Active: construct.ActiveSets, Seed: seed}
		r := construct.Releasing{States: a.States, Size: a.Size, Variables: n, Words: a.Words, Kind: a.Kind, Seed: seed}
		if i == 0 {
			r.Clone = 1
		}
		assign, release = append(assign, a), append(release, r)
	}
	return assign, release
}

// builder takes states apart and builds them anew, on a core.
type builder struct {
	c       *Construction
	core    *core[int32]
	sets    [][]uint64 // by type
	assign  []construct.Assigning
	release []construct.Releasing
}

func newBuilder(c *Construction, states int, seed uint64) *builder {
	b := &builder{c: c, core: newCore(c.Kinds)}
	b.assign, b.release = c.plans(states, seed)
	for _, k := range c.Kinds {
		b.sets = append(b.sets, make([]uint64, words(k.variables)))
	}
	return b
}

// rebuild releases variables of a complete state, and assigns them.
func (b *builder) rebuild(x []int32, state int32) error {
	for i := range b.release {
		h := b.c.Kinds[i].heuristic.(Releaser)
		if wrong, ok := construct.ReleaseOf(h, &b.release[i], x, b.sets[i], state); !ok {
			f := fault{Fault: construct.Fault{Code: construct.FaultPick, Variable: wrong, Value: int64(wrong)}, kind: i, state: int(state)}
			return f.err(0)
		}
	}
	for i := range b.assign {
		if f := b.core.assignAll(&b.assign[i], b.core.heuristics[i], x, b.sets[i], state); f.Code != 0 {
			return f.err(b.c.Kinds[i].most)
		}
	}
	return nil
}

// price is what the complete state x costs.
func (b *builder) price(x []int32) int64 { return b.c.Kinds[0].heuristic.(Releaser).Price(x) }
