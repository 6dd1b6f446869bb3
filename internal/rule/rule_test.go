package rule

import "testing"

// A descent goes through a neighbourhood of any size in slices of the lanes, round its end and beyond 2^31 moves.
func TestIndex_OfVastNeighbourhoods(t *testing.T) {
	for _, size := range []int64{33, 1 << 31, 1<<31 + 7, 1 << 62} {
		r := Rule{Kind: BestDescent, Size: size}
		for _, at := range []int64{0, 1<<31 - 5, 1 << 32, 1<<62 - 31, size - 1, size - 32} {
			if at < 0 || at >= size {
				continue
			}
			c := Course{At: at}
			for lane := range int32(Lanes) {
				if got, want := r.Index(&c, lane), (at+int64(lane))%size; got != want {
					t.Fatalf("%d moves, from %d: lane %d looks at %d, want %d", size, at, lane, got, want)
				}
			}
			if r.Pass(&c, Lanes, false); c.At != (at+Lanes)%size {
				t.Errorf("%d moves: from %d on to %d", size, at, c.At)
			}
		}
	}
}
