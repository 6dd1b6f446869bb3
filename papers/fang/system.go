package fang

import (
	"fmt"

	"github.com/multiwalk/multiwalk/internal/gridpath"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/successor"
)

// System is a way to make successors.
type System struct {
	papers.Base
	Paper  bool // the paper's kernel
	Rated  bool // by ratings that are aggregated; else by weights
	scheme successor.Scheme
}

// Systems returns all systems.
func Systems() []System {
	return []System{
		{Base: papers.At("one-pass", "one pass", papers.OneGPU), scheme: successor.OnePass},
		{Base: papers.At("stored", "stored", papers.OneGPU), Paper: true, scheme: successor.Stored},
		{Base: papers.At("cores", "one pass", papers.AllCores)},
		{Base: papers.At("one-pass-rated", "one pass, rated", papers.OneGPU), Rated: true, scheme: successor.OnePass},
		{Base: papers.At("stored-rated", "stored, rated", papers.OneGPU), Paper: true, Rated: true, scheme: successor.Stored},
		{Base: papers.At("cores-rated", "rated", papers.AllCores), Rated: true},
	}
}

// SystemsNamed returns systems by their IDs, in the order of Systems; none stand for all.
func SystemsNamed(ids []string) ([]System, error) { return papers.Named(Systems(), ids) }

// Size is the size of a generation.
type Size struct {
	States    int `journal:"states"`
	Variables int `journal:"variables"`
	Side      int `journal:"side"` // of the square of cells around a point
	Load      int `journal:"load"` // goals of a point
}

// Possibilities of a variable: the paper's equation 4.
func (s Size) Possibilities() int { return s.Side*s.Side - 1 }

func (s Size) String() string {
	return fmt.Sprintf("%d x %d x %d, %d", s.States, s.Variables, s.Possibilities(), s.Load)
}

// Ratings of a generation.
func (s Size) Ratings() float64 {
	return float64(s.States) * float64(s.Variables) * float64(s.Possibilities())
}

// far is how far goals may be away, so that no point comes to its goal.
const far = 1 << 20

// open makes a system's generator. Points begin at the origin.
func (l *Lab) open(s System, size Size) (*successor.Generator[gridpath.Point], error) {
	grid := gridpath.New(size.Variables, size.Side, size.Load, far, l.Seed)
	kind := successor.Weighed(&gridpath.Gains{Grid: grid}, size.Variables, size.Possibilities())
	if s.Rated {
		kind = successor.Rated(&gridpath.Ranks{Grid: grid}, size.Variables, size.Possibilities())
	}
	g, err := successor.New(successor.Settings{Size: size.Variables, States: size.States, Seed: l.Seed, Device: l.Device(s.Where),
		Scheme: s.scheme}, kind)
	if err != nil {
		return nil, err
	}
	return g, g.Put(grid.Points(size.States))
}
