package minconflict_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/minconflict"
	"github.com/multiwalk/multiwalk/state"
	"github.com/multiwalk/multiwalk/walk"
)

// Boards of 2 and 3 are never solved, so their walks would have to go on; the bound ends them.
func TestMinConflict_Conforms(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 6, 9, 50, 2000} {
		conformance.Method(t, minconflict.MinConflict{}, trial.Queens(t, n),
			conformance.Refuses(minconflict.MinConflict{Tries: -1}, minconflict.MinConflict{Patience: -1}))
	}
	conformance.Method(t, minconflict.MinConflict{Tries: 2, Patience: 1}, trial.Queens(t, 8))
}

// A walk that never reaches its end goes through restarts.
func TestMinConflict_ConformsWithoutEnd(t *testing.T) {
	conformance.Method(t, minconflict.MinConflict{}, trial.Unbounded{Q: trial.Queens(t, 3)}, conformance.Budget(2000))
}

func TestMinConflict_SolvesEverySize(t *testing.T) {
	sizes := []int{1, 1000, 1039, 1040, 1041, 1055, 1056, 30_000}
	for n := 4; n <= 120; n++ {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		for seed := range uint64(3) {
			q := trial.Queens(t, n)
			r := must.Have(multiwalk.Minimize(context.Background(), q, minconflict.MinConflict{}, multiwalk.Settings{
				Seed: seed, Stop: []multiwalk.Stop{multiwalk.Evaluations(3_000_000)}}))(t)
			if err := q.CheckSolved(r.Best); err != nil || r.Status != multiwalk.MethodEnded {
				t.Errorf("seed %d: %v: %v", seed, err, r)
			}
		}
	}
}

// Other seeds find other solutions.
func TestMinConflict_FindsDifferentSolutions(t *testing.T) {
	q, seen := trial.Queens(t, 64), map[string]bool{}
	for seed := range uint64(20) {
		r := must.Have(multiwalk.Minimize(context.Background(), q, minconflict.MinConflict{}, multiwalk.Settings{
			Seed: seed, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(1_000_000)}}))(t)
		seen[fmt.Sprint(r.Best)] = true
	}
	if len(seen) != 20 {
		t.Errorf("20 seeds found %d solutions", len(seen))
	}
}

func TestMinConflict_NeedsConflicts(t *testing.T) {
	_, err := multiwalk.Minimize(context.Background(), qap.Uniform(8, 1), minconflict.MinConflict{},
		multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(1)}})
	must.Fail(t, multiwalk.ErrNoDelta)(err)
}

// BenchmarkMinConflict reports the time to a solution on one core: start, repair, and the evaluation that Minimize makes
// of every answer. Run it with -benchtime 10x -cpu 1, and 10^8 queens, which take 1.4 GB, with 1x.
func BenchmarkMinConflict(b *testing.B) {
	for _, n := range []int{1000, 1_000_000, 10_000_000, 100_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			q, seed := trial.Queens(b, n), uint64(0)
			for b.Loop() {
				seed++
				r, err := multiwalk.Minimize(context.Background(), q, minconflict.MinConflict{}, multiwalk.Settings{
					Seed: seed, Workers: 1, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Target(0), multiwalk.Work(1 << 40)}})
				if err != nil || r.Cost != 0 {
					b.Fatal(r, err)
				}
				b.StopTimer()
				must.Do(b, q.CheckSolved(r.Best))
				b.StartTimer()
			}
		})
	}
}

// Where a search is over as soon as its start is built, one walk is enough; where it is not, any number may help.
func TestMinConflict_MostWalks(t *testing.T) {
	q := trial.Queens(t, 50)
	for want, p := range map[int]multiwalk.Problem{1: q, math.MaxInt32: struct {
		multiwalk.Problem
		multiwalk.Stater
	}{q, q}} {
		s := must.Have(minconflict.MinConflict{}.Prepare(p, walk.Plan{Walks: 4, Warn: func(string) {}}))(t)
		if got := s.(walk.WalkLimiter).MostWalks(); got != want {
			t.Errorf("%d walks, want %d", got, want)
		}
	}
}

// plain has queens whose states do not tell their solution and cost.
type plain struct{ trial.Unbounded }

func (p plain) NewState(x []int32) multiwalk.State {
	s := p.Q.NewState(x).(state.ConflictState)
	return struct {
		multiwalk.State
		state.SwapFollower
		state.ConflictFollower
	}{s, s, s}
}

// A walk keeps the solution and the cost where the state does not tell them, and goes the same way.
func TestMinConflict_KeepsWhatStatesDoNotTell(t *testing.T) {
	for _, n := range []int{3, 8, 40} {
		told, kept := trial.Unbounded{Q: trial.Queens(t, n)}, plain{trial.Unbounded{Q: trial.Queens(t, n)}}
		conformance.Method(t, minconflict.MinConflict{}, kept, conformance.Budget(2000))
		settings := multiwalk.Settings{Seed: 5, Stop: []multiwalk.Stop{multiwalk.Evaluations(3000)}}
		a := trial.MinimizeQueens(t, told, minconflict.MinConflict{}, settings)
		b := trial.MinimizeQueens(t, kept, minconflict.MinConflict{}, settings)
		if a.Cost != b.Cost || a.Counters != b.Counters {
			t.Errorf("%d queens: %v, and %v where the state tells neither", n, b, a)
		}
	}
}
