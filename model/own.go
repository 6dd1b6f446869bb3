package model

import (
	"fmt"
	"math"
	"strconv"
	"sync"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/asking"
)

// Own is a problem of the user's own: the document says which solutions there are, and another program tells what they cost. It has one of
// the four lists.
type Own struct {
	Permutation int          `json:"permutation,omitzero" jsonschema:"solutions are the orders of 0, 1, 2 and so on, as many as this"`
	Bits        int          `json:"bits,omitzero" jsonschema:"solutions are as many zeros and ones"`
	Integers    [][2]int     `json:"integers,omitzero" jsonschema:"solutions are whole numbers; of each the least and the greatest"`
	Reals       [][2]float64 `json:"reals,omitzero" jsonschema:"solutions are numbers; of each the least and the greatest"`
	Scale       float64      `json:"scale,omitzero" jsonschema:"what costs are multiplied by before they are rounded to whole numbers, 1 by default; not of reals"`
}

func (o *Own) translate(at string) (*made, error) {
	all, err := o.space(at)
	if err != nil {
		return nil, err
	}
	if o.Reals != nil {
		return o.vectors(at)
	}
	p := &own{space: all, units: 1}
	if o.Scale != 0 {
		if p.units, _, err = unitsOf(at, o.Scale, math.MaxFloat64); err != nil {
			return nil, err
		}
	}
	m := &made{format: ownFormat, problem: p, units: p.units, teller: numbers{}}
	if o.Permutation > 0 {
		elements, err := named(at, "element", nil, o.Permutation)
		m.teller = order{names: elements}
		return m, err
	}
	return m, nil
}

// ownFormat is the name of the format.
const ownFormat = "own"

// mostOwn bounds the elements of a solution, which each question has in full.
const mostOwn = 1_000_000

