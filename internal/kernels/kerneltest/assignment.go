package kerneltest

import "math/rand/v2"

// Assignment is a quadratic assignment problem, as plain as can be.
type Assignment struct {
	N          int32
	Flow, Dist []int32
}

// NewAssignment is a random one.
func NewAssignment(n int32, seed uint64) *Assignment {
	r := rand.New(rand.NewPCG(seed, 0))
	a := &Assignment{N: n}
	for range n * n {
		a.Flow, a.Dist = append(a.Flow, r.Int32N(10)), append(a.Dist, r.Int32N(10))
	}
	return a
}

// Cost evaluates in full.
func (a *Assignment) Cost(x []int32) int64 {
	sum := int64(0)
	for i := range a.N {
		for j := range a.N {
			sum += int64(a.Flow[i*a.N+j]) * int64(a.Dist[x[i]*a.N+x[j]])
		}
	}
	return sum
}

// SwapDelta is by the definition.
func (a *Assignment) SwapDelta(x []int32, i, j int32) int64 {
	at := func(k int32) int32 {
		switch k {
		case i:
			return x[j]
		case j:
			return x[i]
		}
		return x[k]
	}
	sum := int64(0)
	for k := range a.N {
		for l := range a.N {
			if k == i || k == j || l == i || l == j {
				sum += int64(a.Flow[k*a.N+l]) * int64(a.Dist[at(k)*a.N+at(l)]-a.Dist[x[k]*a.N+x[l]])
			}
		}
	}
	return sum
}

// CostTerm is what facility i pays.
func (a *Assignment) CostTerm(x []int32, i int32) int64 {
	sum := int64(0)
	for j := range a.N {
		sum += int64(a.Flow[i*a.N+j]) * int64(a.Dist[x[i]*a.N+x[j]])
	}
	return sum
}

// StageSize, Stage and StagedCost: the flows two by two, in the order of rows, and the distances.
func (a *Assignment) StageSize() (longs, words int32) { return (a.N*a.N + 1) / 2, a.N * a.N }

func (a *Assignment) Stage(longs []uint64, words []int32, rank, size int32) {
	all := a.N * a.N
	for k := rank; k < all; k += size {
		words[k] = a.Dist[k]
	}
	for k := rank; 2*k < all; k += size {
		longs[k] = uint64(uint32(a.Flow[2*k]))
		if 2*k+1 < all {
			longs[k] |= uint64(uint32(a.Flow[2*k+1])) << 32
		}
	}
}

func (a *Assignment) StagedCost(longs []uint64, words []int32, x []uint32) (sum int64) {
	at := func(k int32) int32 { return int32(x[k>>2] >> uint32(k&3*8) & 255) }
	for k := range a.N * a.N {
		sum += int64(int32(longs[k>>1]>>uint32(k&1*32))) * int64(words[at(k/a.N)*a.N+at(k%a.N)])
	}
	for k := a.N; k < int32(len(x)*4) && k < (a.N+3)&^3; k++ {
		if at(k) != 0 {
			panic("what fills a word is not 0")
		}
	}
	return sum
}
