package single_test

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single/descent"
)

// sack is a knapsack whose solutions are never too heavy: Check says so, and its moves keep it.
type sack struct {
	values, weights []int64
	room            int64
	poorest         []int32 // the items, the one of least value for its weight first
}

func newSack(room int64, values, weights []int64) *sack {
	p := &sack{values: values, weights: weights, room: room}
	for i := range int32(len(values)) {
		p.poorest = append(p.poorest, i)
	}
	slices.SortStableFunc(p.poorest, func(a, b int32) int {
		return int(values[a]*weights[b] - values[b]*weights[a])
	})
	return p
}

func (p *sack) Space() multiwalk.Space { return multiwalk.Binary(len(p.values)) }

func (p *sack) Cost(x []int32) int64 {
	var value int64
	for i, in := range x {
		value += int64(in) * p.values[i]
	}
	return -value // the most value is the least cost
}

func (p *sack) weight(x []int32) (sum int64) {
	for i, in := range x {
		sum += int64(in) * p.weights[i]
	}
	return sum
}

func (p *sack) Check(x []int32) error {
	if p.weight(x) > p.room {
		return errors.New("the sack is too heavy")
	}
	return nil
}

// Construct begins with an empty sack: a random one would be too heavy.
func (p *sack) Construct(_ *multiwalk.Rand, x []int32) { clear(x) }

func (p *sack) NewMoves() multiwalk.Moves { return &ejection{p: p} }

// ejection is ejection chains (Glover, 1996): an item goes into the sack, and pushes out the poorest ones until all fits.
// An item that is in the sack is taken out. Move I is of item I, so there are n moves, and they are numbered.
type ejection struct {
	p      *sack
	weight int64   // of the sack
	flips  []int32 // what the move made last has changed
}

func (e *ejection) Reset(x []int32) { e.weight = e.p.weight(x) }

func (e *ejection) Size() int64 { return int64(len(e.p.values)) }

func (e *ejection) Move(k int64) multiwalk.Move { return multiwalk.Move{I: int32(k)} }

func (e *ejection) Random(r *multiwalk.Rand) multiwalk.Move {
	return multiwalk.Move{I: int32(r.IntN(len(e.p.values)))}
}

// chain calls eject for all items that change when item i does.
func (e *ejection) chain(x []int32, i int32, eject func(i int32)) {
	eject(i)
	if x[i] == 1 {
		return
	}
	over := e.weight + e.p.weights[i] - e.p.room
	for _, j := range e.p.poorest {
		if over <= 0 {
			return
		}
		if x[j] == 1 {
			eject(j)
			over -= e.p.weights[j]
		}
	}
}

func (e *ejection) Delta(x []int32, m multiwalk.Move) (d int64) {
	if e.p.weights[m.I] > e.p.room {
		return 0 // it never fits: the move changes nothing
	}
	e.chain(x, m.I, func(j int32) { d += (2*int64(x[j]) - 1) * e.p.values[j] })
	return d
}

func (e *ejection) Apply(x []int32, m multiwalk.Move) {
	e.flips = e.flips[:0]
	if e.p.weights[m.I] > e.p.room {
		return
	}
	e.chain(x, m.I, func(j int32) { e.flips = append(e.flips, j) })
	e.flip(x)
}

func (e *ejection) Undo(x []int32, _ multiwalk.Move) { e.flip(x) }

func (e *ejection) flip(x []int32) {
	for _, i := range e.flips {
		x[i] = 1 - x[i]
		e.weight += (2*int64(x[i]) - 1) * e.p.weights[i]
	}
}

var (
	_ multiwalk.Mover          = &sack{}
	_ multiwalk.MoveEvaluator  = &ejection{}
	_ multiwalk.MoveEnumerator = &ejection{}
)

// Ejection chains as a problem's own moves. All solutions on the way fit the sack.
func Example_ejectionChains() {
	p := newSack(100, []int64{60, 50, 70, 30, 90, 40, 65, 20, 85, 55}, []int64{20, 25, 30, 15, 45, 18, 33, 9, 41, 22})
	r, err := multiwalk.Minimize(context.Background(), p, descent.VariableNeighbourhood{}, multiwalk.Settings{
		Stop: []multiwalk.Stop{multiwalk.Evaluations(5_000)}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("value", -r.Cost, "weight", p.weight(r.Best))
	// Output: value 245 weight 99
}
