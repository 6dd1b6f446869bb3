package neighbourhood

import (
	"math/rand/v2"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/state"
)

// The state's deltas are what flips change, also of bits that come to satisfy a clause and leave it again.
func TestClauseState_DeltasAreDifferences(t *testing.T) {
	const n, m = 12, 60
	r := rand.New(rand.NewPCG(1, 9))
	start, literals, weights := []int32{0}, []int32(nil), []int64(nil)
	for range m {
		for i, k := range r.Perm(n)[:1+r.IntN(4)] {
			literals = append(literals, int32(2*k+i&1))
		}
		start, weights = append(start, int32(len(literals))), append(weights, 1+r.Int64N(9))
	}
	c := must.Have(NewClauses(n, start, literals, weights))(t)
	x := make([]int32, n)
	s := c.NewState(x).(state.FlipFollower)
	for step := range 500 {
		cost := c.Cost(x)
		for i := range x {
			x[i] = 1 - x[i]
			if d := c.Cost(x) - cost; s.FlipDelta(int32(i)) != d {
				t.Fatalf("step %d: a flip of bit %d changes the cost by %d, and its delta is %d", step, i, d, s.FlipDelta(int32(i)))
			}
			x[i] = 1 - x[i]
		}
		i := r.IntN(n)
		s.Flip(int32(i))
		x[i] = 1 - x[i]
	}
}
