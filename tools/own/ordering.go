package own

import "github.com/multiwalk/multiwalk"

// Ordering is the linear ordering problem: the order whose sum of W[a][b] over all pairs with a before b is greatest. The cost
// is minus this sum.
type Ordering struct {
	N int32
	W []int32 // of a before b at a*N+b
}

// NewOrdering draws the entries from 0 to 100, as those of the random instances of type A1.
func NewOrdering(n int, seed uint64) *Ordering {
	r, p := multiwalk.NewRand(seed, 0), &Ordering{int32(n), make([]int32, n*n)}
	for a := range n {
		for b := range n {
			if a != b {
				p.W[a*n+b] = int32(r.IntN(101))
			}
		}
	}
	return p
}

// NewTrade draws a matrix like an input-output table: few large entries, many zeros.
func NewTrade(n int, seed uint64) *Ordering {
	p := NewOrdering(n, seed)
	r := multiwalk.NewRand(seed, 1)
	for a := range n {
		for b := range n {
			if w := &p.W[a*n+b]; r.IntN(2) == 0 {
				*w = 0
			} else {
				*w = *w * *w * *w * *w / 100_000
			}
		}
	}
	return p
}

// Space returns the orders.
func (p *Ordering) Space() multiwalk.Space { return multiwalk.Permutation(int(p.N)) }

// Cost is O(n²).
func (p *Ordering) Cost(x []int32) (sum int64) {
	for i, a := range x {
		for _, b := range x[i+1:] {
			sum -= int64(p.W[a*p.N+b])
		}
	}
	return sum
}

// over is what is lost when b comes before a instead of behind.
func (p *Ordering) over(a, b int32) int64 { return int64(p.W[a*p.N+b] - p.W[b*p.N+a]) }

// InsertDelta looks at what moves over.
func (p *Ordering) InsertDelta(x []int32, i, j int32) (d int64) {
	a := x[i]
	for k := i + 1; k <= j; k++ {
		d += p.over(a, x[k])
	}
	for k := j; k < i; k++ {
		d -= p.over(a, x[k])
	}
	return d
}

// SwapDelta looks at what lies between.
func (p *Ordering) SwapDelta(x []int32, i, j int32) (d int64) {
	if i > j {
		i, j = j, i
	}
	a, b := x[i], x[j]
	d = p.over(a, b)
	for _, c := range x[i+1 : j] {
		d += p.over(a, c) - p.over(b, c)
	}
	return d
}

// check sums by the places of the elements.
func (p *Ordering) check(x []int32) (sum int64) {
	place := make([]int, len(x))
	for k, a := range x {
		place[a] = k
	}
	for k, w := range p.W {
		if place[k/len(x)] < place[k%len(x)] {
			sum -= int64(w)
		}
	}
	return sum
}

func orderingCase(title string, p *Ordering) Case {
	return Case{title, p, orders(p), p.check}
}
