// Package tempering is what parallel tempering draws and decides: which swaps a replica proposes, which neighbours
// trade temperatures, where the temperatures lie. It is the same on every processor and device: all of it is a function
// of numbers that rng.At or lane.Random give, made of operations that round the same way everywhere.
//
// Temperatures are kept as levels, their logarithms to base 2. Rung 0 is the coldest.
package tempering

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/metropolis"
)

// The lanes of the random numbers, by which they meet no others of the same seed: those of multiwalk.Rand have lane 0.
const (
	// Proposals is the lane of proposals. Step k of a replica's number has proposals 2k and 2k+1, two words each: the
	// first says which swap, the second whether it is taken.
	Proposals = 1
	// Trades is the lane of the trade of rungs 0 and 1; that of k and k+1 has the k-th after it. Steps are sweeps, and
	// the number is that of the ladder's first replica. The first word decides.
	Trades = 2
)

// Pair returns the two different positions below n of a proposal. Every pair is nearly as likely, and exactly as likely
// as its way back, which is what the Metropolis rule asks for. The second position follows from the bits that the first
// leaves.
func Pair(u uint32, n int32) (i, j int32) {
	high, low := bits.Mul32(u, uint32(n))
	rest, _ := bits.Mul32(low, uint32(n-1))
	i, j = int32(high), int32(rest)
	if j >= i {
		j++
	}
	return i, j
}

// Meet says whether rungs k and k+1 may trade after a sweep: even and odd pairs take turns.
func Meet(sweep int64, k, rungs int32) bool { return k+1 < rungs && (sweep^int64(k))&1 == 0 }

// Trade returns the rule by which the replicas on two neighbouring rungs change places (Swendsen and Wang, "Replica
// Monte Carlo simulation of spin-glasses", 1986), for the cost of the hot one less that of the cold one: with
// probability exp(-(hot-cold) * (1/T of cold - 1/T of hot)).
func Trade(coldLevel, hotLevel float64) metropolis.Rule {
	return metropolis.At(1 / (1/metropolis.Exp2(coldLevel) - 1/metropolis.Exp2(hotLevel)))
}

// Between returns the level that lies a part of the way from one to another.
func Between(from, to, part float64) float64 { return from + float64(part*(to-from)) }

// Heat returns the rule at a level.
func Heat(level float64) metropolis.Rule { return metropolis.At(metropolis.Exp2(level)) }

// Warm-up: temperatures move after sweeps 2^5, 2^6 ... 2^12, so that each time what they follow was measured for as
// long as all before together; from then on they stay, and the chain is one of Metropolis.
const (
	firstWarm = 32
	lastWarm  = 4096
)

// Warms returns how often each pair of rungs met since the temperatures moved last, if they move after this sweep,
// counted from 0; else 0.
func Warms(sweep int64) int32 {
	made := sweep + 1
	switch {
	case made < firstWarm || made > lastWarm || made&(made-1) != 0:
		return 0
	case made == firstWarm:
		return firstWarm / 2
	}
	return int32(made / 4)
}

// Warming says whether a sweep is part of the warm-up.
func Warming(sweep int64) bool { return sweep < lastWarm }

// Still returns up to which sweep, from one on, neither temperatures nor quotas move.
func Still(from int64) int64 {
	for until := int64(firstWarm); until <= lastWarm; until *= 2 {
		if from < until {
			return until
		}
	}
	return math.MaxInt64
}

// Quota returns how many proposals a rung makes in each sweep until the temperatures move again, at most length. A hot
// replica that made all of them would make many more swaps than it needs to forget where it was, while the other
// replicas of the ladder wait for it. So the quota is the number of proposals that yields limit swaps, at the rate of
// swaps since the temperatures moved last: in 2*met sweeps of quota proposals each there were swaps swaps.
func Quota(length, limit, quota, met int32, swaps int64) int32 {
	likely := float64(limit) * float64(quota) * float64(2*met)
	if likely >= float64(length)*float64(swaps) {
		return length
	}
	return max(1, int32(likely/float64(swaps)))
}

// SwapLimit returns the limit of Quota for a sweep of sweep * n proposals.
func SwapLimit(sweep int32) int32 { return min(sweep, math.MaxInt32/swapsPerSweep) * swapsPerSweep }

// swapsPerSweep was found on QAPLIB. Up to 50 facilities it seldom binds; with half of it, clustered instances reached
// their optimum later. From 100 facilities on it allows up to three times the sweeps in the same time.
const swapsPerSweep = 16

// patience is added to the rates of trades: so a gap without any trade becomes three eighths as wide as one where each
// meeting is a trade. With less, temperatures follow chance.
const patience = 0.6

// Adapt moves the temperatures between the coldest and the hottest so that the rates of trades become equal, given how
// often each pair of rungs met and traded: gaps of levels grow with the rate. It clears trades.
func Adapt(levels []float64, trades []int32, met int32) {
	last := len(levels) - 1
	first, width := levels[0], levels[last]-levels[0]
	sum := 0.0
	for k := range last {
		sum += weight(levels[k+1]-levels[k], trades[k], met)
	}
	below, at := levels[0], 0.0
	for k := range last {
		at += weight(levels[k+1]-below, trades[k], met)
		trades[k] = 0
		if k+1 < last {
			below = levels[k+1]
			levels[k+1] = first + float64(width*float64(at/sum))
		}
	}
}

func weight(gap float64, trades, met int32) float64 {
	return float64(gap * (patience + float64(float64(trades)/float64(met))))
}
