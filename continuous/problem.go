package continuous

import (
	"errors"
	"fmt"
	"math"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/reals"
)

// Problem is a function to be minimised in a box. Both methods must be safe for concurrent use and must not keep or change x.
type Problem interface {
	// Bounds returns the least and the greatest value of each element, in finite numbers. They may be equal: the element is fixed then.
	Bounds() (lower, upper []float64)
	// Cost evaluates a vector within the bounds. NaN and the infinities are the worst cost.
	Cost(x []float64) float64
}

// The optional abilities of a Problem.

// Batcher evaluates many vectors in less time than one by one: f[i] is the cost of x[i]. It must be safe for concurrent use.
type Batcher interface {
	Costs(x [][]float64, f []float64)
}

// Integer says which elements are whole numbers. The cost sees them rounded; methods work on them as on the others. There must be a whole
// number between their bounds.
type Integer interface {
	Integral() []bool
}

// Bounder knows a lower bound on all costs, such as the cost of a known optimum. See multiwalk.Bounder.
type Bounder interface {
	LowerBound() float64
}

// Beginner has a vector to begin with. It is copied; nil is none.
type Beginner interface {
	Begin() []float64
}

// Func is a Problem made from a function.
type Func struct {
	X0           []float64 // to begin with, or nil: a random vector
	Lower, Upper []float64
	F            func(x []float64) float64
	Whole        []bool // the elements that are whole numbers; nil: none
	Title        string // for records and messages
}

func (p Func) Bounds() (lower, upper []float64) { return p.Lower, p.Upper }
func (p Func) Cost(x []float64) float64         { return p.F(x) }
func (p Func) Begin() []float64                 { return p.X0 }
func (p Func) Integral() []bool                 { return p.Whole }
func (p Func) Name() string                     { return p.Title }

// Packed is a Problem as the engine takes it: solutions are the bits of vectors (multiwalk.Reals), costs whole numbers in the order of the
// real ones. Of makes one. A type that embeds a *Packed is a problem for the methods of this package too.
type Packed struct {
	of           Problem
	space        multiwalk.Space
	lower, upper []float64 // of the cost's view: of whole numbers the least and the greatest
	integral     []bool    // nil: none is a whole number
	refused      atomic.Int64
}

// Of makes a problem of the engine. It refuses bounds that are none, X0 outside of them, and a mask that does not fit.
func Of(p Problem) (*Packed, error) {
	if f, ok := p.(Func); p == nil || ok && f.F == nil {
		return nil, errors.New("multiwalk: no function given")
	}
	lower, upper := p.Bounds()
	q := &Packed{of: p, space: multiwalk.Reals(lower, upper)}
	if err := q.space.Validate(); err != nil {
		return nil, err
	}
	q.lower, q.upper = q.space.Box()
	if m, ok := p.(Integer); ok {
		q.integral = m.Integral()
	}
	if q.integral != nil {
		if err := q.whole(); err != nil {
			return nil, err
		}
	}
	if x := q.begin(); x != nil {
		if len(x) != q.N() {
			return nil, fmt.Errorf("multiwalk: x0 has %d elements, and there are bounds for %d", len(x), q.N())
		}
		if err := q.space.Check(Pack(x)); err != nil {
			return nil, fmt.Errorf("multiwalk: x0 is outside the bounds: %w", err)
		}
	}
	return q, nil
}

// whole makes whole numbers of the bounds of such elements.
func (p *Packed) whole() error {
	if len(p.integral) != p.N() {
		return fmt.Errorf("multiwalk: %d elements are said to be whole numbers or not, and there are %d", len(p.integral), p.N())
	}
	lower, upper := append([]float64{}, p.lower...), append([]float64{}, p.upper...)
	for i, whole := range p.integral {
		if !whole {
			continue
		}
		if lower[i], upper[i] = math.Ceil(lower[i]), math.Floor(upper[i]); lower[i] > upper[i] {
			return fmt.Errorf("multiwalk: element %d is a whole number, and there is none between its bounds %v and %v", i, p.lower[i], p.upper[i])
		}
	}
	p.space = multiwalk.Reals(lower, upper)
	p.lower, p.upper = p.space.Box()
	return nil
}

// packed is how methods find the Packed in a type that embeds it.
func (p *Packed) packed() *Packed { return p }

// Problem returns what the Packed was made of.
func (p *Packed) Problem() Problem { return p.of }

// N returns the number of elements.
func (p *Packed) N() int { return len(p.lower) }

func (p *Packed) Space() multiwalk.Space { return p.space }

func (p *Packed) Cost(words []int32) int64 {
	x := make([]float64, p.N())
	reals.Unpack(words, x)
	p.round(x)
	return reals.Cost(p.of.Cost(x))
}

// round makes whole numbers of the elements that are.
func (p *Packed) round(x []float64) {
	for i, whole := range p.integral {
		if whole {
			x[i] = min(max(math.RoundToEven(x[i]), p.lower[i]), p.upper[i])
		}
	}
}

// begin returns the problem's own vector to begin with, or nil.
func (p *Packed) begin() []float64 {
	if b, ok := p.of.(Beginner); ok {
		return b.Begin()
	}
	return nil
}

// Construct implements multiwalk.Constructor: it writes the problem's own vector, or a random one.
func (p *Packed) Construct(r *multiwalk.Rand, words []int32) {
	if x := p.begin(); x != nil {
		reals.Pack(x, words)
		return
	}
	p.space.Random(r, words)
}

func (p *Packed) LowerBound() int64 {
	if b, ok := p.of.(Bounder); ok {
		return reals.Cost(b.LowerBound())
	}
	return multiwalk.NoBound
}

func (p *Packed) Name() string {
	if n, ok := p.of.(multiwalk.Namer); ok && n.Name() != "" {
		return n.Name()
	}
	return fmt.Sprintf("%T", p.of)
}

// Refused returns how many costs were NaN or infinite, in all runs on the problem.
func (p *Packed) Refused() int64 { return p.refused.Load() }
