package tabu

import (
	"math"

	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// lookAtPairs looks at all pairs of moves of two parts, row by row. It returns false if the run is aborted.
func (w *tabuMovesWalk) lookAtPairs(s *walk.Slice, b *neighbourhood.Member, rows neighbourhood.Rower) bool {
	for first := range rows.Firsts() {
		if s.Aborted() {
			return false
		}
		narrow, wide := rows.Row(w.X, first)
		m := neighbourhood.Move{Op: b.Op, I: first, K: b.Length}
		weighRow(w, m, narrow)
		weighRow(w, m, wide)
		w.look.priced += int64(len(narrow) + len(wide))
	}
	return true
}

// weighRow weighs the pairs of a row, as far as none is better.
func weighRow[T int32 | int64](w *tabuMovesWalk, m neighbourhood.Move, row []T) {
	most := bound[T](w.look.delta)
	for k, d := range row {
		if d <= most {
			m.J = int32(k)
			w.weigh(m, int64(d))
			most = bound[T](w.look.delta)
		}
	}
}

// bound is a delta, or the greatest that a row has room for.
func bound[T int32 | int64](delta int64) T {
	if int64(T(delta)) != delta {
		return math.MaxInt32
	}
	return T(delta)
}
