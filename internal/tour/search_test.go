package tour

import (
	"fmt"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// grid is n cities at random places of a small square, so that many edges cost the same, with some fixed edges.
type grid struct {
	x, y  []int32
	fixed [][2]int32
}

func newGrid(n int, seed uint64, fixed ...[2]int32) *grid {
	r, g := multiwalk.NewRand(seed, 0), &grid{fixed: fixed}
	for range n {
		g.x, g.y = append(g.x, int32(r.IntN(50))), append(g.y, int32(r.IntN(50)))
	}
	return g
}

func (g *grid) EdgeCost(i, j int32) int64 {
	return int64(max(g.x[i]-g.x[j], g.x[j]-g.x[i]) + max(g.y[i]-g.y[j], g.y[j]-g.y[i]))
}
func (g *grid) Symmetric() bool        { return true }
func (g *grid) FixedEdges() [][2]int32 { return g.fixed }
func (g *grid) Space() multiwalk.Space { return multiwalk.Tour(len(g.x)) }
func (g *grid) Cost(x []int32) (c int64) {
	for i := range x {
		c += g.EdgeCost(x[i], x[(i+1)%len(x)])
	}
	return c
}

func identity(n int) []int32 {
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(i)
	}
	return x
}

func mustGraph(t testing.TB, p *grid, k int) *Graph {
	t.Helper()
	order := identity(len(p.x))
	multiwalk.NewRand(99, 0).Shuffle(order)
	return must.Have(NewGraph(p, k, order, never))(t)
}

func searches(g *Graph) map[string]*Search {
	list := map[string]*Search{"oropt": NewOrOpt(g)}
	for depth := 2; depth <= maxDepth; depth++ {
		list[fmt.Sprintf("kopt%d", depth)] = NewKOpt(g, depth)
	}
	return list
}

func keeps(x []int32, fixed [][2]int32) bool {
	edges := adjacency(x)
	for _, e := range fixed {
		if edges[[2]int32{min(e[0], e[1]), max(e[0], e[1])}] == 0 {
			return false
		}
	}
	return true
}

// Every gain and every kick's delta must be the change of the tour's length, undo must restore the tour, and fixed
// edges must stay.
func TestSearch_Ledger(t *testing.T) {
	seeds := uint64(30)
	if testing.Short() { // a search has one goroutine, and the race detector makes it slow
		seeds = 6
	}
	for seed := range seeds {
		r := multiwalk.NewRand(seed, 1)
		n := MinKick + r.IntN(60)
		var fixed [][2]int32
		if seed%3 == 1 {
			fixed = [][2]int32{{0, 1}, {1, 2}, {5, 6}}
		}
		p := newGrid(n, seed, fixed...)
		g := mustGraph(t, p, 3+r.IntN(6))
		for name, s := range searches(g) {
			x := identity(n)
			if fixed == nil {
				r.Shuffle(x)
			}
			cost := s.Set(x)
			for step := range 60 {
				cost -= s.Optimise(1 + r.IntN(20))
				s.Keep()
				before := s.Length()
				if before != cost {
					t.Fatalf("seed %d %s step %d: gains give %d, length %d", seed, name, step, cost, before)
				}
				s.Copy(x)
				delta := s.Kick(r)
				for !s.Optimal() {
					delta -= s.Optimise(100)
				}
				if got := s.Length(); got != before+delta {
					t.Fatalf("seed %d %s step %d: deltas give %d, length %d", seed, name, step, before+delta, got)
				}
				y := make([]int32, n)
				s.Copy(y)
				if err := p.Space().Check(y); err != nil || !keeps(y, fixed) {
					t.Fatalf("seed %d %s step %d: %v, fixed edges kept: %v", seed, name, step, err, keeps(y, fixed))
				}
				if r.IntN(2) == 0 {
					s.Keep()
					cost += delta
					continue
				}
				s.Undo()
				s.Copy(y)
				if !slices.Equal(x, y) {
					t.Fatalf("seed %d %s step %d: undo gives another tour", seed, name, step)
				}
			}
		}
	}
}

// With all cities as neighbours, and looked at again until none gains, the result may leave no improving 2-opt move.
// (Once is not enough: don't-look bits forget a city whose own edges stayed but whose partner's changed.)
func TestSearch_IsTwoOptimal(t *testing.T) {
	for seed := range uint64(20) {
		n := 8 + int(seed)
		p := newGrid(n, seed)
		for name, s := range searches(mustGraph(t, p, n-1)) {
			x := identity(n)
			for gain := int64(1); gain > 0; s.Copy(x) {
				s.Set(x)
				for gain = 0; !s.Optimal(); {
					gain += s.Optimise(10)
				}
			}
			cost := p.Cost(x)
			for i := range x {
				for j := i + 1; j < n; j++ {
					slices.Reverse(x[i : j+1])
					if c := p.Cost(x); c < cost {
						t.Fatalf("seed %d %s: reversing %d..%d gains %d", seed, name, i, j, cost-c)
					}
					slices.Reverse(x[i : j+1])
				}
			}
		}
	}
}

func TestSolveFew(t *testing.T) {
	for n := 1; n < MinKick; n++ {
		p := newGrid(n, uint64(n))
		x, cost, evaluated := SolveFew(p)
		if err := p.Space().Check(x); err != nil || p.Cost(x) != cost {
			t.Fatalf("n %d: %v costs %d, said %d (%v)", n, x, p.Cost(x), cost, err)
		}
		want := int64(1)
		for i := 2; i < n; i++ {
			want *= int64(i)
		}
		if evaluated != want {
			t.Fatalf("n %d: %d tours evaluated, want %d", n, evaluated, want)
		}
	}
	p := newGrid(6, 1, [2]int32{0, 3}, [2]int32{3, 5})
	if x, _, _ := SolveFew(p); !keeps(x, p.fixed) {
		t.Fatalf("%v lacks a fixed edge", x)
	}
}

func TestNewGraph_RefusesLargeEdges(t *testing.T) {
	p := newGrid(9, 1)
	p.x[3] = 1 << 30
	p.y[3] = 1 << 30
	p.y[4] = -(1 << 30)
	p.x[4] = -(1 << 30)
	if _, err := NewGraph(wide{p}, 8, identity(9), never); err == nil {
		t.Fatal("an edge of more than 32 bits was accepted")
	}
}

type wide struct{ *grid }

func (w wide) EdgeCost(i, j int32) int64 { return 1 << 33 }

func BenchmarkSearch_Kick(b *testing.B) {
	for _, n := range []int{200, 1000, 3000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := multiwalk.NewRand(1, 0)
			p := newGrid(n, 1)
			for i := range p.x {
				p.x[i], p.y[i] = int32(r.IntN(1000000)), int32(r.IntN(1000000))
			}
			s := NewKOpt(mustGraph(b, p, 6), 3)
			s.Set(identity(n))
			for !s.Optimal() {
				s.Optimise(1000)
			}
			s.Keep()
			b.ReportAllocs()
			for b.Loop() {
				delta := s.Kick(r)
				for !s.Optimal() {
					delta -= s.Optimise(1000)
				}
				if delta <= 0 {
					s.Keep()
				} else {
					s.Undo()
				}
			}
		})
	}
}

func never() bool { return false }
