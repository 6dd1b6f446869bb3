package tabu

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/fleet"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/kernel"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
)

// emulateTabu runs a method, in the emulator unless told otherwise.
func emulateTabu(t testing.TB, p multiwalk.Problem, m walk.Method, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	if s.Device == nil {
		s.Device = device.Emulator()
	}
	r := must.Have(multiwalk.Minimize(context.Background(), p, m, s))(t)
	if c := p.Cost(r.Best); c != r.Cost {
		t.Fatalf("the best costs %d, not %d", c, r.Cost)
	}
	return r
}

func TestTabuGPU_Conforms(t *testing.T) {
	unraced.Test(t)
	methods := []walk.Method{IteratedTabu{Length: 9}, Tabu{}}
	if testing.Short() {
		methods = methods[:1]
	}
	for _, m := range methods {
		conformance.Method(t, m, assignment.Uniform(7, 1), conformance.On(device.Emulator()), conformance.Budget(3_000),
			conformance.Refuses(Tabu{Tenure: -1}, Tabu{Tenure: 7}, IteratedTabu{Length: -1}, IteratedTabu{Strongest: 8}))
	}
}

// With as many searches as a run on cores has walks, the one that comes to the target first does so in the same iteration.
func TestTabuGPU_TargetAsOnCores(t *testing.T) {
	unraced.Test(t)
	q := assignment.Uniform(9, 5)
	for _, m := range []walk.Method{Tabu{}, IteratedTabu{Length: 20}} {
		far := emulateTabu(t, q, m, multiwalk.Settings{Walks: 3, Stop: []multiwalk.Stop{multiwalk.Work(2)}})
		stop := []multiwalk.Stop{multiwalk.Target(far.Cost)}
		r := emulateTabu(t, q, m, multiwalk.Settings{Walks: 3, Stop: stop})
		search := must.Have(m.Prepare(q, walk.Plan{Walks: 3}))(t)
		iterations := int64(1 << 62)
		for id := range 3 {
			w := must.Have(search.NewWalk(id))(t)
			for _, c := w.Best(); c > far.Cost && w.Counters().Units < iterations; _, c = w.Best() {
				w.Step(walk.NewSlice(1))
			}
			if _, c := w.Best(); c <= far.Cost {
				iterations = min(iterations, w.Counters().Units)
			}
		}
		made := (r.DeltaEvaluations / (3 * 36)) // perturbations are far fewer
		if r.Status != multiwalk.TargetReached || made != iterations {
			t.Errorf("%s: %v after %d iterations, on cores %d", m.Name(), r, made, iterations)
		}
		again := emulateTabu(t, q, m, multiwalk.Settings{Walks: 3, Stop: stop})
		if again.Counters != r.Counters || !slices.Equal(again.Best, r.Best) {
			t.Errorf("%s: once %v, once %v", m.Name(), r, again)
		}
	}
}

// Solutions that a run starts from or a problem constructs are those of a run on cores, and so is what follows.
func TestTabuGPU_BeginsAsOnCores(t *testing.T) {
	q := assignment.Uniform(10, 2)
	start := walking.Identity(10)
	for name, c := range map[string]struct {
		p    multiwalk.Problem
		plan walk.Plan
	}{
		"given":       {q, walk.Plan{Seed: 6, Walks: 2, Start: start}},
		"constructed": {turned{q}, walk.Plan{Seed: 6, Walks: 2}},
	} {
		w := onMachine(t, device.Emulator(), c.p, Tabu{}, c.plan)
		if x, cost := w.Best(); name == "given" && !slices.Equal(x, start) || cost != q.Cost(x) {
			t.Errorf("%s: it begins with %v of cost %d", name, x, cost)
		}
		w.launchOf(t, 25)
		search := must.Have(Tabu{}.Prepare(c.p, c.plan))(t)
		for id := range 2 {
			core := must.Have(search.NewWalk(id))(t)
			core.Step(walk.NewSlice(25))
			if x := w.current(t, id); !slices.Equal(x, core.(*tabuWalk).X) {
				t.Errorf("%s, search %d: at %v, on a core %v", name, id, x, core.(*tabuWalk).X)
			}
		}
	}
}

// turned is an instance that constructs solutions: rotations by a random number.
type turned struct{ *assignment.Instance }

func (p turned) Construct(r *multiwalk.Rand, x []int32) {
	by := r.IntN(len(x))
	for i := range x {
		x[i] = int32((i + by) % len(x))
	}
}

