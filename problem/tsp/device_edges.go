package tsp

import "github.com/multiwalk/multiwalk/kernel"

// Every form on a device prices edges by the numbers of their cities too, for kernel Explore, whose moves touch few edges.

func (p plane) EdgeCost(i, j int32) int64 { return int64(p.Between(p.Place(i), p.Place(j))) }
func (g grid) EdgeCost(i, j int32) int64  { return int64(g.Between(g.Place(i), g.Place(j))) }
func (e exact) EdgeCost(i, j int32) int64 { return int64(e.Between(e.Place(i), e.Place(j))) }
func (f measured) EdgeCost(i, j int32) int64 {
	return int64(f.Between(f.Place(i), f.Place(j)))
}
func (m matrix) EdgeCost(i, j int32) int64 { return int64(m.Between(i, j)) }

func (plane) Symmetric() bool    { return true }
func (grid) Symmetric() bool     { return true }
func (exact) Symmetric() bool    { return true }
func (measured) Symmetric() bool { return true }
func (matrix) Symmetric() bool   { return true }

func (p plane) Cost(x []int32) int64    { return length(p, x) }
func (g grid) Cost(x []int32) int64     { return length(g, x) }
func (e exact) Cost(x []int32) int64    { return length(e, x) }
func (f measured) Cost(x []int32) int64 { return length(f, x) }
func (m matrix) Cost(x []int32) int64   { return length(m, x) }

// length is the sum of a tour's edges.
func length[C any, M kernel.Metric[C]](m M, x []int32) (sum int64) {
	from := m.Place(x[len(x)-1])
	for _, city := range x {
		to := m.Place(city)
		sum += int64(m.Between(from, to))
		from = to
	}
	return sum
}
