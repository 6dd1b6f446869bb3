package tsp

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// Neighbours returns, for each city in turn, min(k, n-1) other cities that a short tour is likely to join it to, sorted
// by cost, then by number, as one slice. It is computed at the first call for each k, and read-only.
//
// With coordinates, half of a city's list are its nearest cities. The other half takes first the nearest city of each
// direction (quadrant, or octant of space for Geo, Geom and three coordinates) in which the list has none yet, so that a
// cluster stays joined to what lies around it. Then it takes the nearest again. This is O(n log n). With a matrix the
// list has the cities that are cheapest to go to, in O(n^2). If k is at least 2, a city's partners over fixed edges are
// in its list.
func (p *Instance) Neighbours(k int) []int32 { return p.NeighboursUntil(k, nil) }

// NeighboursUntil works as Neighbours does until stop says yes. Then it returns nil within milliseconds, and keeps
// nothing.
func (p *Instance) NeighboursUntil(k int, stop func() bool) []int32 {
	if stop == nil {
		stop = never
	}
	k = max(0, min(k, p.N-1))
	p.derived.mutex.Lock()
	defer p.derived.mutex.Unlock()
	if list, ok := p.derived.neighbours[k]; ok {
		return list
	}
	all := make([]int32, p.N)
	for i := range all {
		all[i] = int32(i)
	}
	list := p.likely(all, k, stop)
	if list == nil {
		return nil
	}
	p.forceFixed(list, k)
	if p.derived.neighbours == nil {
		p.derived.neighbours = map[int][]int32{}
	}
	p.derived.neighbours[k] = list
	return list
}

// likely returns, for each of the cities, k others among them, cheapest first; k is below their number. It returns nil
// if it was stopped.
func (p *Instance) likely(cities []int32, k int, stop func() bool) []int32 {
	lists := make([]int32, len(cities)*k)
	if k == 0 {
		return lists
	}
	done := false
	if p.closed != nil {
		done = p.alongPath(cities, k, lists, stop)
	} else if p.Metric == Explicit {
		done = p.cheapest(cities, k, lists, stop)
	} else {
		done = p.around(cities, k, lists, stop)
	}
	if !done {
		return nil
	}
	return lists
}

// cheapest selects from rows of the matrix. It returns false if it was stopped.
func (p *Instance) cheapest(cities []int32, k int, lists []int32, stop func() bool) bool {
	keys := make([]uint64, 0, len(cities))
	for at, i := range cities {
		if stop() {
			return false
		}
		row := p.matrix[int(i)*p.N:][:p.N]
		keys = keys[:0]
		for _, j := range cities {
			if j != i {
				keys = append(keys, edgeKey(row[j], j))
			}
		}
		selectAt(keys, k, func(key *uint64) uint64 { return *key })
		slices.Sort(keys[:k])
		for r, key := range keys[:k] {
			lists[at*k+r] = int32(uint32(key))
		}
	}
	return true
}

// edgeKey orders by cost and then by number.
func edgeKey(cost, number int32) uint64 {
	return uint64(uint32(cost)^1<<31)<<32 | uint64(uint32(number))
}

// around selects by a k-d tree. The points are shared out over the processors, which changes no list. It returns false
// if it was stopped.
func (p *Instance) around(cities []int32, k int, lists []int32, stop func() bool) bool {
	points, dims := p.places(cities)
	tree := newKDTree(points, dims, p.norm(), stop)
	if tree == nil {
		return false
	}
	slot := make([]int32, p.N) // where a city's list goes
	for at, i := range cities {
		slot[i] = int32(at)
	}
	const chunk = 1024 // about a millisecond
	var next atomic.Int64
	var stopped atomic.Bool
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (len(points)+chunk-1)/chunk) {
		group.Go(func() {
			s := &nearest{tree: tree}
			for {
				to := int(next.Add(chunk))
				if to-chunk >= len(points) {
					return
				}
				if stopped.Load() || stop() {
					stopped.Store(true)
					return
				}
				p.aroundSome(s, to-chunk, min(to, len(points)), k, slot, lists)
			}
		})
	}
	group.Wait()
	return !stopped.Load()
}

