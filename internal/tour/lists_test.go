package tour

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// edgesAlone hides an instance's matrix.
type edgesAlone struct{ multiwalk.EdgeCoster }

func TestGraph_Costs(t *testing.T) {
	const n = 30
	p := tsp.Random(n, 1)
	order := make([]int32, n)
	p.Construct(multiwalk.NewRand(1, 0), order)
	most := int64(0)
	for i := range int32(n) {
		for j := range int32(n) {
			most = max(most, p.EdgeCost(i, j))
		}
	}
	for _, edges := range []multiwalk.EdgeCoster{p, edgesAlone{p}} {
		g := must.Have(NewGraph(edges, 5, order, never))(t)
		costs, ok := g.Costs(most)
		if !ok {
			t.Fatal("costs up to the greatest are refused")
		}
		for i := range n {
			for j := range n {
				if want := p.EdgeCost(g.Order()[i], g.Order()[j]); i != j && int64(costs[i*n+j]) != want {
					t.Fatalf("%d to %d: %d, want %d", i, j, costs[i*n+j], want)
				}
			}
		}
		if _, ok := g.Costs(most - 1); ok {
			t.Error("a cost above the limit is taken")
		}
		if k, near := g.Neighbours(); k != 5 || len(near) != n*5 || g.N() != n {
			t.Errorf("%d neighbours, %d listed, %d cities", k, len(near), g.N())
		}
	}
}
