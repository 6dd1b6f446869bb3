package pspm

import (
	"context"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/single"
)

// The tour up and down the columns and back along the side has n edges of the least length.
func TestDemoInstances_HaveTheirOptimum(t *testing.T) {
	for _, in := range DemoInstances() {
		least := int64(1 << 40)
		for i := range in.Problem.N {
			for j := range i {
				least = min(least, in.Problem.EdgeCost(int32(i), int32(j)))
			}
		}
		if least*int64(in.Problem.N) != in.Best {
			t.Errorf("%s: %d edges of at least %d, but the optimum is said to be %d", in.Name, in.Problem.N, least, in.Best)
		}
		res, err := multiwalk.Minimize(context.Background(), in.Problem, single.ILS{}, multiwalk.Settings{Seed: 1,
			Stop: []multiwalk.Stop{multiwalk.Target(in.Best), multiwalk.Evaluations(50_000_000)}})
		if err != nil || res.Cost != in.Best {
			t.Errorf("%s: ils finds %d, want %d; %v", in.Name, res.Cost, in.Best, err)
		}
	}
}

func TestLoad(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct {
		names []string
		want  string
	}{
		{nil, "rd100.tsp; set MULTIWALK_DATA"},
		{[]string{"kroA150"}, "kroa150.tsp"},
		{[]string{"nowhere9"}, `"nowhere9" is none of TSPLIB's`},
		{[]string{papers.Demo, papers.Demo}, "grid100 is named twice"},
	} {
		must.Fail(t, c.want)(Library.Load(dir, c.names))
	}
	must.Fail(t, papers.ErrNoData)(Library.Load(dir, []string{"rd100"}))
	list, err := Library.Load(benchdata.Dir(t), nil)
	if err != nil || len(list) != 20 {
		t.Fatalf("%d instances, %v", len(list), err)
	}
	for _, in := range list {
		if !strings.HasSuffix(in.Name, in.Problem.Name()[max(0, len(in.Problem.Name())-3):]) || in.Problem.N < 100 || in.Problem.N > 493 {
			t.Errorf("%s is %s with %d cities", in.Name, in.Problem.Name(), in.Problem.N)
		}
	}
}
