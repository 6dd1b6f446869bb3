package pspm

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/repro"
	"github.com/multiwalk/multiwalk/single"
)

// The tour up and down the columns and back along the side has n edges of the least length.
func TestDemoInstances_HaveTheirOptimum(t *testing.T) {
	for _, in := range DemoInstances() {
		least := int64(1 << 40)
		for i := range in.Tour.N {
			for j := range i {
				least = min(least, in.Tour.EdgeCost(int32(i), int32(j)))
			}
		}
		if least*int64(in.Tour.N) != in.Optimum {
			t.Errorf("%s: %d edges of at least %d, but the optimum is said to be %d", in.Name, in.Tour.N, least, in.Optimum)
		}
		res, err := multiwalk.Minimize(context.Background(), in.Tour, single.ILS{}, multiwalk.Settings{Seed: 1,
			Stop: []multiwalk.Stop{multiwalk.Target(in.Optimum), multiwalk.Evaluations(50_000_000)}})
		if err != nil || res.Cost != in.Optimum {
			t.Errorf("%s: ils finds %d, want %d; %v", in.Name, res.Cost, in.Optimum, err)
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
		{[]string{repro.Demo, repro.Demo}, "grid100 is named twice"},
	} {
		if _, err := Load(dir, c.names); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want ... %s ...", c.names, err, c.want)
		}
	}
	if _, err := Load(dir, []string{"rd100"}); !errors.Is(err, repro.ErrNoData) {
		t.Errorf("%v is not ErrNoData", err)
	}
	list, err := Load(benchdata.Dir(t), nil)
	if err != nil || len(list) != 20 {
		t.Fatalf("%d instances, %v", len(list), err)
	}
	for _, in := range list {
		if !strings.HasSuffix(in.Name, in.Tour.Name()[max(0, len(in.Tour.Name())-3):]) || in.Tour.N < 100 || in.Tour.N > 493 {
			t.Errorf("%s is %s with %d cities", in.Name, in.Tour.Name(), in.Tour.N)
		}
	}
}
