package tempering

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/kernels/kerneltest"
	"github.com/multiwalk/multiwalk/internal/kernels/temper"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/tempering"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/kernel"
	assignment "github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/walk"
)

// laddersOn returns the ladders of a method on the first machine of a device.
func laddersOn(t testing.TB, d multiwalk.Device, p multiwalk.Problem, m walk.Method, plan walk.Plan) *machineTempering {
	t.Helper()
	return trial.WalkOn[*machineTempering](t, d, p, m, plan)
}

// launchOf makes so many sweeps of all ladders, in one launch but for the steps of the warm-up.
func (w *machineTempering) launchOf(t testing.TB, sweeps int64) {
	t.Helper()
	defer func() { w.f.sweeps = 0 }()
	for until := w.At + sweeps; w.At < until; {
		w.f.sweeps = until - w.At
		want := min(until, tempering.Still(w.At))
		must.Have(w.Unit(walk.NewSlice(1)))(t)
		if w.At != want {
			t.Fatalf("a launch ended behind sweep %d, want %d", w.At, want)
		}
	}
}

// sameLadders makes sweeps on a machine and on a core, launches of so many, and compares the ladders after each launch.
func sameLadders(t *testing.T, d multiwalk.Device, p multiwalk.Problem, m walk.Method, launches ...int64) {
	t.Helper()
	const walks, seed = 2, 4
	machine := laddersOn(t, d, p, m, walk.Plan{Seed: seed, Walks: walks})
	search := must.Have(m.Prepare(p, walk.Plan{Seed: seed, Walks: walks, Warn: func(string) {}}))(t)
	var cores [walks]*temperingWalk
	for i := range cores {
		w := must.Have(search.NewWalk(i))(t)
		cores[i] = w.(*temperingWalk)
	}
	n := p.Space().Len()
	for _, sweeps := range launches {
		machine.launchOf(t, sweeps)
		total, least := multiwalk.Counters{}, cores[0].least
		for i, w := range cores {
			for w.sweep < machine.At {
				w.Step(walk.NewSlice(1))
			}
			least = min(least, w.least)
			total.Add(w.Counters())
			of := len(w.on)
			rows, levels := make([]int32, of*temper.ReplicaRows*n), make([]float64, of)
			must.Do(t, machine.memory.rows.Read(rows, i*len(rows)))
			must.Do(t, machine.memory.levels.Read(levels, i*of))
			if !slices.Equal(levels, w.levels) {
				t.Fatalf("ladder %d after %d sweeps: levels %v, on a core %v", i, w.sweep, levels, w.levels)
			}
			for k, r := range machine.rungs[i*of:][:of] {
				if tempering.Warming(w.sweep) && (r.Quota != w.quotas[k] || r.Swaps != w.swaps[k]) {
					t.Fatalf("rung %d of ladder %d after %d sweeps: %+v, on a core %d swaps and a quota of %d", k, i, w.sweep, r, w.swaps[k], w.quotas[k])
				}
			}
			for k, replica := range w.replicas {
				r := replica.(swapReplica)
				s, x := machine.States[i*of+k], rows[k*temper.ReplicaRows*n:][:n]
				if rung := int32(slices.Index(w.on, int32(k))); !slices.Equal(x, r.X) || s.Cost != r.Cost || s.Rung != rung {
					t.Fatalf("replica %d of ladder %d after %d sweeps: at %v of cost %d on rung %d, on a core %v, %d, %d", k, i, w.sweep, x, s.Cost,
						s.Rung, r.X, r.Cost, rung)
				}
				if best := rows[(k*temper.ReplicaRows+1)*n:][:n]; p.Cost(best) != s.Least {
					t.Fatalf("replica %d of ladder %d after %d sweeps: its incumbent costs %d, it says %d", k, i, w.sweep, p.Cost(best), s.Least)
				}
			}
		}
		got := machine.Counters()
		if got.Evaluations() != total.Evaluations() || got.Moves != total.Moves || machine.Least != least {
			t.Fatalf("after %d sweeps %+v and the best %d, on cores %+v and %d", machine.At, got, machine.Least, total, least)
		}
	}
}

