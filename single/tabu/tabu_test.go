package tabu

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/neighbourhood"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// spread returns an instance of numbers so many that no two swaps are likely to have equal deltas.
func spread(t testing.TB, n int) *assignment.Instance {
	t.Helper()
	r := multiwalk.NewRand(7, 0)
	m := [2][]int32{make([]int32, n*n), make([]int32, n*n)}
	for k := range m[0] {
		m[0][k], m[1][k] = int32(r.IntN(30_000)), int32(r.IntN(30_000))
	}
	return must.Have(assignment.New("spread", n, m[0], m[1]))(t)
}

func runSwaps(t testing.TB, p multiwalk.Problem, m walk.Method, seed uint64, stops ...multiwalk.Stop) *multiwalk.Result {
	t.Helper()
	return must.Have(multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: seed, Walks: 1, Workers: 1, Stop: stops}))(t)
}

var swapMethods = []walk.Method{Tabu{}, Tabu{Tenure: 3, Aspiration: 40}, IteratedTabu{}, IteratedTabu{Length: 20}, ils.ILS{}, ils.ILS{Strength: 3}}

func TestSwapMethods_Conform(t *testing.T) {
	for _, m := range swapMethods {
		for name, p := range trial.Flavours(assignment.Uniform(11, 4)) {
			t.Run(fmt.Sprintf("%+v/%s", m, name), func(t *testing.T) { conformance.Method(t, m, p, conformance.Budget(4000)) })
		}
	}
}

// However its swaps are priced, a tabu search goes the same way.
func TestTabu_SameTrajectoryWithLessToOffer(t *testing.T) {
	const n = 13
	want := make([]int64, 0)
	for _, name := range []string{"matrix", "rows", "delta", "cost"} {
		p := trial.Flavours(spread(t, n))[name]
		search := must.Have(Tabu{}.Prepare(p, walk.Plan{Seed: 1, Walks: 1}))(t)
		made, _ := search.NewWalk(0)
		var got []int64
		for range 400 {
			made.Step(walk.NewSlice(1))
			got = append(got, made.(*tabuWalk).Cost)
		}
		if name == "matrix" {
			want = got
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the costs of the current solutions differ from those with a delta matrix", name)
		}
	}
}

func TestSwapMethods_FindOptimumOfSmallInstances(t *testing.T) {
	for _, q := range []*assignment.Instance{assignment.Uniform(2, 1), assignment.Uniform(3, 1), assignment.Uniform(8, 1), assignment.Structured(8, 1)} {
		want := runtest.Least(q)
		for _, m := range swapMethods {
			if v, ok := m.(Tabu); ok && v.Tenure >= q.N || reflect.DeepEqual(m, ils.ILS{Strength: 3}) && q.N < 3 {
				continue
			}
			for name, p := range trial.Flavours(q) {
				res := runSwaps(t, p, m, 1, multiwalk.Target(want), multiwalk.Evaluations(400_000))
				if res.Cost != want {
					t.Errorf("%s%d, %+v, %s: cost %d, optimum %d", q.Name(), q.N, m, name, res.Cost, want)
				}
			}
		}
	}
}

func TestSwapMethods_EndAtOnceWithOneElement(t *testing.T) {
	for _, m := range []walk.Method{Tabu{}, IteratedTabu{}} {
		res := runSwaps(t, assignment.Uniform(1, 1), m, 1, multiwalk.Evaluations(100))
		if res.Status != multiwalk.MethodEnded || res.Cost != 0 {
			t.Errorf("%s: %v", m.Name(), res)
		}
	}
}

// tabuFrom returns a tabu walk that begins at the identity.
func tabuFrom(p multiwalk.Problem, n int, rule tabuRule, seed uint64) *tabuWalk {
	swaps := neighbourhood.SwapsOf(p, walking.SwapOrder...)
	return newTabuWalk(walking.NewSwapWalk("tabu", p, swaps, walking.Identity(n), multiwalk.NewRand(seed, 0)), rule, nil)
}

