package tours_test

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/gpu/gputest"
	"github.com/multiwalk/multiwalk/internal/kernels/tours"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

func TestTable_KernelsAreInThePTX(t *testing.T) {
	m := must.Have(tours.Table{}.Kernels())(t)
	gputest.InPTX(t, m)
}

func TestTable_IsTheEdgeCosts(t *testing.T) {
	const n = 60
	p := tsp.Random(n, 1)
	table := tours.Table{Cities: n, Costs: p.EdgeMatrix()}
	for i := range int32(n) {
		for j := range int32(n) {
			if got, want := table.Between(table.Place(i), table.Place(j)), p.EdgeCost(i, j); int64(got) != want {
				t.Fatalf("%d to %d: %d, want %d", i, j, got, want)
			}
		}
	}
}
