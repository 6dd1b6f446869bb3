package clauses

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"testing"
)

// Empty clauses are violated by every solution: they are part of any cost, and no search need look below their weight.
func TestClauses_EmptyOnesAreTheBound(t *testing.T) {
	c := must.Have(neighbourhood.NewClauses(2, []int32{0, 0, 1, 1}, []int32{0}, []int64{5, 2, 4}))(t)
	w := newClauseWalk(clausal{c}, c, []int32{1, 0})
	if w.bound != 9 || w.least != 9 {
		t.Errorf("two empty clauses of weights 5 and 4: bound %d, and the cost where all others hold is %d", w.bound, w.least)
	}
}

// clausal is clauses as a problem.
type clausal struct{ c *neighbourhood.Clauses }

func (p clausal) Space() multiwalk.Space { return multiwalk.Binary(int(p.c.N)) }

func (p clausal) Clauses() *neighbourhood.Clauses { return p.c }

func (p clausal) Cost(x []int32) (sum int64) {
	for k, w := range p.c.Weights {
		held := false
		for _, l := range p.c.Of(int32(k)) {
			held = held || x[l>>1] != l&1
		}
		if !held {
			sum += w
		}
	}
	return sum
}