// scripted returns a tabu walk over three positions at which swaps have known deltas: (0,1) costs 10, (0,2) costs -4,
// (1,2) costs 3.
func scripted(t *testing.T, rule tabuRule) *tabuWalk {
	t.Helper()
	w := tabuFrom(table{}, 3, rule, 1)
	w.memory.now = 10
	return w
}

// table costs permutations of three as its script says.
type table struct{}

func (table) Space() multiwalk.Space { return multiwalk.Permutation(3) }
func (table) Cost(x []int32) int64 {
	return map[[3]int32]int64{{0, 1, 2}: 100, {1, 0, 2}: 110, {2, 1, 0}: 96, {0, 2, 1}: 103, {1, 2, 0}: 120, {2, 0, 1}: 130}[[3]int32(x)]
}

// forbidAll makes every swap from the scripted solution tabu until an iteration.
func forbidAll(w *tabuWalk, until int32) {
	for i := range int32(3) {
		for v := range int32(3) {
			w.memory.forbid(i, v, until)
		}
	}
	w.memory.recall(w.X)
}

func chosen(t *testing.T, w *tabuWalk) [3]int64 {
	t.Helper()
	i, j, d, ok := w.choose(walk.NewSlice(1), w.Least)
	if !ok {
		t.Fatal("aborted")
	}
	return [3]int64{int64(i), int64(j), d}
}

func TestTabu_TakesBestAdmissible(t *testing.T) {
	w := scripted(t, tabuRule{1, 1, 0})
	if got, want := chosen(t, w), [3]int64{0, 2, -4}; got != want {
		t.Errorf("nothing tabu: chose %v, want %v", got, want)
	}
	w.Least = 50 // no swap leads to an incumbent
	w.memory.forbid(0, 2, 11)
	w.memory.recall(w.X)
	if got, want := chosen(t, w), [3]int64{0, 2, -4}; got != want {
		t.Errorf("one of two values tabu: chose %v, want %v", got, want)
	}
	w.memory.forbid(2, 0, 12)
	w.memory.recall(w.X)
	if got, want := chosen(t, w), [3]int64{1, 2, 3}; got != want {
		t.Errorf("both values tabu: chose %v, want %v", got, want)
	}
	w.memory.now = 11 // value 2 may come back to position 0
	if got, want := chosen(t, w), [3]int64{0, 2, -4}; got != want {
		t.Errorf("expired: chose %v, want %v", got, want)
	}
}

func TestTabu_AspirationAcceptsIncumbent(t *testing.T) {
	w := scripted(t, tabuRule{1, 1, 0})
	forbidAll(w, 20)
	w.memory.forbid(1, 2, 0)
	w.memory.recall(w.X)
	w.Least = 96
	if got, want := chosen(t, w), [3]int64{1, 2, 3}; got != want {
		t.Errorf("to a cost no better than the incumbent's: chose %v, want %v", got, want)
	}
	w.Least = 97
	if got, want := chosen(t, w), [3]int64{0, 2, -4}; got != want {
		t.Errorf("to a new incumbent: chose %v, want %v", got, want)
	}
}

func TestTabu_AspirationForcesOldMoves(t *testing.T) {
	w := scripted(t, tabuRule{1, 1, 8})
	w.Least = 50
	forbidAll(w, 2)
	if got, want := chosen(t, w), [3]int64{0, 2, -4}; got != want {
		t.Errorf("nothing old enough: chose %v, want %v", got, want)
	}
	w.memory.forbid(0, 1, 1)
	w.memory.recall(w.X)
	if got, want := chosen(t, w), [3]int64{0, 1, 10}; got != want {
		t.Errorf("value 1 was not at position 0 for 9 iterations: chose %v, want %v", got, want)
	}
}

func TestTabu_TakesLeastTabuWhenAllAre(t *testing.T) {
	w := scripted(t, tabuRule{1, 1, 0})
	w.Least = 50
	forbidAll(w, 30)
	w.memory.forbid(0, 1, 25)
	w.memory.recall(w.X)
	if got, want := chosen(t, w), [3]int64{0, 1, 10}; got != want {
		t.Errorf("chose %v, want %v", got, want)
	}
}

