package neighbourhood

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/state"
)

// counted is the queens with states and no other delta.
type counted struct{ q *nqueens.Instance }

func (c counted) Space() multiwalk.Space             { return c.q.Space() }
func (c counted) Cost(x []int32) int64               { return c.q.Cost(x) }
func (c counted) NewState(x []int32) multiwalk.State { return c.q.NewState(x) }

// A state follows the solution through moves, undone moves and resets, and prices what it is asked in O(1): it evaluates
// nothing in full.
func TestSwap_PricesByStates(t *testing.T) {
	r := multiwalk.NewRand(1, 0)
	for _, n := range []int{2, 3, 4, 9, 40} {
		q := must.Have(nqueens.New(n))(t)
		for name, p := range map[string]multiwalk.Problem{"all": q, "state alone": counted{q}} {
			nb, err := For(p)
			if err != nil || !nb.Incremental() {
				t.Fatal(nb.Incremental(), err)
			}
			x := make([]int32, n)
			for range 5 {
				q.Space().Random(r, x)
				nb.Reset(x)
				for range 30 {
					m := nb.Random(r)
					d, cost := nb.Delta(x, m), q.Cost(x)
					nb.Apply(x, m)
					if want := q.Cost(x) - cost; d != want {
						t.Fatalf("%s: %v: delta %d, want %d, at %v", name, m, d, want, x)
					}
					if r.Uint32N(3) == 0 {
						nb.Undo(x, m)
					}
				}
			}
			if full, delta := nb.Evaluations(); full != 0 || delta == 0 {
				t.Errorf("%s: %d full and %d delta evaluations", name, full, delta)
			}
			if got := nb.(*swap).state.state.(state.ConflictState).Solution(); !slices.Equal(got, x) {
				t.Errorf("%s: the state is at %v, the walk at %v", name, got, x)
			}
		}
	}
}

func TestSwap_ForgottenReset(t *testing.T) {
	if !invariants.Enabled {
		t.Skip("only -tags invariants finds it")
	}
	q := must.Have(nqueens.New(8))(t)
	nb, _ := For(q)
	x := []int32{0, 1, 2, 3, 4, 5, 6, 7}
	nb.Reset(x)
	slices.Reverse(x)
	defer func() {
		if recover() == nil {
			t.Error("a solution that was changed is priced")
		}
	}()
	nb.Delta(x, nb.Move(0))
}

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
