package trial

import (
	"github.com/multiwalk/multiwalk"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/state"
)

// The same problem with less and less to offer: rows without a matrix, a delta, and nothing but its cost.
type (
	RowsOnly  struct{ Q *assignment.Instance }
	DeltaOnly struct{ Q *assignment.Instance }
	costOnly  struct{ q *assignment.Instance }
	RowState  struct {
		multiwalk.State
		state.SwapsFollower
	}
)

func (p RowsOnly) Space() multiwalk.Space { return p.Q.Space() }

func (p RowsOnly) Cost(x []int32) int64 { return p.Q.Cost(x) }

func (p DeltaOnly) Space() multiwalk.Space { return p.Q.Space() }

func (p DeltaOnly) Cost(x []int32) int64 { return p.Q.Cost(x) }

func (p costOnly) Space() multiwalk.Space { return p.q.Space() }

func (p costOnly) Cost(x []int32) int64 { return p.q.Cost(x) }

func (p DeltaOnly) SwapDelta(x []int32, i, j int32) int64 { return p.Q.SwapDelta(x, i, j) }

func (p RowsOnly) NewState(x []int32) multiwalk.State {
	s := p.Q.NewState(x)
	return RowState{s, s.(state.SwapsFollower)}
}

func Flavours(q *assignment.Instance) map[string]multiwalk.Problem {
	return map[string]multiwalk.Problem{"matrix": q, "rows": RowsOnly{q}, "delta": DeltaOnly{q}, "cost": costOnly{q}}
}
