package neighbourhood

import (
	"testing"

	"github.com/multiwalk/multiwalk"
)

func checkTriple(t *testing.T, n int32, number int64, i, j, k int32) {
	t.Helper()
	if a, b, c := tripleOf(n, number); a != i || b != j || c != k || tripleIndex(n, i, j, k) != number {
		t.Fatalf("n=%d: tripleOf(%d) = (%d, %d, %d), tripleIndex(%d, %d, %d) = %d",
			n, number, a, b, c, i, j, k, tripleIndex(n, i, j, k))
	}
}

// Random numbers, and the ends of rows, where a root that is one off would show, up to 2^62.
func TestTripleOf_Large(t *testing.T) {
	if c := tripleCount(mostTriples); c > 1<<62 || tripleCount(mostTriples+1) <= 1<<62 {
		t.Fatalf("%d bits have %d triples, and one more %d: the bound is not the one for 2^62", mostTriples, c, tripleCount(mostTriples+1))
	}
	r := multiwalk.NewRand(1, 0)
	for range 50_000 {
		n := int32(3 + r.Uint32N(mostTriples-2))
		number := int64(r.Uint64() % uint64(tripleCount(n)))
		i, j, k := tripleOf(n, number)
		if i < 0 || i >= j || j >= k || k >= n {
			t.Fatalf("n=%d: triple %d is (%d, %d, %d)", n, number, i, j, k)
		}
		checkTriple(t, n, number, i, j, k)
		if i+3 <= n {
			checkTriple(t, n, tripleIndex(n, i, i+1, i+2), i, i+1, i+2)
			checkTriple(t, n, tripleIndex(n, i, n-2, n-1), i, n-2, n-1)
		}
	}
}

// Three draws of what is left are three different positions, all triples alike.
func TestTripleFrom_IsUniform(t *testing.T) {
	const n = 7
	b, seen := Member{Op: OpFlip3, N: n, At: 4}, map[Move]int{}
	for i := range int32(n) {
		for j := range int32(n - 1) {
			for k := range int32(n - 2) {
				m := b.tripleFrom(i, j, k)
				if m.I < 4 || m.I >= m.J || m.J >= m.K || m.K >= 4+n {
					t.Fatalf("%d, %d, %d give %v", i, j, k, m)
				}
				seen[m]++
			}
		}
	}
	for m, times := range seen {
		if times != 6 {
			t.Errorf("%v comes %d times of 6", m, times)
		}
	}
	if int64(len(seen)) != tripleCount(n) {
		t.Errorf("%d triples, want %d", len(seen), tripleCount(n))
	}
}