// ordered is a ranking with the kernels of parallel tempering as Go functions alone.
type ordered struct{ *kerneltest.Ranking }

func (o ordered) Kernels() (kernel.Module, error) {
	return kernel.Module{Name: "ordered", Problem: o.Ranking, Entries: map[string]kernel.Entry{
		"StartTemper": {Symbol: "StartTemper", Func: temper.StartTemper[*kerneltest.Ranking]},
		"TemperSwap":  {Symbol: "TemperSwap", Func: temper.TemperSwap[*kerneltest.Ranking]},
	}}, nil
}

// onDevices is the problems that have kernels: of 32 bits and 64, symmetric or not, and without a matrix.
func onDevices(t testing.TB, n int) map[string]multiwalk.Problem {
	t.Helper()
	return map[string]multiwalk.Problem{
		"uniform":    assignment.Uniform(n, 3),
		"structured": assignment.Structured(n, 3),
		"asymmetric": signed(t, n, 1),
		"wide":       signed(t, n, 1<<22),
		"plain":      signed(t, n, 1<<27),
		"ranking":    ordered{kerneltest.NewRanking(int32(n), 1)},
	}
}

// In the emulator a ladder makes the moves that it makes on a core, the warm-up's first steps included.
func TestTemperingGPU_SameMovesAsOnACore(t *testing.T) {
	unraced.Test(t)
	sizes := []int{2, 3, 9, 33}
	if testing.Short() {
		sizes = []int{2, 9}
	}
	for _, n := range sizes {
		for name, p := range onDevices(t, n) {
			t.Run(fmt.Sprintf("n=%d/%s", n, name), func(t *testing.T) {
				launches := []int64{1, 2, 30, 32} // past two steps of the warm-up
				if n > 10 {
					launches = []int64{1, 4}
				}
				sameLadders(t, device.Emulator(), p, ParallelTempering{Replicas: 3, Sweep: 3}, launches...)
			})
		}
	}
}

var temperShapes = map[string]temperShape{"staged": byStaged, "matrix": byMatrix, "far matrix": byFarMatrix, "delta": byDelta, "far delta": byFarDelta}

// However swaps are priced.
func TestTemperingGPU_SameMovesInEveryShape(t *testing.T) {
	unraced.Test(t)
	for name, s := range temperShapes {
		t.Run(name, func(t *testing.T) {
			for _, p := range []multiwalk.Problem{assignment.Uniform(13, 3), signed(t, 12, 1)} {
				sameLadders(t, device.Emulator(), p, ladders(s, 0, 0, ParallelTempering{Replicas: 2, Sweep: 5}), 1, 9)
			}
		})
	}
}

// Where hot replicas make fewer proposals than cold ones too.
func TestTemperingGPU_SameMovesWithQuotas(t *testing.T) {
	unraced.Test(t)
	m, q := ParallelTempering{Replicas: 3, Sweep: 1, Coldest: 1, Hottest: 1e6}, assignment.Uniform(24, 3)
	sameLadders(t, device.Emulator(), q, m, 30, 10, 30)
	w := ladderOf(t, m, q, 1)
	for w.sweep < 70 {
		w.Step(walk.NewSlice(1))
	}
	if quotas := w.quotas; quotas[0] != 24 || quotas[2] > 20 || quotas[2] < 16 {
		t.Errorf("with a limit of 16 swaps in 24 proposals the quotas are %v", quotas)
	}
}

// On published instances too.
func TestTemperingGPU_SameMovesOnPublishedInstances(t *testing.T) {
	unraced.Test(t)
	for _, name := range []string{"bur26a", "lipa20a", "esc16a", "tai25b", "kra30a"} {
		q := must.Have(assignment.ReadFile(benchdata.File(t, "qap", name+".dat")))(t)
		t.Run(name, func(t *testing.T) {
			sameLadders(t, device.Emulator(), q, ParallelTempering{Replicas: 4, Sweep: 2}, 5)
		})
	}
}

