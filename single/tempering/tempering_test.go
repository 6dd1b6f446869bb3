package tempering

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/kernels/kerneltest"
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/state"
	"github.com/multiwalk/multiwalk/walk"
)

// signed returns an instance whose matrices are neither symmetric nor hollow, with flows up to 9 times a factor.
func signed(t testing.TB, n, factor int) *assignment.Instance {
	t.Helper()
	r := multiwalk.NewRand(uint64(n), 0)
	m := [2][]int32{make([]int32, n*n), make([]int32, n*n)}
	for k := range m[0] {
		m[0][k], m[1][k] = int32((r.IntN(19)-9)*factor), int32(r.IntN(9))
	}
	return must.Have(assignment.New("asymmetric", n, m[0], m[1]))(t)
}

// hollow is signed with diagonals of 0: the corrections are tables.
func hollow(t testing.TB, n, factor int) *assignment.Instance {
	t.Helper()
	q := signed(t, n, factor)
	for i := range n {
		q.Flow[i*n+i], q.Dist[i*n+i] = 0, 0
	}
	q = must.Have(assignment.New("hollow", n, q.Flow, q.Dist))(t)
	return q
}

// bare hides all abilities of a problem but those that a test adds.
type bare struct{ p multiwalk.Problem }

func (b bare) Space() multiwalk.Space { return b.p.Space() }
func (b bare) Cost(x []int32) int64   { return b.p.Cost(x) }

// rowed has states with rows alone.
type rowed struct{ bare }

func (r rowed) NewState(x []int32) multiwalk.State {
	s := r.p.(multiwalk.Stater).NewState(x)
	return trial.RowState{State: s, SwapsFollower: s.(state.SwapsFollower)}
}

// priced has a SwapDelta alone.
type priced struct {
	bare
	multiwalk.SwapEvaluator
}

// formed has its matrices alone, and no kernels.
type formed struct {
	bare
	neighbourhood.QuadraticForm
}

// temperable is a problem for each way to price swaps.
func temperable(t testing.TB, n int) map[string]multiwalk.Problem {
	t.Helper()
	q := assignment.Uniform(n, 2)
	queens := must.Have(nqueens.New(n))(t)
	return map[string]multiwalk.Problem{
		"uniform":     q,
		"structured":  assignment.Structured(n, 2),
		"asymmetric":  signed(t, n, 1),
		"hollow":      hollow(t, n, 1),
		"wide":        signed(t, n, 1<<22),
		"wide hollow": hollow(t, n, 1<<22),
		"plain":       signed(t, n, 1<<27),
		"queens":      queens,
		"ranking":     kerneltest.NewRanking(int32(n), 1),
		"matrices":    formed{bare{q}, q},
		"rows":        rowed{bare{q}},
		"deltas":      priced{bare{q}, q},
		"full":        bare{q},
		"tour":        trial.NewCircle(n),
	}
}

func TestTempering_Conforms(t *testing.T) {
	refused := conformance.Refuses(ParallelTempering{Replicas: 1}, ParallelTempering{Replicas: 33}, ParallelTempering{Sweep: -1},
		ParallelTempering{Coldest: 2, Hottest: 1}, ParallelTempering{Coldest: -1}, ParallelTempering{Hottest: math.NaN()},
		ParallelTempering{Hottest: math.Inf(1)}, ParallelTempering{Coldest: 1e5, Hottest: math.Nextafter(1e5, 1e6)})
	problems := temperable(t, 12)
	if testing.Short() { // one for each pricer
		maps.DeleteFunc(problems, func(name string, _ multiwalk.Problem) bool {
			return !slices.Contains([]string{"uniform", "plain", "queens", "rows", "deltas", "full"}, name)
		})
	}
	for name, p := range problems {
		t.Run(name, func(t *testing.T) {
			conformance.Method(t, ParallelTempering{}, p, conformance.Budget(20_000), refused)
		})
	}
	given := ParallelTempering{Replicas: 3, Sweep: 1, Coldest: 2, Hottest: 5000}
	conformance.Method(t, given, assignment.Uniform(9, 1), conformance.Budget(4000))
}

// Machines swap alone: another neighbourhood and another space are refused there.
func TestTempering_MachinesSwap(t *testing.T) {
	d := device.Emulator()
	for _, p := range []multiwalk.Problem{vectors{}, assignment.Uniform(8, 1)} {
		if err := (ParallelTempering{Neighbourhood: "insert"}).Place(p, d); !errors.As(err, new(*walk.NoKernelError)) {
			t.Errorf("%v: %v", p.Space(), err)
		}
	}
}

