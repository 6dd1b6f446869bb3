package tabu

import "github.com/multiwalk/multiwalk/kernel/lane"

// Payments. Let W be the weights, D the distances, and E[j][k] = D[p[j]][p[k]] * D[q[j]][q[k]]. A walk keeps, for all i and v,
//
//	inP[i][v]    = sum over k of W[i][k] * D[v][p[k]] * D[q[i]][q[k]]    what i would pay with value v in p
//	inQ[i][v]    = sum over k of W[i][k] * D[p[i]][p[k]] * D[v][q[k]]    with value v in q
//	inBoth[i][v] = sum over k of W[i][k] * E[v][k]                       at the place of v, in p and in q
//
// so that a swap of i and j costs what both pay with each other's values less what they pay now, and twice W[i][j] * E[i][j], which
// these sums count as if one of the two stayed. What i pays now stands in all three tables, in inBoth at [i][i].
//
// A move at a and b changes the terms of k = a and k = b alone, and p and q have the same two values there as before. So all changes
// are sums of two products of a number of the row and one of the column, but where i itself, or in inBoth v, is a or b: these
// are summed up anew, in O(n) each.

// best returns the least delta of the lane's admissible moves, and the move's number: kind*n*n + i*n + j. Pairs of positions lie
// as chords of a circle: i and i+d modulo n, for d from 1 to n/2; where n is even, those of d = n/2 come twice.
func (w *jointWalker[P]) best() (least, move int32) {
	n := w.a.N
	least, move = jointNever, 0
	i, d := w.t.LaneID(), int32(1)
	for {
		for i >= n {
			i -= n
			d++
		}
		if d > n/2 {
			return least, move
		}
		j := i + d
		if j >= n {
			j -= n
		}
		pi, pj, qi, qj := w.x[i], w.x[j], w.x[n+i], w.x[n+j]
		shared := w.shared(i, j)
		tabuP := min(w.expiry[i*n+pj], w.expiry[j*n+pi])
		tabuQ := min(w.expiry[n*n+i*n+qj], w.expiry[n*n+j*n+qi])
		at := i*n + j
		least, move = w.better(least, move, w.inP[i*n+pj]+w.inP[j*n+pi]+shared, tabuP, at)
		least, move = w.better(least, move, w.inQ[i*n+qj]+w.inQ[j*n+qi]+shared, tabuQ, n*n+at)
		least, move = w.better(least, move, w.inBoth[i*n+j]+w.inBoth[j*n+i]+shared, min(tabuP, tabuQ), 2*n*n+at)
		i += lane.WarpSize
	}
}

// better returns the better one of two moves, if the second is admissible.
func (w *jointWalker[P]) better(least, move, delta, tabu, other int32) (int32, int32) {
	if delta >= least || tabu > w.Made && w.Cost+int64(delta) >= w.Least {
		return least, move
	}
	return delta, other
}

// shared is what the deltas of all moves at i and j have in common.
func (w *jointWalker[P]) shared(i, j int32) int32 {
	n := w.a.N
	return 2*w.weight(i, j)*w.far(w.x[i], w.x[j])*w.far(w.x[n+i], w.x[n+j]) - w.inBoth[i*n+i] - w.inBoth[j*n+j]
}

// price returns the delta of a move.
func (w *jointWalker[P]) price(kind, i, j int32) int32 {
	n := w.a.N
	switch delta := w.shared(i, j); kind {
	case swapP:
		return delta + w.inP[i*n+w.x[j]] + w.inP[j*n+w.x[i]]
	case swapQ:
		return delta + w.inQ[i*n+w.x[n+j]] + w.inQ[j*n+w.x[n+i]]
	default:
		return delta + w.inBoth[i*n+j] + w.inBoth[j*n+i]
	}
}

func (w *jointWalker[P]) weight(i, k int32) int32 { return w.matrix[i*w.a.N+k] }
func (w *jointWalker[P]) far(a, b int32) int32    { return w.matrix[(w.a.N+a)*w.a.N+b] }

// make makes a move, and brings the payments up to date.
func (w *jointWalker[P]) make(kind, a, b int32) {
	n := w.a.N
	pa, pb, qa, qb := w.x[a], w.x[b], w.x[n+a], w.x[n+b]
	w.factors(kind, a, b)
	w.t.SyncWarp()
	w.exchange(kind, a, b)
	c := w.scratch
	for e, i, v := w.t.LaneID(), w.t.LaneID()/n, w.t.LaneID()%n; e < n*n; e += lane.WarpSize {
		w.inP[e] += c[i]*w.far(v, pa) + c[n+i]*w.far(v, pb)
		w.inQ[e] += c[2*n+i]*w.far(v, qa) + c[3*n+i]*w.far(v, qb)
		w.inBoth[e] += w.weight(i, a)*c[4*n+v] + w.weight(i, b)*c[5*n+v]
		for v += lane.WarpSize; v >= n; v -= n {
			i++
		}
	}
	w.t.SyncWarp()
	w.renew(kind, a, b)
	w.t.SyncWarp()
}