// A GPU makes them too, at sizes that tell shapes and banks apart, and through the whole warm-up.
func TestTemperingGPU_SameMovesOnAGPU(t *testing.T) {
	d := must.Ready(t, device.GPU(0))
	for _, n := range []int{2, 3, 9, 16, 30, 31, 32, 33, 50, 64, 65, 100, 150} {
		problems := onDevices(t, n)
		delete(problems, "ranking") // it has no PTX
		for name, p := range problems {
			for _, m := range []ParallelTempering{{Replicas: 16}, {Replicas: 5, Sweep: 3}} {
				t.Run(fmt.Sprintf("n=%d/%s/%d", n, name, m.Replicas), func(t *testing.T) {
					launches := []int64{1, 40, 100}
					if n > 50 { // what a core is slow at
						launches = []int64{1, 9}
					}
					sameLadders(t, d, p, m, launches...)
				})
			}
		}
	}
	t.Run("long", func(t *testing.T) {
		sameLadders(t, d, assignment.Uniform(12, 1), ParallelTempering{Replicas: 4, Sweep: 2}, 4000, 300)
	})
	t.Run("quotas", func(t *testing.T) {
		sameLadders(t, d, assignment.Structured(100, 3), ParallelTempering{Replicas: 16}, 20, 50)
	})
	for name, s := range temperShapes {
		t.Run(name, func(t *testing.T) {
			sameLadders(t, d, assignment.Uniform(45, 3), ladders(s, 0, 0, ParallelTempering{Replicas: 16}), 1, 40)
			sameLadders(t, d, signed(t, 45, 1), ladders(s, 0, 0, ParallelTempering{Replicas: 7}), 1, 40)
		})
	}
	for _, delay := range []int{1, 2, 5} {
		sameLadders(t, d, assignment.Structured(70, 3), ladders(byFarMatrix, delay, 0, ParallelTempering{Replicas: 16}), 1, 2, 40)
		sameLadders(t, d, signed(t, 33, 1), ladders(byFarMatrix, delay, 0, ParallelTempering{Replicas: 3}), 1, 2, 40)
	}
}

// The coldest replica of each ladder takes up what it is told, and the others stay.
func TestTemperingGPU_Adopts(t *testing.T) {
	q := assignment.Uniform(10, 3)
	w := laddersOn(t, device.Emulator(), q, ParallelTempering{Replicas: 3, Sweep: 1}, walk.Plan{Seed: 3, Walks: 2})
	w.launchOf(t, 3)
	r := must.Have(multiwalk.Minimize(context.Background(), q, ParallelTempering{}, multiwalk.Settings{Seed: 9, Stop: []multiwalk.Stop{multiwalk.Evaluations(300_000)}}))(t)
	w.Adopt(r.Best, r.Cost)
	if x, cost := w.Best(); cost != r.Cost || q.Cost(x) != cost {
		t.Errorf("the best costs %d, %d by full evaluation, after one of %d was adopted", cost, q.Cost(x), r.Cost)
	}
	before := slices.Clone(w.States)
	w.launchOf(t, 1)
	for i, s := range w.States {
		if cold := before[i].Rung == 0; cold != (s.Least == r.Cost) && before[i].Least > r.Cost {
			t.Errorf("replica %d was on rung %d, and its incumbent costs %d", i, before[i].Rung, s.Least)
		}
	}
}

// Of the ladders that come to the target in the first sweep in which one does, the first counts, in any division into
// launches; the answer is that of the cores, and the counters too.
func TestTemperingGPU_MeetsTheTarget(t *testing.T) {
	q := assignment.Uniform(8, 3)
	r := must.Have(multiwalk.Minimize(context.Background(), q, ParallelTempering{}, multiwalk.Settings{Seed: 9, Stop: []multiwalk.Stop{multiwalk.Evaluations(300_000)}}))(t)
	var first *multiwalk.Result
	for _, sweeps := range []int64{1, 7, 50} {
		m := ladders(0, 0, sweeps, ParallelTempering{Replicas: 3, Sweep: 2})
		got := must.Have(multiwalk.Minimize(context.Background(), q, m, multiwalk.Settings{Seed: 5, Walks: 3,
			Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Target(r.Cost), multiwalk.Evaluations(3_000_000)}}))(t)
		if got.Cost != r.Cost || q.Cost(got.Best) != r.Cost {
			t.Fatalf("launches of %d sweeps: %d, want %d", sweeps, got.Cost, r.Cost)
		}
		if first == nil {
			first = got
		}
		if !slices.Equal(got.Best, first.Best) || got.DeltaEvaluations != first.DeltaEvaluations {
			t.Errorf("launches of %d sweeps: %v after %d evaluations, want %v after %d", sweeps, got.Best, got.DeltaEvaluations, first.Best,
				first.DeltaEvaluations)
		}
	}
}

