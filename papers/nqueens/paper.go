package nqueens

import (
	"math"

	"github.com/multiwalk/multiwalk/single"
)

// The paper's own figures, as printed. Its Figures 1 to 7 are curves without numbers; what the text says of them is Text.

// Paper is a row of Table 3 or 4: running times in milliseconds.
type Paper struct {
	N         int
	Coarse    float64
	Dynamic   [4]float64 // dynamic parallelism, by threshold
	Threshold [4]int
}

// thresholds3 and thresholds4 are the heads of the two tables. Table 3 prints 8196 for 8192, the 8 k of its title.
var (
	thresholds3 = [4]int{1 << 10, 2 << 10, 4 << 10, 8 << 10}
	thresholds4 = [4]int{16 << 10, 32 << 10, 64 << 10, 128 << 10}
)

// Table3 is the paper's Table 3.
var Table3 = []Paper{
	{1000, 1, [4]float64{1, 1, 2, 2}, thresholds3},
	{2000, 2, [4]float64{242, 2, 2, 2}, thresholds3},
	{3000, 3, [4]float64{234, 447, 3, 3}, thresholds3},
	{4000, 4, [4]float64{665, 463, 3, 4}, thresholds3},
	{5000, 4, [4]float64{1168, 1218, 856, 3}, thresholds3},
	{6000, 5, [4]float64{1753, 2171, 881, 4}, thresholds3},
	{7000, 6, [4]float64{2394, 3078, 2235, 5}, thresholds3},
	{8000, 6, [4]float64{2949, 4160, 4049, 6}, thresholds3},
	{9000, 7, [4]float64{3592, 5098, 5746, 1699}, thresholds3},
}

// Table4 is the paper's Table 4.
var Table4 = []Paper{
	{10_000, 7, [4]float64{8, 6, 6, 6}, thresholds4},
	{20_000, 14, [4]float64{12891, 14, 14, 12}, thresholds4},
	{30_000, 21, [4]float64{81920, 16, 18, 22}, thresholds4},
	{40_000, 29, [4]float64{155067, 73637, 24, 24}, thresholds4},
	{50_000, 37, [4]float64{227734, 211633, 30, 28}, thresholds4},
	{60_000, 52, [4]float64{301992, 350017, 52, 38}, thresholds4},
	{70_000, 71, [4]float64{379358, 490801, 73664, 57}, thresholds4},
	{80_000, 87, [4]float64{457052, 639331, 340804, 72}, thresholds4},
	{90_000, 91, [4]float64{538742, 777274, 613907, 84}, thresholds4},
}

// Text holds the figures that stand in the paper's text alone.
var Text = struct {
	Annealing         float64 // s, a run of simulated annealing at N = 3000 on one core
	AnnealingSpeedup  float64 // of annealing by coarse-grained evaluation, at most, N up to 3000
	Coarse            float64 // speed-up of coarse-grained evaluation, at most
	Adaptive          float64 // speed-up of the adaptive multithreaded scheme, at most
	Reduce            float64 // of the TBB scheme
	ForkJoin          float64 // of the fork-join scheme
	Loss              float64 // per cent that random candidates take longer than valid ones, on average
	ConflictsPerQueen float64 // of a random candidate, about
	ShareFrom         int     // the size above which evaluation takes more than 99 % of annealing
	Cores             int     // logical cores of its processors
}{9443, 9.3, 307, 22.04, 20.71, 29.18, 0.95, 2. / 3, 700, 40}

// crossovers are the sizes from which, the text says, a scheme beats the single-threaded one, by the system's ID.
var crossovers = map[string]int{"adaptive": 300, "parallel-reduce": 300, "fork-join": 2000, "gpu-coarse": 700}

// Schedule is how simulated annealing cools: a row of Table 1.
type Schedule struct {
	From, To int // the sizes it is for
	Start    float64
	End      float64
	Alpha    float64 // the cooling coefficient
	Searches int     // proposals at each temperature
}

// Table1 is the paper's Table 1.
var Table1 = []Schedule{
	{4, 99, 3000, 1e-6, 0.97, 50},
	{100, 900, 3000, 1e-6, 0.98, 100},
	{1000, 3000, 3000, 1e-6, 0.99, 200},
}

// MostAnnealed is the greatest size that Table 1 is for.
const MostAnnealed = 3000

// ScheduleFor returns the schedule for a size; the last is for all above it too, the second for the gap after it.
func ScheduleFor(n int) Schedule {
	at := 0
	for i, s := range Table1 {
		if n >= s.From {
			at = i
		}
	}
	return Table1[at]
}

// Temperatures is how many there are from Start down to End, End left out.
func (s Schedule) Temperatures() int {
	return int(math.Ceil(math.Log(s.End/s.Start) / math.Log(s.Alpha)))
}

// Evaluations is how many candidates a complete schedule evaluates.
func (s Schedule) Evaluations() int { return s.Temperatures() * s.Searches }

// Method returns the annealing with the schedule.
func (s Schedule) Method() single.Anneal {
	return single.Anneal{Start: s.Start, End: s.End, Alpha: s.Alpha, Proposals: s.Searches, Once: true}
}
