package own

import "github.com/multiwalk/multiwalk"

// Ordering is the linear ordering problem: the order whose sum of W[a][b] over all pairs with a before b is greatest. The cost
// is minus this sum.
type Ordering struct{ W [][]int64 }

// NewOrdering draws the entries from 0 to 100, as those of the random instances of type A1.
func NewOrdering(n int, seed uint64) *Ordering {
	r, p := multiwalk.NewRand(seed, 0), &Ordering{square[int64](n)}
	for a := range n {
		for b := range n {
			if a != b {
				p.W[a][b] = int64(r.IntN(101))
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
			if w := p.W[a][b]; r.IntN(2) == 0 {
				p.W[a][b] = 0
			} else {
				p.W[a][b] = w * w * w * w / 100_000
			}
		}
	}
	return p
}

// Space returns the orders.
func (p *Ordering) Space() multiwalk.Space { return multiwalk.Permutation(len(p.W)) }

// Cost is O(n²).
func (p *Ordering) Cost(x []int32) (sum int64) {
	for i, a := range x {
		for _, b := range x[i+1:] {
			sum -= p.W[a][b]
		}
	}
	return sum
}

// InsertDelta looks at what moves over.
func (p *Ordering) InsertDelta(x []int32, i, j int32) (d int64) {
	a := x[i]
	for k := i + 1; k <= j; k++ {
		d += p.W[a][x[k]] - p.W[x[k]][a]
	}
	for k := j; k < i; k++ {
		d += p.W[x[k]][a] - p.W[a][x[k]]
	}
	return d
}

// SwapDelta looks at what lies between.
func (p *Ordering) SwapDelta(x []int32, i, j int32) (d int64) {
	if i > j {
		i, j = j, i
	}
	a, b := x[i], x[j]
	d = p.W[a][b] - p.W[b][a]
	for _, c := range x[i+1 : j] {
		d += p.W[a][c] - p.W[c][a] + p.W[c][b] - p.W[b][c]
	}
	return d
}

// check sums by the places of the elements.
func (p *Ordering) check(x []int32) (sum int64) {
	place := make([]int, len(x))
	for k, a := range x {
		place[a] = k
	}
	for a := range p.W {
		for b := range p.W {
			if place[a] < place[b] {
				sum -= p.W[a][b]
			}
		}
	}
	return sum
}

func orderingCase(title string, p *Ordering, g guess) Case {
	return Case{title, p, Rival{g.hot, g.cold, insertions(p)}, p.check}
}
