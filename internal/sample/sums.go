package sample

// Sums is Labels with a table for kernels. It lists what all others wish of an element: the sum of x[j] + Want[i*N+j] over all
// j but i.
type Sums struct{ Labels }

// TableSize is that of a sum for each element.
func (p *Sums) TableSize() int32 { return p.N }

// FillTable computes every lanes-th sum.
func (p *Sums) FillTable(x, sums []int32, l, lanes int32) {
	for i := l; i < p.N; i += lanes {
		sums[i] = -x[i]
		for j, v := range x {
			sums[i] += v + p.Want[i*p.N+int32(j)]
		}
	}
}

// ChangeDeltaBy is O(1): the sum of (v-w)^2 - (x[i]-w)^2 over the wishes w of N-1 others.
func (p *Sums) ChangeDeltaBy(x, sums []int32, i, v int32) int64 {
	was, is := int64(x[i]), int64(v)
	return (is - was) * ((is+was)*int64(p.N-1) - 2*int64(sums[i]))
}

// ChangeTable tells every lanes-th of the others.
func (p *Sums) ChangeTable(x, sums []int32, i, v, l, lanes int32) {
	for j := l; j < p.N; j += lanes {
		if j != i {
			sums[j] += v - x[i]
		}
	}
}
