package population

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/walk"
)

// assignment is an instance with kernels as Go functions alone: all that the emulator needs.
type assignment struct {
	*qap.Instance
	terms bool
}

// matrices is the instance on a device.
type matrices struct {
	N          int32
	Flow, Dist []int32
}

func (p assignment) Kernels() (kernel.Module, error) {
	entry := kernel.Entry{Symbol: "Genetic", Func: deme.Genetic[*matrices]}
	if p.terms {
		entry = kernel.Entry{Symbol: "GeneticTerms", Func: deme.GeneticTerms[*matrices]}
	}
	return kernel.Module{Name: "assignment", Problem: &matrices{int32(p.N), p.Flow, p.Dist},
		Entries: map[string]kernel.Entry{entry.Symbol: entry}}, nil
}

func (m *matrices) Cost(x []int32) (sum int64) {
	for i := range m.N {
		sum += m.CostTerm(x, i)
	}
	return sum
}

func (m *matrices) CostTerm(x []int32, i int32) (sum int64) {
	for j := range m.N {
		sum += int64(m.Flow[i*m.N+j]) * int64(m.Dist[x[i]*m.N+x[j]])
	}
	return sum
}

// walksOf begins walks without Minimize, and closes them after the test.
func walksOf(t *testing.T, p multiwalk.Problem, m Genetic, plan walk.Plan, walks int) (list []walk.Walk) {
	t.Helper()
	s := must.Have(m.Prepare(p, plan))(t)
	for id := range walks {
		w := must.Have(s.NewWalk(id))(t)
		if c, ok := w.(*geneticMachine); ok {
			t.Cleanup(func() {
				if err := c.Close(); err != nil {
					t.Error(err)
				}
			})
		}
		list = append(list, w)
	}
	return list
}

// compare makes so many launches on a device, as many generations on the CPU, and wants the same subpopulations.
func compare(t *testing.T, p multiwalk.Problem, m Genetic, d multiwalk.Device, start []int32, launches int) multiwalk.Counters {
	t.Helper()
	const populations = 3
	gpus := walksOf(t, p, m, walk.Plan{Seed: 7, Walks: populations, Device: d, Start: start}, 1)[0].(*geneticMachine)
	gpus.Step(walk.NewSlice(launches))
	cores := walksOf(t, p, m, walk.Plan{Seed: 7, Walks: populations, Start: start}, populations)
	size, n := gpus.f.s.m.Population, p.Space().Len()
	pools, costs, least := make([]uint16, gpus.memory.pools.Len()), make([]int64, populations*size), make([]int64, populations)
	must.Do(t, errors.Join(gpus.memory.pools.Read(pools, 0), gpus.memory.costs.Read(costs, 0), gpus.memory.least.Read(least, 0)))
	var sum multiwalk.Counters
	for id, c := range cores {
		w := c.(geneticWalk)
		w.Step(walk.NewSlice(int(gpus.At)))
		at := len(pools) / populations * id
		same := slices.EqualFunc(w.x[w.side(w.at)], pools[at:at+size*n], func(a int32, b uint16) bool { return a == int32(b) })
		if !same || !slices.Equal(w.costs[w.side(w.at)], costs[id*size:(id+1)*size]) || w.least != least[id] {
			t.Errorf("%+v: subpopulation %d after %d generations: best %d on the device, %d on the cores", m, id, gpus.At, least[id], w.least)
		}
		sum.Add(w.work)
	}
	if c := gpus.Done; c.FullEvaluations-1 != sum.FullEvaluations || c.Moves != sum.Moves || c.Restarts != sum.Restarts || gpus.Least != slices.Min(least) {
		t.Errorf("%+v: on the device %+v, on the cores %+v", m, c, sum)
	}
	return sum
}

// forms is settings of every kind.
func forms() []Genetic {
	return []Genetic{{Population: 8}, {Population: 5, Crossover: "ox", Mutation: 0.5}, {Population: 6, Rate: 0.3, Mutation: -1}, {Population: 33, Restart: "none"},
		{Population: 7, Rate: 0.3, Mutation: -1, Keep: true, Cuts: 3}}
}

// Equal seeds give equal subpopulations on cores and on the emulator, by threads and by warps, and on a GPU if there is
// one.
func TestGenetic_DeviceIsCores(t *testing.T) {
	unraced.Test(t)
	q := qap.Structured(10, 3)
	start, flow, dist := make([]int32, q.N), make([]int32, q.N*q.N), make([]int32, q.N*q.N)
	for i := range start {
		start[i] = int32(q.N - 1 - i)
		flow[q.N*i+(i+1)%q.N], dist[q.N*i+i/2] = 1, 1
	}
	ties := must.Have(qap.New("ties", q.N, flow, dist))(t) // children often cost what their parents do
	restarts := int64(0)
	for i, m := range forms() {
		for _, terms := range []bool{false, true} {
			if testing.Short() && (i != 1 || !terms) {
				continue
			}
			given := start
			if i%2 == 0 {
				given = nil
			}
			restarts += compare(t, assignment{q, terms}, m, device.Emulator(), given, 4+100/m.Population).Restarts
			restarts += compare(t, assignment{ties, terms}, m, device.Emulator(), given, 4+100/m.Population).Restarts
		}
	}
	if restarts == 0 && !testing.Short() {
		t.Error("no subpopulation was drawn anew")
	}
}

