package population

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// Of picks with many equal guides the same ones are kept as sorting them would keep, however they come.
func TestPicks_AreTheBest(t *testing.T) {
	r := multiwalk.NewRand(1, 0)
	for try := range 200 {
		all := make([]pick, 1+r.IntN(3000))
		for k := range all {
			all[k] = pick{guide: float64(r.IntN(1 + try)), tie: r.Uint32N(9), parent: int32(k)}
		}
		width, l := 1+r.IntN(400), picks{}
		l.clear()
		whole := true
		for from := 0; from < len(all); from += 64 {
			whole = l.add(all[from:min(len(all), from+64)], width) && whole
		}
		whole = l.cut(width) && whole
		order := func(a, b pick) int {
			if a.before(&b) {
				return -1
			}
			return 1
		}
		slices.SortFunc(all, order)
		slices.SortFunc(l.list, order)
		if want := all[:min(width, len(all))]; !slices.Equal(l.list, want) {
			t.Fatalf("try %d: of %d picks the best %d are not kept", try, len(all), width)
		}
		if whole != (len(all) <= width) {
			t.Fatalf("try %d: of %d picks and a width of %d, whole is %v", try, len(all), width, whole)
		}
	}
}
