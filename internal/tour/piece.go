package tour

// piece is a segment of a tour that k leaving edges cut, known by the rank of the leaving edge before it: 0 is the edge
// of the least position.
type piece struct {
	rank     int32
	reversed bool
}

// strung reports whether the entering edges string all k segments together, and writes how to tour. Of the edge of rank
// r, 2r is the end before the cut and 2r+1 the one after it; partner[a] is the end that an entering edge joins to a. O(k).
func strung(partner []int32, tour []piece) bool {
	k := int32(len(tour))
	at := int32(1) // segment 0 forwards
	for i := range tour {
		r := at >> 1
		var far int32
		if at&1 == 1 {
			tour[i] = piece{rank: r}
			far = 2 * (r + 1)
			if far == 2*k {
				far = 0
			}
		} else {
			if r == 0 {
				r = k
			}
			tour[i] = piece{rank: r - 1, reversed: true}
			far = 2*r - 1
		}
		at = partner[far]
		if at == 1 {
			return i == int(k)-1
		}
	}
	return false
}

// rearrange puts the segments between the cuts, which are positions of the first cities of the leaving edges in rising
// order, into the order of a new tour. The longest segment stays where it is, so the cost is the number of cities
// outside it.
func (a *array) rearrange(cuts []int32, tour []piece) {
	n, k := int32(len(a.city)), len(cuts)
	longest, most := 0, a.length(cuts, 0)
	for r := 1; r < k; r++ {
		if l := a.length(cuts, r); l > most {
			longest, most = r, l
		}
	}
	at := 0
	for int(tour[at].rank) != longest {
		at++
	}
	flip := tour[at].reversed // then read the whole new tour backwards, so that the longest segment keeps its direction
	a.scratch = a.scratch[:0]
	for i := 1; i < k; i++ {
		s := tour[(at+i)%k]
		if flip {
			s = tour[(at-i+k)%k]
			s.reversed = !s.reversed
		}
		a.gather(a.after(cuts[s.rank]), a.length(cuts, int(s.rank)), s.reversed)
	}
	p := cuts[longest] + 1 + most
	if p >= n {
		p -= n
	}
	a.overwrite(p)
}

// length is how many cities the segment after a cut has.
func (a *array) length(cuts []int32, rank int) int32 {
	if rank == len(cuts)-1 {
		return cuts[0] + int32(len(a.city)) - cuts[rank]
	}
	return cuts[rank+1] - cuts[rank]
}

// after is the position after p.
func (a *array) after(p int32) int32 {
	if int(p)+1 == len(a.city) {
		return 0
	}
	return p + 1
}
