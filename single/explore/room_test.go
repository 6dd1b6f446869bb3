package explore

import "testing"

// A search has two solutions, its history and its state, and scratch where moves are priced on copies.
func TestExploreFleet_Room(t *testing.T) {
	plain, copying, tabled := &exploreFleet{}, &exploreFleet{copies: true, entries: 7}, &exploreFleet{entries: 1000}
	plain.N, copying.N, tabled.N = 100, 100, 100
	state, _ := plain.each(0)
	if state -= 800; state < 40 || state > 400 {
		t.Errorf("a state of %d bytes", state)
	}
	for name, c := range map[string]struct {
		f                    *exploreFleet
		length, bytes, index int
	}{"plain": {plain, 3, 824, 100}, "with a history": {plain, 300, 3200, 300}, "on copies": {copying, 3, 824 + 4*3239, 3239},
		"with a table": {tabled, 3, 824 + 4000, 1000}} {
		if bytes, index := c.f.each(c.length); bytes != c.bytes+state || index != c.index {
			t.Errorf("%s: %d bytes and %d elements, want %d and %d", name, bytes, index, c.bytes+state, c.index)
		}
	}
}
