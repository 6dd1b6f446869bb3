package neighbourhood

import (
	"math"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// The first and the last pair of every row of a large n, where a square root that is one off would show, up to the
// greatest length of a space.
func TestPairAt_RowEnds(t *testing.T) {
	for _, n := range []int32{100_000, 1 << 20, math.MaxInt32} {
		step := max(1, int64(n)/200_000)
		for i := int64(0); i < int64(n)-1; i += step {
			for _, r := range []int32{int32(i), n - 2 - int32(i)} {
				checkPair(t, n, PairIndex(n, r, r+1), r, r+1)
				checkPair(t, n, PairIndex(n, r, n-1), r, n-1)
			}
		}
		checkPair(t, n, PairCount(n)-1, n-2, n-1)
		checkPair(t, n, 0, 0, 1)
	}
}

func TestPairAt_RandomPairs(t *testing.T) {
	r := multiwalk.NewRand(1, 0)
	for range 1_000_000 {
		n := int32(2 + r.Uint32N(100_000))
		i, j := randomPair(r, n)
		checkPair(t, n, PairIndex(n, i, j), i, j)
	}
}

func checkPair(t *testing.T, n int32, k int64, i, j int32) {
	t.Helper()
	if a, b := PairAt(n, k); a != i || b != j || PairIndex(n, i, j) != k {
		t.Fatalf("n=%d: PairAt(%d) = (%d, %d), PairIndex(%d, %d) = %d", n, k, a, b, i, j, PairIndex(n, i, j))
	}
}

// The other operators' indices at lengths that cannot be walked through.
func TestMove_LargeIndices(t *testing.T) {
	for _, n := range []int{4, 5, 100_000, math.MaxInt32} {
		for _, s := range []multiwalk.Space{multiwalk.Tour(n), multiwalk.Binary(n), multiwalk.Integers(n, -5, 1000)} {
			for _, name := range []string{"", "swap", "insert", "2opt", "oropt", "3opt"} {
				nb, err := ByName(&weighted{space: s}, name)
				if err != nil {
					continue
				}
				size := nb.Size()
				for _, k := range []int64{0, 1, int64(n) - 2, int64(n) - 1, int64(n), size / 3, size / 2, size - int64(n), size - 2, size - 1} {
					if m := nb.Move(max(k, 0)); nb.Index(m) != max(k, 0) {
						t.Errorf("%v %s: move %d is %v, whose index is %d", s, nb.Name(), k, m, nb.Index(m))
					}
				}
			}
		}
	}
}

func BenchmarkPairAt(b *testing.B) {
	const n = 100_000
	var sum int32
	k := int64(0)
	for b.Loop() {
		i, j := PairAt(n, k)
		sum += i + j
		if k += 1_234_567; k >= PairCount(n) {
			k -= PairCount(n)
		}
	}
	_ = sum
}

func BenchmarkPropose(b *testing.B) {
	for _, name := range []string{"swap", "insert", "2opt", "oropt", "oropt+2opt", "3opt"} {
		b.Run(name, func(b *testing.B) {
			p := newEdgy(500, true)
			n := must.Have(ByName(p, name))(b)
			r, x := multiwalk.NewRand(1, 0), make([]int32, p.n)
			p.Space().Random(r, x)
			b.ReportAllocs()
			var sum int64
			for b.Loop() {
				sum += n.Delta(x, n.Random(r))
			}
			_ = sum
		})
	}
}
