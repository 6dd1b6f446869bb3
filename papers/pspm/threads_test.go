package pspm

import (
	"context"
	"fmt"
	"runtime"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
)

// short is a schedule of 45 temperatures, at which the demo's grids freeze well before the end.
var short = Schedule{Start: 1000, End: 10, Alpha: 0.9, Sweeps: 2, Every: 10}

func TestThreads_Conform(t *testing.T) {
	bad := short
	bad.End = 2000
	for _, moves := range []int{1, 3} {
		conformance.Method(t, Threads{Schedule: short, Moves: moves, Once: true}, grid(4, 5).Problem, conformance.Budget(4000),
			conformance.Refuses(Threads{Schedule: short}, Threads{Schedule: bad, Moves: 2}, Threads{Schedule: short, Moves: 5000}))
	}
}

// The outcome must not depend on how many cores the threads share.
func TestThreads_AnyCores(t *testing.T) {
	in := grid(6, 7)
	var want string
	for _, cores := range []int{runtime.NumCPU(), 1} {
		before := runtime.GOMAXPROCS(cores)
		res, err := multiwalk.Minimize(context.Background(), in.Problem, Threads{Schedule: short, Moves: 4, Once: true},
			multiwalk.Settings{Seed: 3, Device: device.CPU(1)})
		runtime.GOMAXPROCS(before)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(res.Best, res.Cost, res.Counters)
		if want == "" {
			want = got
		} else if got != want {
			t.Errorf("on %d cores\n%s, before\n%s", cores, got, want)
		}
		if priced := short.Proposals(in.Problem.N, 1, 4); float64(res.DeltaEvaluations) < priced ||
			float64(res.DeltaEvaluations) > priced+4*2*42+4*64 {
			t.Errorf("%d moves priced, equation (4) has %.0f", res.DeltaEvaluations, priced)
		}
	}
}

// A target that a worse move has left behind must be reported all the same.
func TestThreads_StopAtTarget(t *testing.T) {
	in := grid(6, 7)
	res, err := multiwalk.Minimize(context.Background(), in.Problem, Threads{Schedule: short, Moves: 4},
		multiwalk.Settings{Seed: 3, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Target(in.Best * 12 / 10)}})
	if err != nil || res.Status != multiwalk.TargetReached {
		t.Fatalf("%v, %v", res, err)
	}
}

type permutations struct{}

func (permutations) Space() multiwalk.Space { return multiwalk.Permutation(5) }
func (permutations) Cost([]int32) int64     { return 0 }

func TestThreads_Refuse(t *testing.T) {
	_, err := multiwalk.Minimize(context.Background(), permutations{}, Threads{Schedule: short, Moves: 2, Once: true}, multiwalk.Settings{})
	must.Fail(t, multiwalk.ErrNoDelta)(err)
}
