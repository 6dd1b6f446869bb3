package own

import (
	"math"
	"time"

	"github.com/multiwalk/multiwalk"
)

// tuneSeed is the first seed of the tuning; no race uses it.
const tuneSeed = 1000

// random is the solution that a seed begins at.
func (c Case) random(seed uint64) []int32 {
	space := c.Problem.Space()
	x := make([]int32, space.Len())
	space.Random(multiwalk.NewRand(seed, 1), x)
	return x
}

// steps lets a rival look at its time n times, each after the same part of it.
func steps(n int) func() float64 {
	k := -1
	return func() float64 { k++; return float64(k) / float64(n) }
}

// tune returns the settings of a rival for a time. It is counted in proposals, of which a second has rate, so that the same settings are
// found on any machine, however busy. Without what is best for a shorter time it tries a wide grid from the guess on, with two seeds;
// otherwise a narrow one around that, with one.
func (c Case) tune(limit time.Duration, rate int, before *setting) setting {
	grid, seeds := wide(c.guess()), uint64(2)
	if before != nil {
		grid, seeds = narrow(Rival{before.hot, before.cold, before.others, c.Moves}), 1
	}
	kinds := len(c.Moves(source(tuneSeed), c.random(tuneSeed)))
	best, least := grid[0], math.Inf(1)
	for _, v := range grid {
		if kinds == 1 && v.Others != grid[0].Others {
			continue
		}
		if cost := c.found(v, seeds, rate, limit); cost < least {
			least, best = cost, v
		}
	}
	return setting{c.Name, limit, rate, best.Hot, best.Cold, best.Others}
}

// rate is how many proposals the rival makes in a second of processor time here.
func (c Case) rate() int {
	begun, looked := ProcessorTime(), 0
	x := c.random(tuneSeed)
	c.guess().Run(x, c.Problem.Cost(x), tuneSeed, func() float64 {
		looked++
		return (ProcessorTime() - begun).Seconds() / 0.2
	})
	return int(float64(looked*proposals) / (ProcessorTime() - begun).Seconds())
}

// wide is 36 settings: four temperatures to begin with, from the guess down, three to end with, and three shares of the other moves.
func wide(v Rival) (grid []Rival) {
	for _, hot := range []float64{1, 1. / 4, 1. / 16, 1. / 64} {
		for _, cold := range []float64{1. / 8, 1. / 64, 1. / 512} {
			for _, others := range []float64{0, 1. / 4, 1. / 2} {
				grid = append(grid, Rival{v.Hot * hot, v.Hot * hot * cold, others, v.moves})
			}
		}
	}
	return grid
}

// narrow is six settings: of each temperature the same and half as much, and of the first twice as much.
func narrow(v Rival) (grid []Rival) {
	for _, hot := range []float64{1, 1. / 2, 2} {
		for _, cold := range []float64{1, 1. / 2} {
			grid = append(grid, Rival{v.Hot * hot, v.Cold * cold, v.Others, v.moves})
		}
	}
	return grid
}

// found is the sum of what a rival finds with some seeds.
func (c Case) found(v Rival, seeds uint64, rate int, limit time.Duration) (sum float64) {
	for seed := range seeds {
		x := c.random(tuneSeed + seed)
		_, cost := v.Run(x, c.Problem.Cost(x), tuneSeed+seed, steps(int(float64(rate)*limit.Seconds())/proposals))
		sum += float64(cost)
	}
	return sum
}
