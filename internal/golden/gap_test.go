package golden

import (
	"context"
	"math"
	"sync"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/flowshop"
	"github.com/multiwalk/multiwalk/problem/maxsat"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/perceptron"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/successor"
	"github.com/multiwalk/multiwalk/walk"
)

// peak is an instance with the cost that no run can be below: proven, or, of city, region, uniform, clustered, small, bits, packing and tasks, the
// least that long runs of several methods found (10^7 to 10^8 evaluations, where the tests have 10^3 to 10^7).
type peak struct {
	p    multiwalk.Problem
	best int64
}

var peaks = map[string]func() peak{
	"lattice":   func() peak { return peak{lattice(12), 144 * 100} },
	"city":      func() peak { return peak{tsp.Random(200, 2), 10140515} },
	"region":    func() peak { return peak{tsp.Random(1000, 4), 23076188} },
	"uniform":   func() peak { return peak{qap.Uniform(40, 5), 3073700} },
	"clustered": func() peak { return peak{qap.Structured(40, 5), 736468816} },
	"small":     func() peak { return peak{qap.Uniform(20, 6), 670770} },
	"orders":    sync.OnceValue(func() peak { return peak{newOrdering(18, 5), optimalOrder(newOrdering(18, 5))} }),
	"bits":      func() peak { return peak{flips{newQuadratic(400, 5)}, -311506} },
	"board":     func() peak { return peak{must.Be(nqueens.New(3000)), 0} },
	"formula":   func() peak { return peak{must.Be(maxsat.Random("formula", 400, 1680, 3, 2)), 0} }, // which focused satisfies
	"signs":     func() peak { return peak{must.Be(perceptron.Draw(73, 73, 2)), 0} },
	"packing":   func() peak { return peak{newPartial(100), 539} },
	"jobs":      func() peak { return peak{must.Be(flowshop.Named("flowshop:ta042", "")).Makespan(), 2867} },
	"tasks":     func() peak { return peak{sample.NewTasks(60, 6, 3), 160} },
}

// lattice is n*n cities on a square lattice, for an even n. No edge is shorter than the step of 100, and a comb of n*n such
// edges is a tour, which proves the optimum.
func lattice(n int) *tsp.Instance {
	x, y := make([]float64, n*n), make([]float64, n*n)
	for i := range x {
		x[i], y[i] = float64(i%n*100), float64(i/n*100)
	}
	return must.Be(tsp.New("lattice", tsp.Euc2D, x, y))
}

// optimalOrder is the least cost of an ordering, by dynamic programming over the sets of sectors that come first.
func optimalOrder(p *ordering) int64 {
	n := int(p.N)
	least := make([]int64, 1<<n)
	for set := 1; set < len(least); set++ {
		least[set] = math.MaxInt64
		for a := range n { // a is the last of the set
			if set>>a&1 == 0 {
				continue
			}
			cost := least[set&^(1<<a)]
			for b := range n {
				if b != a && set>>b&1 == 1 {
					cost += int64(p.W[a*n+b])
				}
			}
			least[set] = min(least[set], cost)
		}
	}
	return least[len(least)-1]
}

// gap is how far a method is from the best, on average over seeds, after a number of evaluations.
type gap struct {
	name        string
	on          string
	method      walk.Method
	emulator    bool
	walks       int
	evaluations int64
	seeds       int
	// least and most bound the mean gap, in per cent of the best cost. They are the mean that was measured, less and more
	// three standard deviations of it, as -v prints. A change of what is drawn stays within; a method that does what it does
	// in another way, better or worse, does not: what improves a method on purpose moves its bounds.
	least, most float64
}

