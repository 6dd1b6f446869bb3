package qap

import (
	"github.com/multiwalk/multiwalk/kernel"
)

//go:generate go run ../../internal/kernelfile/gen -type symmetricSwaps,generalSwaps

// Kernels implements kernel.Carrier. Every instance has kernels; most of QAPLIB has the faster ones.
func (q *Instance) Kernels() (kernel.Module, error) {
	t := &q.traits
	if t.bothFlow != nil && t.hollow && t.narrow {
		return (&symmetricSwaps{int32(q.N), t.bothFlow, t.bothDist}).Kernels()
	}
	return (&generalSwaps{int32(q.N), q.Flow, t.flowT, q.Dist, t.distT}).Kernels()
}

// symmetricSwaps is an instance on a device, where one product prices both directions of a pair, the diagonals are zero,
// and every delta fits int32. Its threads price different swaps of one assignment in step, so they read one row at a
// time, at different columns; the rows of the facilities that are swapped would be one for each thread.
type symmetricSwaps struct {
	N          int32
	Flow, Dist []int32 // symmetric; see traits.bothFlow
}

// Cost is O(n*n). The two matrices count every pair twice.
func (s *symmetricSwaps) Cost(x []int32) int64 {
	sum := int64(0)
	for i := range s.N {
		for j := range i {
			sum += int64(s.Flow[i*s.N+j]) * int64(s.Dist[x[i]*s.N+x[j]])
		}
	}
	return sum
}

// SwapDelta is O(n): the delta of Instance, modulo 2^32, which it fits.
func (s *symmetricSwaps) SwapDelta(x []int32, i, j int32) int64 {
	from, to := x[i], x[j]
	sum := int32(0)
	for k := range s.N {
		flow, dist := s.Flow[k*s.N:], s.Dist[x[k]*s.N:]
		sum += (flow[i] - flow[j]) * (dist[to] - dist[from])
	}
	return int64(sum + 2*s.Flow[i*s.N+j]*s.Dist[from*s.N+to])
}

// generalSwaps is any instance on a device, with transposes so that threads read rows as in symmetricSwaps.
type generalSwaps struct {
	N                        int32
	Flow, FlowT, Dist, DistT []int32
}

// Cost is O(n*n).
func (g *generalSwaps) Cost(x []int32) int64 {
	sum := int64(0)
	for i := range g.N {
		for j := range g.N {
			sum += int64(g.Flow[i*g.N+j]) * int64(g.Dist[x[i]*g.N+x[j]])
		}
	}
	return sum
}

// SwapDelta is O(n): the sum over all others of what both facilities pay each and each pays them, and what they pay each
// other and themselves.
func (g *generalSwaps) SwapDelta(x []int32, i, j int32) int64 {
	from, to := x[i], x[j]
	sum := int64(0)
	for k := range g.N {
		if k == i || k == j {
			continue
		}
		out, in := g.FlowT[k*g.N:], g.Flow[k*g.N:]
		away, back := g.DistT[x[k]*g.N:], g.Dist[x[k]*g.N:]
		sum += (int64(out[i])-int64(out[j]))*(int64(away[to])-int64(away[from])) + (int64(in[i])-int64(in[j]))*(int64(back[to])-int64(back[from]))
	}
	flow := func(a, b int32) int64 { return int64(g.Flow[a*g.N+b]) }
	dist := func(a, b int32) int64 { return int64(g.Dist[a*g.N+b]) }
	return sum + flow(i, i)*(dist(to, to)-dist(from, from)) + flow(j, j)*(dist(from, from)-dist(to, to)) +
		flow(i, j)*(dist(to, from)-dist(from, to)) + flow(j, i)*(dist(from, to)-dist(to, from))
}
