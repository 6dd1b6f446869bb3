package clauses

import "github.com/multiwalk/multiwalk/kernel/lane"

// add adds to the score of a bit, as other lanes may do.
func (w *weigher) add(i int32, by int64) { lane.AtomicAdd(w.t, &w.scores[i], by) }

// addAll adds to the scores of a clause's bits.
func (w *weigher) addAll(c int32, by int64) {
	for k := w.start[c]; k < w.start[c+1]; k++ {
		w.add(w.literals[k]>>1, by)
	}
}

// begin counts anew where the host has put the search somewhere else. Lists are in order.
func (w *weigher) begin() {
	if w.Begin == 0 {
		return
	}
	for i := w.id; i < w.a.N; i += lane.WarpSize {
		w.scores[i] = 0
	}
	w.t.SyncWarp()
	w.Violated, w.Hards, w.Good = 0, 0, 0
	sum := int64(0)
	for from := int32(0); from < w.a.Clauses; from += lane.WarpSize {
		c := from + w.id
		violated := c < w.a.Clauses && w.count(c)
		if violated {
			sum += w.costs[c]
		}
		w.Violated = w.join(w.violated, w.Violated, c, violated)
		w.Hards = w.join(w.hard, w.Hards, c, violated && w.costs[c] >= w.a.Hard)
	}
	w.Cost = w.a.Bound + lane.TreeAdd(w.t, sum)
	w.t.SyncWarp()
	w.settleAll()
	if w.Begin = 0; w.Cost < w.Least {
		w.Least, w.Kept = w.Cost, 0
	}
}

// count counts the true literals of a clause, and tells whether it is violated and need not be.
func (w *weigher) count(c int32) (violated bool) {
	if w.Begin == 1 {
		w.weights[c] = w.own[c]
	}
	n, critical := int32(0), int32(0)
	for k := w.start[c]; k < w.start[c+1]; k++ {
		if l := w.literals[k]; w.x[l>>1] != l&1 {
			n, critical = n+1, critical^l>>1
		}
	}
	w.counts[c], w.critical[c] = n, critical
	if n == 0 {
		w.addAll(c, w.weights[c])
	} else if n == 1 {
		w.add(critical, -w.weights[c])
	}
	return n == 0 && w.start[c] < w.start[c+1]
}

// join appends to a set of that size the clauses of the lanes where is holds, in the order of the lanes, and returns the new size.
func (w *weigher) join(s sparse, size, c int32, is bool) int32 {
	lanes := w.t.Ballot(is)
	if is {
		at := size + ones(lanes&(1<<uint32(w.id)-1))
		s.list[at], s.at[c] = c, at
	}
	return size + ones(lanes)
}

// off tells whether the list of bits that gain is wrong about a bit.
func (w *weigher) off(i int32) bool { return w.scores[i] > 0 != w.good.has(i, w.Good) }

// settle puts a bit on the list, or takes it off. All lanes have the same bit.
func (w *weigher) settle(i int32) {
	if !w.off(i) {
		return
	}
	w.t.SyncWarp() // all lanes have read the list
	if w.scores[i] > 0 {
		w.good.add(w.t, i, w.Good)
		w.Good++
	} else {
		w.good.remove(w.t, i, w.Good)
		w.Good--
	}
}

// settleEach settles the bits of the lanes for which something is wrong, in the order of the lanes.
func (w *weigher) settleEach(i int32, off bool) {
	for lanes := w.t.Ballot(off); lanes != 0; lanes &= lanes - 1 {
		w.settle(lane.Shuffle(w.t, i, first(lanes)))
	}
}

// settleAll settles all bits.
func (w *weigher) settleAll() {
	for from := int32(0); from < w.a.N; from += lane.WarpSize {
		i := from + w.id
		w.settleEach(i, i < w.a.N && w.off(i))
	}
}

// settleClauses settles bits of the clause that each lane has, -1 for none: one bit, or all where that is -1. The order is that of
// lanes, and then of literals.
func (w *weigher) settleClauses(c, bit int32) {
	any := false
	if c >= 0 && bit >= 0 {
		any = w.off(bit)
	} else if c >= 0 {
		for k := w.start[c]; k < w.start[c+1] && !any; k++ {
			any = w.off(w.literals[k] >> 1)
		}
	}
	for lanes := w.t.Ballot(any); lanes != 0; lanes &= lanes - 1 {
		from := first(lanes)
		clause, one := lane.Shuffle(w.t, c, from), lane.Shuffle(w.t, bit, from)
		if one >= 0 {
			w.settle(one)
			continue
		}
		for k := w.start[clause]; k < w.start[clause+1]; k += lane.WarpSize {
			i, off := int32(0), false
			if k+w.id < w.start[clause+1] {
				i = w.literals[k+w.id] >> 1
				off = w.off(i)
			}
			w.settleEach(i, off)
		}
	}
}

// weigh makes violated clauses heavier.
func (w *weigher) weigh() {
	for from := w.id; from < w.Violated; from += lane.WarpSize {
		c := w.violated.list[from]
		rise := w.own[c] / 10
		if w.costs[c] >= w.a.Hard {
			rise *= int64(w.a.Rise)
		} else if w.weights[c] >= w.own[c]*int64(w.a.Limit) {
			continue
		} else {
			rise = max(1, rise)
		}
		w.weights[c] += rise
		w.addAll(c, rise)
	}
	w.t.SyncWarp()
	for from := int32(0); from < w.Violated; from += lane.WarpSize {
		c := int32(-1)
		if from+w.id < w.Violated {
			c = w.violated.list[from+w.id]
		}
		w.settleClauses(c, -1)
	}
}

// smooth takes from satisfied clauses a quarter of what they have gained, and at least one.
func (w *weigher) smooth() {
	for c := w.id; c < w.a.Clauses; c += lane.WarpSize {
		gained, n := w.weights[c]-w.own[c], w.counts[c]
		if gained == 0 || n == 0 {
			continue
		}
		w.weights[c] -= max(1, gained/4)
		if n == 1 {
			w.add(w.critical[c], max(1, gained/4))
		}
	}
	w.t.SyncWarp()
	w.settleAll()
}
