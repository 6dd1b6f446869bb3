package gpu_test

import (
	"bytes"
	"testing"

	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/internal/kernels/explorer"
	"github.com/multiwalk/multiwalk/internal/must"
	kernels "github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/problem/colouring"
	"github.com/multiwalk/multiwalk/problem/ordering"
	"github.com/multiwalk/multiwalk/problem/q3ap"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// What an exploring kernel loads of what is settled becomes a number in all kernels that are generated, so that the compiler sees it.
func TestSettled_ReachesTheKernels(t *testing.T) {
	explored := 0
	for _, p := range []kernels.Carrier{
		qap.Uniform(9, 1), colouring.New(3, 2, nil), ordering.New(3, make([]int32, 9)), q3ap.Random(6, 1), tsp.Random(9, 1),
	} {
		module := must.Have(p.Kernels())(t)
		for name, plan := range map[string]any{
			"Explore":   explorer.Exploring{Ops: neighbourhood.Ops{Set: 2, Sole: 1}},
			"TabuMoves": explorer.TabuMoving{Ops: neighbourhood.Ops{Set: 2, Sole: 1}},
			"Genetic":   deme.Breeding{Rule: deme.Rule{Orders: deme.Ordered}},
		} {
			entry := module.Entries[name]
			if entry.Func == nil {
				continue
			}
			own, got, err := gpu.Settle(module.PTX, entry.Symbol, entry.Func, plan)
			if err != nil {
				t.Fatalf("%s: %v", entry.Symbol, err)
			}
			constants := bytes.Count(got, []byte("\tmov.b32 ")) - bytes.Count(own, []byte("\tmov.b32 "))
			if constants < 1 || name == "Explore" && constants < 5 {
				t.Errorf("%s has %d constants", entry.Symbol, constants)
			}
			explored++
		}
	}
	if explored < 10 {
		t.Errorf("%d kernels", explored)
	}
}