func TestTemperingGPU_Conforms(t *testing.T) {
	unraced.Test(t)
	m := ParallelTempering{Replicas: 2, Sweep: 1, Coldest: 2, Hottest: 500} // given, the temperatures cost no evaluations
	conformance.Method(t, m, assignment.Uniform(10, 1), conformance.On(device.Emulators(2)), conformance.Budget(4000))
	if !testing.Short() {
		brief := ladders(0, 0, 1, m) // there are many ladders
		conformance.Method(t, brief, ordered{kerneltest.NewRanking(6, 1)}, conformance.On(device.Emulator()), conformance.Budget(1000))
	}
}

// What has no kernels is refused, with the reason.
func TestTemperingGPU_RefusesWithoutKernels(t *testing.T) {
	for _, p := range []multiwalk.Problem{bare{assignment.Uniform(5, 1)}, trial.NewCircle(5), assignment.Uniform(1, 1)} {
		if err := walk.Place(p, ParallelTempering{}, device.Emulator()); err == nil {
			t.Errorf("%T of %v is placed", p, p.Space())
		}
	}
}

// What no machine can hold is an error, and nothing of it stays behind.
func TestTemperingGPU_SaysWhatIsTooMuch(t *testing.T) {
	_, err := multiwalk.Minimize(context.Background(), assignment.Uniform(5, 1), ParallelTempering{Replicas: 32}, multiwalk.Settings{Walks: 1_000_000,
		Device: device.Emulator(), Stop: []multiwalk.Stop{multiwalk.Work(1)}})
	if err == nil || !strings.Contains(err.Error(), "1000000 ladders are too many for one GPU; use up to 524287") || strings.Contains(err.Error(), "goroutine") {
		t.Errorf("error %v", err)
	}
}

// A time limit ends a sweep that would go on for long, and the machine can be used again.
func TestTemperingGPU_StopsInASweep(t *testing.T) {
	unraced.Test(t)
	m, d := ParallelTempering{Replicas: 2, Sweep: 1 << 18, Coldest: 1e6, Hottest: 2e6}, device.Emulator()
	run := func(s multiwalk.Settings) *multiwalk.Result {
		s.Walks, s.Device = 1, d
		return must.Have(multiwalk.Minimize(context.Background(), assignment.Uniform(40, 1), m, s))(t)
	}
	runtest.Stops(t, run)
	m.Sweep = 1
	if r := run(multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(1)}}); len(r.History) == 0 {
		t.Error(r)
	}
}

// priceless has kernels, and no SwapDelta on a core.
type priceless struct {
	bare
	kernel.Carrier
}

// The pilot's evaluations count as what they are, and a GPU, which does not evaluate in full, brings no warning that it does.
func TestTemperingGPU_PilotInFull(t *testing.T) {
	r := kerneltest.NewRanking(8, 1)
	search := must.Have(ParallelTempering{Replicas: 2}.Prepare(priceless{bare{r}, ordered{r}}, walk.Plan{Walks: 1, Device: device.Emulator(),
		Warn: func(msg string) { t.Error(msg) }}))(t)
	w := must.Have(search.NewWalk(0))(t)
	defer w.(io.Closer).Close()
	if made := w.Counters(); made.DeltaEvaluations != 0 || made.FullEvaluations <= 2 {
		t.Errorf("before the first sweep %+v", made)
	}
}

// ladders is parallel tempering that prices swaps on a device in a given way, or defers some swaps, or makes launches
// of some sweeps; 0 leaves these.
func ladders(s temperShape, delay int, sweeps int64, m ParallelTempering) walk.Method {
	return trial.Arranged[*temperFleet]{Method: m, Arrange: func(f *temperFleet) { f.first, f.defers, f.sweeps = s, delay, sweeps }}
}
