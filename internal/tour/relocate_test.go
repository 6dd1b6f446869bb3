package tour

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// A relocated city stands behind the other one, the change is priced, and can be taken back.
func TestSearch_Relocates(t *testing.T) {
	p, r := newGrid(40, 3), multiwalk.NewRand(5, 0)
	g := mustGraph(t, p, 5)
	s := NewOrOpt(g)
	s.SetOptimal(identity(40))
	cost, x, y := s.Length(), make([]int32, 40), make([]int32, 40)
	for range 500 {
		c, d := int32(r.IntN(40)), int32(r.IntN(40))
		if c == d || s.Next(d) == c || s.Prev(d) == c {
			continue
		}
		s.Copy(x)
		delta := s.Relocate(c, d)
		s.Copy(y)
		if err := p.Space().Check(y); err != nil || s.Next(d) != c && s.Prev(d) != c || s.Length() != cost+delta || p.Cost(y) != cost+delta {
			t.Fatalf("%d behind %d: %v, cost %d by %d to %d", c, d, err, cost, delta, s.Length())
		}
		if s.Optimal() {
			t.Fatal("no city is queued")
		}
		if r.IntN(2) == 0 {
			s.Keep()
			cost += delta
		} else if s.Undo(); s.Length() != cost || !slices.Equal(s.tour.city, numbers(g, x)) {
			t.Fatal("undone is not what was")
		}
		for s.queue.size > 0 {
			s.queue.pop()
		}
	}
}

func numbers(g *Graph, x []int32) (y []int32) {
	for _, c := range x {
		y = append(y, g.Numbers()[c])
	}
	return y
}
