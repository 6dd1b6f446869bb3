package clauses

import "github.com/multiwalk/multiwalk/kernel/lane"

// flip inverts a bit: scores and the lists of clauses change first, then the list of bits that gain.
func (w *weigher) flip(i int32, f int64) {
	l, cost := 2*i+w.x[i], w.Cost // the literal that comes true
	for from := w.at[l]; from < w.at[l+1]; from += lane.WarpSize {
		c, satisfied := w.rise(from+w.id, w.at[l+1], i)
		cost -= w.leave(c, satisfied)
	}
	for from := w.at[l^1]; from < w.at[(l^1)+1]; from += lane.WarpSize {
		c, broken := w.fall(from+w.id, w.at[(l^1)+1], i)
		cost += w.enter(c, broken)
	}
	w.t.SyncWarp()
	w.settleWith(l, 1, i)
	w.settleWith(l^1, 0, i)
	if cost < w.Least {
		w.Least, w.Kept = cost, 0
	} else {
		w.keep() // the bits have not changed yet
	}
	w.t.SyncWarp()
	if w.id == 0 {
		w.x[i], w.flipped[i] = 1-w.x[i], f+1
	}
	w.t.SyncWarp()
	w.Cost = cost
}

// rise counts a literal of bit i more in the clause at a place below the end, and tells whether that was violated.
func (w *weigher) rise(k, end, i int32) (c int32, satisfied bool) {
	if k >= end {
		return 0, false
	}
	c = w.in[k]
	n, critical, weight := w.counts[c], w.critical[c], w.weights[c]
	if n == 0 {
		w.addAll(c, -weight)
		w.add(i, -weight)
	} else if n == 1 {
		w.add(critical, weight)
	}
	w.counts[c], w.critical[c] = n+1, critical^i
	return c, n == 0
}

// fall counts a literal of bit i less, and tells whether the clause is violated now.
func (w *weigher) fall(k, end, i int32) (c int32, violated bool) {
	if k >= end {
		return 0, false
	}
	c = w.in[k]
	n, critical, weight := w.counts[c]-1, w.critical[c]^i, w.weights[c]
	w.counts[c], w.critical[c] = n, critical
	if n == 0 {
		w.addAll(c, weight)
		w.add(i, weight)
	} else if n == 1 {
		w.add(critical, -weight)
	}
	return c, n == 0
}

// leave takes the clauses of some lanes off the lists, in the order of these, and returns what they cost.
func (w *weigher) leave(c int32, is bool) (sum int64) {
	for lanes := w.t.Ballot(is); lanes != 0; lanes &= lanes - 1 {
		own := lane.Shuffle(w.t, c, first(lanes))
		w.violated.remove(w.t, own, w.Violated)
		w.Violated--
		if w.costs[own] >= w.a.Hard {
			w.hard.remove(w.t, own, w.Hards)
			w.Hards--
		}
		sum += w.costs[own]
	}
	return sum
}

// enter puts the clauses of some lanes on the lists.
func (w *weigher) enter(c int32, is bool) (sum int64) {
	for lanes := w.t.Ballot(is); lanes != 0; lanes &= lanes - 1 {
		own := lane.Shuffle(w.t, c, first(lanes))
		w.violated.add(w.t, own, w.Violated)
		w.Violated++
		if w.costs[own] >= w.a.Hard {
			w.hard.add(w.t, own, w.Hards)
			w.Hards++
		}
		sum += w.costs[own]
	}
	return sum
}

// settleWith settles the bits whose scores have changed in the clauses of a literal of bit i: all bits of a clause whose violation began
// or ended, and the critical one where there are now more true literals than that by some.
func (w *weigher) settleWith(l, more, i int32) {
	for from := w.at[l]; from < w.at[l+1]; from += lane.WarpSize {
		c, bit := int32(-1), int32(-1)
		if from+w.id < w.at[l+1] {
			k := w.in[from+w.id]
			if n := w.counts[k]; n == more {
				c = k
			} else if n == more+1 {
				if c, bit = k, w.critical[k]; more == 1 {
					bit ^= i
				}
			}
		}
		w.settleClauses(c, bit)
	}
}
