package population

import (
	"testing"

	"github.com/multiwalk/multiwalk"
)

// The parents take turns, each with its largest group of what is left: the example is that of Galinier and Hao's paper.
func TestInherit_ParentsTakeTurns(t *testing.T) {
	groupsOf := func(list ...string) []int32 {
		x := make([]int32, 10)
		for g, elements := range list {
			for _, e := range elements {
				x[e-'A'] = int32(g)
			}
		}
		return x
	}
	own, other := groupsOf("ABC", "DEFG", "HIJ"), groupsOf("CDEG", "AFI", "BHJ")
	v := &variation{groups: newGroups(multiwalk.Integers(10, 0, 2))}
	child := make([]int32, 10)
	inherit(v, child, own, other, multiwalk.NewRand(1, 0))
	for g, elements := range []string{"DEFG", "BHJ", "AC"} {
		for _, e := range elements {
			if child[e-'A'] != int32(g) {
				t.Errorf("%c is in group %d, not with %s: %v", e, child[e-'A'], elements, child)
			}
		}
	}
}
