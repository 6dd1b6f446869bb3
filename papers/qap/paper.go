package qap

import (
	"fmt"
	"math"
)

// The paper's own figures, as printed. Times are seconds.

// PaperEffect is half a row of Table I: 30 runs of a single block, emulated on a core. Times are of the runs that found
// an acceptable solution, 0 where none did.
type PaperEffect struct {
	Hits           float64 // #OPT
	Mean, Min, Max float64
}

// PaperTable1 is a row of Table I.
type PaperTable1 struct {
	Instance           string
	NoRestart, Restart PaperEffect
}

// Table1 is the paper's Table I.
var Table1 = []PaperTable1{
	{"tai25b", PaperEffect{6, 0.07, 0.05, 0.10}, PaperEffect{30, 0.07, 0.05, 3.77}},
	{"kra30a", PaperEffect{1, 0.27, 0.27, 0.27}, PaperEffect{30, 10.03, 0.27, 61.13}},
	{"kra30b", PaperEffect{}, PaperEffect{30, 25.20, 0.45, 92.24}},
	{"tai30b", PaperEffect{}, PaperEffect{30, 3.96, 0.39, 12.53}},
	{"kra32", PaperEffect{}, PaperEffect{30, 10.70, 0.33, 59.52}},
	{"tai35b", PaperEffect{}, PaperEffect{30, 29.69, 2.53, 137.72}},
	{"ste36b", PaperEffect{}, PaperEffect{30, 17.00, 0.73, 45.10}},
	{"tai40b", PaperEffect{1, 0.30, 0.30, 0.30}, PaperEffect{30, 6.96, 0.30, 20.96}},
	{"tai50b", PaperEffect{}, PaperEffect{30, 48.07, 1.12, 147.37}},
}

// PaperBlocks is what Table II has of a number of blocks; Gain, M and Delta are 0 for one block.
type PaperBlocks struct {
	Mean, Deviation, Gain, M, Delta float64
}

// PaperTable2 is an instance of Table II.
type PaperTable2 struct {
	Instance           string
	One, Thirty, Sixty PaperBlocks // sixty on two GPUs
}

// Table2 is the paper's Table II.
var Table2 = []PaperTable2{
	{"tai25b", PaperBlocks{2.02, 1.89, 1, 0, 0}, PaperBlocks{0.21, 0.06, 9.56, 0.03, 0.18}, PaperBlocks{0.19, 0.02, 10.85, 0.00, 0.18}},
	{"kra30a", PaperBlocks{34.25, 36.79, 1, 0, 0}, PaperBlocks{1.35, 1.23, 25.43, 0.79, 0.56}, PaperBlocks{0.70, 0.47, 49.10, 0.34, 0.36}},
	{"kra30b", PaperBlocks{113.69, 113.36, 1, 0, 0}, PaperBlocks{3.17, 2.52, 35.85, 2.92, 0.25}, PaperBlocks{1.63, 1.48, 69.59, 1.21, 0.42}},
	{"tai30b", PaperBlocks{14.31, 13.64, 1, 0, 0}, PaperBlocks{0.71, 0.46, 20.24, 0.45, 0.25}, PaperBlocks{0.46, 0.16, 30.88, 0.16, 0.30}},
	{"kra32", PaperBlocks{56.18, 61.11, 1, 0, 0}, PaperBlocks{2.13, 1.80, 26.35, 1.78, 0.35}, PaperBlocks{1.12, 0.93, 50.11, 0.83, 0.29}},
	{"tai35b", PaperBlocks{92.08, 75.90, 1, 0, 0}, PaperBlocks{3.67, 3.56, 25.12, 3.25, 0.41}, PaperBlocks{1.65, 1.38, 55.68, 1.66, -0.01}},
	{"ste36b", PaperBlocks{70.82, 73.23, 1, 0, 0}, PaperBlocks{2.57, 1.89, 27.54, 1.63, 0.94}, PaperBlocks{1.35, 0.77, 52.40, 0.66, 0.70}},
	{"tai40b", PaperBlocks{19.07, 16.43, 1, 0, 0}, PaperBlocks{1.15, 0.62, 16.56, 0.46, 0.69}, PaperBlocks{0.90, 0.16, 21.27, 0.12, 0.78}},
	{"tai50b", PaperBlocks{212.55, 203.64, 1, 0, 0}, PaperBlocks{8.75, 8.65, 24.29, 6.19, 2.56}, PaperBlocks{4.28, 3.84, 49.62, 2.72, 1.56}},
}