// space is that of the one list that there is; reals have another.
func (o *Own) space(at string) (s multiwalk.Space, err error) {
	kinds := 0
	for _, n := range []int{o.Permutation, o.Bits, len(o.Integers), len(o.Reals)} {
		if n < 0 || n > mostOwn {
			return s, wrong(at, "found %d elements, expected 1 to %d", n, mostOwn)
		}
		kinds += min(1, n)
	}
	switch {
	case kinds != 1:
		return s, wrong(at, "found %d spaces, expected one of permutation, bits, integers and reals", kinds)
	case o.Permutation > 0:
		return multiwalk.Permutation(o.Permutation), nil
	case o.Bits > 0:
		return multiwalk.Binary(o.Bits), nil
	}
	var parts []multiwalk.Space
	from := 0
	for i, b := range o.Integers {
		if b[0] > b[1] || b[0] < math.MinInt32 || b[1] > math.MaxInt32 {
			return s, wrong(at+"/integers/"+strconv.Itoa(i), "found %v, expected the least and the greatest of numbers of 32 bits", b)
		}
		if i+1 == len(o.Integers) || o.Integers[i+1] != b {
			parts = append(parts, multiwalk.Integers(i+1-from, int32(b[0]), int32(b[1])))
			from = i + 1
		}
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return multiwalk.Product(parts...), nil
}

// own is a problem over whole numbers.
type own struct {
	space multiwalk.Space
	units float64
	asked
}

// asked asks for costs, and keeps the cheapest solution.
type asked struct {
	memo  *asking.Memo
	mu    sync.Mutex
	best  []int32
	least int64
}

// Ask implements problem.Asker.
func (a *asked) Ask(m *asking.Memo) { a.memo = m }

// Stop implements problem.Asker.
func (a *asked) Stop() { a.memo.Stop() }

// Cheapest implements problem.Asker.
func (a *asked) Cheapest() ([]int32, int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.best, a.least
}

// note takes a solution that may be the cheapest.
func (a *asked) note(x []int32, cost int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.best == nil || cost < a.least {
		a.best, a.least = append([]int32{}, x...), cost
	}
}

// Check implements multiwalk.Checker.
func (a *asked) Check([]int32) error {
	if a.memo == nil {
		return fmt.Errorf("multiwalk: nobody tells what solutions of this model cost; name a program that does with --cost-command")
	}
	return nil
}

// worst is what a solution costs that nobody could tell of. The run is over then.
const worst = math.MaxInt64 / 4

// Space implements multiwalk.Problem.
func (p *own) Space() multiwalk.Space { return p.space }

// Cost implements multiwalk.Problem.
func (p *own) Cost(x []int32) int64 {
	var cost [1]int64
	p.CostBatch([][]int32{x}, cost[:])
	return cost[0]
}

// CostBatch implements multiwalk.BatchEvaluator.
func (p *own) CostBatch(xs [][]int32, costs []int64) {
	texts, told := make([]string, len(xs)), make([]float64, len(xs))
	for i, x := range xs {
		texts[i] = list(x, func(to []byte, v int32) []byte { return strconv.AppendInt(to, int64(v), 10) })
	}
	failed := p.memo == nil || p.memo.Costs(texts, told, func(i int, told float64) {
		cost, err := p.whole(told)
		if err != nil {
			p.memo.Fail(err)
			return
		}
		p.note(xs[i], cost)
	}) != nil
	for i := range xs {
		if costs[i] = worst; !failed {
			costs[i], _ = p.whole(told[i])
		}
	}
}

// whole is a cost of the document in those of the engine.
func (p *own) whole(cost float64) (int64, error) {
	v := cost * p.units
	switch {
	case !(math.Abs(v) < 1<<60):
		return 0, fmt.Errorf("multiwalk: the cost command: found the cost %v, which with a scale of %v is beyond 2^60; tell smaller ones", cost, p.units)
	case v != math.Round(v) && p.units == 1:
		return 0, fmt.Errorf("multiwalk: the cost command: found the cost %v, expected a whole number; give the model a scale, such as 1000, "+
			"by which fractions are multiplied before they are rounded", cost)
	}
	return int64(math.Round(v)), nil
}

// list is numbers as JSON.
func list[T any](x []T, number func(to []byte, v T) []byte) string {
	text := append(make([]byte, 0, 8*len(x)+2), '[')
	for i, v := range x {
		if i > 0 {
			text = append(text, ',')
		}
		text = number(text, v)
	}
	return string(append(text, ']'))
}

// numbers is told as a list of all elements.
type numbers struct{}

func (numbers) tell(x []int32, a *Answer) {
	a.Vector = make(Row, len(x))
	for i, v := range x {
		a.Vector[i] = float64(v)
	}
}

func (numbers) hear(a *Answer) ([]int32, error) {
	x := make([]int32, len(a.Vector))
	for i, v := range a.Vector {
		if x[i] = int32(v); float64(x[i]) != v {
			return nil, wrong("/vector/"+strconv.Itoa(i), "found %v, expected a whole number", v)
		}
	}
	return x, nil
}

// ownReals is a problem over real vectors.
type ownReals struct {
	*continuous.Packed
	*asked
}

// Check implements multiwalk.Checker.
func (p ownReals) Check(x []int32) error { return p.asked.Check(x) }

func (o *Own) vectors(at string) (*made, error) {
	if o.Scale != 0 {
		return nil, wrong(at+"/scale", "found a scale, expected none: costs of reals are not rounded")
	}
	f := &vectorCosts{asked: &asked{}}
	for i, b := range o.Reals {
		if !(b[0] <= b[1]) {
			return nil, wrong(at+"/reals/"+strconv.Itoa(i), "found %v, expected the least number and the greatest", b)
		}
		f.lower, f.upper = append(f.lower, b[0]), append(f.upper, b[1])
	}
	p, err := continuous.Of(f)
	if err != nil {
		return nil, within(at+"/reals", err)
	}
	return &made{format: ownFormat, problem: ownReals{p, f.asked}, units: 1, teller: vectors{}}, nil
}

// vectorCosts is the function that others tell.
type vectorCosts struct {
	lower, upper []float64
	*asked
}

// Bounds implements continuous.Problem.
func (f *vectorCosts) Bounds() (lower, upper []float64) { return f.lower, f.upper }

// Name implements multiwalk.Namer.
func (f *vectorCosts) Name() string { return ownFormat }

// Cost implements continuous.Problem.
func (f *vectorCosts) Cost(x []float64) float64 {
	var cost [1]float64
	f.Costs([][]float64{x}, cost[:])
	return cost[0]
}

// Costs implements continuous.Batcher.
func (f *vectorCosts) Costs(xs [][]float64, costs []float64) {
	texts := make([]string, len(xs))
	for i, x := range xs {
		texts[i] = list(x, func(to []byte, v float64) []byte { return strconv.AppendFloat(to, v, 'g', -1, 64) })
	}
	failed := f.memo == nil || f.memo.Costs(texts, costs, func(i int, told float64) {
		f.note(continuous.Pack(xs[i]), continuous.Target(told).Value)
	}) != nil
	for i := range xs {
		if failed {
			costs[i] = math.Inf(1)
		}
	}
}

// vectors is told as a list of real numbers, and its objective is their cost.
type vectors struct{}

func (vectors) tell(x []int32, a *Answer) { a.Vector = continuous.Unpack(x) }

func (vectors) hear(a *Answer) ([]int32, error) { return continuous.Pack(a.Vector), nil }
