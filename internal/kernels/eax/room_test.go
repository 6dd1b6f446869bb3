package eax

import "testing"

// The memory of a crossing: 22 bytes an edge that is cut, and places for three numbers a city, a path of 1.5 edges a city and
// 1.25 numbers a city of AB-cycles.
func TestCross_Room(t *testing.T) {
	g := Generation{Cities: 1000, Cuts: 128}
	if room, scratch := CrossRoom(g), CrossScratch(g); room != 22*128 || scratch != 3*1000+1504+1250 {
		t.Errorf("%d bytes shared and %d numbers", room, scratch)
	}
}

// Edges are spread over the table: of those of 2000 cities with their successors, in a table of 2^16, few share a place, the
// way round does not matter, and the places are those that seeds gave before.
func TestGeneration_EdgesAreSpread(t *testing.T) {
	g := Generation{EdgeBits: 16}
	seen := map[int32]int{}
	for a := range int32(2000) {
		at := g.edge(a, a+1)
		if at != g.edge(a+1, a) || at < 0 || at >= 1<<16 {
			t.Fatalf("edge of %d is at %d and %d", a, at, g.edge(a+1, a))
		}
		seen[at]++
	}
	if len(seen) < 1900 {
		t.Errorf("2000 edges have %d places", len(seen))
	}
	if a, b := g.edge(3, 7), g.edge(999, 5); a != 5634 || b != 16473 {
		t.Errorf("edges are at %d and %d", a, b)
	}
}
