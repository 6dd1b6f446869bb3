package tempering

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/state"
	"github.com/multiwalk/multiwalk/walk"
)

// counted counts the full evaluations that are asked of it.
type counted struct {
	bare
	calls *int64
}

func (c counted) Cost(x []int32) int64 {
	*c.calls++
	return c.p.Cost(x)
}

// Every full evaluation counts, those of the pilot too, and none is made twice.
func TestTempering_CountsFullEvaluations(t *testing.T) {
	if invariants.Enabled {
		t.Skip("the ledger evaluates too")
	}
	p := counted{bare{assignment.Uniform(9, 1)}, new(int64)}
	w := ladderOf(t, ParallelTempering{Replicas: 3, Sweep: 1}, p, 1)
	w.Step(walk.NewSlice(10))
	w.Adopt([]int32{0, 1, 2, 3, 4, 5, 6, 7, 8}, p.p.Cost([]int32{0, 1, 2, 3, 4, 5, 6, 7, 8}))
	w.Step(walk.NewSlice(10))
	if made := w.Counters(); made.FullEvaluations != *p.calls || made.DeltaEvaluations != 0 {
		t.Errorf("%d evaluations were made, it says %+v", *p.calls, made)
	}
}

// slow is a board whose swaps take long.
type slow struct {
	bare
	swaps *atomic.Int64
}

type slowState struct {
	state.ConflictState
	swaps *atomic.Int64
}

func (s slow) NewState(x []int32) multiwalk.State {
	return slowState{s.p.(multiwalk.Stater).NewState(x).(state.ConflictState), s.swaps}
}

func (s slowState) Swap(i, j int32) {
	time.Sleep(2 * time.Millisecond)
	s.swaps.Add(1)
	s.ConflictState.Swap(i, j)
}

// A walk whose run is over stops within a unit, if swaps are slow: a unit has 256.
func TestTempering_StopsInAUnit(t *testing.T) {
	queens := must.Have(nqueens.New(20))(t)
	p := slow{bare{queens}, new(atomic.Int64)}
	must.Have(multiwalk.Minimize(context.Background(), p, ParallelTempering{Replicas: 2, Sweep: 100, Coldest: 1e6, Hottest: 2e6},
		multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.Time(10 * time.Millisecond)}}))(t)
	for made := int64(-1); made != p.swaps.Load(); time.Sleep(50 * time.Millisecond) { // it may have been left behind
		made = p.swaps.Load()
	}
	if made := p.swaps.Load(); made > 150 {
		t.Errorf("it made %d swaps", made)
	}
}

// long is a permutation that is slow to price.
type long struct{ bare }

func (long) Space() multiwalk.Space                { return multiwalk.Permutation(1 << 20) }
func (long) SwapDelta([]int32, int32, int32) int64 { return 0 }

// What takes long is done by few, so that units take milliseconds, rounds some ten and the pilot a part of a second.
func TestTempering_UnitsAreShort(t *testing.T) {
	for _, p := range []multiwalk.Problem{assignment.Uniform(20, 1), assignment.Uniform(200, 1), signed(t, 200, 1<<27), long{}} {
		by := temperSwapsOf(neighbourhood.SwapsOf(p, temperOrder...), p.Space().Len())
		search := temperingSearch{temperSwaps: by, sweep: 9}
		if round := search.Slice() * by.unitNanoseconds(9); by.nanoseconds == proposalNanoseconds && round < 5_000_000 {
			t.Errorf("n=%d: a round of %d ns of short sweeps", p.Space().Len(), round)
		}
		search.sweep = 1 << 20
		unit, pilot := by.unitNanoseconds(search.sweep), by.most()*coolingSteps*(by.nanoseconds+by.SwapNanoseconds()/4)
		if round := search.Slice() * unit; unit > 20_000_000 || round > 20_000_000 || pilot > 2_000_000_000 {
			t.Errorf("n=%d: a unit of %d ns, a round of %d, a pilot of %d", p.Space().Len(), unit, round, pilot)
		}
	}
}

// One element alone has no swaps; two and three have few.
func TestTempering_FewElements(t *testing.T) {
	for n := 1; n <= 3; n++ {
		for _, p := range []multiwalk.Problem{signed(t, n, 1), bare{signed(t, n, 1)}} {
			best := runtest.Least(p)
			r := must.Have(multiwalk.Minimize(context.Background(), p, ParallelTempering{}, multiwalk.Settings{Walks: 2,
				Stop: []multiwalk.Stop{multiwalk.Work(2)}}))(t)
			if r.Cost != best || n == 1 && r.Status != multiwalk.MethodEnded {
				t.Errorf("n=%d: %v, the optimum is %d", n, r, best)
			}
		}
	}
}

// Fixed edges are refused, not lost.
func TestTempering_RefusesFixedEdges(t *testing.T) {
	_, err := ParallelTempering{}.Prepare(trial.Fixed{Circle: trial.NewCircle(5)}, walk.Plan{})
	must.Fail(t, "1 fixed edges; use ils")(err)
}

// What is documented of parallel tempering.
func TestTempering_Defaults(t *testing.T) {
	if temperingReplicas != 16 || maxReplicas != 32 || temperingSweep != 10 {
		t.Errorf("%d replicas of up to %d, sweeps of %d", temperingReplicas, maxReplicas, temperingSweep)
	}
}
