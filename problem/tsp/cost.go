package tsp

import "math"

// maxMatrix is the greatest n for which coordinates are turned into a matrix: 64 MiB.
const maxMatrix = 4096

// Symmetric says whether each edge costs the same both ways.
func (p *Instance) Symmetric() bool { return !p.asymmetric }

// EdgeCost is the cost of going from city i straight to city j. It is 0 where i == j.
func (p *Instance) EdgeCost(i, j int32) int64 {
	if p.Metric == Euc2D {
		dx, dy := p.X[i]-p.X[j], p.Y[i]-p.Y[j]
		return int64(math.Sqrt(float64(dx*dx)+float64(dy*dy)) + 0.5)
	}
	return p.edgeCostOther(i, j)
}

// edgeCostOther is apart so that EdgeCost stays small. A metric of the sphere reads its matrix where it has one, because its
// formula takes four transcendental functions or more.
func (p *Instance) edgeCostOther(i, j int32) int64 {
	switch p.Metric {
	case Explicit:
		return int64(p.matrix[int(i)*p.N+int(j)])
	case 0:
		return p.pathEdge(i, j)
	case Geo, Geom:
		if m := p.EdgeMatrix(); m != nil {
			return int64(m[int(i)*p.N+int(j)])
		}
		return p.distance(i, j)
	case Euc3D, Man3D, Max3D, Ceil3D, Floor3D:
		return p.Metric.displaced(p.X[i]-p.X[j], p.Y[i]-p.Y[j], p.Z[i]-p.Z[j])
	}
	return p.Metric.displaced(p.X[i]-p.X[j], p.Y[i]-p.Y[j], 0)
}

// distance computes an edge from the coordinates.
func (p *Instance) distance(i, j int32) int64 {
	if !p.Metric.spherical() {
		return p.edgeCostOther(i, j)
	}
	if i == j {
		return 0 // TSPLIB's formula gives 1 for two cities at the same place, but a city is no pair
	}
	if p.Metric == Geom {
		return greatMetres(p.latitude[i], p.longitude[i], p.latitude[j], p.longitude[j])
	}
	return great(p.latitude[i], p.longitude[i], p.latitude[j], p.longitude[j])
}

// EdgeMatrix returns the n*n edge costs, row by row, or nil for more than 4096 cities given by coordinates. The
// matrix of coordinates is computed at the first call, in time and memory of n*n. It is read-only.
func (p *Instance) EdgeMatrix() []int32 {
	if p.Metric == Explicit {
		return p.matrix
	}
	if p.N > maxMatrix && (p.closed == nil || p.closed.Metric != Explicit) {
		return nil
	}
	p.derived.matrixOnce.Do(func() {
		if p.closed != nil {
			p.derived.matrix = p.pathMatrix()
			return
		}
		n := p.N
		m := make([]int32, n*n)
		for i := range n {
			for j := range i {
				c := int32(p.distance(int32(i), int32(j)))
				m[i*n+j], m[j*n+i] = c, c
			}
		}
		p.derived.matrix = m
	})
	return p.derived.matrix
}

// Cost is the length of the closed tour x.
func (p *Instance) Cost(x []int32) int64 {
	if p.Metric == Euc2D {
		return p.costEuclidean(x)
	}
	last, sum := x[len(x)-1], int64(0)
	for _, city := range x {
		sum += p.EdgeCost(last, city)
		last = city
	}
	return sum
}

// costEuclidean carries each city's place over to the next edge.
func (p *Instance) costEuclidean(x []int32) int64 {
	last, sum := x[len(x)-1], int64(0)
	lastX, lastY := p.X[last], p.Y[last]
	for _, city := range x {
		cityX, cityY := p.X[city], p.Y[city]
		sum += nint(euclidean(cityX-lastX, cityY-lastY))
		lastX, lastY = cityX, cityY
	}
	return sum
}
