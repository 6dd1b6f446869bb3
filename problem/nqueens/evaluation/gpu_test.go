package evaluation_test

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/nqueens/evaluation"
)

// A million queens, on a GPU where there is one: all in one row they make more conflicts than 32 bits hold, more than all
// counters but those of 64 bits, and few as a permutation. The paper's own kernels would add one by one for minutes; nested
// launches take half a minute for a permutation, so they are not here.
func TestGPU_AMillionQueens(t *testing.T) {
	d := must.Ready(t, device.GPU())
	if testing.Short() {
		t.Skip("takes seconds")
	}
	const n = 1_000_000
	r := multiwalk.NewRand(1, 0)
	for _, c := range []struct {
		setting setting
		kinds   []string
	}{
		{setting{"coarse", evaluation.Options{}}, []string{"permutation", "random"}},
		{setting{"linear", evaluation.Options{}}, kinds},
	} {
		t.Run(c.setting.label(), func(t *testing.T) {
			c.setting.o.Timed = true
			s := open(t, d, c.setting)
			for _, kind := range c.kinds {
				x := candidate(r, n, kind)
				got, err := s.Evaluate(x)
				if want := (nqueens.Linear{}).Conflicts(x); err != nil || got != want {
					t.Errorf("%s: %d conflicts, want %d, %v", kind, got, want, err)
				}
				t.Logf("%s: %+v", kind, s.Timing())
			}
		})
	}
}