// What a search adopts it goes on from, as on a core.
func TestTabuGPU_AdoptsAsOnACore(t *testing.T) {
	q := assignment.Uniform(11, 3)
	good := runSwaps(t, q, Tabu{}, 1, multiwalk.Evaluations(30_000))
	for _, m := range []walk.Method{Tabu{}, IteratedTabu{Length: 8}} {
		for _, x := range [][]int32{good.Best, walking.Identity(11)} {
			plan := walk.Plan{Seed: 2, Walks: 1}
			w := onMachine(t, device.Emulator(), q, m, plan)
			search := must.Have(m.Prepare(q, plan))(t)
			core := must.Have(search.NewWalk(0))(t)
			w.launchOf(t, 13)
			core.Step(walk.NewSlice(13))
			w.Adopt(x, q.Cost(x))
			core.(walk.Adopter).Adopt(x, q.Cost(x))
			w.launchOf(t, 30)
			core.Step(walk.NewSlice(30))
			_, least := w.Best()
			if _, want := core.Best(); !slices.Equal(w.current(t, 0), tabuOf(core).X) || least != want || w.States[0].Cost != tabuOf(core).Cost {
				t.Errorf("%s from cost %d: at %v, incumbent %d; on a core %v, %d", m.Name(), q.Cost(x), w.current(t, 0), least, tabuOf(core).X, want)
			}
		}
	}
}

// Past the epoch, expiries are moved back as on a core.
func TestTabuGPU_Epoch(t *testing.T) {
	q, m := assignment.Uniform(9, 3), Tabu{Aspiration: -1}
	plan := walk.Plan{Seed: 2, Walks: 1}
	w := onMachine(t, device.Emulator(), q, m, plan)
	search := must.Have(m.Prepare(q, plan))(t)
	core := must.Have(search.NewWalk(0))(t)
	const late = epoch - 12
	core.(*tabuWalk).memory.now, w.States[0].Now = late, late
	must.Do(t, w.memory.states.Write(w.States, 0))
	for range 3 {
		w.launchOf(t, 10)
		core.Step(walk.NewSlice(10))
		if c := core.(*tabuWalk); w.States[0].Now != c.memory.now || !slices.Equal(w.current(t, 0), c.X) {
			t.Fatalf("iteration %d at %v, on a core %d at %v", w.States[0].Now, w.current(t, 0), c.memory.now, c.X)
		}
	}
	if w.States[0].Now > epoch/2+30 {
		t.Errorf("iteration %d is not past the epoch", w.States[0].Now)
	}
}

// Two machines search differently, share the walks that were asked for, and a run can be repeated.
func TestTabuGPU_SeveralMachines(t *testing.T) {
	q := assignment.Uniform(10, 4)
	s := multiwalk.Settings{Walks: 5, Seed: 3, Device: device.Emulators(2), Stop: []multiwalk.Stop{multiwalk.Evaluations(20_000)}}
	r := emulateTabu(t, q, IteratedTabu{}, s)
	again := emulateTabu(t, q, IteratedTabu{}, s)
	if r.Walks != 5 || r.Counters != again.Counters || !slices.Equal(r.Best, again.Best) {
		t.Errorf("%v with %d walks, again %v", r, r.Walks, again)
	}
	search := must.Have(Tabu{}.Prepare(q, walk.Plan{Walks: 5, Device: device.Emulators(2)}))(t)
	var first [2][]int32
	for id := range first {
		w := must.Have(search.NewWalk(id))(t)
		first[id] = w.(*machineTabu).current(t, 0)
		if n := len(w.(*machineTabu).States); n != 3-id {
			t.Errorf("machine %d has %d searches", id, n)
		}
	}
	if slices.Equal(first[0], first[1]) {
		t.Errorf("both machines begin with %v", first[0])
	}
}

// A time limit ends a launch that would go on for long.
func TestTabuGPU_StopsInALaunch(t *testing.T) {
	unraced.Test(t)
	endless := trial.Arranged[*tabuFleet]{Method: Tabu{}, Arrange: func(f *tabuFleet) { f.each = 1 << 40 }}
	runtest.Stops(t, func(s multiwalk.Settings) *multiwalk.Result {
		s.Walks = 2
		return emulateTabu(t, assignment.Uniform(12, 1), endless, s)
	})
}