// PaperTable3 is a row of Table III. Speed-ups are those of one GPU and of two over Model I, then over Model II.
type PaperTable3 struct {
	Instance   string
	GPU1, GPU2 float64 // T30,avg and T60,avg
	ModelI     float64
	Size       int // of Model I's population
	ModelII    float64
	SpeedupI   [2]float64
	SpeedupII  [2]float64
}

// Table3 is the paper's Table III.
var Table3 = []PaperTable3{
	{"tai25b", 0.21, 0.19, 0.82, 128, 0.82, [2]float64{3.9, 4.4}, [2]float64{3.9, 4.4}},
	{"kra30a", 1.35, 0.70, 6.64, 1024, 21.45, [2]float64{4.9, 9.5}, [2]float64{15.9, 30.7}},
	{"kra30b", 3.17, 1.63, 25.20, 128, 25.20, [2]float64{7.9, 15.4}, [2]float64{7.9, 15.4}},
	{"tai30b", 0.71, 0.46, 2.05, 512, 3.96, [2]float64{2.9, 4.4}, [2]float64{5.6, 8.5}},
	{"kra32", 2.13, 1.12, 10.70, 128, 10.70, [2]float64{5.0, 9.5}, [2]float64{5.0, 9.5}},
	{"tai35b", 3.67, 1.65, 12.16, 512, 29.64, [2]float64{3.3, 7.4}, [2]float64{8.1, 17.9}},
	{"ste36b", 2.57, 1.35, 15.07, 256, 16.99, [2]float64{5.9, 11.1}, [2]float64{6.6, 12.6}},
	{"tai40b", 1.15, 0.90, 4.44, 512, 6.98, [2]float64{3.9, 5.0}, [2]float64{6.1, 7.8}},
	{"tai50b", 8.75, 4.28, 18.76, 512, 48.07, [2]float64{2.1, 4.4}, [2]float64{5.5, 11.2}},
}

// DefaultMutation is the probability that a child mutates, which the paper's figures fit; its text says 0.1: see
// population.Genetic.
const DefaultMutation = 0.9

// The paper's settings that tables speak of.
const (
	paperRuns   = 30
	paperSize   = 128 // individuals of a block, and of Model II
	paperWithin = 6   // in 10,000: how far above the optimum tai50b may be
	paperLoose  = "tai50b"
	// paperMutation is p_m as the text prints it (sections III-B.3 and IV-A), and paperShuffle how many generations lay
	// between two shuffles of the individuals in the study before (section III-B.2).
	paperMutation = 0.1
	paperShuffle  = 500
)

// misprints says where the paper contradicts itself, from its own figures.
func misprints() []string {
	var notes []string
	for _, r := range Table1 {
		for _, e := range []PaperEffect{r.NoRestart, r.Restart} {
			if e.Hits > 1 && e.Mean <= e.Min+(e.Max-e.Min)/e.Hits && e.Max > e.Mean*2 {
				least := e.Min + (e.Max-e.Min)/e.Hits
				notes = append(notes, fmt.Sprintf("The paper's Table I: %s's mean with restart is printed as %.2f s; "+
					"with a slowest of %.2f s and a fastest of %.2f s, %g runs have one of at least %.2f s%s.",
					r.Instance, e.Mean, e.Max, e.Min, e.Hits, least, inTable3(r)))
			}
		}
	}
	for i, r := range Table3 {
		if with := Table1[i].Restart.Mean; math.Abs(with-r.ModelII) > 0.1 && with > 0.1 {
			notes = append(notes, fmt.Sprintf("The paper's Tables I and III print the mean of the same runs of %s, "+
				"Model II on a core, as %.2f and %.2f s.",
				r.Instance, with, r.ModelII))
		}
	}
	return notes
}

// inTable3 is what Table III prints for the same runs.
func inTable3(r PaperTable1) string {
	for _, o := range Table3 {
		if o.Instance == r.Instance && o.ModelII != r.Restart.Mean {
			return fmt.Sprintf(", and Table III has %.2f s for the same", o.ModelII)
		}
	}
	return ""
}
