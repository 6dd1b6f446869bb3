package conformance

import (
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// allMoves is the length up to which all moves are checked.
const allMoves = 12

// deltas makes a check of each kind of move that the problem prices.
func (k *problemKit) deltas() []check {
	var checks []check
	for _, m := range k.kinds() {
		if price := m.problem(k.p); price != nil {
			checks = append(checks, check{m.name + "Delta", func() error { return k.delta(m, price) }})
		}
	}
	return checks
}

// delta compares the deltas with full evaluation, at each solution and then along a few moves from it.
func (k *problemKit) delta(m moveKind, price func(x []int32, a args) int64) error {
	r := multiwalk.NewRand(k.seed, 2)
	for _, start := range k.x {
		x := slices.Clone(start)
		for range 3 {
			if err := k.deltaAt(m, m.name+"Delta", m.name+"Delta(x, ", price, r, x); err != nil {
				return err
			}
			for _, a := range m.random(k, r, x, 1) {
				m.do(x, a)
			}
		}
	}
	return nil
}

// deltaAt compares deltas at x: of all moves, or of random ones. They are counted under the name of the check.
func (k *problemKit) deltaAt(m moveKind, name, call string, price func(x []int32, a args) int64, r *multiwalk.Rand, x []int32) (defect error) {
	was, cost := slices.Clone(x), k.p.Cost(x)
	one := func(a args) bool {
		k.moved[name]++
		d := price(x, a)
		if defect = unchanged(m.call(call, a), x, was); defect != nil {
			return false
		}
		if c := k.p.Cost(m.after(x, a)); d != c-cost {
			defect = fmt.Errorf("%s = %d, but the cost goes from %d to %d, by %d, at x = %s", m.call(call, a), d, cost, c, c-cost, show(x))
		}
		return defect == nil
	}
	if len(x) > allMoves {
		for _, a := range m.random(k, r, x, k.moves) {
			if !one(a) {
				break
			}
		}
		return defect
	}
	for at, part := range k.parts() {
		if defect == nil && slices.Contains(m.parts, part.Kind()) {
			m.all(x, part, at, one)
		}
	}
	return defect
}

// insertDeltas compares the places of random elements, in random windows of each part whose elements are in an order, with what
// InsertDelta says of each.
func (k *problemKit) insertDeltas(p multiwalk.InsertionsEvaluator) error {
	r := multiwalk.NewRand(k.seed, 7)
	for _, x := range k.x {
		was := slices.Clone(x)
		for at, part := range k.parts() {
			if !isOrder(part.Kind()) {
				continue
			}
			begin, n := int(at), part.Len()
			for range 8 {
				i := begin + r.IntN(n)
				first, last := begin+r.IntN(i-begin+1), i+r.IntN(begin+n-i)
				if err := k.window(p, x, was, int32(i), int32(first), last-first+1); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (k *problemKit) window(p multiwalk.InsertionsEvaluator, x, was []int32, i, first int32, width int) error {
	deltas := slices.Repeat([]int64{math.MinInt64}, width)
	p.InsertDeltas(x, i, first, deltas)
	if err := unchanged(fmt.Sprintf("InsertDeltas(x, %d, %d, deltas)", i, first), x, was); err != nil {
		return err
	}
	for up, d := range deltas {
		j, want := first+int32(up), int64(0)
		if j != i {
			want = p.InsertDelta(x, i, j)
		}
		if d != want {
			return fmt.Errorf("InsertDeltas(x, %d, %d, deltas) says %d of place %d, but InsertDelta(x, %d, %d) says %d, at x = %s",
				i, first, d, j, i, j, want, show(x))
		}
	}
	return nil
}