// Over a long walk, the memory kept by pair equals the one it is made of, and no move breaks its own rules.
func TestTabu_TenureIsRespected(t *testing.T) {
	const n = 21
	w := tabuFrom(assignment.Uniform(n, 2), n, Tabu{Tenure: 15, Aspiration: 500}.rule(n), 3)
	left := map[[2]int32]int32{} // when a value left a position
	for range 3000 {
		m, before, cost := w.memory, slices.Clone(w.X), w.Cost
		for i, v := range w.X {
			for j, u := range w.X {
				if want := min(m.expiry[i*n+int(u)], m.expiry[j*n+int(v)]); i != j && m.pairs[i*m.stride+j] != want {
					t.Fatalf("iteration %d: pair (%d, %d) expires at %d, want %d", m.now, i, j, m.pairs[i*m.stride+j], want)
				}
			}
		}
		now, least, aged := m.now, w.Least, false
		for i := range n {
			for j := range n {
				aged = aged || i != j && m.pairs[i*m.stride+j] < now-500
			}
		}
		w.iterate(walk.NewSlice(1))
		early := 0
		for i, v := range w.X {
			if v == before[i] {
				continue
			}
			if at, ok := left[[2]int32{int32(i), v}]; ok && now-at < w.rule.shortest {
				early++
			}
			left[[2]int32{int32(i), before[i]}] = now
		}
		if early == 2 && w.Cost >= least && !aged {
			t.Fatalf("iteration %d: both values came back too early, at cost %d after %d, incumbent %d", now, w.Cost, cost, least)
		}
	}
}

func TestTabuMemory_EpochKeepsDistances(t *testing.T) {
	m := newTabuMemory(walking.Identity(5))
	m.now = epoch - 1
	m.forbid(1, 2, epoch+3)
	m.forbid(2, 1, epoch+7)
	m.recall(walking.Identity(5))
	m.tick()
	if got := m.pairs[1*m.stride+2] - m.now; got != 3 {
		t.Errorf("after the epoch the pair expires in %d iterations, want 3", got)
	}
	if m.now >= epoch || m.pairs[3*m.stride+4] > m.now {
		t.Errorf("now %d, an old pair expires at %d", m.now, m.pairs[3*m.stride+4])
	}
}

func TestSwapMethods_RefuseSettings(t *testing.T) {
	q := assignment.Uniform(20, 1)
	for _, c := range []struct {
		m    walk.Method
		want string
	}{
		{Tabu{Tenure: 250}, "multiwalk: tabu tenure 250 is not below n=20; use 0 for the default (0.9n..1.1n)"},
		{Tabu{Tenure: -1}, "tabu tenure -1 is negative; use 0"},
		{Tabu{Aspiration: -2}, "tabu aspiration -2 is outside [-1, "},
		{IteratedTabu{Tabu: Tabu{Tenure: 20}}, "tabu tenure 20 is not below n=20"},
		{IteratedTabu{Length: -5}, "iterated-tabu length -5 is outside [0, 2147483647]; use 0"},
		{IteratedTabu{Weakest: 9, Strongest: 5}, "perturbations of 9 to 5 positions"},
		{IteratedTabu{Strongest: 21}, "to 21 positions are outside [2, n=20]"},
		{ils.ILS{Strength: 21}, "ils strength 21 is outside [2, n=20]; use 0"},
		{ils.ILS{Strength: 1}, "ils strength 1 is outside [2, n=20]"},
	} {
		_, err := c.m.Prepare(q, walk.Plan{Walks: 1})
		must.Fail(t, c.want)(err)
	}
}

func TestSwapMethods_SayThatTheyEvaluateInFull(t *testing.T) {
	for _, m := range []walk.Method{Tabu{}, IteratedTabu{}, ils.ILS{}} {
		for name, p := range trial.Flavours(assignment.Uniform(6, 1)) {
			res := runSwaps(t, p, m, 1, multiwalk.Evaluations(500))
			if told := strings.Contains(strings.Join(res.Notes, ""), "in full"); told != (name == "cost") {
				t.Errorf("%s, %s: notes %q", m.Name(), name, res.Notes)
			}
			if (res.DeltaEvaluations == 0) != (name == "cost") {
				t.Errorf("%s, %s: %d delta evaluations", m.Name(), name, res.DeltaEvaluations)
			}
		}
	}
}

