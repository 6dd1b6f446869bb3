package tsp

import (
	"runtime"
	"slices"
	"testing"
)

// workStage is a part of preparing an instance, of cities that are done one after the other.
type workStage struct {
	name string
	most int                        // cities that it may do between two questions whether to stop
	do   func(stop func() bool) int // until stop says yes; returns how many cities are done
}

// done counts the cities that are done. A list has each places for a city, and the first of them is -1 until then.
func done(list []int32, each int) (cities int) {
	for at := 0; at < len(list); at += each {
		if list[at] >= 0 {
			cities++
		}
	}
	return cities
}

func nothing(n int) []int32 { return slices.Repeat([]int32{-1}, n) }

func cityNumbers(n int) []int32 {
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	return all
}

// planeStages are those of greedy construction and of neighbour lists for 100,000 cities.
func planeStages() []workStage {
	const k = 8
	p, all := Random(100_000, 5), cityNumbers(100_000)
	known := p.Neighbours(k)
	return []workStage{
		{"tree", 8192, func(stop func() bool) int {
			points, dims := p.places(all)
			t := &kdTree{dims: dims, norm: p.norm(), points: points, leafOf: nothing(p.N)}
			t.build(0, int32(p.N), -1, stop)
			return done(t.leafOf, 1)
		}},
		{"lists", 1024, func(stop func() bool) int {
			lists := nothing(p.N * k)
			p.around(all, k, lists, stop)
			return done(lists, k)
		}},
		{"greedy", 16384, func(stop func() bool) int {
			g := newGreedy(p)
			g.round(randomStream(1), all, known, k, stop)
			return p.N - g.paths
		}},
	}
}

// matrixStages are those of 1000 cities with a matrix.
func matrixStages() []workStage {
	const k = 8
	p := explicit(Random(1000, 5))
	return []workStage{
		{"lists of a matrix", 1, func(stop func() bool) int {
			lists := nothing(p.N * k)
			p.cheapest(cityNumbers(p.N), k, lists, stop)
			return done(lists, k)
		}},
		{"nearest neighbour", 1, func(stop func() bool) int {
			x := nothing(p.N)
			p.nearestNeighbour(randomStream(1), x, stop)
			return done(x, 1)
		}},
	}
}

// explicit is an instance by its matrix.
func explicit(p *Instance) *Instance {
	q := &Instance{N: p.N, Metric: Explicit, matrix: make([]int32, p.N*p.N)}
	for i := range int32(p.N) {
		for j := range int32(p.N) {
			q.matrix[int(i)*p.N+int(j)] = int32(p.EdgeCost(i, j))
		}
	}
	return q
}

// Whenever it is stopped, preparing has done no more cities than it may for each question that it has asked, and asks at most once
// more on each processor. So it cannot go on for long after the time of a run is up, on however slow a machine.
func TestPreparing_AsksOftenWhetherToStop(t *testing.T) {
	for _, s := range append(planeStages(), matrixStages()...) {
		for after := 0; ; after = 4*after + 1 {
			asked := stopAt{after: int64(after)}
			done := s.do(asked.stop)
			if count := int(asked.count.Load()); count <= after {
				if done < 1000 {
					t.Errorf("%s: %d cities when it was not stopped", s.name, done)
				}
				if count*s.most < done {
					t.Errorf("%s: %d cities with %d questions; at most %d may lie between two", s.name, done, count, s.most)
				}
				break
			} else if more := count - after; more > runtime.GOMAXPROCS(0) {
				t.Errorf("%s: it asked %d times more after it was told to stop", s.name, more)
			}
			if done > after*s.most {
				t.Errorf("%s: stopped at question %d, it had done %d cities; at most %d may lie between two", s.name, after+1, done, s.most)
				break
			}
		}
	}
}
