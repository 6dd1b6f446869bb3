package conformance

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// allMoves is the length up to which all moves are checked.
const allMoves = 12

// move is a move on a solution: the call that prices it, and the solution it leads to, made the plain way, without the
// index arithmetic of package neighbourhood.
type move struct {
	name  string
	delta func() int64
	after func() []int32
}

// oracle is one kind of move that a problem prices.
type oracle struct {
	name string
	// all calls f for the moves on x inside one part, which is n elements from at, until f returns false.
	all func(x []int32, part multiwalk.Space, at int32, f func(move) bool)
	// draw returns a random move inside the part, or false if it drew none.
	draw func(r *multiwalk.Rand, x []int32, part multiwalk.Space, at int32) (move, bool)
}

// random returns moves on x in random parts; a part without moves takes its turns all the same.
func (o oracle) random(k *problemKit, r *multiwalk.Rand, x []int32, count int) []move {
	var moves []move
	for range count {
		at, part := k.anyPart(r)
		if m, ok := o.draw(r, x, part, at); ok {
			moves = append(moves, m)
		}
	}
	return moves
}

// deltas makes a check of each oracle.
func (k *problemKit) deltas() []check {
	var checks []check
	for _, o := range k.oracles() {
		checks = append(checks, check{o.name, func() error { return k.delta(o) }})
	}
	return checks
}

// delta compares the deltas with full evaluation, at each solution and then along a few moves from it.
func (k *problemKit) delta(o oracle) error {
	r := multiwalk.NewRand(k.seed, 2)
	for _, start := range k.x {
		x := slices.Clone(start)
		for range 3 {
			if err := k.deltaAt(o, r, x); err != nil {
				return err
			}
			for _, m := range o.random(k, r, x, 1) {
				copy(x, m.after())
			}
		}
	}
	return nil
}

func (k *problemKit) deltaAt(o oracle, r *multiwalk.Rand, x []int32) error {
	was, cost := slices.Clone(x), k.p.Cost(x)
	var defect error
	one := func(m move) bool {
		k.moved[o.name]++
		d := m.delta()
		if defect = unchanged(m.name, x, was); defect != nil {
			return false
		}
		after := m.after()
		if c := k.p.Cost(after); d != c-cost {
			defect = fmt.Errorf("%s = %d, but the cost goes from %d to %d, by %d, at x = %s", m.name, d, cost, c, c-cost, show(x))
		}
		return defect == nil
	}
	if len(x) > allMoves {
		for _, m := range o.random(k, r, x, k.moves) {
			if !one(m) {
				break
			}
		}
		return defect
	}
	for at, part := range k.parts() {
		if defect == nil {
			o.all(x, part, at, one)
		}
	}
	return defect
}

// oracles lists the kinds of move that the problem prices.
func (k *problemKit) oracles() []oracle {
	var list []oracle
	if e, ok := k.p.(multiwalk.SwapEvaluator); ok {
		list = append(list, pairs("SwapDelta", true, e.SwapDelta, func(x []int32, i, j int32) { x[i], x[j] = x[j], x[i] }))
	}
	if e, ok := k.p.(multiwalk.InsertEvaluator); ok {
		list = append(list, pairs("InsertDelta", true, e.InsertDelta, func(x []int32, i, j int32) {
			v := x[i]
			rest := slices.Delete(slices.Clone(x), int(i), int(i)+1)
			copy(x, slices.Insert(rest, int(j), v))
		}))
	}
	if e, ok := k.p.(multiwalk.TwoOptEvaluator); ok {
		list = append(list, pairs("TwoOptDelta", false, e.TwoOptDelta,
			func(x []int32, i, j int32) { slices.Reverse(x[i : j+1]) }))
	}
	if e, ok := k.p.(multiwalk.OrOptEvaluator); ok {
		list = append(list, segments(e))
	}
	if e, ok := k.p.(multiwalk.FlipEvaluator); ok {
		list = append(list, values("FlipDelta", multiwalk.KindBinary,
			func(x []int32, i, _ int32) int64 { return e.FlipDelta(x, i) }))
	}
	if e, ok := k.p.(multiwalk.Flip2Evaluator); ok {
		list = append(list, severalFlips("Flip2Delta", 2, func(x []int32, at []int32) int64 { return e.Flip2Delta(x, at[0], at[1]) }))
	}
	if e, ok := k.p.(multiwalk.Flip3Evaluator); ok {
		list = append(list, severalFlips("Flip3Delta", 3, func(x []int32, at []int32) int64 { return e.Flip3Delta(x, at[0], at[1], at[2]) }))
	}
	if e, ok := k.p.(multiwalk.JointSwapEvaluator); ok {
		list = append(list, jointSwaps(k.p.Space(), e))
	}
	if e, ok := k.p.(multiwalk.ChangeEvaluator); ok {
		list = append(list, values("ChangeDelta", multiwalk.KindIntegers, e.ChangeDelta))
	}
	return list
}
