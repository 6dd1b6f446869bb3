package ils_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/walk"
)

// oneWay is a random asymmetric instance.
func oneWay(tb testing.TB, n int) *tsp.Instance {
	tb.Helper()
	return oneWayUpTo(tb, n, 1000)
}

// oneWayUpTo is one with weights from 1 to most.
func oneWayUpTo(tb testing.TB, n, most int) *tsp.Instance {
	tb.Helper()
	r := multiwalk.NewRand(uint64(n), 0)
	m := make([]int32, n*n)
	for i := range m {
		if i/n != i%n {
			m[i] = int32(1 + r.IntN(most))
		}
	}
	return must.Have(tsp.FromMatrix("one-way", n, m))(tb)
}

// heldKarp is the cost of the best tour by dynamic programming over sets of cities (Held and Karp 1962): O(n² 2ⁿ).
func heldKarp(p *tsp.Instance) int64 {
	n := p.N - 1 // cities 1..n, after city 0
	const far = int64(1) << 60
	best := make([]int64, n<<n) // of reaching city j+1 over the set
	for set := 1; set < 1<<n; set++ {
		for j := range n {
			at := set*n + j
			best[at] = far
			if set&(1<<j) == 0 {
				continue
			}
			rest := set &^ (1 << j)
			if rest == 0 {
				best[at] = p.EdgeCost(0, int32(j+1))
			}
			for i := range n {
				if rest&(1<<i) != 0 {
					best[at] = min(best[at], best[rest*n+i]+p.EdgeCost(int32(i+1), int32(j+1)))
				}
			}
		}
	}
	total := far
	for j := range n {
		total = min(total, best[(1<<n-1)*n+j]+p.EdgeCost(int32(j+1), 0))
	}
	return total
}

func TestILS_FindsOptimalTours(t *testing.T) {
	for _, m := range []ils.ILS{{}, {LocalSearch: "oropt"}, {Depth: 2}, {Depth: 5}} {
		for n := 8; n <= 12; n++ {
			for _, p := range []*tsp.Instance{tsp.Random(n, uint64(n)), oneWay(t, n), oneWayUpTo(t, n, math.MaxInt32)} {
				if m.Depth == 2 && !p.Symmetric() {
					continue // refused
				}
				want := heldKarp(p)
				res := must.Have(multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 1,
					Stop: []multiwalk.Stop{multiwalk.Work(40), multiwalk.Target(want)}}))(t)
				if res.Cost != want {
					t.Errorf("%+v on %s of %d: %d, optimum %d", m, p.Name(), n, res.Cost, want)
				}
			}
		}
	}
}

func TestILS_TourConforms(t *testing.T) {
	refused := []walk.Method{ils.ILS{LocalSearch: "3opt"}, ils.ILS{Depth: 1}, ils.ILS{Depth: 9},
		ils.ILS{Neighbours: -1}, ils.ILS{Temperature: -1}}
	sizes := []int{8, 30, 9, 200}
	if testing.Short() {
		sizes = sizes[:2]
	}
	for _, n := range sizes {
		for _, p := range []*tsp.Instance{tsp.Random(n, 5), oneWay(t, n)} {
			for _, m := range []ils.ILS{{}, {LocalSearch: "oropt"}, {Depth: 5}} {
				t.Run(fmt.Sprintf("%s%d/%s%d", p.Name(), n, m.LocalSearch, m.Depth), func(t *testing.T) {
					conformance.Method(t, m, p, conformance.Budget(20000), conformance.Refuses(refused...))
				})
			}
		}
	}
}

func TestILS_RefusesTwoEdgesOneWay(t *testing.T) {
	_, err := multiwalk.Minimize(context.Background(), oneWay(t, 20), ils.ILS{Depth: 2}, multiwalk.Settings{
		Stop: []multiwalk.Stop{multiwalk.Work(1)}})
	if err == nil || !strings.Contains(err.Error(), "use 3 or more") {
		t.Fatal(err)
	}
}

func TestILS_FewCities(t *testing.T) {
	for n := 1; n < 8; n++ {
		p := tsp.Random(n, 1)
		res, err := multiwalk.Minimize(context.Background(), p, ils.ILS{}, multiwalk.Settings{
			Stop: []multiwalk.Stop{multiwalk.Work(5)}})
		if err != nil || res.Status != multiwalk.MethodEnded || p.Space().Check(res.Best) != nil {
			t.Fatalf("n %d: %v, %v", n, res, err)
		}
	}
}

