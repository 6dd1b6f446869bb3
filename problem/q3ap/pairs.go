package q3ap

// A pair is a swap of i and j in p and one of k and l in q. It costs what both swaps cost alone, and a cross term: what the terms of the
// cost change that both swaps change. With A[u][v] = D[p(u)][p(v)] and B[u][v] = D[q(u)][q(v)], which the swaps change by A' and B', it is
// the sum of F[u][v]^2 * A'[u][v] * B'[u][v] over all u, v. A' has rows and columns i and j alone, and B' k and l. So where all four are
// different, four terms are left in either direction.

// SwapPairDelta implements multiwalk.SwapPairEvaluator: O(n), as its two swaps.
func (s *narrow) SwapPairDelta(x []int32, i, j, k, l int32) int64 {
	k, l = k-s.N, l-s.N
	if i == k && j == l || i == l && j == k {
		return s.JointSwapDelta(x, i, j)
	}
	return s.SwapDelta(x, i, j) + s.SwapDelta(x, s.N+k, s.N+l) + int64(s.cross(x, i, j, k, l))
}

// cross is the cross term of a pair whose swaps are of two different pairs of positions: O(1) if all four are different.
func (s *narrow) cross(x []int32, i, j, k, l int32) int32 {
	switch {
	case i == k:
		return s.meeting(x, i, j, l)
	case i == l:
		return s.meeting(x, i, j, k)
	case j == k:
		return s.meeting(x, j, i, l)
	case j == l:
		return s.meeting(x, j, i, k)
	}
	atK, atL := s.inP(x, j, k)-s.inP(x, i, k), s.inP(x, j, l)-s.inP(x, i, l)
	ofI, ofJ := s.inQ(x, l, i)-s.inQ(x, k, i), s.inQ(x, l, j)-s.inQ(x, k, j)
	return ofI*(s.Weight(i, k)*atK-s.Weight(i, l)*atL) - ofJ*(s.Weight(j, k)*atK-s.Weight(j, l)*atL)
}

// inP and inQ are A and B.
func (s *narrow) inP(x []int32, u, v int32) int32 { return s.Far(x[u], x[v]) }
func (s *narrow) inQ(x []int32, u, v int32) int32 { return s.Far(x[s.N+u], x[s.N+v]) }

// meeting is the cross term of a swap of i and j in p and one of i and l in q: in what i pays each other, and in what j and l pay.
func (s *narrow) meeting(x []int32, i, j, l int32) int32 {
	sum := s.Weight(j, l) * (s.inP(x, i, l) - s.inP(x, j, l)) * (s.inQ(x, i, j) - s.inQ(x, j, l))
	for u := range s.N {
		if u != j && u != l {
			sum += s.Weight(i, u) * (s.inP(x, j, u) - s.inP(x, i, u)) * (s.inQ(x, l, u) - s.inQ(x, i, u))
		}
	}
	return sum
}

// The table of kernel.SwapPairTabler has what position i would pay with value v in p and w in q, at (i*n+v)*n+w:
//
//	sum over k of F[i][k]^2 * D[v][p(k)] * D[w][q(k)], in both directions
//
// as the cube has it for cores, by positions instead of values. A swap changes two terms of each sum, and moves nothing.

func (s *narrow) SwapPairTableSize() int32 { return s.N * s.N * s.N }

func (s *narrow) FillSwapPairTable(x, table []int32, l, lanes int32) {
	for e := l; e < s.N*s.N*s.N; e += lanes {
		i, v, w := s.entry(e)
		sum := int32(0)
		for k := range s.N {
			sum += s.Weight(i, k) * s.Far(v, x[k]) * s.Far(w, x[s.N+k])
		}
		table[e] = sum
	}
}

// entry is what an entry of the table is of.
func (s *narrow) entry(e int32) (i, v, w int32) { return e / s.N / s.N, e / s.N % s.N, e % s.N }

func (s *narrow) SwapPairTable(x, table []int32, i, j, l, lanes int32) {
	own, other, inP := x[:s.N], x[s.N:], i < s.N
	if !inP {
		own, other, i, j = other, own, i-s.N, j-s.N
	}
	a, b, c, d := own[i], own[j], other[i], other[j]
	for e := l; e < s.N*s.N*s.N; e += lanes {
		u, v, w := s.entry(e)
		if !inP {
			v, w = w, v
		}
		table[e] += (s.Far(v, b) - s.Far(v, a)) * (s.Weight(u, i)*s.Far(w, c) - s.Weight(u, j)*s.Far(w, d))
	}
}

// SwapPairDeltaBy implements kernel.SwapPairTabler: O(1).
func (s *narrow) SwapPairDeltaBy(x, table []int32, i, j, k, l int32) int64 {
	k, l = k-s.N, l-s.N
	if i == k && j == l || i == l && j == k {
		a := s.pays(table, i, x[j], x[s.N+j]) - s.pays(table, i, x[i], x[s.N+i])
		b := s.pays(table, j, x[i], x[s.N+i]) - s.pays(table, j, x[j], x[s.N+j])
		return int64(a + b + 2*s.Weight(i, j)*s.inP(x, i, j)*s.inQ(x, i, j))
	}
	inP := s.pays(table, i, x[j], x[s.N+i]) - s.pays(table, i, x[i], x[s.N+i]) + s.pays(table, j, x[i], x[s.N+j]) -
		s.pays(table, j, x[j], x[s.N+j]) + 2*s.Weight(i, j)*s.inP(x, i, j)*s.inQ(x, i, j)
	inQ := s.pays(table, k, x[k], x[s.N+l]) - s.pays(table, k, x[k], x[s.N+k]) + s.pays(table, l, x[l], x[s.N+k]) -
		s.pays(table, l, x[l], x[s.N+l]) + 2*s.Weight(k, l)*s.inP(x, k, l)*s.inQ(x, k, l)
	if j == k || j == l { // the position that both swaps have becomes i
		i, j = j, i
	}
	if i == l {
		k, l = l, k
	}
	if i != k {
		return int64(inP + inQ + s.cross(x, i, j, k, l))
	}
	all := s.pays(table, i, x[j], x[s.N+l]) - s.pays(table, i, x[i], x[s.N+l]) - s.pays(table, i, x[j], x[s.N+i]) + s.pays(table, i, x[i], x[s.N+i])
	rest, moved := s.inQ(x, i, j)-s.inQ(x, j, l), s.inP(x, j, l)-s.inP(x, i, l)
	return int64(inP + inQ + all - s.Weight(i, j)*s.inP(x, i, j)*rest + (s.Weight(i, l)*s.inQ(x, i, l)-s.Weight(j, l)*rest)*moved)
}

// pays is what position i would pay with v in p and w in q.
func (s *narrow) pays(table []int32, i, v, w int32) int32 { return table[(i*s.N+v)*s.N+w] }
