package sample

import "github.com/multiwalk/multiwalk"

//go:generate go run ../kernelfile/gen -type Bits -only Evolve,Explore,Rotate,TabuMoves
//go:generate go run ../kernelfile/gen -type Labels,Mixed,Order,Road,Sums -only Evolve,Explore,TabuMoves

// Order is the linear ordering problem: a pair costs W[a*N+b] if a comes after b. It knows the delta of an insertion alone.
type Order struct {
	N int32
	W []int32
}

// NewOrder draws the weights up to 99.
func NewOrder(n int, seed uint64) *Order {
	r, p := multiwalk.NewRand(seed, 0), &Order{int32(n), make([]int32, n*n)}
	for k := range p.W {
		p.W[k] = int32(r.IntN(100))
	}
	return p
}

func (p *Order) Space() multiwalk.Space { return multiwalk.Permutation(int(p.N)) }

// Cost is O(n*n).
func (p *Order) Cost(x []int32) (sum int64) {
	for i, a := range x {
		for _, b := range x[:i] {
			sum += int64(p.W[a*p.N+b])
		}
	}
	return sum
}

// InsertDelta is O(n): what lies between the two positions changes sides with x[i].
func (p *Order) InsertDelta(x []int32, i, j int32) (sum int64) {
	a := x[i]
	for k := i + 1; k <= j; k++ {
		sum += int64(p.W[a*p.N+x[k]]) - int64(p.W[x[k]*p.N+a])
	}
	for k := j; k < i; k++ {
		sum += int64(p.W[x[k]*p.N+a]) - int64(p.W[a*p.N+x[k]])
	}
	return sum
}

// Road is a travelling salesman problem over a matrix, which may cost differently back and forth, and brings nothing but it.
type Road struct {
	N        int32
	OneWay   bool
	Distance []int32
}

// NewRoad draws the distances from 1 to 99; oneWay gives each direction its own.
func NewRoad(n int, oneWay bool, seed uint64) *Road {
	r, p := multiwalk.NewRand(seed, 0), &Road{int32(n), oneWay, make([]int32, n*n)}
	for i := range n {
		for j := range i {
			p.Distance[i*n+j] = int32(1 + r.IntN(99))
			if p.Distance[j*n+i] = p.Distance[i*n+j]; oneWay {
				p.Distance[j*n+i] = int32(1 + r.IntN(99))
			}
		}
	}
	return p
}

func (p *Road) Space() multiwalk.Space { return multiwalk.Tour(int(p.N)) }

// Cost is O(n).
func (p *Road) Cost(x []int32) (sum int64) {
	from := x[len(x)-1]
	for _, to := range x {
		sum += p.EdgeCost(from, to)
		from = to
	}
	return sum
}

func (p *Road) EdgeCost(i, j int32) int64 { return int64(p.Distance[i*p.N+j]) }
func (p *Road) Symmetric() bool           { return !p.OneWay }
