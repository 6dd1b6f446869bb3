package simd

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/rng"
)

// randomQueens makes n states from place at on; few free columns mean that many die at once.
func randomQueens(r *rng.Stream, q *Queens, at, n int, few bool) {
	for i := at; i < at+n; i++ {
		free := uint32(0)
		for free == 0 {
			free = r.Uint32()
			for i := 0; few && i < 3; i++ {
				free &= r.Uint32()
			}
		}
		q[0][i], q[1][i], q[2][i], q[3][i] = r.Uint32()&^free, r.Uint32()&^free, r.Uint32()&^free, free
		if few {
			q[0][i] |= r.Uint32() &^ free
		}
	}
}

func TestPlaceQueens_AsPortable(t *testing.T) {
	t.Logf("vectorised: %v", Vectorised)
	r := rng.New(1, 0)
	for _, n := range []int{0, 1, 2, 7, 8, 9, 15, 16, 17, 100, QueensBlock - 1, QueensBlock} {
		for round := range 8 {
			q, next, wantNext := new(Queens), new(Queens), new(Queens)
			at, to := r.IntN(100), r.IntN(QueensBlock)
			randomQueens(r, q, at, n, round%2 == 0)
			want := *q
			blocked, ahead := r.Uint32(), r.Uint32()
			blocked, ahead = blocked&r.Uint32(), ahead|r.Uint32()
			if round >= 6 {
				ahead = 0
			}
			found := PlaceQueens(q, at, n, next, to, blocked, ahead)
			expected := 0
			if n > 0 {
				expected = placeQueensPortable(&want, at, n, wantNext, to, blocked, ahead)
			}
			if found != expected {
				t.Fatalf("n=%d, round %d: %d results, portable %d", n, round, found, expected)
			}
			for k := range 4 {
				equal(t, "word", next[k][to:to+found], wantNext[k][to:to+found])
				equal(t, "what was there before", next[k][:to], wantNext[k][:to])
				equal(t, "states that stay", q[k][:at], want[k][:at])
			}
		}
	}
}

// Each free column of each state is tried, and what comes of it is by the definition.
func TestPlaceQueens_EveryColumn(t *testing.T) {
	r := rng.New(2, 0)
	q, next := new(Queens), new(Queens)
	randomQueens(r, q, 0, 50, false)
	type result [4]uint32
	want := map[result]int{}
	const blocked, ahead = 0x0f0f0f0f, 0xffff0000
	for i := range 50 {
		for col := range 32 {
			bit := uint32(1) << col
			if q[3][i]&bit == 0 {
				continue
			}
			c, low, high := q[0][i]|bit, (q[1][i]|bit)>>1, (q[2][i]|bit)<<1
			free := ^(c | low | high | blocked)
			if free != 0 && ^(c|low>>1|high<<1|ahead) != 0 {
				want[result{c, low, high, free}]++
			}
		}
	}
	n := PlaceQueens(q, 0, 50, next, 0, blocked, ahead)
	for i := range n {
		want[result{next[0][i], next[1][i], next[2][i], next[3][i]}]--
	}
	total := 0
	for state, missing := range want {
		if total++; missing != 0 {
			t.Errorf("state %x: %d too few", state, missing)
		}
	}
	if total < 50 {
		t.Errorf("only %d states to compare", total)
	}
}

// Where no row is ahead, a state goes on though each column of such a row were attacked.
func TestPlaceQueens_NothingAhead(t *testing.T) {
	for ahead, want := range map[uint32]int{0: 1, 1 << 31: 0} {
		q := new(Queens)
		q[0][0], q[1][0], q[2][0], q[3][0] = ^uint32(0b1001), 0b100, 0, 0b1000
		if n := PlaceQueens(q, 0, 1, new(Queens), 0, 0, ahead); n != want {
			t.Errorf("ahead %b: %d results, want %d", ahead, n, want)
		}
	}
}

func TestPlaceQueens_NoRoom(t *testing.T) {
	q := new(Queens)
	for _, bad := range [][3]int{{-1, 1, 0}, {0, -1, 0}, {0, QueensBlock + 1, 0}, {queensRoom - Lanes, 1, 0}, {0, QueensBlock, QueensBlock + 1000}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v is accepted", bad)
				}
			}()
			PlaceQueens(q, bad[0], bad[1], new(Queens), bad[2], 0, 0)
		}()
	}
}

func BenchmarkPlaceQueens(b *testing.B) {
	r := rng.New(3, 0)
	q, work, next := new(Queens), new(Queens), new(Queens)
	randomQueens(r, q, 0, QueensBlock, true)
	queens := 0
	for _, free := range q[3][:QueensBlock] {
		for ; free != 0; free &= free - 1 {
			queens++
		}
	}
	for _, k := range []struct {
		name string
		of   func(q *Queens, at, n int, next *Queens, to int, blocked, ahead uint32) int
	}{{"kernel", PlaceQueens}, {"portable", placeQueensPortable}} {
		b.Run(k.name, func(b *testing.B) {
			for b.Loop() {
				for i := range q {
					copy(work[i][:QueensBlock], q[i][:QueensBlock])
				}
				k.of(work, 0, QueensBlock, next, 0, 0, 0)
			}
			b.ReportMetric(float64(queens)*float64(b.N)/b.Elapsed().Seconds(), "queens/s")
		})
	}
}