func TestILS_KeepsFixedEdges(t *testing.T) {
	const file = `NAME: fixed
TYPE: TSP
DIMENSION: 12
EDGE_WEIGHT_TYPE: EUC_2D
NODE_COORD_SECTION
1 0 0
2 9 1
3 3 8
4 7 7
5 2 2
6 8 4
7 1 6
8 6 0
9 4 4
10 0 9
11 9 9
12 5 6
FIXED_EDGES_SECTION
1 11
11 5
2 10
-1
EOF
`
	p := must.Have(tsp.Read(strings.NewReader(file), "fixed.tsp"))(t)
	for _, m := range []ils.ILS{{}, {LocalSearch: "oropt"}} {
		res := must.Have(multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(5)}}))(t)
		if err := p.Check(res.Best); err != nil {
			t.Errorf("%+v: %v", m, err)
		}
	}
}

// Fixed edges of an asymmetric instance lead one way: the best tour is that of the weights which leave nothing else.
func TestILS_KeepsFixedArcs(t *testing.T) {
	for n := 6; n <= 11; n++ {
		p, arcs := oneWay(t, n), [][2]int{{3, 1}, {1, 4}, {0, 2}}
		var text strings.Builder
		fmt.Fprintf(&text, "TYPE: ATSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\nEDGE_WEIGHT_SECTION\n", n)
		only := slices.Clone(p.EdgeMatrix())
		for i, w := range p.EdgeMatrix() {
			fmt.Fprintln(&text, w)
			for _, a := range arcs {
				if (i/n == a[0]) != (i%n == a[1]) {
					only[i] = 1 << 27
				}
			}
		}
		text.WriteString("FIXED_EDGES_SECTION\n4 2\n2 5\n1 3\n-1\n")
		p = must.Have(tsp.Read(strings.NewReader(text.String()), "arcs.atsp"))(t)
		oracle := must.Have(tsp.FromMatrix("only", n, only))(t)
		want := heldKarp(oracle)
		for _, m := range []ils.ILS{{}, {LocalSearch: "oropt"}} {
			res, err := multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: 1,
				Stop: []multiwalk.Stop{multiwalk.Work(40), multiwalk.Target(want)}})
			if err != nil || res.Cost != want || p.Check(res.Best) != nil {
				t.Errorf("%d cities by %+v: %v, %v, want %d", n, m, res, err, want)
			}
		}
	}
}

// An open path is a tour with a gap: the search finds the best one, also between given ends and where edges lead one way.
func TestILS_FindsOptimalPaths(t *testing.T) {
	for n := 7; n <= 10; n++ {
		for _, closed := range []*tsp.Instance{tsp.Random(n, uint64(n)), oneWay(t, n)} {
			for _, ends := range [][]int32{nil, {2}, {2, 5}} {
				p := must.Have(closed.Open(ends...))(t)
				weights := slices.Clone(p.EdgeMatrix())
				either := closed.Symmetric() && len(ends) == 2 // either end may be the first
				for j := range n {
					if c := int32(j); len(ends) > 0 && c != ends[0] && !(either && c == ends[1]) {
						weights[n*(n+1)+j] = 1 << 27
					}
					if c := int32(j); len(ends) == 2 && c != ends[1] && !(either && c == ends[0]) {
						weights[j*(n+1)+n] = 1 << 27
					}
				}
				oracle := must.Have(tsp.FromMatrix("only", n+1, weights))(t)
				want := heldKarp(oracle)
				res, err := multiwalk.Minimize(context.Background(), p, ils.ILS{}, multiwalk.Settings{Seed: 1,
					Stop: []multiwalk.Stop{multiwalk.Work(40), multiwalk.Target(want)}})
				if err != nil || res.Cost != want || p.Check(res.Best) != nil {
					t.Errorf("%d cities, symmetric %v, from %v: %v, %v, want %d", n, closed.Symmetric(), ends, res, err, want)
				}
			}
		}
	}
}

func TestOpen_Conforms(t *testing.T) {
	for _, closed := range []*tsp.Instance{tsp.Random(12, 3), oneWay(t, 9)} {
		for _, ends := range [][]int32{nil, {2, 5}} {
			p := must.Have(closed.Open(ends...))(t)
			conformance.Problem(t, p)
		}
	}
}

// Costs of one seed and budget are asserted exactly, so that no change of the search goes unnoticed.
func TestILS_ExactCosts(t *testing.T) {
	for _, v := range []struct {
		m    ils.ILS
		n    int
		want int64
	}{{ils.ILS{}, 100, 7396931}, {ils.ILS{}, 1000, 23102949}, {ils.ILS{LocalSearch: "oropt"}, 300, 12910515}} {
		res := must.Have(multiwalk.Minimize(context.Background(), tsp.Random(v.n, 1), v.m, multiwalk.Settings{Seed: 1,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(300000)}}))(t)
		if res.Cost != v.want {
			t.Errorf("%+v on %d cities: %d, was %d", v.m, v.n, res.Cost, v.want)
		}
	}
}
