package cooperate

import (
	"cmp"
	"math"
	"slices"
)

// favourite is the number of the first method.
const favourite = 0

// untried is what a trial is said to have found that was not made. No cost is worth comparing with it.
const untried = math.MaxInt64

// bracket returns how many of the methods are in each stage: all, then half of them, at last two, twice.
func bracket(methods int) (sizes []int) {
	for k := methods; k > 2; k = (k + 1) / 2 {
		sizes = append(sizes, k)
	}
	switch {
	case methods < 2:
		return nil
	case methods == 2:
		sizes = append(sizes, 2)
	}
	return append(sizes, 2)
}

// trialPart returns which part of the run a trial of the first stage takes, if all trials take the given per cent. Those of
// a later stage take twice as much as those of the one before.
func trialPart(sizes []int, percent int) float64 {
	weight := 0
	for stage, k := range sizes {
		weight += k << stage
	}
	return float64(percent) / 100 / float64(max(1, weight))
}

// judged is what a method's trials came to, on average over the walks.
type judged struct {
	part  int
	found float64 // in the last trial
	least int64   // likewise, by the best of the walks
	merit float64 // what is expected of a longer run; less is better
}

// verdict is the methods by merit, the best first.
type verdict []judged

// sameStage reports whether two walks that say these numbers have ended the same stage of the same cycle.
func sameStage(a, b []int64) bool { return a[0] == b[0] && a[1] == b[1] }

// saying is how a walk tells its trials: cycle and stage, then for each method what it had found by the trial before and what
// by the last one.
const sayingHead = 2

// prospect is the part of a method's last gain, by the last doubling of its trial, that all doublings to come are expected to gain.
// Annealing and tabu search gained 0.6 of it on the bits and the timetable of package own, from 60 ms to 1 s.
const prospect = 0.6

// judge compares the methods by what one or more walks say, one after the other. A method is in it if it was tried.
func judge(numbers []int64, methods int) verdict {
	size := sayingHead + 2*methods
	var v verdict
	for part := range methods {
		found, merit, walks, least := 0.0, 0.0, 0.0, int64(math.MaxInt64)
		for at := 0; at+size <= len(numbers); at += size {
			before, now := numbers[at+sayingHead+2*part], numbers[at+sayingHead+2*part+1]
			if now == untried {
				continue
			}
			gain := 0.0
			if before != untried {
				gain = max(0, float64(before)-float64(now))
			}
			walks++
			least = min(least, now)
			found += float64(now)
			merit += float64(now) - float64(prospect*gain)
		}
		if walks > 0 {
			v = append(v, judged{part, found / walks, least, merit / walks})
		}
	}
	slices.SortStableFunc(v, func(a, b judged) int { return cmp.Compare(a.merit, b.merit) })
	return v
}