// vectors is a problem that is no permutation.
type vectors struct{}

func (vectors) Space() multiwalk.Space { return multiwalk.Binary(4) }
func (vectors) Cost([]int32) int64     { return 0 }

// ladder returns the first walk of a prepared method.
func ladderOf(t testing.TB, m ParallelTempering, p multiwalk.Problem, seed uint64) *temperingWalk {
	t.Helper()
	s := must.Have(m.Prepare(p, walk.Plan{Seed: seed, Walks: 1, Warn: func(string) {}}))(t)
	w := must.Have(s.NewWalk(0))(t)
	return w.(*temperingWalk)
}

// What prices swaps depends on what the problem offers, not on whether it has kernels: O(1) needs its matrices alone.
func TestSwaps_TheFirstWayThatIsOffered(t *testing.T) {
	problems := temperable(t, 9)
	for name, want := range map[string][2]neighbourhood.Way{
		"uniform":  {neighbourhood.ByPayments, neighbourhood.ByState},
		"plain":    {neighbourhood.ByPayments, neighbourhood.ByState},
		"matrices": {neighbourhood.ByPayments, neighbourhood.InFull},
		"queens":   {neighbourhood.ByFollower, neighbourhood.ByState},
		"ranking":  {neighbourhood.ByDelta, neighbourhood.ByDelta},
		"rows":     {neighbourhood.ByState, neighbourhood.ByState},
		"deltas":   {neighbourhood.ByDelta, neighbourhood.ByDelta},
		"full":     {neighbourhood.InFull, neighbourhood.InFull},
		"tour":     {neighbourhood.InFull, neighbourhood.InFull},
	} {
		for k, order := range [][]neighbourhood.Way{temperOrder, walking.SwapOrder} {
			if got := neighbourhood.SwapsOf(problems[name], order...).Way(); got != want[k] {
				t.Errorf("%s, order %d: way %d, want %d", name, k, got, want[k])
			}
		}
	}
}

// Each price is the difference of two full evaluations, before and after swaps, whichever way is taken; and a scan finds the
// least, with a solution to come back to.
func TestSwaps_PricesAreExact(t *testing.T) {
	for name, p := range temperable(t, 11) {
		for _, order := range [][]neighbourhood.Way{temperOrder, walking.SwapOrder, {neighbourhood.ByDelta}, {neighbourhood.ByState}, nil} {
			swaps := neighbourhood.SwapsOf(p, order...)
			x, n := make([]int32, 11), int32(11)
			r := multiwalk.NewRand(3, 0)
			p.Space().Random(r, x)
			e := swaps.At(x, p.Cost(x))
			kept := e.Keep()
			for turn := range 12 {
				cost, least := p.Cost(x), int64(neighbourhood.NoDelta)
				for i := range n {
					for j := range n {
						if i == j {
							continue
						}
						x[i], x[j] = x[j], x[i]
						want := p.Cost(x) - cost
						x[i], x[j] = x[j], x[i]
						least = min(least, want)
						if got := e.Price(i, j); got != want {
							t.Fatalf("%s, way %d: after %d swaps that of %d and %d has price %d, want %d", name, swaps.Way(), turn, i, j, got, want)
						}
					}
				}
				f, ok := e.Scan(walk.NewSlice(1), nil, turn%10, 0)
				i, j := e.Pair(f.Place)
				if !ok || f.Delta != least || f.Least != least || e.Price(i, j) != least {
					t.Fatalf("%s, way %d: a scan finds %+v, want %d", name, swaps.Way(), f, least)
				}
				if i = int32(r.IntN(int(n))); turn%4 == 3 {
					kept.Restore(e)
					copy(x, kept.X)
				}
				j = (i + 1 + int32(r.IntN(int(n)-1))) % n
				e.Swap(i, j, e.Price(i, j))
				if x[i], x[j] = x[j], x[i]; !slices.Equal(x, e.X) || e.Cost != p.Cost(x) {
					t.Fatalf("%s: at %v of cost %d, want %v", name, e.X, e.Cost, x)
				}
				if turn == 5 {
					kept.Take(e)
				}
			}
		}
	}
}

