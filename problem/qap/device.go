package qap

import "github.com/multiwalk/multiwalk/kernel"

//go:generate go run ../../internal/kernelfile/gen -type symmetricSwaps -with Evolve,Genetic,TabuMoves
//go:generate go run ../../internal/kernelfile/gen -type generalSwaps -with Evolve,Genetic

// Kernels implements kernel.Carrier. Every instance has kernels; most of QAPLIB has the faster ones.
func (q *Instance) Kernels() (kernel.Module, error) {
	if s := q.symmetric(); s != nil {
		return s.Kernels()
	}
	return q.general().Kernels()
}

func (q *Instance) Quadratic() any {
	if s := q.symmetric(); s != nil {
		return s
	}
	return q.general()
}

// symmetric returns the instance as symmetricSwaps, or nil.
func (q *Instance) symmetric() *symmetricSwaps {
	if t := &q.traits; t.bothFlow != nil && t.hollow && t.narrow {
		return &symmetricSwaps{int32(q.N), halves(t.bothFlow), t.bothFlow, t.bothDist}
	}
	return nil
}

func (q *Instance) general() *generalSwaps {
	lanes := int32(1)
	switch {
	case q.traits.narrow:
		lanes = 8
	case q.traits.exact:
		lanes = 4
	}
	return &generalSwaps{int32(q.N), lanes, q.Flow, q.traits.flowT, q.Dist, q.traits.distT}
}

// symmetricSwaps is an instance on a device, where one product prices both directions of a pair, the diagonals are zero,
// and every delta fits int32. Its threads price different swaps of one assignment in step, so they read one row at a
// time, at different columns; the rows of the facilities that are swapped would be one for each thread.
type symmetricSwaps struct {
	N            int32
	Halves       bool    // flows fit half words
	Flows, Dists []int32 // symmetric; see traits.bothFlow
}

// Cost is O(n*n). The two matrices count every pair twice.
func (s *symmetricSwaps) Cost(x []int32) int64 {
	sum := int64(0)
	for i := range s.N {
		for j := range i {
			sum += int64(s.Flows[i*s.N+j]) * int64(s.Dists[x[i]*s.N+x[j]])
		}
	}
	return sum
}

// SwapDelta is O(n): the delta of Instance, modulo 2^32, which it fits.
func (s *symmetricSwaps) SwapDelta(x []int32, i, j int32) int64 {
	const ahead = 8 // terms whose numbers are all asked for before any is awaited
	from, to := x[i], x[j]
	sum, k := int32(0), int32(0)
	for ; k+ahead <= s.N; k += ahead {
		for l := range int32(ahead) {
			sum += s.term(x, k+l, i, j, from, to)
		}
	}
	for ; k < s.N; k++ {
		sum += s.term(x, k, i, j, from, to)
	}
	return int64(sum + 2*s.Flows[i*s.N+j]*s.Dists[from*s.N+to])
}

// term is what the two pay facility k more.
func (s *symmetricSwaps) term(x []int32, k, i, j, from, to int32) int32 {
	flow, dist := s.Flows[k*s.N:], s.Dists[x[k]*s.N:]
	return (flow[i] - flow[j]) * (dist[to] - dist[from])
}

// Products, Flow, Dist, Correction and Lanes implement kernel.TabuSwapper.

func (s *symmetricSwaps) Products() int32          { return 1 }
func (s *symmetricSwaps) Flow(_, k, i int32) int32 { return s.Flows[k*s.N+i] }
func (s *symmetricSwaps) Dist(_, l, m int32) int32 { return s.Dists[l*s.N+m] }
func (s *symmetricSwaps) Lanes() int32             { return 8 }

// Correction is what the two pay each other, which both sums count as if one of them stayed.
func (s *symmetricSwaps) Correction(i, j, at, to int32) int32 {
	return 2 * s.Flows[i*s.N+j] * s.Dists[at*s.N+to]
}

