package own

import "github.com/multiwalk/multiwalk"

// Quadratic is unconstrained binary quadratic programming: the cost is the sum of Linear[i] over the ones, and of W over the
// pairs of ones.
type Quadratic struct {
	Linear []int64
	Start  []int32 // the pairs of bit i are Pairs[Start[i]:Start[i+1]]
	Pairs  []Pair
}

// Pair is the other bit of a pair, and what it costs that both are 1.
type Pair struct{ J, W int32 }

// NewQuadratic draws as Beasley does for the instances bqp ("Heuristic algorithms for the unconstrained binary quadratic
// programming problem", 1998): a tenth of the coefficients is not 0, from -100 to 100. In his form each pair counts twice.
func NewQuadratic(n int, seed uint64) *Quadratic {
	r, p := multiwalk.NewRand(seed, 0), &Quadratic{Linear: make([]int64, n)}
	lists := make([][]Pair, n)
	for i := range n {
		for j := range i + 1 {
			if r.IntN(10) != 0 {
				continue
			}
			w := int64(r.IntN(201) - 100)
			if i == j {
				p.Linear[i] = w
				continue
			}
			lists[i] = append(lists[i], Pair{int32(j), int32(2 * w)})
			lists[j] = append(lists[j], Pair{int32(i), int32(2 * w)})
		}
	}
	p.Pairs, p.Start = joined(lists)
	return p
}

// pairs are those of a bit.
func (p *Quadratic) pairs(i int32) []Pair { return p.Pairs[p.Start[i]:p.Start[i+1]] }

// Space returns the bits.
func (p *Quadratic) Space() multiwalk.Space { return multiwalk.Binary(len(p.Linear)) }

// Cost looks at each pair once.
func (p *Quadratic) Cost(x []int32) (sum int64) {
	for i := range int32(len(x)) {
		if x[i] == 0 {
			continue
		}
		sum += p.Linear[i]
		for _, q := range p.pairs(i) {
			if q.J < i {
				sum += int64(q.W * x[q.J])
			}
		}
	}
	return sum
}

// FlipDelta looks at the pairs of i.
func (p *Quadratic) FlipDelta(x []int32, i int32) int64 {
	field := p.Linear[i]
	for _, q := range p.pairs(i) {
		field += int64(q.W * x[q.J])
	}
	return field * int64(1-2*x[i])
}

// A table holds what each bit would cost as 1, so that a flip is priced in O(1). It serves kernels, and the state.

// TableSize is that of a field for each bit.
func (p *Quadratic) TableSize() int32 { return int32(len(p.Linear)) }

// FillTable computes the fields of every lanes-th bit.
func (p *Quadratic) FillTable(x, field []int32, l, lanes int32) {
	for i := l; i < int32(len(x)); i += lanes {
		field[i] = int32(p.FlipDelta(x, i)) * (1 - 2*x[i])
	}
}

// FlipDeltaBy reads a field.
func (p *Quadratic) FlipDeltaBy(x, field []int32, i int32) int64 {
	return int64(field[i] * (1 - 2*x[i]))
}

// FlipTable tells every lanes-th of the other bits of the pairs.
func (p *Quadratic) FlipTable(x, field []int32, i, l, lanes int32) {
	sign := 1 - 2*x[i]
	for k := p.Start[i] + l; k < p.Start[i+1]; k += lanes {
		q := p.Pairs[k]
		field[q.J] += q.W * sign
	}
}

// NewState returns the table at x.
func (p *Quadratic) NewState(x []int32) multiwalk.State { return newTable(p, x) }

// check sums over the ordered pairs of ones.
func (p *Quadratic) check(x []int32) (sum int64) {
	twice := int64(0)
	for i, a := range x {
		sum += p.Linear[i] * int64(a)
		for _, q := range p.pairs(int32(i)) {
			twice += int64(q.W * a * x[q.J])
		}
	}
	return sum + twice/2
}

func quadraticCase(p *Quadratic) Case {
	return Case{name("qubo-%d", len(p.Linear)), p, flips(p), p.check}
}
