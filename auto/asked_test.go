package auto_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/single"
)

type (
	stateless struct{ bitwise } // with methods that are nearly abilities
	pointed   struct{ bitwise }
	older     struct{ bitwise }
)

func (stateless) Cost(x []int32) int64             { return int64(x[0]) }
func (stateless) NewState() multiwalk.State        { return nil }
func (stateless) FlipDelta(x []int32, i int) int64 { return 0 }
func (pointed) Cost(x []int32) int64               { return int64(x[0]) }
func (*pointed) FlipDelta([]int32, int32) int64    { return 0 }
func (older) Cost(x []int32) int64                 { return int64(x[0]) }
func (older) NewSwapState([]int32) multiwalk.State { return nil }

// An ability that no method finds because of its type is noted, once a run, with what to write.
func TestMinimize_NotesAbilitiesOfAnotherType(t *testing.T) {
	for _, c := range []struct {
		p    multiwalk.Problem
		want []string
	}{
		{stateless{}, []string{"NewState([]int32) multiwalk.State (multiwalk.Stater)", "FlipDelta([]int32, int32) int64 (multiwalk.FlipEvaluator)"}},
		{pointed{}, []string{"give a pointer to it"}},
		{older{}, []string{"has NewSwapState, which no method finds any more; name it NewState"}},
		{anything{multiwalk.Permutation(5)}, nil},
	} {
		for range 2 {
			res := must.Have(multiwalk.Minimize(t.Context(), c.p, single.LateAcceptance{}, multiwalk.Settings{Walks: 2, Stop: []multiwalk.Stop{multiwalk.Work(3)}}))(t)
			for _, want := range c.want {
				if !slices.ContainsFunc(res.Notes, func(n string) bool { return strings.Contains(n, want) }) {
					t.Errorf("%T: %q, want %q", c.p, res.Notes, want)
				}
			}
			if slices.ContainsFunc(res.Notes, func(n string) bool { return strings.Contains(n, "no method finds") }) != (c.want != nil) {
				t.Errorf("%T: notes %q", c.p, res.Notes)
			}
		}
	}
}
