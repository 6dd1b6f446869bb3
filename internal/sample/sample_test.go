package sample

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
)

func TestProblems_ConformAndCoverEverySpace(t *testing.T) {
	seen := map[multiwalk.Kind]bool{}
	for _, p := range Problems() {
		conformance.Problem(t, p)
		seen[p.Space().Kind()] = true
	}
	for k := multiwalk.KindPermutation; k <= multiwalk.KindProduct; k++ {
		if !seen[k] {
			t.Errorf("there is none over a %v", k)
		}
	}
}