var gaps = append(userGaps, []gap{
	{"climb", "city", single.Climb{Restarts: -1}, false, 1, 200_000, 12, 9.79, 12.10},
	{"anneal", "orders", single.Anneal{Sweeps: 1, Alpha: 0.9}, false, 1, 4_000, 32, 1.33, 2.24},
	{"anneal", "uniform", single.Anneal{Sweeps: 1, Alpha: 0.9}, false, 1, 100_000, 32, 3.65, 4.15},
	{"anneal", "bits", single.Anneal{Sweeps: 1, Alpha: 0.8}, false, 1, 5_000, 32, 2.18, 3.03},
	{"lightweight", "city", single.LightWeight{Start: 50000, End: 50, Alpha: 0.95}, false, 1, 300_000, 32, 10.50, 12.40},
	{"late-acceptance", "orders", single.LateAcceptance{Length: 100}, false, 1, 4_000, 32, 1.83, 2.76},
	{"late-acceptance", "city", single.LateAcceptance{Length: 1000}, false, 1, 200_000, 12, 4.95, 7.49},
	{"threshold", "orders", single.ThresholdAccepting{Alpha: 0.9}, false, 1, 4_000, 32, 1.12, 2.32},
	{"threshold", "uniform", single.ThresholdAccepting{Alpha: 0.9}, false, 1, 100_000, 16, 2.64, 3.47},
	{"threshold", "orders", single.ThresholdAccepting{Alpha: 0.9}, true, 2, 8_000, 8, 1.24, 2.69},
	{"record-to-record", "orders", single.RecordToRecord{}, false, 1, 4_000, 32, 1.32, 2.46},
	{"record-to-record", "uniform", single.RecordToRecord{}, false, 1, 100_000, 32, 2.38, 3.02},
	{"record-to-record", "orders", single.RecordToRecord{Deviation: 20}, true, 2, 8_000, 8, 1.03, 2.58},
	{"great-deluge", "orders", single.GreatDeluge{}, false, 1, 4_000, 32, 1.96, 3.16},
	{"great-deluge", "uniform", single.GreatDeluge{}, false, 1, 100_000, 32, 2.99, 3.55},
	{"great-deluge", "orders", single.GreatDeluge{Steps: 100}, true, 2, 8_000, 8, 0.69, 2.34},
	{"vns", "orders", single.VariableNeighbourhood{}, false, 1, 4_000, 32, 1.88, 2.64},
	{"vns", "uniform", single.VariableNeighbourhood{}, false, 1, 100_000, 32, 2.53, 3.12},
	{"vns", "clustered", single.VariableNeighbourhood{}, false, 1, 400_000, 12, 1.35, 4.35},
	{"tabu", "uniform", single.Tabu{}, false, 1, 2_000_000, 32, 1.31, 1.58},
	{"tabu", "clustered", single.Tabu{}, false, 1, 2_000_000, 32, 7.76, 11.20},
	{"tabu", "small", single.Tabu{}, true, 2, 100_000, 8, 0.62, 1.19},
	{"iterated-tabu", "uniform", single.IteratedTabu{}, false, 1, 2_000_000, 32, 0.93, 1.30},
	{"iterated-tabu", "small", single.IteratedTabu{}, true, 2, 60_000, 8, 0.82, 2.05},
	{"matrix-anneal", "uniform", single.MatrixAnneal{}, false, 1, 2_000_000, 32, 1.68, 2.14},
	{"matrix-anneal", "small", single.MatrixAnneal{}, true, 2, 100_000, 8, 1.72, 3.08},
	{"ils", "city", single.ILS{}, false, 1, 50_000, 32, 1.10, 1.81},
	{"ils", "lattice", single.ILS{}, false, 1, 5_000, 32, 0.15, 0.70},
	{"ils", "region", single.ILS{}, false, 1, 100_000, 32, 2.12, 2.57},
	{"ils depth 5", "region", single.ILS{Depth: 5}, false, 1, 100_000, 32, 1.73, 2.09},
	{"ils swaps", "clustered", single.ILS{}, false, 1, 1_000_000, 32, 2.75, 5.37},
	{"minconflict", "board", single.MinConflict{}, false, 1, 300, 32, 1.43, 4.32},
	{"focused", "formula", single.Focused{}, false, 1, 20_000, 32, 1.92, 3.27},
	{"focused", "formula", single.Focused{}, true, 4, 20_000, 12, 4.34, 7.66},
	{"weighting", "packing", single.Weighting{}, false, 1, 3_000, 32, 0.77, 1.86},
	{"weighting", "formula", single.Weighting{}, false, 1, 20_000, 32, 1.05, 2.20},
	{"weighting", "formula", single.Weighting{}, true, 4, 4_000, 8, 6.14, 11.60},
	{"message-passing", "signs", single.MessagePassing{}, false, 1, 1_200, 24, 0.12, 5.55},
	{"eax", "city", population.EAX{Tours: 6}, true, 0, 50_000, 12, 0.60, 1.15},
	{"iterated-greedy", "tasks", successor.IteratedGreedy{}, false, 1, 30_000, 32, 11.50, 15.50},
	{"iterated-greedy", "tasks", successor.IteratedGreedy{Population: 4}, true, 1, 1_500, 6, 67.80, 92.80},
	{"iterated-greedy orders", "jobs", successor.IteratedGreedy{}, false, 1, 1_000_000, 32, 1.50, 1.80},
	{"beam", "jobs", population.Beam{}, false, 1, 1_000_000, 8, 2.17, 2.95},
	{"genetic", "small", population.Genetic{}, false, 1, 30_000, 16, 5.17, 6.93},
	{"cellular", "small", population.Cellular{Width: 8, Height: 8}, false, 1, 30_000, 16, 2.62, 4.30},
	{"cellular", "orders", population.Cellular{Width: 8, Height: 8}, true, 1, 4_000, 8, 3.09, 4.70},
	{"generational", "small", population.Generational{Population: 64}, false, 1, 30_000, 16, 3.86, 5.18},
	{"ants", "city", population.Ants{}, false, 1, 20_000, 16, 1.95, 2.73},
	{"genetic", "orders", population.Genetic{Population: 64}, true, 1, 4_000, 8, 2.97, 5.57},
	{"quantum", "knapsack", population.Quantum{}, false, 1, 30_000, 32, 0.204, 0.262},
	{"memetic", "uniform", population.Memetic{Length: 20, Population: 40}, false, 1, 30_000_000, 12, 0.67, 0.96},
	{"memetic", "small", population.Memetic{Length: 5}, true, 16, 100_000, 6, 0.62, 2.29},
	{"independent", "uniform", cooperate.Independent{Method: single.Tabu{}}, false, 2, 2_000_000, 32, 1.30, 1.59},
	{"exchange", "city", cooperate.Exchange{Method: single.LightWeight{Start: 50000, End: 50, Alpha: 0.95}, Every: 10}, false, 3, 300_000, 32, 10.80, 12.40},
	{"restart", "orders", cooperate.Restart{Method: single.Climb{}}, false, 1, 4_000, 32, 2.12, 2.88},
	{"islands", "small", cooperate.Islands{Method: population.Genetic{Population: 32}, Every: 20}, false, 4, 60_000, 16, 2.63, 4.26},
	{"islands", "orders", cooperate.Islands{Method: population.Genetic{Population: 32}, Every: 20}, true, 4, 8_000, 8, 3.25, 5.65},
	{"pspm", "city", cooperate.PSPM{Start: 50000, End: 50, Alpha: 0.9, Sweeps: 1}, false, 2, 400_000, 16, 8.82, 10.70},
	{"pspm", "lattice", cooperate.PSPM{Start: 100, End: 10, Alpha: 0.9, Sweeps: 2}, true, 2, 60_000, 8, 43.90, 50.50},
	{"pspm swaps", "small", cooperate.PSPM{}, true, 2, 60_000, 8, 0.49, 1.53},
	{"parallel-tempering", "uniform", single.ParallelTempering{}, false, 1, 2_000_000, 16, 1.32, 1.75},
	{"parallel-tempering", "small", single.ParallelTempering{Replicas: 8}, true, 1, 30_000, 5, 2.16, 3.40},
	{"portfolio", "uniform", cooperate.Portfolio{Methods: []walk.Method{single.Anneal{}, single.Tabu{}, single.ILS{}}}, false, 1, 2_000_000, 32, 1.12, 1.45},
	{"halving", "uniform", cooperate.Halving{Methods: []walk.Method{single.Anneal{}, single.IteratedTabu{}, single.ILS{}}}, false, 1, 2_000_000, 16, 1.24, 1.65},
	{"halving", "city", cooperate.Halving{Methods: []walk.Method{single.ILS{}, single.Anneal{}}}, false, 1, 100_000, 32, 0.51, 1.04},
	{"by-device", "city", cooperate.ByDevice{Cores: single.ILS{}, Machines: population.EAX{Tours: 6}}, true, 0, 50_000, 12, 0.66, 1.48},
	{"by-device", "orders", cooperate.ByDevice{Cores: single.LateAcceptance{Length: 100}, Machines: single.ThresholdAccepting{Alpha: 0.9}}, true, 3, 8_000, 32, 1.77, 2.76},
	{"auto", "uniform", auto.For(qap.Uniform(40, 5)), false, 1, 2_000_000, 32, 1.17, 1.50},
	{"auto", "clustered", auto.For(qap.Structured(40, 5)), false, 1, 400_000, 32, 4.38, 7.13},
	{"auto", "city", auto.For(tsp.Random(200, 2)), false, 1, 20_000, 32, 2.03, 2.89},
}...)

