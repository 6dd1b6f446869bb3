package deme

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernels/team"
)

// Migrants come from other islands, from as many as the route has, each as often as another.
func TestTopology_Sources(t *testing.T) {
	for route, want := range map[Route][]int32{Ring: {4}, Torus: {2, 3, 4}, Complete: {0, 1, 2, 3, 4}, Anywhere: {0, 1, 2, 3, 4}} {
		topology := Topology{Shape: Island, Width: 7, Count: 6 * 7, Every: 2, Move: 3, Route: route, Row: 3}
		got := map[int32]int{}
		for g := int64(1); g < 200; g += 2 {
			for k := range topology.Move {
				d := draws{words: words{individual: uint32(k), generation: uint64(g)}}
				from := topology.source(5*7+k, g, &d)
				if from%7 != k {
					t.Fatalf("route %d: migrant %d comes from the place of %d", route, k, from)
				}
				got[from/7]++
			}
		}
		for _, island := range want {
			if n := got[island]; n < 35 {
				t.Errorf("route %d: %d of 300 migrants to island 5 come from %d; %v", route, n, island, got)
			}
		}
		if len(got) != len(want) {
			t.Errorf("route %d: migrants come from %v, want %v", route, got, want)
		}
	}
}

// Whoever mates with whom: the other one agrees, and is near.
func TestTopology_Mates(t *testing.T) {
	for _, shape := range []Topology{{Shape: L5, Width: 6, Count: 24}, {Shape: L5, Width: 5, Count: 15}, {Shape: L5, Width: 1, Count: 8},
		{Shape: Island, Width: 7, Count: 21}} {
		alone, pairs := 0, map[[2]int32]bool{}
		for g := range uint64(400) {
			for i := range shape.Count {
				mate := func(i int32) int32 {
					d := draws{words: words{generation: g}}
					return shape.mate(i, &d)
				}
				j := mate(i)
				if mate(j) != i {
					t.Fatalf("%+v: %d goes with %d, and that one with %d", shape, i, j, mate(j))
				}
				near := shape.Shape == Island && i/shape.Width == j/shape.Width
				for k := range shape.size() {
					near = near || shape.neighbour(i, k) == j
				}
				if !near {
					t.Fatalf("%+v: %d goes with %d", shape, i, j)
				}
				if pairs[[2]int32{i, j}] = true; i == j {
					alone++
				}
			}
		}
		want := int(shape.Count) * int(shape.Width) // on an island with anybody
		if shape.Shape != Island {
			want = 4 * int(shape.Count)
		}
		if shape.Width > 2 && shape.Width%2 == 0 && (len(pairs) != want || alone > 0) {
			t.Errorf("%+v: %d pairs, %d times alone; want %d", shape, len(pairs), alone, want)
		}
	}
}

// The two children of a pair go to the parents that they are more like, together.
func TestBreeder_Pairs(t *testing.T) {
	const n = 12
	x := make([]int32, 4*n)
	for k := range x {
		x[k] = int32(k / n) // individual i is all i
	}
	p := PopulationOf(n, x, make([]int64, 4))
	rule := Rule{Topology: Topology{Shape: Island, Width: 4, Count: 4}, Mates: 1 << 32, Cuts: 1, Replace: Crowding}
	breeder := func() *Breeder[team.Single, none] {
		return &Breeder[team.Single, none]{Rule: &rule, Parts: []Part{{N: n, Values: 4}}, Child: make([]int32, n), Place: make([]int32, 2*n)}
	}
	crossed := 0
	for g := range int64(100) {
		for i := range int32(4) {
			b := breeder()
			b.Make(&p, g, i)
			every := b.shared(g, 0)
			mate := rule.Topology.mate(i, &every)
			own := 0
			for _, v := range b.Child {
				if v == i {
					own++
				} else if v != mate {
					t.Fatalf("individual %d with %d: %v", i, mate, b.Child)
				}
			}
			other := breeder()
			if other.Make(&p, g, mate); i != mate && slices.ContainsFunc(b.Child, func(v int32) bool { return v == mate }) {
				crossed++
				for k, v := range b.Child {
					if v == other.Child[k] {
						t.Fatalf("both children have %d at %d: %v, %v", v, k, b.Child, other.Child)
					}
				}
			}
			if own < n/2 {
				t.Errorf("individual %d with %d is less like its child than the other: %v", i, mate, b.Child)
			}
		}
	}
	if crossed < 200 {
		t.Errorf("%d of 400 are crossed", crossed)
	}
}

// none has no costs.
type none struct{}

func (none) Cost([]int32) int64 { return 0 }
