package qap

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel"
)

// What a block prices by its copy is what the instance costs, whichever threads made the copy, with flows of 16 and of 32 bits.
func TestKernels_StagedCostIsTheCost(t *testing.T) {
	forms := map[bool]int{}
	for _, n := range []int{1, 2, 3, 4, 5, 6, 33} {
		list := []*Instance{Uniform(n, 1), Structured(n, 2)}
		for _, q := range shapes(t, n) {
			list = append(list, q)
		}
		for _, q := range list {
			m := must.Have(q.Kernels())(t)
			p, ok := m.Problem.(kernel.StagedCoster)
			if !ok {
				continue
			}
			forms[p.(*symmetricSwaps).Halves]++
			count, length := p.StageSize()
			longs, words := make([]uint64, count), make([]int32, length)
			for k := range longs {
				longs[k] = math.MaxUint64 // each must be written
			}
			for rank := range int32(3) {
				p.Stage(longs, words, rank, 3)
			}
			x, packed := make([]int32, n), make([]uint32, (n+3)/4)
			q.Space().Random(multiwalk.NewRand(1, n), x)
			for k, v := range x {
				packed[k/4] |= uint32(v) << (k % 4 * 8)
			}
			if got := p.StagedCost(longs, words, packed); got != q.Cost(x) {
				t.Errorf("%s, n=%d: %d, want %d", q.Name(), n, got, q.Cost(x))
			}
		}
	}
	if len(forms) != 2 {
		t.Errorf("forms %v, want both", forms)
	}
}
