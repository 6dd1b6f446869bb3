package own

import (
	"math"
	"math/rand/v2"
)

// A Rival is simulated annealing: the temperature falls from Hot to Cold by the same factor in each part of
// the time. The guesses are tuned once: BenchmarkRival_Tune ran a quarter, one and four times what was guessed at first, of
// both, for a second of processor time on the instance itself, with a seed that the benchmark does not use. The best of these
// nine pairs stands here. So the rival has seen the instance before; ours has not.
type Rival struct {
	Hot, Cold float64
	moves     moves
}

// guess is the temperatures of a rival.
type guess struct{ hot, cold float64 }

// Run anneals x, a solution of the given cost, and returns the best solution that it finds. part says which part of the time is
// spent, from 0 to 1.
func (v Rival) Run(x []int32, cost int64, seed uint64, part func() float64) (best []int32, least int64) {
	r := rand.New(rand.NewPCG(seed, seed))
	draw, accept := v.moves(r, x)
	best, least = append(best, x...), cost
	for spent := part(); spent < 1; spent = part() {
		t := v.Hot * math.Pow(v.Cold/v.Hot, spent)
		for range 1000 {
			d := draw()
			if d > 0 && r.Float64() >= math.Exp(-float64(d)/t) {
				continue
			}
			accept()
			if cost += d; cost < least {
				least = cost
				copy(best, x)
			}
		}
	}
	return best, least
}