// TestMethods_GapIsWhatItWas guards how well methods search, where the golden records guard that they do the same: whoever
// rewrites the records sees here what it cost. Random sampling is out of bounds by far on every instance.
func TestMethods_GapIsWhatItWas(t *testing.T) {
	if testing.Short() {
		t.Skip("it searches for long")
	}
	for _, g := range gaps {
		t.Run(g.name+" "+g.on+map[bool]string{true: " emulator"}[g.emulator], func(t *testing.T) {
			t.Parallel()
			p := peaks[g.on]()
			mean, deviation := g.measure(t, p)
			t.Logf("mean gap %.3f, standard deviation of the mean %.3f: %.3g to %.3g", mean, deviation,
				math.Max(0, mean-3*deviation), mean+3*deviation)
			if mean < g.least || mean > g.most {
				t.Errorf("mean gap %.3f is outside [%v, %v]", mean, g.least, g.most)
			}
			if r := sampled(p); r < 2*g.most {
				t.Errorf("random sampling has a gap of %.3f, and the bound is %v: it says nothing", r, g.most)
			}
		})
	}
}

// Every method has a row, and no row is bounded from one side alone, or a method that does worse or better would not be noticed.
func TestGaps_OfEveryMethodFromBothSides(t *testing.T) {
	rows := map[string]bool{}
	for _, g := range gaps {
		rows[g.method.Name()] = true
		if !(0 < g.least && g.least < g.most) {
			t.Errorf("%s on %s: the gap is to be from %v to %v", g.name, g.on, g.least, g.most)
		}
	}
	for _, m := range append([]walk.Method{cooperate.ByDevice{}}, defaults...) {
		if !rows[m.Name()] {
			t.Errorf("%s has no row", m.Name())
		}
	}
}