// generalSwaps is any instance on a device, with transposes so that threads read rows as in symmetricSwaps.
type generalSwaps struct {
	N                            int32
	Side                         int32 // see Lanes
	Flows, FlowsT, Dists, DistsT []int32
}

// Cost is O(n*n).
func (g *generalSwaps) Cost(x []int32) int64 {
	sum := int64(0)
	for i := range g.N {
		for j := range g.N {
			sum += int64(g.Flows[i*g.N+j]) * int64(g.Dists[x[i]*g.N+x[j]])
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
		out, in := g.FlowsT[k*g.N:], g.Flows[k*g.N:]
		away, back := g.DistsT[x[k]*g.N:], g.Dists[x[k]*g.N:]
		sum += (int64(out[i])-int64(out[j]))*(int64(away[to])-int64(away[from])) + (int64(in[i])-int64(in[j]))*(int64(back[to])-int64(back[from]))
	}
	flow := func(a, b int32) int64 { return int64(g.Flows[a*g.N+b]) }
	dist := func(a, b int32) int64 { return int64(g.Dists[a*g.N+b]) }
	return sum + flow(i, i)*(dist(to, to)-dist(from, from)) + flow(j, j)*(dist(from, from)-dist(to, to)) +
		flow(i, j)*(dist(to, from)-dist(from, to)) + flow(j, i)*(dist(from, to)-dist(to, from))
}

// Products, Flow, Dist, Correction and Lanes implement kernel.TabuSwapper.

// Products is one for each direction.
func (g *generalSwaps) Products() int32 { return 2 }

func (g *generalSwaps) Flow(p, k, i int32) int64 {
	if p == 0 {
		return int64(g.FlowsT[k*g.N+i])
	}
	return int64(g.Flows[k*g.N+i])
}

func (g *generalSwaps) Dist(p, l, m int32) int64 {
	if p == 0 {
		return int64(g.DistsT[l*g.N+m])
	}
	return int64(g.Dists[l*g.N+m])
}

func (g *generalSwaps) Lanes() int32 { return g.Side }

func (g *generalSwaps) Correction(i, j, at, to int32) int64 {
	return correction(g.N, g.Flows, g.Dists, i, j, at, to)
}

// correction is the delta of the swap of i and j, which are at one location and go to another, less what their rows and
// columns cost more there as if all facilities stayed: only what is among the two says more.
func correction(n int32, flows, dists []int32, i, j, at, to int32) int64 {
	auu, auv, avu, avv := int64(flows[i*n+i]), int64(flows[i*n+j]), int64(flows[j*n+i]), int64(flows[j*n+j])
	buu, buv, bvu, bvv := int64(dists[at*n+at]), int64(dists[at*n+to]), int64(dists[to*n+at]), int64(dists[to*n+to])
	among := auu*(bvv-buu) + auv*(bvu-buv) + avu*(buv-bvu) + avv*(buu-bvv)
	atU := (auu-auv)*(buv-buu) + (auu-avu)*(bvu-buu)
	atV := (avu-avv)*(bvv-bvu) + (auv-avv)*(bvv-buv)
	return among - atU - atV
}

// CostTerm implements kernel.TermCoster: what facility i and those before it pay each other. Lanes with neighbouring
// facilities read one row of each matrix at a time.
func (s *symmetricSwaps) CostTerm(x []int32, i int32) int64 {
	sum, to := int64(0), x[i]
	for j := range i {
		sum += int64(s.Flows[j*s.N+i]) * int64(s.Dists[x[j]*s.N+to])
	}
	return sum
}

// CostTerm implements kernel.TermCoster: what all facilities pay facility i. Lanes with neighbouring facilities read one
// row of each matrix at a time.
func (g *generalSwaps) CostTerm(x []int32, i int32) int64 {
	sum, to := int64(0), x[i]
	for j := range g.N {
		sum += int64(g.Flows[j*g.N+i]) * int64(g.Dists[x[j]*g.N+to])
	}
	return sum
}
