package own

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/problem/knapsack"
)

// What auto runs on a device, for problems as their authors wrote them, finds the optimum of what can be enumerated.
func TestCases_OptimumOnDevice(t *testing.T) {
	emulator := device.Emulator()
	for _, c := range small() {
		t.Run(c.Name, func(t *testing.T) {
			least := runtest.LeastBy(c.Problem.Space(), c.Check)
			var res *multiwalk.Result
			for seed := range uint64(5) {
				m, on, notes, err := auto.Choose(c.Problem, nil, emulator)
				if err != nil || on != emulator {
					t.Fatalf("%v: %q, %v", on, notes, err)
				}
				res = must.Have(multiwalk.Minimize(t.Context(), c.Problem, m, multiwalk.Settings{Seed: seed, Device: on, Walks: 8,
					Stop: []multiwalk.Stop{multiwalk.Evaluations(200_000), multiwalk.Target(least)}}))(t)
				if got := c.Check(res.Best); got != res.Cost {
					t.Fatalf("our solution costs %d, checked %d", res.Cost, got)
				}
				if res.Cost == least {
					return
				}
			}
			t.Errorf("%v, the optimum is %d", res, least)
		})
	}
}

// Each problem has kernels, made of the type itself, but for a knapsack, which has a form for them.
func TestCases_HaveKernels(t *testing.T) {
	for _, c := range slices.Concat(all(), small()) {
		m, err := c.Problem.(kernel.Carrier).Kernels()
		_, formed := c.Problem.(knapsack.Flips)
		if err != nil || (m.Problem != c.Problem) != formed || m.Entries["Explore"].Func == nil {
			t.Errorf("%s: %v, %v", c.Name, m.Entries, err)
		}
	}
}
