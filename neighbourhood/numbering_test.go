package neighbourhood

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// bound returns the kinds of move of a neighbourhood of a space.
func bound(t testing.TB, s multiwalk.Space, name string) (Neighbourhood, []Member) {
	t.Helper()
	nb := must.Have(ByName(&weighted{space: s}, name))(t)
	return nb, Kinds(nb)
}

// For every length up to 200, every number of a member's moves is that of its move, and every move follows the one before.
func TestIndex_AllOfEveryLength(t *testing.T) {
	for n := 1; n <= 200; n++ {
		for _, v := range []struct {
			space multiwalk.Space
			names []string
		}{
			{multiwalk.Binary(n), []string{"flip", "flip2"}},
			{multiwalk.Integers(n, -3, 4), []string{"change"}},
			{multiwalk.Permutation(n), []string{"swap", "insert", "2opt"}},
			{multiwalk.Product(multiwalk.Permutation(n), multiwalk.Permutation(n)), []string{"jointswap"}},
		} {
			for _, name := range v.names {
				_, members := bound(t, v.space, name)
				checkAll(t, n, &members[0])
			}
		}
		_, members := bound(t, multiwalk.Binary(n), "flip3")
		if n <= 40 || n == 64 || n == 95 || n == 200 { // up to 1.3 million of each
			checkAll(t, n, &members[0])
		} else {
			checkTriples(t, n, &members[0])
		}
	}
}

// checkTriples goes through all flips of three bits: all lengths together have 66 million. It looks at the number of each. To find a
// flip from its number takes longer, so it finds every fourth, another fourth for each length.
func checkTriples(t *testing.T, n int, b *Member) {
	t.Helper()
	number := int64(0)
	for i := range int32(n) {
		for j := i + 1; j < int32(n); j++ {
			for k := j + 1; k < int32(n); k++ {
				m := Move{Op: OpFlip3, I: i, J: j, K: k}
				if b.Index(m) != number || number&3 == int64(n&3) && b.Move(number) != m {
					t.Fatalf("%d bits: %v has index %d, want %d, which is %v", n, m, b.Index(m), number, b.Move(number))
				}
				number++
			}
		}
	}
	if number != b.Size() {
		t.Errorf("%d bits have %d triples, and the size is %d", n, number, b.Size())
	}
}

func checkAll(t *testing.T, n int, b *Member) {
	t.Helper()
	last := Move{I: -1}
	for k := range b.Size() {
		m := b.Move(k)
		if b.Index(m) != k || !ordered(last, m) {
			t.Fatalf("%d elements: move %d is %v, whose index is %d; the one before is %v", n, k, m, b.Index(m), last)
		}
		last = m
	}
}

// ordered tells whether a move comes after another in the order of words, by positions or, of a change, by distances.
func ordered(a, b Move) bool {
	switch {
	case a.I != b.I:
		return a.I < b.I
	case a.J != b.J:
		return a.J < b.J
	}
	return a.K < b.K
}

// lengths have up to 2^62 moves of a kind, and more than 2^31.
var lengths = []struct {
	name string
	n    []int
}{
	{"flip", []int{201, 1 << 20, math.MaxInt32}},
	{"flip2", []int{201, 65_536, 65_537, 100_000, 1 << 20, math.MaxInt32}},
	{"flip3", []int{201, 2345, 2346, 65_536, 1 << 20, mostTriples}},
	{"swap", []int{201, 65_536, 65_537, 100_000, 1 << 20, math.MaxInt32}},
	{"change", []int{201, 1 << 20, math.MaxInt32}},
}

// Random numbers up to 2^62, the least and the greatest ones, and those round 2^31 and 2^32.
func TestIndex_OfVastNeighbourhoods(t *testing.T) {
	r := multiwalk.NewRand(1, 0)
	for _, v := range lengths {
		for _, n := range v.n {
			for _, s := range []multiwalk.Space{multiwalk.Binary(n), multiwalk.Integers(n, math.MinInt32, math.MaxInt32)} {
				if !fitsSpace(Op(slices.Index(opNames[:], v.name)), s) {
					continue
				}
				nb, members := bound(t, s, v.name)
				b, size := &members[0], min(nb.Size(), 1<<62)
				for k := range int64(2000) {
					k = [...]int64{int64(r.Uint64() % uint64(size)), k, size - 1 - k, 1<<31 - 1000 + k, 1<<32 - 1000 + k}[k%5]
					if k < 0 || k >= size {
						continue
					}
					m := nb.Move(k)
					if nb.Index(m) != k || b.Move(k) != m ||
						min(m.I, b.At) < 0 || int(m.I) >= n || m.positions() > 1 && m.Op != OpChange && (m.J <= m.I || int(m.J) >= n) {
						t.Fatalf("%s of %v: move %d is %v, whose index is %d", v.name, s, k, m, nb.Index(m))
					}
				}
			}
		}
	}
}

// The moves of products: in one part, in another, the same in both; whole ranges of small ones, and random numbers of great ones.
func TestIndex_OfProducts(t *testing.T) {
	r := multiwalk.NewRand(2, 0)
	for _, n := range []int{2, 3, 20, 40_000, 1 << 20} {
		for _, v := range []struct {
			space multiwalk.Space
			name  string
		}{
			{multiwalk.Product(multiwalk.Permutation(n), multiwalk.Permutation(n)), "swap+insert+jointswap"},
			{multiwalk.Product(multiwalk.Binary(n), multiwalk.Permutation(2*n), multiwalk.Integers(n, 1, 9)), "flip+flip2+swap+change"},
		} {
			nb, _ := bound(t, v.space, v.name)
			size := nb.Size()
			for k := range min(size, 4000) {
				if size > 4000 {
					k = int64(r.Uint64() % uint64(size))
				}
				if m := nb.Move(k); nb.Index(m) != k {
					t.Fatalf("%s of %v: move %d is %v, whose index is %d", v.name, v.space, k, m, nb.Index(m))
				}
			}
		}
	}
}

// Neighbourhoods whose moves 63 bits could not number are refused, by themselves and together.
func TestByName_RefusesWhatHasNoNumbers(t *testing.T) {
	for name, s := range map[string]multiwalk.Space{
		"flip3":             multiwalk.Binary(mostTriples + 1),
		"oropt":             multiwalk.Tour(math.MaxInt32),
		"3opt":              multiwalk.Tour(2_500_000),
		"insert+swap+oropt": multiwalk.Tour(1_300_000_000),
	} {
		t.Run(fmt.Sprint(name, s), func(t *testing.T) {
			must.Fail(t, "multiwalk: neighbourhood "+name)(ByName(&weighted{space: s}, name))
		})
	}
}
