package tsp

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

func TestConstruct_IsATourAndDiffersByWalk(t *testing.T) {
	instances := append(smallInstances(t), Random(8, 1), Random(9, 1), Random(10, 2), Random(2000, 3))
	for _, p := range instances {
		x, y := make([]int32, p.N), make([]int32, p.N)
		p.Construct(randomStream(1), x)
		p.Construct(randomStream(2), y)
		if err := p.Check(x); err != nil {
			t.Errorf("%s: %v", p.Name(), err)
		}
		if p.N == 2000 && slices.Equal(x, y) {
			t.Errorf("%s: two walks start alike", p.Name())
		}
		p.Construct(randomStream(1), y)
		if !slices.Equal(x, y) {
			t.Errorf("%s: not repeatable", p.Name())
		}
	}
}

// The greedy edge heuristic ends 14 to 20 % above the Held-Karp bound on uniform cities (Johnson and McGeoch, table 1),
// whose value is about 0.7080*sqrt(n*area)*(1+0.551/n).
func TestConstruct_IsGreedy(t *testing.T) {
	p := Random(10_000, 5)
	x := make([]int32, p.N)
	p.Construct(randomStream(1), x)
	if ratio := float64(p.Cost(x)) / (0.7080 * 100 * 1e6); ratio > 1.22 {
		t.Errorf("%.3f times the Held-Karp bound", ratio)
	}
}

func TestConstruct_KeepsFixedEdges(t *testing.T) {
	for _, p := range smallInstances(t) {
		n := int32(p.N)
		if n < 5 {
			continue
		}
		for _, fixed := range [][][2]int32{
			{{0, 3}},
			{{0, 3}, {3, 4}},
			{{1, 0}, {2, 1}, {4, 3}},
			cycle(n),
		} {
			q := &Instance{N: p.N, Metric: p.Metric, X: p.X, Y: p.Y, matrix: p.matrix, asymmetric: p.asymmetric, name: p.name}
			must.Do(t, q.setFixed(fixed))
			for seed := range uint64(20) {
				x := make([]int32, n)
				q.Construct(randomStream(seed), x)
				if err := q.Check(x); err != nil {
					t.Fatalf("%s, fixed %v: %v: %v", q.Name(), fixed, x, err)
				}
			}
		}
	}
}

// cycle returns the edges of the tour 0, 2, 4, ..., 1, 3, ...
func cycle(n int32) [][2]int32 {
	var order []int32
	for i := int32(0); i < n; i += 2 {
		order = append(order, i)
	}
	for i := int32(1); i < n; i += 2 {
		order = append(order, i)
	}
	var edges [][2]int32
	for i, c := range order {
		edges = append(edges, [2]int32{c, order[(i+1)%len(order)]})
	}
	return edges
}

// Many cities at few places: nothing may become quadratic, and every city must still be reached.
func TestConstruct_Duplicates(t *testing.T) {
	unraced.Test(t)
	for _, places := range []int{1, 2, 7} {
		const n = 20_000
		x, y := make([]float64, n), make([]float64, n)
		for i := range n {
			x[i], y[i] = float64(i%places*100), float64(i%places%3*50)
		}
		p := must.Have(New("duplicates", Euc2D, x, y))(t)
		tour := make([]int32, n)
		p.Construct(randomStream(1), tour)
		must.Do(t, p.Check(tour))
		// Each place is entered once, or once more where the path began.
		if places == 1 && p.Cost(tour) != 0 || p.Cost(tour) > int64(places+1)*610 {
			t.Errorf("%d places: cost %d", places, p.Cost(tour))
		}
	}
}
