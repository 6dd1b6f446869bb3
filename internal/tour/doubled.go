package tour

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// doubled makes a symmetric instance of an asymmetric one (Jonker and Volgenant 1983): city i becomes an entry 2i and
// an exit 2i+1 that must stay next to each other, and only an exit and an entry may be joined otherwise. A tour of it,
// read from entry to exit, is a tour of the original of the same cost.
type doubled struct {
	edges  multiwalk.EdgeCoster
	n      int
	barred int64 // the cost of joining two entries or two exits, above what any exchange can gain
}

// Double returns the symmetric twin of an instance of n cities. Every edge must cost an int32, or the error names one
// that does not; so the barrier, at most 2^36, and whatever is added of it fit int64. The barrier itself may be above
// 32 bits: the twin then keeps no matrix, and no list of neighbours has a barred edge. Once stop says yes the error
// wraps walk.ErrAborted.
func Double(edges multiwalk.EdgeCoster, n int, stop func() bool) (multiwalk.EdgeCoster, error) {
	most, least := int64(0), int64(0)
	for i := range int32(n) {
		if stop() {
			return nil, fmt.Errorf("multiwalk: the costs of the edges: %w", walk.ErrAborted)
		}
		for j := range int32(n) {
			if i == j {
				continue
			}
			c := edges.EdgeCost(i, j)
			if c != int64(int32(c)) {
				return nil, tooLarge(i, j, c)
			}
			most, least = max(most, c), min(least, c)
		}
	}
	return &doubled{edges, n, (most-least)*2*maxDepth + 1}, nil
}

// open is how many edges of a city are not barred: one to its own other half, and n-1 to those of others.
func (d *doubled) open() int { return d.n }

// DoubledTour returns the twin's tour for one of the original.
func DoubledTour(x []int32) []int32 {
	y := make([]int32, 0, 2*len(x))
	for _, c := range x {
		y = append(y, 2*c, 2*c+1)
	}
	return y
}

// SingleTour writes the original's tour for one of its twin to x.
func SingleTour(y, x []int32) {
	at := slices.Index(y, 0)
	forwards := y[(at+1)%len(y)] == 1
	for i := range x {
		step := 2 * i
		if !forwards {
			step = len(y) - 2*i
		}
		x[i] = y[(at+step)%len(y)] / 2
	}
}

func (d *doubled) Symmetric() bool { return true }

func (d *doubled) EdgeCost(i, j int32) int64 {
	switch {
	case i&1 == j&1:
		return d.barred
	case i/2 == j/2:
		return 0
	case i&1 == 1:
		return d.edges.EdgeCost(i/2, j/2)
	}
	return d.edges.EdgeCost(j/2, i/2)
}

func (d *doubled) EdgeMatrix() []int32 {
	size := 2 * d.n
	if size > maxMatrix || d.barred != int64(int32(d.barred)) {
		return nil
	}
	m := make([]int32, size*size)
	for i := range size {
		for j := range size {
			m[i*size+j] = int32(d.EdgeCost(int32(i), int32(j)))
		}
	}
	return m
}

// FixedEdges also holds each fixed edge of the instance, from the exit of its first city to the entry of its second.
func (d *doubled) FixedEdges() [][2]int32 {
	pairs := make([][2]int32, d.n)
	for i := range pairs {
		pairs[i] = [2]int32{int32(2 * i), int32(2*i + 1)}
	}
	if f, ok := d.edges.(multiwalk.FixedEdger); ok {
		for _, e := range f.FixedEdges() {
			pairs = append(pairs, [2]int32{2*e[0] + 1, 2 * e[1]})
		}
	}
	return pairs
}