func TestTabuGPU_Refuses(t *testing.T) {
	q := assignment.Uniform(6, 1)
	for _, c := range []struct {
		p    multiwalk.Problem
		want string
	}{
		{trial.RowsOnly{Q: q}, "is no kernel.Carrier; see multiwalk kernel gen"},
		{trial.NewCircle(9), "is no kernel.Carrier; see multiwalk kernel gen"},
		{assignment.Uniform(1, 1), "a permutation of 1 has no swaps"},
		{swapsOnly{q}, "its module lacks StartTabu: its type is no kernel.TabuSwapper"},
	} {
		for _, m := range []walk.Method{Tabu{}, IteratedTabu{}} {
			_, err := multiwalk.Minimize(context.Background(), c.p, m, multiwalk.Settings{Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Work(1)}})
			must.Fail(t, c.want, multiwalk.ErrNoKernel)(err)
		}
	}
}

// swapsOnly is an instance whose module has no kernels for tabu search.
type swapsOnly struct{ *assignment.Instance }

func (p swapsOnly) Kernels() (kernel.Module, error) {
	m, err := p.Instance.Kernels()
	for _, name := range []string{"StartTabu", "TabuSwap", "TabuSwapWide", "TabuSwapVast", "TabuMoves"} {
		delete(m.Entries, name)
	}
	return m, err
}

// What does not fit shared memory is said with the bytes.
func TestTabuGPU_SaysWhatDoesNotFit(t *testing.T) {
	f := &tabuFleet{Fleet: fleet.Fleet{N: 10_000, Ran: Tabu{}}, products: 1, bytes: 4}
	w := onMachine(t, device.Emulator(), assignment.Uniform(5, 1), Tabu{}, walk.Plan{Walks: 1})
	must.Fail(t, "tabu of n=10000 takes 560000 bytes of shared memory")(f.shape(w.Machine))
	f.N = 256
	if s, err := f.shape(w.Machine); err != nil || !s.vast || s.warps < 2 {
		t.Errorf("n=256: %+v, %v", s, err)
	}
	f.N = 150
	if s, err := f.shape(w.Machine); err != nil || s.vast {
		t.Errorf("n=150: %+v, %v", s, err)
	}
}

// Searches that begin anew, each at a solution of its own, go on as on cores, however iterations are split into launches.
func TestTabuGPU_BeginsEachAsOnCores(t *testing.T) {
	const walks = 2
	q := assignment.Uniform(11, 3)
	for _, m := range []walk.Method{Tabu{}, IteratedTabu{Length: 8}} {
		w := onMachine(t, device.Emulator(), q, m, walk.Plan{Seed: 2, Walks: walks})
		begun := append(walking.Identity(q.N), walking.Identity(q.N)...)
		slices.Reverse(begun[:q.N])
		for range 2 {
			w.launchOf(t, 13)
			must.Do(t, w.BeginEach(begun, 30))
			w.launchOf(t, 15)
			w.launchOf(t, 15)
			if w.Left() != 0 || w.Searches() != walks {
				t.Fatalf("%d searches have %d iterations left", w.Searches(), w.Left())
			}
		}
		x, costs, err := w.Incumbents()
		if err != nil {
			t.Fatal(err)
		}
		for id := range walks {
			search := must.Have(m.Prepare(q, walk.Plan{Seed: 2, Walks: walks}))(t)
			core := must.Have(search.NewWalk(id))(t)
			type beginner interface {
				Begin(x []int32, r *multiwalk.Rand)
			}
			r := tabuOf(core).Random
			core.Step(walk.NewSlice(13))
			core.(beginner).Begin(begun[id*q.N:][:q.N], r)
			core.Step(walk.NewSlice(30 + 13))
			core.(beginner).Begin(begun[id*q.N:][:q.N], r)
			core.Step(walk.NewSlice(30))
			best, least := core.Best()
			if !slices.Equal(w.current(t, id), tabuOf(core).X) || !slices.Equal(x[id*q.N:][:q.N], best) || costs[id] != least {
				t.Errorf("%s, search %d: at %v, incumbent %d; on a core %v, %d", m.Name(), id, w.current(t, id), costs[id], tabuOf(core).X, least)
			}
		}
	}
}

// What the searches of a machine say that they cost is compared with full evaluation, that of the last one too.
func TestTabuGPU_IsChecked(t *testing.T) {
	w := onMachine(t, device.Emulator(), assignment.Uniform(7, 1), Tabu{}, walk.Plan{Seed: 2, Walks: 5})
	w.launchOf(t, 9)
	must.Do(t, w.Check())
	for name, change := range map[string]*int64{"cost": &w.States[4].Cost, "incumbent": &w.States[4].Least} {
		func() {
			defer func() {
				if err, ok := recover().(error); !ok || !errors.Is(err, multiwalk.ErrDeltaMismatch) {
					t.Errorf("a wrong %s: %v", name, err)
				}
			}()
			*change++
			defer func() { *change-- }()
			_ = w.Check()
		}()
	}
}
