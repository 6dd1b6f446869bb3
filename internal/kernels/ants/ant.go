package ants

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Edges is what the edges between cities cost.
type Edges interface{ Cost(i, j int32) int64 }

// Ant is a team that makes a solution. What it makes follows from the seed, its number, the iteration and the pheromone.
type Ant[T Team, E Edges] struct {
	T         T
	Edges     E // of tours
	Rule      Rule
	Trail     Trail    // and no pointer, so that a device keeps it in registers
	Open      []uint32 // bit c: choice c is not taken
	Seed      uint64
	Number    uint32
	Iteration uint64
	have      [4]uint32 // random words
}

// Tour goes through all cities, from a random one. It writes them to x in the order of the way: O(n k) and, wherever all listed cities
// are taken, O(n/32) and the cities that are left.
func (a *Ant[T, E]) Tour(x []int32) {
	n := int32(len(x))
	a.Begin(n)
	at := int32(uint64(a.Word(0)) * uint64(n) >> 32)
	for s := int32(1); ; s++ {
		a.Take(at)
		if a.T.Rank() == 0 {
			x[s-1] = at
		}
		if s == n {
			break
		}
		to := a.Draw(at, a.Word(s))
		if a.T.Some(to < 0) {
			to = a.nearest(at, to)
		}
		at = to
	}
	a.T.Sync()
}

// Permutation goes through all positions in a random order, on a core, and draws the value of each.
func (a *Ant[T, E]) Permutation(x, rows []int32) {
	n := int32(len(x))
	for i := range rows {
		rows[i] = int32(i)
	}
	a.Begin(n)
	for s := range n {
		left := n - s
		at := uint64(a.Word(2*s)) * uint64(left) >> 32
		row := rows[at]
		rows[at] = rows[left-1]
		x[row] = a.Draw(row, a.Word(2*s+1))
		a.Take(x[row])
	}
}

// Begin opens the choices below n.
func (a *Ant[T, E]) Begin(n int32) {
	for w := a.T.Rank(); w < int32(len(a.Open)); w += a.T.Size() {
		a.Open[w] = math.MaxUint32
		if left := n - 32*w; left < 32 {
			a.Open[w] = 1<<uint32(left) - 1
		}
	}
	a.T.Sync()
}

// Take closes a choice.
func (a *Ant[T, E]) Take(c int32) {
	a.T.Sync()
	if a.T.Rank() == 0 {
		a.Open[c>>5] &^= 1 << (uint32(c) & 31)
	}
	a.T.Sync()
}

// Release opens a choice again, on a core.
func (a *Ant[T, E]) Release(c int32) { a.Open[c>>5] |= 1 << (uint32(c) & 31) }

func (a *Ant[T, E]) isOpen(c int32) bool { return a.Open[c>>5]>>(uint32(c)&31)&1 != 0 }

// Word is random word s of the solution. They are asked for one after the other, and each thread draws four.
func (a *Ant[T, E]) Word(s int32) uint32 {
	size := a.T.Size()
	if s&(4*size-1) == 0 {
		a.have = lane.Random(a.Seed, a.Number, a.Iteration, uint32(s>>2+a.T.Rank()))
	}
	return a.T.Of(lane.Word(a.have, s), s>>2&(size-1))
}

// Draw draws one of a row's choices that are open, in proportion to their weights, by a random word; or with the probability of Greedy it
// takes the heaviest, the first of several. It returns -1 if none is open. Each thread has some neighbouring choices.
func (a *Ant[T, E]) Draw(row int32, word uint32) int32 {
	near, weight, k, greedy := a.Trail.Near, a.Trail.Weight, a.Rule.Choices, a.Rule.Greedy
	each := (k + a.T.Size() - 1) / a.T.Size()
	from := row*k + min(a.T.Rank()*each, k)
	to := min(from+each, row*k+k)
	sum, heaviest := uint32(0), int64(math.MaxInt64)
	for i := from; i < to; i++ {
		if a.isOpen(near[i]) {
			sum += weight[i]
			heaviest = min(heaviest, int64(math.MaxUint32-weight[i])<<31|int64(i))
		}
	}
	upto, all := a.T.Upto(sum)
	left := word
	if word >= greedy { // the words from there on are as good as those from 0 on
		left = uint32(uint64(word-greedy) << 32 / (1<<32 - uint64(greedy)))
	}
	at := uint32(uint64(left)*uint64(all)>>32) - (upto - sum) // past the end, where that lies before the own choices
	choice, holds := int32(-1), at < sum
	for i := from; holds && i < to; i++ {
		if !a.isOpen(near[i]) {
			continue
		}
		if at < weight[i] {
			choice = near[i]
			break
		}
		at -= weight[i]
	}
	choice = a.T.First(holds, choice)
	if greedy > 0 {
		if i := a.T.Least(heaviest) & math.MaxInt32; word < greedy && choice >= 0 {
			choice = near[i]
		}
	}
	return choice
}

// nearest is the first open one of a city's further choices or, where all of these are taken, the open city with the cheapest edge, the
// first of several. Where to is a city it is that one. All teams that go in step look for theirs.
func (a *Ant[T, E]) nearest(at, to int32) int32 {
	further := a.Rule.Further
	for r := a.T.Rank(); r-a.T.Rank() < further && a.T.Some(to < 0); r += a.T.Size() {
		c := int32(-1)
		if r < further {
			c = a.Trail.Far[at*further+r]
		}
		holds := c >= 0 && a.isOpen(c)
		if !holds {
			c = -1
		}
		if c = a.T.First(holds, c); to < 0 {
			to = c
		}
	}
	if !a.T.Some(to < 0) {
		return to
	}
	best := int64(math.MaxInt64)
	for w := a.T.Rank(); to < 0 && w < int32(len(a.Open)); w += a.T.Size() {
		for left := a.Open[w]; left != 0; left &= left - 1 {
			c := w<<5 + int32(bits.TrailingZeros32(left))
			cost := max(math.MinInt32, min(a.Edges.Cost(at, c), math.MaxInt32))
			best = min(best, cost<<32|int64(c))
		}
	}
	if best = a.T.Least(best); to < 0 {
		return int32(uint32(best))
	}
	return to
}

// Length is what a tour costs.
func (a *Ant[T, E]) Length(x []int32) int64 {
	n, sum := int32(len(x)), int64(0)
	for p := a.T.Rank(); p < n; p += a.T.Size() {
		sum += a.Edges.Cost(x[p], x[behind(p, n)])
	}
	return a.T.Sum(sum)
}

// behind is the next position of a tour.
func behind(p, n int32) int32 {
	if p++; p == n {
		return 0
	}
	return p
}
