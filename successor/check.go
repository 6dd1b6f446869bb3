package successor

import (
	"fmt"

	"github.com/multiwalk/multiwalk/internal/kernels/construct"
)

// Check looks, for tests, at what the heuristic says of each variable in state x: the number of possibilities must be one that may be,
// and calls for many possibilities must give the same as calls for one.
func (k Kind[E]) Check(x []E) error {
	h := k.worker()
	for v := range int32(k.variables) {
		if f := k.checkVariable(h, x, v); f.Code != 0 {
			return f.err(k.most)
		}
	}
	return nil
}

func (k *Kind[E]) checkVariable(h heuristic[E], x []E, variable int32) (f fault) {
	defer func() {
		if cause := recover(); cause != nil {
			f = recovered(cause, variable, 0, noState)
		}
	}()
	n := h.Possibilities(x, variable)
	if n < 0 || int(n) > k.most {
		return fault{Fault: construct.Fault{Code: construct.FaultCount, Variable: variable, Value: int64(n)}, state: noState}
	}
	h.begin(x, variable, n)
	for _, step := range []int32{1, 5, room} { // of some lengths, and from several possibilities on
		h.check(n, step)
	}
	return fault{}
}

// mostChecked is how many variables of a type are released in Construction.Check.
const mostChecked = 200

// Check looks, for tests, at a solution that costs so much: what Price says of its state, and what the heuristics say of variables that
// are released, as Kind.Check does.
func (c Construction) Check(solution []int32, cost int64) error {
	x := make([]int32, max(c.Size, len(solution)))
	c.state(x, solution)
	y := make([]int32, len(x))
	for i, k := range c.Kinds {
		h, ok := k.heuristic.(Releaser)
		if !ok {
			return noReleaser(k.heuristic, i)
		}
		if price := h.Price(x); price != cost {
			return fmt.Errorf("multiwalk: by Price of %T a solution costs %d, and by Cost %d; make them the same", h, price, cost)
		}
		worker := k.worker()
		for v := 0; v < k.variables; v += (k.variables-1)/mostChecked + 1 {
			copy(y, x)
			h.Release(y, int32(v))
			if f := k.checkVariable(worker, y, int32(v)); f.Code != 0 {
				f.kind = i
				return f.err(k.most)
			}
		}
	}
	return nil
}