// exchange exchanges the values of a and b.
func (w *jointWalker[P]) exchange(kind, a, b int32) {
	n := w.a.N
	if w.t.LaneID() != 0 {
		return
	}
	if kind != swapQ {
		w.x[a], w.x[b] = w.x[b], w.x[a]
	}
	if kind != swapP {
		w.x[n+a], w.x[n+b] = w.x[n+b], w.x[n+a]
	}
}

// factors writes six columns: by what the distances to the values that a and b have before the move count for each i in inP and in inQ,
// and how E of each v with a and with b changes.
func (w *jointWalker[P]) factors(kind, a, b int32) {
	n, c := w.a.N, w.scratch
	for i := w.t.LaneID(); i < n; i += lane.WarpSize {
		p, q, atA, atB := w.x[i], w.x[n+i], w.weight(i, a), w.weight(i, b)
		pA, pB, qA, qB := w.far(p, w.x[a]), w.far(p, w.x[b]), w.far(q, w.x[n+a]), w.far(q, w.x[n+b])
		e, f := pA*qA, pB*qB
		switch kind {
		case swapP:
			c[i] = atB*qB - atA*qA
			c[n+i] = -c[i]
			c[2*n+i], c[3*n+i] = atA*(pB-pA), atB*(pA-pB)
			c[4*n+i], c[5*n+i] = pB*qA-e, pA*qB-f
		case swapQ:
			c[i], c[n+i] = atA*(qB-qA), atB*(qA-qB)
			c[2*n+i] = atB*pB - atA*pA
			c[3*n+i] = -c[2*n+i]
			c[4*n+i], c[5*n+i] = pA*qB-e, pB*qA-f
		default:
			c[i], c[n+i] = (atB-atA)*qA, (atA-atB)*qB
			c[2*n+i], c[3*n+i] = (atB-atA)*pA, (atA-atB)*pB
			c[4*n+i], c[5*n+i] = f-e, e-f
		}
	}
}

// renew sums up anew what a and b pay in inP and in inQ, and what all pay at the places of a and b. A swap in p leaves the former of inP
// right, as it leaves what a and b are multiplied by; so does a swap in q that of inQ.
func (w *jointWalker[P]) renew(kind, a, b int32) {
	n, c := w.a.N, w.scratch
	for k := w.t.LaneID(); k < n; k += lane.WarpSize {
		farP, farQ := w.far(w.x[a], w.x[k]), w.far(w.x[n+a], w.x[n+k])
		c[k], c[2*n+k], c[4*n+k] = w.weight(a, k)*farQ, farP*farQ, w.weight(a, k)*farP
		farP, farQ = w.far(w.x[b], w.x[k]), w.far(w.x[n+b], w.x[n+k])
		c[n+k], c[3*n+k], c[5*n+k] = w.weight(b, k)*farQ, farP*farQ, w.weight(b, k)*farP
	}
	w.t.SyncWarp()
	from, until := int32(0), 6*n
	if kind == swapP {
		from = 2 * n
	} else if kind == swapQ {
		until = 4 * n
	}
	for e := from + w.t.LaneID(); e < until; e += lane.WarpSize {
		column := e / n
		v, i := e-column*n, a
		if column&1 != 0 {
			i = b
		}
		switch column >> 1 {
		case 0:
			w.inP[i*n+v] = w.product(c[column*n:], w.matrix[(n+v)*n:], w.x)
		case 1:
			w.inBoth[v*n+i] = w.product(c[column*n:], w.matrix[v*n:], w.x[2*n:])
		default:
			w.inQ[i*n+v] = w.product(c[column*n:], w.matrix[(n+v)*n:], w.x[n:])
		}
	}
}

// product is the sum of numbers of a column times those of a row at some places.
func (w *jointWalker[P]) product(column, row, places []int32) (sum int32) {
	for k := range w.a.N {
		sum += column[k] * row[places[k]]
	}
	return sum
}

// sum computes all payments, in O(n*n*n).
func (w *jointWalker[P]) sum() {
	n := w.a.N
	w.t.SyncWarp()
	for e := w.t.LaneID(); e < n*n; e += lane.WarpSize {
		i, v := e/n, e%n
		inP, inQ, inBoth := int32(0), int32(0), int32(0)
		for k := range n {
			weight, p, q := w.weight(i, k), w.x[k], w.x[n+k]
			inP += weight * w.far(v, p) * w.far(w.x[n+i], q)
			inQ += weight * w.far(w.x[i], p) * w.far(v, q)
			inBoth += weight * w.far(w.x[v], p) * w.far(w.x[n+v], q)
		}
		w.inP[e], w.inQ[e], w.inBoth[e] = inP, inQ, inBoth
	}
	w.t.SyncWarp()
}

// evaluate returns the cost: half of what all pay.
func (w *jointWalker[P]) evaluate() int64 {
	sum := int32(0)
	for i := w.t.LaneID(); i < w.a.N; i += lane.WarpSize {
		sum += w.inBoth[i*w.a.N+i]
	}
	return int64(lane.WarpAdd(w.t, sum) / 2)
}