// aroundSome writes the lists of the points of the tree from index from to index to.
func (p *Instance) aroundSome(s *nearest, from, to, k int, slot, lists []int32) {
	points := s.tree.points
	choice := make([]edgeTo, 0, 2*k+8)
	for i := from; i < to; i++ {
		choice = s.choose(int32(i), k, choice[:0])
		for r, c := range choice {
			city := points[c.index].id
			choice[r] = edgeTo{p.EdgeCost(points[i].id, city), city, c.index}
		}
		slices.SortFunc(choice, func(a, b edgeTo) int { return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(a.city, b.city)) })
		list := lists[int(slot[points[i].id])*k:][:k]
		for r, c := range choice {
			list[r] = c.city
		}
	}
}

// edgeTo is a city that was chosen for a list: as an index of the tree, then by its number and cost.
type edgeTo struct {
	cost        int64
	city, index int32
}

// choose appends k points around the query by the rule of Neighbours. On the 19 instances of TSPLIB with coordinates,
// at least 48 cities and an optimal tour at hand, the 10 nearest cities miss 75 of that tour's 7680 ends of edges, a
// list by this rule 38; of 5 they miss 400 and 360.
func (s *nearest) choose(query int32, k int, choice []edgeTo) []edgeTo {
	s.search(query, k, -1)
	s.plain = append(s.plain[:0], s.found...)
	half := (k + 1) / 2
	for _, n := range s.plain[:half] {
		choice = append(choice, edgeTo{index: n.index})
	}
	var room [8]near
	for _, n := range s.directions(query, half, room[:0]) {
		if len(choice) < k {
			choice = append(choice, edgeTo{index: n.index})
		}
	}
	directed := choice[half:]
	for _, n := range s.plain[half:] {
		if len(choice) == k {
			break
		}
		if !slices.ContainsFunc(directed, func(e edgeTo) bool { return e.index == n.index }) {
			choice = append(choice, edgeTo{index: n.index})
		}
	}
	return choice
}

// directions appends the nearest point of each orthant that has none among the first half of plain, closest first.
func (s *nearest) directions(query int32, half int, list []near) []near {
	var served uint8 // orthants, one bit each
	for rank, n := range s.plain {
		o := s.orthantOf(&s.tree.points[n.index])
		if o < 0 || served>>o&1 == 1 {
			continue
		}
		served |= 1 << o
		if rank >= half {
			list = append(list, n)
		}
	}
	// Those found by searching are farther than all of plain, so they are of use only where there is space left.
	known, space := len(list), len(s.plain)-half
	for o := range 1 << s.tree.dims {
		if served>>o&1 == 0 && known < space {
			s.search(query, 1, o)
			list = append(list, s.found...)
		}
	}
	slices.SortFunc(list, func(a, b near) int { return cmp.Compare(a.distance, b.distance) })
	return list
}

// places returns the cities as points whose distances order like the metric's, and their dimensions. Geo's are points
// of a sphere: the straight line through it grows with the way around.
func (p *Instance) places(cities []int32) ([]kdPoint, int) {
	points := make([]kdPoint, len(cities))
	for at, i := range cities {
		q := &points[at]
		q.id = i
		switch {
		case p.Metric.spherical():
			sinLat, cosLat := math.Sincos(p.latitude[i])
			sinLon, cosLon := math.Sincos(p.longitude[i])
			q.at = [3]float64{cosLat * cosLon, cosLat * sinLon, sinLat}
		case p.Z != nil:
			q.at = [3]float64{p.X[i], p.Y[i], p.Z[i]}
		default:
			q.at = [3]float64{p.X[i], p.Y[i]}
		}
	}
	if p.Metric.spherical() || p.Z != nil {
		return points, 3
	}
	return points, 2
}

func (p *Instance) norm() norm {
	switch p.Metric {
	case Man2D, Man3D:
		return sum
	case Max2D, Max3D:
		return greatest
	}
	return squares
}

// forceFixed puts a city's partners over fixed edges into its list in place of the most expensive others.
func (p *Instance) forceFixed(lists []int32, k int) {
	if k < 2 {
		return
	}
	for _, e := range p.fixed {
		for side, i := range e {
			partner, list := e[1-side], lists[int(i)*k:][:k]
			if slices.Contains(list, partner) {
				continue
			}
			at := k - 1
			if p.isFixed(i, list[at]) {
				at--
			}
			list[at] = partner
			slices.SortFunc(list, func(a, b int32) int {
				return cmp.Or(cmp.Compare(p.EdgeCost(i, a), p.EdgeCost(i, b)), cmp.Compare(a, b))
			})
		}
	}
}

// isFixed looks through all fixed edges; files have few.
func (p *Instance) isFixed(i, j int32) bool {
	return slices.Contains(p.fixed, [2]int32{i, j}) || slices.Contains(p.fixed, [2]int32{j, i})
}
