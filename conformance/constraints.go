package conformance

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// starts returns the kit's solutions with the fixed elements as they must be, without those that the problem's Check rejects,
// and one that a Constructor builds.
func (k *problemKit) starts() (list [][]int32) {
	for _, x := range k.x {
		list = append(list, slices.Clone(x))
	}
	if c, ok := k.p.(multiwalk.Constructor); ok {
		x := make([]int32, k.p.Space().Len())
		c.Construct(multiwalk.NewRand(k.seed, 6), x)
		if k.p.Space().Check(x) == nil {
			list = append(list, x)
		}
	}
	for _, x := range list {
		walk.KeepFixed(k.p, x)
	}
	return slices.DeleteFunc(list, func(x []int32) bool { return walk.Feasible(k.p, x) != nil })
}

// fixed asks for the fixed elements twice, and gives them to solutions.
func (k *problemKit) fixed(p multiwalk.Fixer) error {
	first, err := walk.FixedOf(k.p)
	if err != nil {
		return err
	}
	if first = slices.Clone(first); !slices.Equal(first, p.Fixed()) {
		return fmt.Errorf("it lists %v at the first call and %v at the second; it must not change", first, p.Fixed())
	}
	for _, x := range k.x {
		y := slices.Clone(x)
		walk.KeepFixed(k.p, y)
		if err := k.p.Space().Check(y); err != nil {
			return fmt.Errorf("with the fixed elements %s becomes %s: %w", show(x), show(y), err)
		}
	}
	return nil
}

// constraints looks for solutions that violate each constraint by more than its Most, and counts again what is packed.
func (k *problemKit) constraints(p multiwalk.Constrained) error {
	c := p.Constraints()
	if c == nil {
		return fmt.Errorf("it is nil; return what NewConstraints made")
	}
	if again := p.Constraints(); again == nil || !slices.Equal(c.List(), again.List()) {
		return fmt.Errorf("it is other constraints at the second call than at the first; it must not change")
	}
	for at, start := range k.starts() {
		for i := range c.List() {
			if err := k.worst(c, i, start, multiwalk.NewRand(k.seed, 20+at)); err != nil {
				return err
			}
		}
	}
	return nil
}

// heldBare is a problem without its abilities but for what must not change.
type heldBare struct {
	bare
	fixed []multiwalk.Fixed
}

func (b heldBare) Fixed() []multiwalk.Fixed { return b.fixed }

// worst makes random moves that do not lessen a violation, and checks all solutions on the way.
func (k *problemKit) worst(c *multiwalk.Constraints, constraint int, start []int32, r *multiwalk.Rand) error {
	fixed, _ := walk.FixedOf(k.p)
	nb, err := neighbourhood.For(heldBare{bare{k.p}, fixed})
	if err != nil {
		return err
	}
	x, amounts, most := slices.Clone(start), make([]int64, len(c.List())), int64(-1)
	for made := range 2 * min(k.moves, 100) {
		var m neighbourhood.Move
		if made > 0 {
			if nb.Size() == 0 {
				return nil
			}
			m = nb.Random(r)
			nb.Apply(x, m)
		}
		cost := k.p.Cost(x)
		if walk.Feasible(k.p, x) == nil { // else it is no solution
			if err := c.Check(cost); err != nil {
				return fmt.Errorf("at x = %s, which costs %d: %w", show(x), cost, err)
			}
			if err := k.recount(c, x, cost); err != nil {
				return err
			}
		}
		if c.Unpack(cost, amounts); made > 0 && amounts[constraint] < most {
			nb.Undo(x, m)
			continue
		}
		most = amounts[constraint]
	}
	return nil
}

// recount compares what a cost packs with what the problem says otherwise, if it does.
func (k *problemKit) recount(c *multiwalk.Constraints, x []int32, cost int64) error {
	packed := c.Violations(cost)
	if v, ok := k.p.(multiwalk.Violator); ok {
		told := slices.DeleteFunc(v.Violations(x), func(v multiwalk.Violation) bool { return v.Amount == 0 })
		same := len(told) == len(packed)
		for _, one := range told {
			same = same && slices.Contains(packed, one)
		}
		if !same {
			return fmt.Errorf("the cost %d of x = %s packs the violations %v, and Violations counts %v", cost, show(x), packed, told)
		}
	}
	if f, ok := k.p.(multiwalk.Feasibler); ok && f.Feasible(x) != (len(packed) == 0) {
		return fmt.Errorf("the cost %d of x = %s packs the violations %v, and Feasible says %v", cost, show(x), packed, len(packed) > 0)
	}
	return nil
}

// violator asks about each solution twice.
func (k *problemKit) violator(p multiwalk.Violator) error {
	for _, x := range k.x {
		given := slices.Clone(x)
		list := slices.Clone(p.Violations(given))
		if err := unchanged("Violations", given, x); err != nil {
			return err
		}
		if again := p.Violations(x); !slices.Equal(list, again) {
			return fmt.Errorf("of %s it counts %v at the first call and %v at the second", show(x), list, again)
		}
		for i, v := range list {
			switch {
			case v.Name == "":
				return fmt.Errorf("of %s it counts %d of a violation without a name", show(x), v.Amount)
			case v.Amount < 0:
				return fmt.Errorf("of %s it counts %d of %s; an amount is never negative", show(x), v.Amount, v.Name)
			case slices.ContainsFunc(list[:i], func(o multiwalk.Violation) bool { return o.Name == v.Name }):
				return fmt.Errorf("of %s it counts %s twice; give each constraint one entry", show(x), v.Name)
			}
		}
	}
	return nil
}

// feasibler asks about each solution twice.
func (k *problemKit) feasibler(p multiwalk.Feasibler) error {
	for _, x := range k.x {
		given := slices.Clone(x)
		first := p.Feasible(given)
		if err := unchanged("Feasible", given, x); err != nil {
			return err
		}
		if again := p.Feasible(x); first != again {
			return fmt.Errorf("of %s it says %v at the first call and %v at the second", show(x), first, again)
		}
	}
	return nil
}
