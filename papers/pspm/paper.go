package pspm

import (
	"math"
	"time"
)

// The paper's own figures, as printed.

// PaperTable2 is a row of Table 2. SSES is in 1e6 solutions a second, SEC in per cent.
type PaperTable2 struct {
	Instance           string
	SSPMSSES, SSPMSEC  float64 // CPU, one search of 12 moves
	PSSMSSES, PSSMSEC  float64 // CPU, 12 searches of one move
	PSPMSSES, PSPMSEC  float64 // GPU, 98 searches of 12 moves
	OverSSPM, OverPSSM float64 // SSES speed-up of the GPU
}

// Table2 is the paper's Table 2.
var Table2 = []PaperTable2{
	{"rd100", 4.6, 2.4, 19.4, 31.2, 456.8, 0.14, 99.7, 23.6},
	{"eil101", 4.3, 3.8, 19.6, 19.4, 447.8, 0.49, 105.1, 22.9},
	{"bier127", 3.6, 4.0, 17.6, 23.4, 466.4, 0.92, 130.0, 26.4},
	{"ch150", 5.5, 2.9, 16.2, 35.9, 459.4, 1.19, 83.3, 28.3},
	{"kroA150", 4.2, 5.1, 16.1, 39.5, 461.5, 1.08, 109.2, 28.6},
	{"pr152", 4.6, 1.9, 16.1, 75.8, 466.6, 0.17, 102.2, 29.0},
	{"u159", 4.6, 4.3, 15.4, 40.7, 463.8, 1.00, 99.9, 30.1},
	{"rat195", 4.3, 6.2, 13.9, 37.0, 446.2, 2.50, 104.5, 32.1},
	{"ts225", 5.6, 5.5, 11.9, 28.4, 468.7, 1.06, 83.5, 39.4},
	{"tsp225", 5.4, 4.6, 12.1, 35.2, 447.9, 2.37, 82.2, 36.9},
	{"gil262", 4.0, 6.1, 11.3, 50.7, 447.0, 2.19, 110.4, 39.7},
	{"pr264", 4.8, 11.2, 11.3, 116.0, 462.1, 4.20, 96.7, 40.7},
	{"a280", 4.6, 5.9, 11.1, 53.2, 443.9, 2.75, 95.6, 40.0},
	{"pr299", 5.6, 5.7, 10.7, 48.7, 463.2, 1.81, 82.2, 43.5},
	{"lin318", 4.5, 9.1, 10.4, 63.6, 465.8, 3.63, 103.3, 44.7},
	{"rd400", 4.8, 7.5, 9.1, 40.5, 453.0, 3.62, 93.9, 49.9},
	{"fl417", 4.4, 6.6, 8.8, 116.2, 449.6, 1.41, 102.7, 51.3},
	{"pr439", 4.7, 10.5, 8.6, 72.1, 462.2, 5.16, 98.8, 53.9},
	{"pcb442", 4.5, 7.5, 8.4, 43.5, 458.2, 3.81, 101.0, 54.3},
	{"d493", 4.7, 6.7, 7.7, 47.0, 452.0, 4.30, 96.7, 58.9},
}

func name2(r PaperTable2) string { return r.Instance }
func name3(r PaperTable3) string { return r.Instance }

// Table2Average is the last row of Table 2.
var Table2Average = PaperTable2{"average", 4.7, 5.9, 12.8, 50.9, 457.1, 2.2, 99.0, 38.7}

// PaperTable3 is a row of Table 3. TC is in 1e-2 solutions a second, SEC in per cent, improvements in their difference.
type PaperTable3 struct {
	Instance                   string
	SSPMTC, PSPMTC, Speedup    float64 // throughput
	SSPMSEC, PSSMSEC, PSPMSEC  float64 // convergence
	ImprovesSSPM, ImprovesPSSM float64
}

