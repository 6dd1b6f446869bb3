package main

import (
	"fmt"
	"math"
	"strings"
)

// pspmSystems are those of repro pspm that are compared.
const pspmSystems = "sspm,pssm,pspm,pspm32,strided32"

// pspmMoves are the numbers of moves of the paper's Table 4.
const pspmMoves = "4,8,12,24,32,48"

var pspmCode = []string{"./papers/pspm"}

// pspmPairs are the paper's 20 instances in pairs that take about as long. Tables 3 and 4 are measured pair by pair.
// Means over all are those of the means of pairs.
var pspmPairs = []string{
	"rd100 tsp225", "bier127 ch150", "eil101 pr299", "kroA150 d493", "pr152 pcb442", "u159 pr439", "rat195 fl417", "ts225 rd400",
	"gil262 lin318", "pr264 a280",
}

// pspmFigures is, of each instance, its number of cities, and how many seconds the GPU took to the threshold of Table 3 at
// commit 4d9eff1229, in tsp225 at 5fbd90e83f. Estimates need both.
var pspmFigures = map[string]struct{ cities, seconds float64 }{
	"rd100": {100, 0.58}, "eil101": {101, 0.89}, "bier127": {127, 0.5}, "ch150": {150, 6.2}, "kroA150": {150, 1.4}, "pr152": {152, 0.63},
	"u159": {159, 0.69}, "rat195": {195, 1.5}, "ts225": {225, 0.72}, "tsp225": {225, 4.5}, "gil262": {262, 2.1}, "pr264": {264, 1.3},
	"a280": {280, 2.3}, "pr299": {299, 5.4}, "lin318": {318, 1.7}, "rd400": {400, 2}, "fl417": {417, 2.4}, "pr439": {439, 1.6},
	"pcb442": {442, 1.8}, "d493": {493, 2.4},
}

// Rates that estimates are made of, on an H200 and 16 hyperthreads. Where it is not known which of these share a core, as on the machine
// that was measured, trials of one core run one at a time.
const (
	pspmIterations = 11455 // of a complete schedule, for each city
	pspmGPUSearch  = 0.008 // seconds of a complete schedule of the GPU's searches with up to 32 moves, for each city
	pspmCoreRate   = 50e6  // moves a second of SSPM alone on a core
	pspmTrials     = 10    // of the paper's Tables 2 and 3
	pspmLimit      = 10    // seconds, when a throughput trial gives up
)

// table3Seconds estimates a part of Table 3: on the GPU throughput and convergence, on all cores convergence, and on one core
// complete schedules, throughput, where most trials give up, and convergence.
func table3Seconds(cities, seconds float64) float64 {
	oneCore := cities*pspmIterations*12/pspmCoreRate + 0.8*pspmLimit + seconds
	return pspmTrials * (3*seconds + oneCore)
}

// table4Seconds estimates a part of Table 4: complete schedules on the GPU with five numbers of moves, as 48 is none for it, and on
// one core with all six, which are 128 moves together. The paper names no number of trials here, and its rows are means over 20
// instances: one of each is enough.
func table4Seconds(cities, _ float64) float64 {
	return cities * (5*pspmGPUSearch + 128*pspmIterations/pspmCoreRate)
}

// pspmOnGPU are the measurements of the paper of PSPM. Within a run the systems take turns: while one is measured, on a core, on
// all or on the GPU, nothing else runs but trials of the same system on cores of their own.
var pspmOnGPU = append([]measurement{
	{ID: "pspm-table2", Class: "gpu", Kind: "repro", Seconds: 500,
		What:    "complete schedules; trials of each system on the GPU: {n}, of SSPM and PSSM: 10",
		Args:    []string{"pspm", "table2", "--systems", pspmSystems, "--trials", "{n}", "--trials-of", "sspm=10", "--trials-of", "pssm=10"},
		Repeats: 2, Full: 10, Code: pspmCode},
	{ID: "pspm-beyond", Class: "gpu", Kind: "repro", Seconds: 75,
		What: "complete schedules with more moves than the paper has; trials: {n}; means over three instances",
		Args: []string{"pspm", "table4", "--systems", "pspm", "--moves", "64,128,256", "--instances", "rd100,rat195,pcb442", "--trials", "{n}"},
		Full: 10, Code: pspmCode},
}, append(
	pspmParts("pspm-table3", table3Seconds, pspmTrials, "ten trials of each system; a throughput trial gives up after 10 s",
		"table3", "--systems", "sspm,pssm,pspm", "--limit", fmt.Sprint(pspmLimit, "s")),
	pspmParts("pspm-table4", table4Seconds, 1, "one trial of each system on each instance",
		"table4", "--systems", "sspm,pspm", "--moves", pspmMoves)...)...)

// pspmParts makes the parts of a table, one for each pair of instances.
func pspmParts(set string, estimate func(cities, seconds float64) float64, trials int, what string, args ...string) []measurement {
	var all []measurement
	for i, pair := range pspmPairs {
		total := 0.0
		for name := range strings.FieldsSeq(pair) {
			total += estimate(pspmFigures[name].cities, pspmFigures[name].seconds)
		}
		all = append(all, measurement{ID: fmt.Sprintf("%s-%d", set, i+1), Set: set, Part: pair, Class: "gpu", Kind: "repro", Optional: true,
			Seconds: int(math.Ceil(total)), What: what, Repeats: trials, Code: pspmCode,
			Args: append(append([]string{"pspm"}, args...), "--trials", "{n}", "--instances", strings.ReplaceAll(pair, " ", ","))})
	}
	return all
}
