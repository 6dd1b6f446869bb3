package q3ap

import (
	"fmt"
	"math"
)

// PaperRow is a row of the chapter's table: runs of iterated tabu search, with times in seconds. Figures that our text of the chapter
// lacks are 0.
type PaperRow struct {
	Instance                    string
	Optimal                     float64
	Average, AverageDeviation   float64 // of the costs at the ends of runs
	Maximal                     float64
	Hits                        float64 // per cent of the runs that end with the optimum
	CPU, CPUDeviation           float64
	GPU, GPUDeviation           float64
	Speedup                     float64
	Iterations, IterationsStray float64 // ITS, and its deviation
}

// Table is the chapter's table, as far as our text has it.
var Table = []PaperRow{
	{Instance: "nug12-d", Optimal: 580, Average: 615.4, AverageDeviation: 41.7, Maximal: 744, Hits: 35, CPU: 87.7, CPUDeviation: 40.9,
		GPU: 2.5, GPUDeviation: 0.9, Speedup: 34.7, Iterations: 16, IterationsStray: 6.3},
	{Instance: "nug13-d", Optimal: 1912, Average: 1985.4, Maximal: 2100, Hits: 20, CPU: 209.2, GPU: 3.3, Speedup: 63.5, Iterations: 17},
}

// paperRuns is how many runs the table's figures fit: see fitsRuns.
const paperRuns = 20

func instanceOf(r PaperRow) string { return r.Instance }

// fitsRuns says whether a row can be of that number of runs: hits are whole runs, and the sum of the costs, which are
// even since all pairs count twice, is an even number, to half of the average's last digit.
func (r PaperRow) fitsRuns(runs int) bool {
	hits, sum := r.Hits/100*float64(runs), r.Average*float64(runs)
	even := 2 * math.Round(sum/2)
	return math.Abs(hits-math.Round(hits)) < 1e-9 && math.Abs(even-sum) <= 0.05*float64(runs)+1e-9
}

// fitsSpeedup says whether the speed-up can be that of the times beside it, each to half of its last digit.
func (r PaperRow) fitsSpeedup() bool {
	const half = 0.05
	return r.Speedup+half >= (r.CPU-half)/(r.GPU+half) && r.Speedup-half <= (r.CPU+half)/(r.GPU-half)
}

// misprints says which of the chapter's figures contradict each other.
func misprints(rows []PaperRow) (list []string) {
	for _, r := range rows {
		if !r.fitsSpeedup() {
			list = append(list, fmt.Sprintf("The chapter's speed-up on %s: printed %v, computed %.1f; the times hold.", r.Instance, r.Speedup, r.CPU/r.GPU))
		}
		if !r.fitsRuns(paperRuns) {
			list = append(list, fmt.Sprintf("The chapter's hits of %v %% and average of %v on %s are not of %d runs.", r.Hits, r.Average, r.Instance, paperRuns))
		}
	}
	return list
}
