package tsp

import (
	"math"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// Neighbours on a Hilbert curve are neighbours in the grid, and no two cells have one place.
func TestHilbert_StepsFromCellToCell(t *testing.T) {
	plane := hilbertPlane()
	for name, curve := range map[string]struct {
		dims, bits int
		key        func(cell []uint32) uint32
	}{
		"table":           {2, 6, func(c []uint32) uint32 { return plane.key(c[0]<<10, c[1]<<10) >> 20 }},
		"closed":          {2, 6, func(c []uint32) uint32 { return plane.loop(c[0]<<10, c[1]<<10) >> 20 }},
		"bits of a plane": {2, 5, func(c []uint32) uint32 { return hilbert(c, 5) }},
		"bits of a space": {3, 4, func(c []uint32) uint32 { return hilbert(c, 4) }},
	} {
		cells := make([][]uint32, 1<<(curve.dims*curve.bits))
		for i := range cells {
			var cell []uint32
			for a := range curve.dims {
				cell = append(cell, uint32(i>>(a*curve.bits)&(1<<curve.bits-1)))
			}
			cells[curve.key(slices.Clone(cell))] = cell
		}
		for i, from := range cells {
			to, steps := cells[(i+1)%len(cells)], 0
			for a := range curve.dims {
				steps += max(int(from[a])-int(to[a]), int(to[a])-int(from[a]))
			}
			if steps != 1 && (name == "closed" || i < len(cells)-1) {
				t.Fatalf("%s: from %v to %v", name, from, to)
			}
		}
	}
}

// Bartholdi and Platzman find their curve 25 % above the best tour of random cities.
func TestConstructUntil_AtOnce(t *testing.T) {
	p := Random(100_000, 5)
	x, asked := make([]int32, p.N), stopAt{}
	p.ConstructUntil(randomStream(1), x, asked.stop)
	if n := asked.count.Load(); n != 1 || p.derived.neighbours != nil {
		t.Errorf("it asked %d times whether to stop, and made %d lists", n, len(p.derived.neighbours))
	}
	if ratio := float64(p.Cost(x)) / (0.7124 * math.Sqrt(100_000) * 1e6); ratio < 1.1 || ratio > 1.4 {
		t.Errorf("%.3f times the expected optimum", ratio)
	}
}

// However soon it is stopped, the construction ends with a tour that has the fixed edges.
func TestConstructUntil_WheneverItIsStopped(t *testing.T) {
	instances := append(smallInstances(t), Random(6000, 3))
	for _, p := range instances {
		n := int32(p.N)
		for _, fixed := range [][][2]int32{nil, {{0, 3}, {3, 4}}, {{1, 0}, {2, 1}, {4, 3}}, cycle(n)} {
			if n < 5 && fixed != nil || n > 1000 && len(fixed) > 3 {
				continue
			}
			for after := 0; ; after += 1 + after/2 {
				q := &Instance{N: p.N, Metric: p.Metric, X: p.X, Y: p.Y, Z: p.Z, latitude: p.latitude, longitude: p.longitude,
					matrix: p.matrix, asymmetric: p.asymmetric, name: p.name}
				must.Do(t, q.setFixed(fixed))
				x, asked := slices.Repeat([]int32{-1}, p.N), stopAt{after: int64(after)}
				q.ConstructUntil(randomStream(1), x, asked.stop)
				if err := q.Check(x); err != nil {
					t.Fatalf("%s, fixed %v, stopped after %d questions: %v", q.Name(), fixed, after, err)
				}
				if asked.count.Load() <= int64(after) {
					whole := make([]int32, p.N)
					if q.Construct(randomStream(1), whole); !slices.Equal(x, whole) {
						t.Errorf("%s: not stopped, and yet not what Construct makes", q.Name())
					}
					break
				}
			}
		}
	}
}

// Lists that were not whole must not be kept.
func TestNeighboursUntil_KeepsNothingHalf(t *testing.T) {
	for _, p := range append(smallInstances(t), Random(20_000, 3)) {
		k := min(6, p.N-1)
		fresh := &Instance{N: p.N, Metric: p.Metric, X: p.X, Y: p.Y, Z: p.Z, latitude: p.latitude, longitude: p.longitude,
			matrix: p.matrix, asymmetric: p.asymmetric}
		for after := int64(0); after < 4; after++ {
			asked := stopAt{after: after}
			if list := fresh.NeighboursUntil(k, asked.stop); list != nil {
				break
			}
		}
		if !slices.Equal(fresh.Neighbours(k), p.Neighbours(k)) {
			t.Errorf("%s: other lists after some that were stopped", p.Name())
		}
	}
}

// stopAt says yes after so many questions.
type stopAt struct {
	after int64
	count atomic.Int64
}

func (s *stopAt) stop() bool { return s.count.Add(1) > s.after }
