package simd

// Crosses prices all pairs k < l of n positions, with what is in columns u and v of f and g: pair (k, l) costs
//
//	alone + single + (u[l]-u[k])*(f[k]-f[l]) - (v[l]-v[k])*(g[k]-g[l])
//
// where single is the pair's own number. Row and single are in the order (0,1), (0,2) ... (1,2) ..., and n is the length of u. Behind
// their last numbers all slices must have room for Lanes more.
func Crosses(row, single []int32, alone int32, u, f, v, g []int32) {
	n := len(u)
	pairs := n * (n - 1) / 2
	if min(cap(row), cap(single)) < pairs+Lanes || min(cap(u), cap(f), cap(v), cap(g)) < n+Lanes {
		panic("simd: there is no room behind a slice")
	}
	if Vectorised && n > 1 {
		crossesVector(row[:pairs], single[:pairs], alone, u, f[:n], v[:n], g[:n])
	} else {
		crossesPortable(row[:pairs], single[:pairs], alone, u, f[:n], v[:n], g[:n])
	}
}

func crossesPortable(row, single []int32, alone int32, u, f, v, g []int32) {
	for k := range u {
		rest := len(u) - 1 - k
		to, from := row[:rest], single[:rest]
		ul, fl, vl, gl := u[k+1:][:rest], f[k+1:][:rest], v[k+1:][:rest], g[k+1:][:rest]
		for l := range to {
			to[l] = alone + from[l] + (ul[l]-u[k])*(f[k]-fl[l]) - (vl[l]-v[k])*(g[k]-gl[l])
		}
		row, single = row[rest:], single[rest:]
	}
}

// Meeting describes two positions i and j. Each slice has a number for each position, as many as there are terms, and room for Lanes more
// numbers behind them.
type Meeting struct {
	Now, Then        []int32 // what i pays with each on one side, where it is and at the place of j
	AI, AJ           []int32 // how far i and j are from each on the other side
	BI, BJ           []int32 // and on the first
	WeightI, WeightJ []int32
	Less, Own, Far   int32
}

// Meetings writes Then - Now - Less - Own*(Far-BJ) + (WeightI*BI - WeightJ*(Far-BJ)) * (AJ-AI) of each.
func Meetings(terms []int32, m *Meeting) {
	n := len(terms)
	if min(cap(terms), cap(m.Now), cap(m.Then), cap(m.AI), cap(m.AJ), cap(m.BI), cap(m.BJ), cap(m.WeightI), cap(m.WeightJ)) < n+Lanes {
		panic("simd: there is no room behind a slice")
	}
	if Vectorised && n > 0 {
		meetingsVector(terms, m)
	} else {
		meetingsPortable(terms, m)
	}
}

func meetingsPortable(terms []int32, m *Meeting) {
	for l := range terms {
		rest := m.Far - m.BJ[l]
		terms[l] = m.Then[l] - m.Now[l] - m.Less - m.Own*rest + (m.WeightI[l]*m.BI[l]-m.WeightJ[l]*rest)*(m.AJ[l]-m.AI[l])
	}
}
