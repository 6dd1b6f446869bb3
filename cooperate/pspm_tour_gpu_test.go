package cooperate

import (
	"context"
	"flag"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

func needGPU(t testing.TB) multiwalk.Accelerator {
	t.Helper()
	d := must.Ready(t, device.GPU(0))
	return d
}

// A GPU gives what the emulator gives, bit for bit, though its launches have other shapes and lengths.
func TestPSPM_TourOnAGPUAsInTheEmulator(t *testing.T) {
	gpu := needGPU(t)
	for _, p := range []*tsp.Instance{scatter(50, 2), scatter(101, 3), tsp.Random(70, 4)} {
		long := p.Name() != "scatter"
		for name, m := range tourWays {
			if long && m.Moves > 32 && m.Accept == "" && m.Proposals == "" {
				continue // deltas would not fit
			}
			m.Once = !m.Tempering
			compare(t, name, gpu, p, m, 100_000)
		}
	}
	compare(t, "far", gpu, scatter(13_000, 1), PSPM{Searches: 3, Start: 5, Construct: true}, 20_000)
	compare(t, "independent far", gpu, scatter(13_000, 1), PSPM{Searches: 3, Start: 5, Construct: true, Proposals: "independent"}, 20_000)
	compare(t, "independent, without room for copies", gpu, scatter(4000, 1), PSPM{Searches: 3, Start: 5, Proposals: "independent"}, 20_000)
}

// compare runs a method on a GPU and in the emulator.
func compare(t *testing.T, name string, gpu multiwalk.Device, p *tsp.Instance, m PSPM, evaluations int64) {
	t.Helper()
	s := multiwalk.Settings{Seed: 8, Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}}
	emulated := emulate(t, p, m, s)
	s.Device = gpu
	real := emulate(t, p, m, s)
	if real.Cost != emulated.Cost || real.DeltaEvaluations != emulated.DeltaEvaluations || !slices.Equal(real.Best, emulated.Best) {
		t.Errorf("%s on %v: %d after %d on a GPU, %d after %d in the emulator", name, p.Name(), real.Cost, real.DeltaEvaluations,
			emulated.Cost, emulated.DeltaEvaluations)
	}
}

// A target is met in the same iteration, and the time limit is kept.
func TestPSPM_TourStopsOnAGPU(t *testing.T) {
	gpu := needGPU(t)
	p := scatter(200, 5)
	m := PSPM{Searches: 500}
	warm := emulate(t, p, m, multiwalk.Settings{Device: gpu, Stop: []multiwalk.Stop{multiwalk.Time(300 * time.Millisecond)}})
	s := multiwalk.Settings{Device: gpu, Stop: []multiwalk.Stop{multiwalk.Target(warm.Cost * 11 / 10)}}
	a, b := emulate(t, p, m, s), emulate(t, p, m, s)
	if a.Status != multiwalk.TargetReached || history(a) != history(b) {
		t.Errorf("not the same:\n%s\n%s", history(a), history(b))
	}
	if over := warm.Elapsed - 300*time.Millisecond; over > 60*time.Millisecond {
		t.Errorf("%v late", over)
	}
}

var (
	rateMoves = flag.String("pspm.moves", "32", "moves an iteration that TestPSPM_TourRate tries")
	rateSeeds = flag.Int("pspm.seeds", 1, "runs an instance of TestPSPM_TourRate")
	rateDraws = flag.String("pspm.proposals", "", "proposals of TestPSPM_TourRate")
	rateBy    = flag.String("pspm.neighbourhood", "", "moves of TestPSPM_TourRate")
	rateWhich = flag.String("pspm.instances", "rd100 eil101 bier127 ch150 kroa150 pr152 u159 rat195 ts225 tsp225 gil262 pr264 a280 pr299 lin318 rd400 fl417 pr439 pcb442 d493", "")
)

// TestPSPM_TourRate prints moves a second and solution errors of complete searches by the paper's schedule, over its 20
// instances (PSPM, equations 4 and 5): run it with -v.
func TestPSPM_TourRate(t *testing.T) {
	gpu := needGPU(t)
	best := benchdata.BestKnown(t, "TSPLIB")
	for _, word := range strings.Fields(*rateMoves) {
		moves := must.Have(strconv.Atoi(word))(t)
		m := PSPM{Moves: moves, Neighbourhood: *rateBy, Proposals: *rateDraws, Once: true}
		emulate(t, scatter(100, 1), m, multiwalk.Settings{Device: gpu, Stop: []multiwalk.Stop{multiwalk.Work(1)}})
		rates, errors, runs := 0.0, 0.0, 0.0
		for _, name := range strings.Fields(*rateWhich) {
			p := must.Have(tsp.ReadFile(filepath.Join(benchdata.Dir(t), "tsp", name+".tsp")))(t)
			for seed := range *rateSeeds {
				began := time.Now()
				r := must.Have(multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: uint64(seed + 1), Device: gpu}))(t)
				took := time.Since(began).Seconds()
				rate, sec := float64(r.DeltaEvaluations)/took, 100*float64(r.Cost-best[name])/float64(best[name])
				rates, errors, runs = rates+rate, errors+sec, runs+1
				t.Logf("%-8s TPB %4d  TB %5d  %6.1fe9 moves/s  %6.3f s  SEC %.2f %%", name, moves, r.Walks, rate/1e9, took, sec)
			}
		}
		t.Logf("mean of %v runs with TPB %d: %.1fe9 moves/s, SEC %.3f %%", runs, moves, rates/runs/1e9, errors/runs)
	}
}
