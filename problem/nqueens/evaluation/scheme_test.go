package evaluation_test

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/nqueens/evaluation"
)

func TestQuick(t *testing.T) {
	for _, name := range evaluation.Names() {
		s, err := evaluation.New(device.Emulator(), name, evaluation.Options{Timed: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, 2, 3, 33, 100} {
			x := make([]int32, n)
			multiwalk.Permutation(n).Random(multiwalk.NewRand(1, 0), x)
			got, err := s.Evaluate(x)
			if want := (nqueens.Serial{}).Conflicts(x); err != nil || got != want {
				t.Errorf("%s: %d, want %d, %v", name, got, want, err)
			}
			t.Log(s.Timing())
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