// lyingSwaps prices its swaps one too low.
type lyingSwaps struct{ trial.DeltaOnly }

func (p lyingSwaps) SwapDelta(x []int32, i, j int32) int64 { return p.DeltaOnly.SwapDelta(x, i, j) - 1 }

func TestSwapMethods_NoticeWrongDeltas(t *testing.T) {
	for _, m := range []walk.Method{Tabu{}, IteratedTabu{}, ils.ILS{}} {
		_, err := multiwalk.Minimize(context.Background(), lyingSwaps{trial.DeltaOnly{Q: assignment.Uniform(9, 1)}}, m,
			multiwalk.Settings{Seed: 1, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(10_000)}})
		if !errors.Is(err, multiwalk.ErrDeltaMismatch) {
			t.Errorf("%s: error %v", m.Name(), err)
		}
	}
}

// Taillard's tenures are drawn from 0.9n to 1.1n, and his later program aspires after 5*n*n.
func TestTabu_RuleIsTaillards(t *testing.T) {
	for m, want := range map[Tabu]tabuRule{
		{}:                           {90, 110, 50_000},
		{Tenure: 30}:                 {27, 33, 50_000},
		{Tenure: 7, Aspiration: 123}: {6, 8, 123},
		{Aspiration: -1}:             {90, 110, 0},
	} {
		if got := m.rule(100); got != want {
			t.Errorf("%+v: %+v, want %+v", m, got, want)
		}
	}
	seen, r := map[int32]int{}, multiwalk.NewRand(1, 0)
	for range 10_000 {
		seen[Tabu{}.rule(100).tenure(r)]++
	}
	if len(seen) != 21 || seen[90] == 0 || seen[110] == 0 {
		t.Errorf("tenures %v, want 90 to 110", seen)
	}
}

// What is documented of iterated tabu search: a tenure of 3n/10, bursts of 8n, perturbations of n/6 to n/2 positions.
func TestIteratedTabu_Defaults(t *testing.T) {
	s := must.Have(IteratedTabu{}.Prepare(assignment.Uniform(60, 1), walk.Plan{Walks: 1}))(t)
	i := s.(*tabuSearch)
	if i.rule != (tabuRule{16, 20, 18_000}) || i.bursts.Length != 480 || i.bursts.Weakest != 10 || i.bursts.Strongest != 30 {
		t.Errorf("%+v, %+v", i.rule, i.bursts)
	}
}

func TestIteratedTabu_NextBurstStartsFromBestOfLast(t *testing.T) {
	q := assignment.Uniform(14, 6)
	search := must.Have(IteratedTabu{Length: 10, Weakest: 2, Strongest: 3}.Prepare(q, walk.Plan{Seed: 1, Walks: 1}))(t)
	begun := must.Have(search.NewWalk(0))(t)
	w := begun.(*tabuWalk)
	for range 50 {
		w.Step(walk.NewSlice(10 - int(w.made)))
		top, cost, before, strength := slices.Clone(w.top), w.topCost, w.before, w.strength
		if q.Cost(top) != cost {
			t.Fatalf("the best of the burst costs %d, by full evaluation %d", cost, q.Cost(top))
		}
		w.perturb(walk.NewSlice(1))
		moved := 0
		for i, v := range w.X {
			if v != top[i] {
				moved++
			}
		}
		if moved != w.strength || w.before != cost || w.made != 0 {
			t.Fatalf("the burst begins %d positions away from the best of the last, strength %d", moved, w.strength)
		}
		if better := cost < before; better && w.strength != 2 || !better && w.strength == strength {
			t.Fatalf("strength %d after %d, better %v", w.strength, strength, better)
		}
	}
}
