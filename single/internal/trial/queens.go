package trial

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/walk"
	"testing"
)

func Queens(t testing.TB, n int) *nqueens.Instance {
	t.Helper()
	q, err := nqueens.New(n)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

// Unbounded hides the bound.
type Unbounded struct{ Q *nqueens.Instance }

func (u Unbounded) Space() multiwalk.Space { return u.Q.Space() }

func (u Unbounded) Cost(x []int32) int64 { return u.Q.Cost(x) }

func (u Unbounded) NewState(x []int32) multiwalk.State { return u.Q.NewState(x) }

func MinimizeQueens(t testing.TB, p multiwalk.Problem, m walk.Method, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	r, err := multiwalk.Minimize(t.Context(), p, m, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}