// A block that has no room for all its threads has fewer warps, and whole ones; whatever Place lets pass has a block.
func TestGenetic_BlocksAreWholeWarps(t *testing.T) {
	m := must.Have(gpu.Of(device.Emulator(), 0))(t)
	s := must.Have(Genetic{Population: 70}.Prepare(assignment{qap.Uniform(9, 1), false}, walk.Plan{Device: device.Emulator()}))(t)
	f := s.(*geneticFleet)
	program := must.Have(m.Load(f.Module.Name, f.Module.PTX))(t)
	k := must.Have(program.Kernel(f.entry.Symbol, f.entry.Func))(t)
	for f.s.n = 10; f.s.n <= f.s.m.longest(false); f.s.n += 30 {
		shape, _, resident, err := f.shape(m, k)
		if err != nil || resident == 0 || shape.Threads%32 != 0 {
			t.Errorf("n=%d: %d blocks of %+v, %v", f.s.n, resident, shape, err)
		}
	}
}

// The same by blocks that keep the problem in shared memory, which those of problem/qap do.
func TestGenetic_StagedIsCores(t *testing.T) {
	for i, m := range forms() {
		if m.Crossover == "ox" || testing.Short() && i > 0 {
			continue
		}
		for _, q := range []*qap.Instance{qap.Structured(10, 3), qap.Uniform(11, 2), qap.Uniform(35, 1)} {
			s := must.Have(m.Prepare(q, walk.Plan{Device: device.Emulator()}))(t)
			if s.(*geneticFleet).staged.entry.Func == nil {
				t.Fatalf("%+v, n=%d: not in shared memory", m, q.N)
			}
			compare(t, q, m, device.Emulator(), nil, 4+100/m.Population)
		}
	}
}

// What has no room beside the problem is in global memory, by a kernel that reads the problem there.
func TestGenetic_StagedRoom(t *testing.T) {
	for size, shared := range map[int]int32{1000: 1, 2500: 0} {
		w := walksOf(t, qap.Uniform(50, 3), Genetic{Population: size}, walk.Plan{Walks: 1, Device: device.Emulator()}, 1)[0].(*geneticMachine)
		if staged := deme.StagedRoom(50, size, w.Shape.Threads, w.f.staged.longs, w.f.staged.words); w.Plan.Shared != shared || shared == 1 && w.Shape.Shared != staged {
			t.Errorf("%d individuals: plan %+v, shape %+v", size, w.Plan, w.Shape)
		}
	}
}

// What has no room in shared memory is in global memory, and what has none there is refused with what has.
func TestGenetic_DeviceRoom(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	q := qap.Uniform(300, 3)
	m := Genetic{Population: 400}
	w := walksOf(t, assignment{q, true}, m, walk.Plan{Walks: 1, Device: device.Emulator()}, 1)[0].(*geneticMachine)
	if w.Plan.Shared != 0 || w.Shape.Threads < 32 {
		t.Errorf("plan %+v, shape %+v", w.Plan, w.Shape)
	}
	short := w.memory // the present generation alone, as if the individuals were in shared memory
	var err error
	if short.pools, err = gpu.NewArray[uint16](w.Machine, w.memory.pools.Len()/2); err != nil {
		t.Fatal(err)
	}
	defer short.pools.Free()
	must.Do(t, w.memory.fits(w.Plan, w.Shape.Blocks))
	must.Fail(t, "kernel Genetic needs 240000 elements in pools, and there are 120000")(short.fits(w.Plan, w.Shape.Blocks))
	if err := w.memory.fits(w.Plan, w.Shape.Blocks+1); err == nil {
		t.Error("a block more fits")
	}
	for _, terms := range []bool{true, false} {
		most := Genetic{Population: 128}.longest(terms)
		if most < 1000 || terms && most < 30000 {
			t.Errorf("terms %v: the longest permutation has %d elements", terms, most)
		}
	}
	err = Genetic{}.Place(assignment{qap.Uniform(1300, 1), false}, device.Emulator())
	must.Fail(t, multiwalk.ErrNoKernel, "use up to 11")(err)
	must.Do(t, (Genetic{}).Place(assignment{qap.Uniform(1300, 1), true}, device.Emulator()))
}

