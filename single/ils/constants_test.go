package ils

import (
	"github.com/multiwalk/multiwalk/internal/must"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/walk"
	"testing"
)

// Rounds are as long on every machine, so this number is part of every timed run's record.
func TestILS_Rounds(t *testing.T) {
	for _, n := range []int{100, 1_000_000} {
		if got := (&tourSearch{n: n}).Slice(); got != 250 {
			t.Errorf("%d cities: %d parts a round", n, got)
		}
	}
}

// Without a state a unit is a position, and a look at all n*(n-1)/2 swaps and a swap are taken for 200 ns and 5 + n more a pair. A round
// has about 10 ms of 1 ns and 2/n of that. As above, the numbers are part of every timed run's record.
func TestILSSwap_Rounds(t *testing.T) {
	for n, want := range map[int]int{4: 78_125, 10: 56_818, 100: 961} {
		s := must.Have(ILS{}.Prepare(trial.DeltaOnly{Q: assignment.Uniform(n, 1)}, walk.Plan{Walks: 1, Warn: func(string) {}}))(t)
		if got := s.Slice(); got != want {
			t.Errorf("%d positions: %d units a round, want %d", n, got, want)
		}
	}
}