// Replicas visit the permutations as often as Boltzmann's distribution at their rung has it, though they trade: over the 24
// permutations of four, with seed 3, the total variation is small at each of three rungs.
func TestTempering_IsBoltzmannDistributed(t *testing.T) {
	p := signed(t, 4, 1)
	w := ladderOf(t, ParallelTempering{Replicas: 3, Sweep: 1, Coldest: 8, Hottest: 60}, p, 3)
	for w.sweep < 4200 {
		w.Step(walk.NewSlice(1))
	}
	samples := 60_000
	if testing.Short() {
		samples = 20_000
	}
	visits := make([]map[string]int, len(w.on))
	traded := make([]int32, len(w.on))
	copy(traded, w.trades)
	for k := range visits {
		visits[k] = map[string]int{}
	}
	for range samples {
		for from := w.sweep; w.sweep == from; {
			w.Step(walk.NewSlice(1))
		}
		for k, which := range w.on {
			visits[k][fmt.Sprint(w.replicas[which].(swapReplica).X)]++
		}
	}
	for k, level := range w.levels {
		sum, far := 0.0, 0.0
		temperature := metropolis.Exp2(level)
		for x := range runtest.Solutions(p.Space()) {
			sum += math.Exp(-float64(p.Cost(x)) / temperature)
		}
		for x := range runtest.Solutions(p.Space()) {
			far += math.Abs(float64(visits[k][fmt.Sprint(x)])/float64(samples)-math.Exp(-float64(p.Cost(x))/temperature)/sum) / 2
		}
		t.Logf("rung %d, temperature %.1f: total variation %.4f, %d trades", k, temperature, far, w.trades[k]-traded[k])
		if far > 0.025 {
			t.Errorf("at temperature %.1f the visits are %.4f away from Boltzmann's distribution", temperature, far)
		}
		if k+1 < len(w.on) && int(w.trades[k]-traded[k]) < samples/20 {
			t.Errorf("rungs %d and %d traded %d times", k, k+1, w.trades[k]-traded[k])
		}
	}
}

// The optimum by brute force.
func TestTempering_FindsTheOptimum(t *testing.T) {
	for name, p := range temperable(t, 7) {
		if name == "queens" || name == "tour" { // a single conflict, and rotations: nothing to find
			continue
		}
		best := runtest.Least(p)
		r := must.Have(multiwalk.Minimize(context.Background(), p, ParallelTempering{Replicas: 4}, multiwalk.Settings{Seed: 2,
			Stop: []multiwalk.Stop{multiwalk.Target(best), multiwalk.Evaluations(300_000)}}))(t)
		if r.Cost != best || p.Cost(r.Best) != best {
			t.Errorf("%s: %d, the optimum is %d", name, r.Cost, best)
		}
	}
}

// The coldest replica takes up what it is told, and the others stay.
func TestTempering_Adopts(t *testing.T) {
	p := assignment.Uniform(10, 3)
	w := ladderOf(t, ParallelTempering{Replicas: 4}, p, 1)
	w.Step(walk.NewSlice(50))
	others := make([]int64, 0)
	for _, which := range w.on[1:] {
		others = append(others, w.replicas[which].(swapReplica).Cost)
	}
	r := must.Have(multiwalk.Minimize(context.Background(), p, ParallelTempering{}, multiwalk.Settings{Seed: 9, Stop: []multiwalk.Stop{multiwalk.Evaluations(200_000)}}))(t)
	w.Adopt(r.Best, r.Cost)
	if x, cost := w.Best(); cost > r.Cost || p.Cost(x) != cost {
		t.Errorf("the best costs %d, %d by full evaluation, after it adopted one of %d", cost, p.Cost(x), r.Cost)
	}
	if cold := w.replicas[w.on[0]].(swapReplica); !slices.Equal(cold.X, r.Best) || cold.Cost != r.Cost {
		t.Errorf("the coldest replica is at %v", cold.X)
	}
	for k, which := range w.on[1:] {
		if w.replicas[which].(swapReplica).Cost != others[k] {
			t.Errorf("replica %d changed", which)
		}
	}
	w.Step(walk.NewSlice(50))
	w.checkLedger()
}

// A warm start is where all replicas begin.
func TestTempering_StartsWhereTold(t *testing.T) {
	p := assignment.Uniform(10, 3)
	start := []int32{9, 8, 7, 6, 5, 4, 3, 2, 1, 0}
	s := must.Have(ParallelTempering{}.Prepare(p, walk.Plan{Seed: 1, Start: start}))(t)
	w := must.Have(s.NewWalk(3))(t)
	for _, replica := range w.(*temperingWalk).replicas {
		r := replica.(swapReplica)
		if !slices.Equal(r.X, start) {
			t.Errorf("a replica begins at %v", r.X)
		}
	}
}