// Table3 is the paper's Table 3.
var Table3 = []PaperTable3{
	{"rd100", 0.99, 48.31, 48.8, 3.5, 23.3, 0.3, 3.2, 23.0},
	{"eil101", 4.57, 35.34, 7.7, 3.8, 17.9, 0.5, 3.3, 17.4},
	{"bier127", 8.85, 66.67, 7.5, 7.4, 22.2, 1.5, 5.9, 20.7},
	{"ch150", 0.45, 32.36, 72.3, 13.9, 35.3, 0.8, 13.1, 34.5},
	{"kroA150", 1.97, 43.67, 22.1, 7.5, 35.6, 0.9, 6.6, 34.7},
	{"pr152", 0.26, 29.85, 115.4, 1.9, 64.5, 0.6, 1.3, 63.9},
	{"u159", 0.50, 37.31, 75.1, 4.4, 35.3, 1.2, 3.2, 34.0},
	{"rat195", 1.69, 21.98, 13.0, 59.7, 36.8, 1.6, 58.1, 35.2},
	{"ts225", 2.27, 44.84, 19.7, 57.3, 30.4, 1.1, 56.2, 29.3},
	{"tsp225", 0.09, 19.80, 223.2, 42.0, 33.9, 2.8, 39.2, 31.1},
	{"gil262", 1.58, 16.13, 10.2, 54.5, 45.6, 2.8, 51.7, 42.8},
	{"pr264", 0.93, 24.04, 25.9, 41.4, 104.6, 6.1, 35.3, 98.5},
	{"a280", 1.01, 15.13, 15.0, 86.4, 56.9, 2.5, 83.9, 54.4},
	{"pr299", 0.31, 16.26, 53.0, 7.1, 49.2, 2.7, 4.3, 46.5},
	{"lin318", 0.69, 18.52, 26.7, 15.1, 64.0, 4.1, 11.0, 59.8},
	{"rd400", 1.21, 12.14, 10.0, 22.9, 54.9, 4.2, 18.7, 50.7},
	{"fl417", 0.93, 9.43, 10.1, 6.9, 112.0, 1.8, 5.0, 110.2},
	{"pr439", 2.66, 16.42, 6.2, 30.8, 77.6, 5.0, 25.8, 72.6},
	{"pcb442", 1.39, 13.02, 9.4, 8.9, 41.8, 4.2, 4.7, 37.5},
	{"d493", 0.49, 9.09, 18.4, 7.2, 46.7, 4.4, 2.8, 42.3},
}

// Table3Average is the last row of Table 3.
var Table3Average = PaperTable3{"average", 1.64, 26.52, 39.5, 24.1, 54.9, 2.5, 21.7, 47.0}

// PaperTable4 is a row of Table 4: means over the 20 instances.
type PaperTable4 struct {
	Moves             int     // Pm, TPB
	SSPMSSES, SSPMSEC float64 // 1e6/s, per cent
	PSPMSSES, PSPMSEC float64
	Speedup           float64
}

// Table4 is the paper's Table 4; Figure 4 draws it.
var Table4 = []PaperTable4{
	{4, 2.9, 9.0, 154.8, 2.2, 55.2},
	{8, 3.8, 6.5, 305.5, 2.1, 82.1},
	{12, 4.7, 5.9, 457.1, 2.2, 99.0},
	{24, 5.4, 4.2, 756.8, 1.5, 142.6},
	{32, 2.5, 4.0, 909.7, 1.4, 369.5},
	{48, 2.0, 3.6, 652.2, 1.1, 320.6},
}

// The paper's GPU, as equation (3) needs it (Table 1 and section 5.1).
const (
	paperShared     = 48 << 10 // Ms, bytes of shared memory of a multiprocessor
	paperBlock      = 6206     // bytes of it that a block takes
	paperProcessors = 14       // Nsm
)

// Schedule is the annealing schedule that all systems share (Table 1).
type Schedule struct {
	Start  float64 `json:"start"`  // Ts
	End    float64 `json:"end"`    // Te
	Alpha  float64 `json:"alpha"`  // the cooling constant
	Sweeps int     `json:"sweeps"` // Sp: a temperature lasts Sweeps*n iterations
	Every  int     `json:"every"`  // Se: temperatures between two exchanges
}

// PaperSchedule is Table 1.
var PaperSchedule = Schedule{Start: 10000, End: 0.1, Alpha: 0.99, Sweeps: 10, Every: 100}

// The other adopted values of Table 1.
const (
	PaperMoves    = 12 // Pm and TPB
	PaperSearches = 98 // TB
)

// Steps is Ss as equation (4) has it: how often the temperature falls, which need not be a whole number.
func (s Schedule) Steps() float64 { return (math.Log(s.End) - math.Log(s.Start)) / math.Log(s.Alpha) }

// Proposals is how many moves a complete search of n cities prices: the numerator of equation (4).
func (s Schedule) Proposals(n, searches, moves int) float64 {
	return s.Steps() * float64(n) * float64(s.Sweeps) * float64(searches) * float64(moves)
}

// SSES is equation (4): the moves that a complete search prices a second.
func (s Schedule) SSES(n, searches, moves int, run time.Duration) float64 {
	return s.Proposals(n, searches, moves) / run.Seconds()
}

// SEC is equation (5): how far a length lies above the optimum, in per cent.
func SEC(length, optimum int64) float64 { return 100 * float64(length-optimum) / float64(optimum) }

// Speedup is equation (6), for any two figures where more is better.
func Speedup(ours, reference float64) float64 { return ours / reference }

// TC is equation (7): solutions a second, for runs that each found one.
func TC(list Runs) float64 { return 1 / list.Mean(Run.Seconds) }
