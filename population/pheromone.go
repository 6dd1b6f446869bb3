package population

import (
	"math"
	"math/bits"
	"slices"
)

// pheromone is what ants lay and go by: for each row, a city or a position, how much lies on each of its choices. It is never more than 1
// in max-min, whose limits are thus in parts of the upper one (Blum and Dorigo, "The hyper-cube framework for ant colony optimization",
// 2004).
type pheromone struct {
	k      int       // choices of a row
	near   []int32   // the choices of the rows, one after the other; nil: choice i of every row is i
	trail  []float32 // on each of them
	desire []float32 // what the heuristic says of each, to the power beta; nil: nothing
	weight []uint32  // what ants draw by, see weigh
	alpha  float64
	least  float32 // no trail is below
}

// mostWeight is the weight of a row's best choice. Integers add up to the same in any order, so the lanes of a device can.
const mostWeight = 1 << 24

func (s *antSearch) newPheromone() *pheromone {
	first, least := s.limits()
	size := s.n * s.rows
	t := &pheromone{k: s.rows, near: s.near, trail: make([]float32, size), desire: s.desire, weight: make([]uint32, size),
		alpha: max(0, s.m.Alpha), least: least}
	t.fill(first)
	return t
}

// fill lays as much everywhere.
func (t *pheromone) fill(much float32) {
	for i := range t.trail {
		t.trail[i] = much
	}
	t.weigh()
}

// weigh sets the weights: trail^alpha * desire, in parts of the greatest in the row.
func (t *pheromone) weigh() {
	row := make([]float32, t.k)
	for from := 0; from < len(t.trail); from += t.k {
		most := float32(math.SmallestNonzeroFloat32)
		for r := range row {
			w := t.trail[from+r]
			if t.alpha != 1 {
				w = float32(math.Pow(float64(w), t.alpha))
			}
			if t.desire != nil {
				w = float32(w * t.desire[from+r])
			}
			row[r], most = w, max(most, w)
		}
		scale := mostWeight / most
		if math.IsInf(float64(scale), 0) {
			scale = 0
		}
		for r, w := range row {
			t.weight[from+r] = 1 + uint32(w*scale)
		}
	}
}

// evaporate leaves this part of all trails.
func (t *pheromone) evaporate(part float32) {
	for i, much := range t.trail {
		t.trail[i] = max(t.least, much*part)
	}
}

// lay leaves a part of the trail on a choice, and adds to it. A choice that its row does not list has none.
func (t *pheromone) lay(row, choice int32, part, much float32) {
	i := int(row) * t.k
	if t.near == nil {
		i += int(choice)
	} else if r := slices.Index(t.near[i:i+t.k], choice); r >= 0 {
		i += r
	} else {
		return
	}
	t.trail[i] = max(t.least, float32(t.trail[i]*part)+much)
}

// draw draws one of a row's choices that are still open, in proportion to their weights, by a random word; if greedily, it takes the
// heaviest, the first of several. It returns -1 if none is open: a choice c is while place[c] < left.
func (t *pheromone) draw(row int32, place []int32, left int32, word uint32, greedily bool) int32 {
	near, weight := t.near[int(row)*t.k:][:t.k], t.weight[int(row)*t.k:][:t.k]
	total, most, best := uint64(0), uint32(0), int32(-1)
	for r, c := range near {
		if place[c] < left {
			total += uint64(weight[r])
			if weight[r] > most {
				most, best = weight[r], c
			}
		}
	}
	if greedily || total == 0 {
		return best
	}
	at, _ := bits.Mul64(uint64(word)<<32, total)
	for r, c := range near {
		if place[c] < left {
			if w := uint64(weight[r]); at >= w {
				at -= w
			} else {
				return c
			}
		}
	}
	return best
}

// drawAny is draw for rows whose choices are all values: open are those that are not taken yet. It returns the place in open.
func (t *pheromone) drawAny(row int32, open []int32, word uint32) int {
	weight := t.weight[int(row)*t.k:][:t.k]
	total := uint64(0)
	for _, c := range open {
		total += uint64(weight[c])
	}
	at, _ := bits.Mul64(uint64(word)<<32, total)
	for i, c := range open {
		if w := uint64(weight[c]); at >= w {
			at -= w
		} else {
			return i
		}
	}
	return len(open) - 1
}
