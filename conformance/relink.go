package conformance

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// relinks goes ways between solutions: what lies on them are solutions, none is apart from itself, and two are as far apart both ways.
func (k *problemKit) relinks(p multiwalk.Relinker) error {
	starts := k.starts()
	for i, a := range starts {
		b := starts[(i+1)%len(starts)]
		wasA, wasB, x := slices.Clone(a), slices.Clone(b), make([]int32, len(a))
		if d := p.Apart(a, a); d != 0 {
			return fmt.Errorf("Apart(x, x) is %d, not 0, at x = %s", d, show(a))
		}
		if d, back := p.Apart(a, b), p.Apart(b, a); d != back || d < 0 {
			return fmt.Errorf("of %s and %s Apart is %d one way, and %d the other way round", show(a), show(b), d, back)
		} else if marked := apartByMarks(p, a, b); marked >= 0 && marked != d {
			return fmt.Errorf("of %s and %s Apart is %d, and their Marks differ in %d bits", show(a), show(b), d, marked)
		}
		for _, part := range []float64{0.2, 0.5, 0.8} {
			p.Relink(x, a, b, part)
			if err := walk.Feasible(k.p, x); err != nil {
				return fmt.Errorf("Relink(x, a, b, %v) makes no solution of a = %s and b = %s: %w", part, show(a), show(b), err)
			}
			if !slices.Equal(a, wasA) || !slices.Equal(b, wasB) {
				return fmt.Errorf("Relink(x, a, b, %v) changes a or b", part)
			}
		}
	}
	return nil
}

// apartByMarks is in how many bits the marks of two solutions differ; -1 if the problem has none.
func apartByMarks(p multiwalk.Relinker, a, b []int32) (apart int) {
	m, ok := p.(multiwalk.Marker)
	if !ok {
		return -1
	}
	other := m.Marks(b)
	for k, word := range m.Marks(a) {
		apart += bits.OnesCount64(word ^ other[k])
	}
	return apart
}
