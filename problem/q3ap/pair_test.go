package q3ap

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// The pairs of swaps of a quadratic three-dimensional assignment problem are Luong's neighbourhood: all of them, priced by its states.
func TestPair_OfTwoPermutations(t *testing.T) {
	p := Random(6, 1)
	n, err := neighbourhood.ByName(p, "pair")
	if err != nil || n.Size() != 15*15 || !n.Incremental() {
		t.Fatalf("%v, %v", n, err)
	}
	r, x, seen := multiwalk.NewRand(1, 0), make([]int32, p.Space().Len()), map[string]bool{}
	p.Space().Random(r, x)
	n.Reset(x)
	for k := range n.Size() {
		m := n.Move(k)
		d, before := n.Delta(x, m), p.Cost(x)
		n.Apply(x, m)
		if got := p.Cost(x) - before; got != d || p.Space().Check(x) != nil {
			t.Fatalf("%v: delta %d, want %d", m, d, got)
		}
		seen[fmt.Sprint(x)] = true
		n.Undo(x, m)
	}
	if full, _ := n.Evaluations(); len(seen) != 225 || full != 0 {
		t.Errorf("%d solutions, %d full evaluations", len(seen), full)
	}
}
