package relocate

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// drawn is the kernel of the family whose lanes draw.
func (x *annealing) drawn() func(lane.Thread, grid, Annealing, []int32, []float32, []int32, []uint16, []uint16, []uint16, []int32, []int64, []int64, []uint32) {
	kernel := RelocateIndependent[spot, grid]
	switch {
	case x.each && x.wide:
		kernel = RelocateIndependentEachWide[spot, grid]
	case x.each:
		kernel = RelocateIndependentEach[spot, grid]
	case x.a.Moves > 32 && x.wide:
		kernel = RelocateIndependentManyWide[spot, grid]
	case x.a.Moves > 32:
		kernel = RelocateIndependentMany[spot, grid]
	case x.wide:
		kernel = RelocateIndependentWide[spot, grid]
	}
	return func(l lane.Thread, m grid, a Annealing, order []int32, temperatures []float32, rungs []int32, start, tours, best []uint16,
		costs []int32, hits, goal []int64, stop []uint32) {
		kernel(l, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, max(1, x.copies))
	}
}

// An iteration is what a plain program makes of the random words: at no temperature the cheapest of the lanes' moves is
// made if it is no worse. That pins which word is whose.
func TestRelocateIndependent_IsThePaperAlgorithm(t *testing.T) {
	for _, moves := range []int32{1, 5, 32, 96, 160} {
		const n, iterations = 40, 200
		x := newAnnealing(n, 2, moves)
		x.independent, x.temperatures = true, []float32{1e-6}
		tours := slices.Clone(x.tours)
		x.run(t, 0, iterations, 2, 1)
		for w := range int32(2) {
			next := tours[w*n : (w+1)*n]
			for i := range int64(iterations) {
				plainIteration(x, w, i, next)
			}
			if !slices.Equal(next, x.tours[w*n:(w+1)*n]) {
				t.Errorf("%d moves: walk %d is at\n%v, want\n%v", moves, w, x.tours[w*n:(w+1)*n], next)
			}
		}
	}
}

// plainIteration does an iteration of a walk at no temperature.
func plainIteration(x *annealing, walk int32, i int64, next []uint16) {
	n, length := uint32(x.a.Cities), func(a, b uint16) int32 { return x.m.Between(x.m.at[x.order[a]], x.m.at[x.order[b]]) }
	best, bestV, bestA := int32(1), uint16(0), uint16(0)
	for l := range min(x.a.Moves, 32) { // ties go to the lowest lane, and there to its first
		for k := range max(1, x.a.Moves/32) {
			step, call, word := i/4, uint32(0), i%4
			if x.a.Moves > 32 {
				step, call, word = i, uint32(k/4), int64(k%4)
			}
			draw := uint64(lane.Random(x.a.Seed, x.a.First+uint32(walk), x.a.counter(step), 96+32*call+uint32(l))[word]) * uint64(n)
			v, a := uint16(draw>>32), uint16(draw&math.MaxUint32*uint64(n-1)>>32)
			if a == v {
				a = uint16(n - 1)
			}
			p, q, b := uint16(slices.Index(next, v)), next[v], next[a]
			if a == v || b == v {
				continue
			}
			delta := length(p, q) - length(p, v) - length(v, q) + length(a, v) + length(v, b) - length(a, b)
			if delta < best {
				best, bestV, bestA = delta, v, a
			}
		}
	}
	if best <= 0 {
		p := uint16(slices.Index(next, bestV))
		next[p] = next[bestV]
		next[bestA], next[bestV] = bestV, next[bestA]
	}
}

// The moves of an iteration do not depend on each other: over many iterations, how far apart the cities of two lanes are is
// uniform, and so is how far apart their places are. Among those of Relocate both always are what the lanes are.
func TestRelocateIndependent_LanesAreIndependent(t *testing.T) {
	const n, rounds = 11, 40_000
	for _, lanes := range [][2]uint32{{0, 1}, {3, 30}} {
		var city, place, cross [n]int
		for i := range uint64(rounds) {
			a, b := lane.Random(7, 0, i, drawLane+lanes[0]), lane.Random(7, 0, i, drawLane+lanes[1])
			for k := range a {
				v, p := cityAndPlace(a[k], n)
				u, q := cityAndPlace(b[k], n)
				city[(v+n-u)%n]++
				place[(p+n-q)%n]++
				cross[(p+n-u)%n]++
			}
		}
		for name, count := range map[string][n]int{"cities": city, "places": place, "cities and places": cross} {
			chi, want := 0.0, float64(4*rounds)/n
			for _, c := range count {
				chi += (float64(c) - want) * (float64(c) - want) / want
			}
			if chi > 29.6 { // 99.9 % of chi-squared with 10 degrees of freedom
				t.Errorf("lanes %v: differences of %s come %v times, chi-squared %.1f", lanes, name, count, chi)
			}
		}
	}
}
