package neighbourhood

import (
	"math"
	"math/rand/v2"
	"testing"
)

// A lane draws all moves with the same probability, and all lanes with the first words in common draw positions as far apart.
func TestMember_DrawApart(t *testing.T) {
	for _, b := range []Member{{Op: OpSwap, At: 3, N: 7}, {Op: OpInsert, At: 3, N: 7}, {Op: OpTwoOpt, N: 7}, {Op: OpTwoOpt, N: 7, Skip: 1},
		{Op: OpInsert, N: 2}, {Op: OpSwap, N: 2}, {Op: OpFlip2, N: 6}} {
		r := rand.New(rand.NewPCG(1, 1))
		const lanes, each = 4, 4000
		seen := make([]int, b.Size())
		for range each * len(seen) / lanes {
			lead, distance := [2]uint32{r.Uint32(), r.Uint32()}, int32(0)
			for l := range lanes {
				u, v := lead[0], lead[1]
				if l > 0 {
					u, v = r.Uint32(), r.Uint32()
				}
				m := b.DrawApart(lead, u, v, r.Uint32())
				if b.Move(b.Index(m)) != m {
					t.Fatalf("%v: %v is no move of its", b, m)
				}
				seen[b.Index(m)]++
				if d := max(m.J-m.I, m.I-m.J); l == 0 {
					distance = d
				} else if d != distance && b.Op != OpFlip2 {
					t.Fatalf("%v: %d apart, the first lane's are %d", b, d, distance)
				}
			}
		}
		for k, n := range seen { // lanes depend on each other, so a count varies more than if they did not
			if math.Abs(float64(n)-each) > 6*math.Sqrt(lanes*each) {
				t.Errorf("%v: move %v was drawn %d times of %d", b, b.Move(int64(k)), n, each)
			}
		}
	}
}