// measure returns the mean gap over the seeds, and the standard deviation of that mean.
func (g gap) measure(t *testing.T, p peak) (mean, deviation float64) {
	t.Helper()
	s := multiwalk.Settings{Walks: g.walks, Stop: budget(g.evaluations)}
	if g.emulator {
		s.Device = device.Emulator()
	}
	if _, both := g.method.(cooperate.ByDevice); both {
		s.Device = device.Both(device.CPU(1), device.Emulator())
	}
	n, squares := float64(g.seeds), 0.0
	for seed := range uint64(g.seeds) {
		s.Seed = seed + 1
		r := must.Have(multiwalk.Minimize(context.Background(), p.p, g.method, s))(t)
		if r.Cost < p.best || p.p.Cost(r.Best) != r.Cost {
			t.Errorf("seed %d: cost %d, by evaluation %d, and the best is %d", seed, r.Cost, p.p.Cost(r.Best), p.best)
		}
		d := p.gap(r.Cost)
		mean += d / n
		squares += d * d / n
	}
	return mean, math.Sqrt(math.Max(0, squares-mean*mean) / n)
}

// gap is in per cent of the best, or the cost itself where that is 0.
func (p peak) gap(cost int64) float64 {
	if p.best == 0 {
		return float64(cost)
	}
	return 100 * float64(cost-p.best) / math.Abs(float64(p.best))
}

// sampled is the gap of the best of many random solutions.
func sampled(p peak) float64 {
	r, x, least := multiwalk.NewRand(1, 0), make([]int32, p.p.Space().Len()), int64(math.MaxInt64)
	for range 2_000 {
		p.p.Space().Random(r, x)
		least = min(least, p.p.Cost(x))
	}
	return p.gap(least)
}
