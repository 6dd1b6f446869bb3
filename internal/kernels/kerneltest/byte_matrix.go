package kerneltest

import "math/rand/v2"

const block = 256 // kernel.FlipBlock

// ByteMatrix is a problem of bits with all weights, in a plain form.
type ByteMatrix struct {
	N, Padded, Times int32
	Weights          []int32
	Pairs            []int8 // n*n, symmetric, zero on the diagonal
}

// NewByteMatrix is a random one.
func NewByteMatrix(n, factor int32, seed uint64) *ByteMatrix {
	r := rand.New(rand.NewPCG(seed, 1))
	m := &ByteMatrix{N: n, Padded: (n + block - 1) / block * block, Times: factor, Weights: make([]int32, n), Pairs: make([]int8, n*n)}
	for i := range n {
		m.Weights[i] = int32(r.IntN(2001)) - 1000
		for j := range i {
			if r.IntN(3) == 0 {
				m.Pairs[i*n+j] = int8(r.IntN(255) - 127)
				m.Pairs[j*n+i] = m.Pairs[i*n+j]
			}
		}
	}
	return m
}

func (m *ByteMatrix) Bits() int32                { return m.Padded }
func (m *ByteMatrix) Factor() int32              { return m.Times }
func (m *ByteMatrix) LinearWeight(i int32) int32 { return m.Weights[i] }
func (m *ByteMatrix) Row8(i, k int32) (row uint64) {
	for e := range int32(8) {
		if j := k/32*block + k%32 + 32*e; j < m.N {
			row |= uint64(uint8(m.Pairs[i*m.N+j])) << (8 * e)
		}
	}
	return row
}

// Cost evaluates in full.
func (m *ByteMatrix) Cost(x []int32) (sum int64) {
	for i := range m.N {
		sum += int64(m.Weights[i] * x[i])
		for j := range i {
			sum += int64(m.Times * int32(m.Pairs[i*m.N+j]) * x[i] * x[j])
		}
	}
	return sum
}

// Delta is that of a flip, from the definition.
func (m *ByteMatrix) Delta(x []int32, i int32) int64 {
	field := int64(m.Weights[i])
	for j := range m.N {
		field += int64(m.Times * int32(m.Pairs[i*m.N+j]) * x[j])
	}
	return field * int64(1-2*x[i])
}