func TestGenetic_DeviceRefuses(t *testing.T) {
	q := qap.Uniform(8, 1)
	for _, c := range []struct {
		p    multiwalk.Problem
		m    Genetic
		none bool
		want string
	}{
		{struct{ multiwalk.Problem }{q}, Genetic{}, true, "is no kernel.Carrier; see multiwalk kernel gen"},
		{bare{q}, Genetic{}, true, "lacks Genetic; see multiwalk kernel check"},
		{assignment{q, true}, Genetic{Population: 1 << 19}, true, "fewer individuals"},
		{assignment{q, true}, Genetic{Rate: 2}, false, "rate 2"},
	} {
		_, err := multiwalk.Minimize(context.Background(), c.p, c.m, multiwalk.Settings{Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		if err == nil || !strings.Contains(err.Error(), c.want) || errors.Is(err, multiwalk.ErrNoKernel) != c.none {
			t.Errorf("%+v: %v, want %q", c.m, err, c.want)
		}
	}
}

// bare has a module without kernels.
type bare struct{ *qap.Instance }

func (bare) Kernels() (kernel.Module, error) { return kernel.Module{Name: "bare"}, nil }

// The first subpopulation to come to the target is the one that counts, and it is the one of the cores.
func TestGenetic_DeviceTarget(t *testing.T) {
	unraced.Test(t)
	p := assignment{qap.Structured(9, 5), true}
	m := Genetic{Population: 8}
	s := multiwalk.Settings{Seed: 3, Walks: 4, Stop: []multiwalk.Stop{multiwalk.Work(1)}}
	free := must.Have(multiwalk.Minimize(context.Background(), p, m, s))(t)
	for _, target := range []int64{free.Cost, free.Cost * 21 / 20, free.Cost * 5 / 4} {
		if testing.Short() && target == free.Cost {
			continue
		}
		s.Stop = []multiwalk.Stop{multiwalk.Target(target), multiwalk.Work(100)}
		s.Device = nil
		want := must.Have(multiwalk.Minimize(context.Background(), p, m, s))(t)
		s.Device = device.Emulator()
		got := must.Have(multiwalk.Minimize(context.Background(), p, m, s))(t)
		if got.Status != multiwalk.TargetReached || want.Status != got.Status || got.Cost != want.Cost || !slices.Equal(got.Best, want.Best) || got.Walks != 4 {
			t.Errorf("target %d: %v on the device, %v on the cores", target, got, want)
		}
	}
}

// A budget of evaluations is passed by less than a generation.
func TestGenetic_DeviceBudget(t *testing.T) {
	p := assignment{qap.Uniform(8, 1), true}
	for _, budget := range []int64{2, 333, 1000} {
		r := must.Have(multiwalk.Minimize(context.Background(), p, Genetic{Population: 8},
			multiwalk.Settings{Walks: 3, Device: device.Emulators(2), Stop: []multiwalk.Stop{multiwalk.Evaluations(budget)}}))(t)
		if over := r.Evaluations() - budget; r.Status != multiwalk.EvaluationLimit || over < 0 || over >= 8*3 {
			t.Errorf("%d evaluations of %d: %v", r.Evaluations(), budget, r)
		}
	}
}

func TestGenetic_DeviceStopsInTime(t *testing.T) {
	unraced.Test(t)
	runtest.Stops(t, func(s multiwalk.Settings) *multiwalk.Result {
		s.Device = device.Emulator()
		r := must.Have(multiwalk.Minimize(context.Background(), assignment{qap.Uniform(60, 1), true}, Genetic{}, s))(t)
		return r
	})
}

func TestGenetic_DeviceConforms(t *testing.T) {
	if testing.Short() {
		t.Skip("the emulator is slow under the race detector")
	}
	methods := []Genetic{{Population: 8}, {Population: 4, Crossover: "ox", Rate: 0.9}}
	for i, m := range methods {
		conformance.Method(t, m, assignment{qap.Structured(9, 1), i == 0}, conformance.On(device.Emulator()), conformance.Budget(5000),
			conformance.Refuses(Genetic{Population: 1}, Genetic{Crossover: "cx"}))
	}
}

// A GPU gives the subpopulations of the cores, for the kernels of problem/qap.
func TestGenetic_GPUIsCores(t *testing.T) {
	d := must.Ready(t, device.GPU(0))
	for _, q := range []*qap.Instance{qap.Structured(30, 3), qap.Uniform(50, 2), qap.Uniform(70, 2), qap.Uniform(110, 2), qap.Uniform(257, 2), qap.Uniform(900, 1)} {
		if testing.Short() && q.N > 50 {
			break
		}
		for _, m := range forms() {
			s := multiwalk.Settings{Seed: 5, Walks: 4, Stop: []multiwalk.Stop{multiwalk.Evaluations(int64(4 * (150 + 90_000/q.N)))}}
			want, err := multiwalk.Minimize(context.Background(), q, m, s)
			if err != nil {
				t.Fatal(err)
			}
			s.Device = d
			s.Stop = []multiwalk.Stop{multiwalk.Target(want.Cost), multiwalk.Evaluations(math.MaxInt32)}
			got := must.Have(multiwalk.Minimize(context.Background(), q, m, s))(t)
			s.Device = nil
			if want, err = multiwalk.Minimize(context.Background(), q, m, s); err != nil {
				t.Fatal(err)
			}
			if got.Cost != want.Cost || !slices.Equal(got.Best, want.Best) {
				t.Errorf("n=%d, %+v: on %v %v, on the cores %v", q.N, m, d, got, want)
			}
		}
	}
}
