// Package kernelproof holds kernels of different character whose only purpose is to prove the way from Go to a device:
// each is run as Go code by the emulator, and as compiled PTX on a GPU where there is one, with the same results.
package kernelproof

import (
	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

//go:generate go run ../kernelgen/gen Anneal[Plane]

// Sum adds up x: a reduction over threads, blocks and the grid.
func Sum(t lane.Thread, x []int32, total []int64) {
	sum := int64(0)
	for i := t.GridThreadID(); i < int32(len(x)); i += t.GridThreads() {
		sum += int64(x[i])
	}
	if sum = lane.BlockAdd(t, sum); t.ThreadID() == 0 {
		lane.AtomicAdd(t, &total[0], sum)
	}
}

// Scan writes to out the sums of x up to each element, block by block: out[i] covers x from the block's first element.
func Scan(t lane.Thread, x, out []int32) {
	i := t.GridThreadID()
	v := int32(0)
	if i < int32(len(x)) {
		v = x[i]
	}
	if v = lane.BlockInclusiveAdd(t, v); i < int32(len(out)) {
		out[i] = v
	}
}

// SwapDeltas prices all swaps of a quadratic assignment in O(n) each: thread k has the swap (i, j) of pairs[k].
func SwapDeltas(t lane.Thread, n int32, flow, dist, x, pairs []int32, out []int64) {
	for k := t.GridThreadID(); k < int32(len(out)); k += t.GridThreads() {
		out[k] = swapDelta(n, flow, dist, x, pairs[2*k], pairs[2*k+1])
	}
}

func swapDelta(n int32, flow, dist, x []int32, i, j int32) int64 {
	p, q := x[i], x[j]
	at := func(m []int32, a, b int32) int64 { return int64(m[a*n+b]) }
	d := (at(flow, i, i)-at(flow, j, j))*(at(dist, q, q)-at(dist, p, p)) + (at(flow, i, j)-at(flow, j, i))*(at(dist, q, p)-at(dist, p, q))
	for k := range n {
		if k == i || k == j {
			continue
		}
		r := x[k]
		d += (at(flow, k, i)-at(flow, k, j))*(at(dist, r, q)-at(dist, r, p)) + (at(flow, i, k)-at(flow, j, k))*(at(dist, q, r)-at(dist, p, r))
	}
	return d
}

// Hailstones counts the steps from each start down to 1 (Collatz): lanes part at every step.
func Hailstones(t lane.Thread, starts []uint64, steps []int32) {
	for i := t.GridThreadID(); i < int32(len(starts)); i += t.GridThreads() {
		count := int32(0)
		for v := starts[i]; v > 1; count++ {
			if v&1 == 0 {
				v >>= 1
				continue
			}
			v = 3*v + 1
		}
		steps[i] = count
	}
}

// Distancer is what Anneal asks of a problem.
type Distancer interface{ Dist(i, j int32) int32 }

// Plane is cities with rounded Euclidean distances.
type Plane struct{ X, Y []float32 }

// Dist is the rounded distance of two cities.
func (p Plane) Dist(i, j int32) int32 {
	dx, dy := p.X[i]-p.X[j], p.Y[i]-p.Y[j]
	return int32(lane.Sqrt32(float32(dx*dx)+float32(dy*dy)) + 0.5)
}

// relocation takes city v from between p and q and puts it between a and its successor b.
type relocation struct{ v, p, q, a, b int32 }

// impossible is the delta of a relocation to where the city is; all others are below.
const impossible = 1<<25 - 1

func propose(link []uint32, n int32, draw uint32) relocation {
	a, v := int32(draw&0xffff)*n>>16, int32(draw>>16)*n>>16
	return relocation{v: v, p: int32(link[v] & 0xffff), q: int32(link[v] >> 16), a: a, b: int32(link[a] >> 16)}
}

func delta[D Distancer](d D, m relocation) int32 {
	if m.a == m.v || m.b == m.v {
		return impossible
	}
	return d.Dist(m.p, m.q) - d.Dist(m.p, m.v) - d.Dist(m.v, m.q) + d.Dist(m.a, m.v) + d.Dist(m.v, m.b) - d.Dist(m.a, m.b)
}

func relocate(link []uint32, m relocation) {
	link[m.p] = link[m.p]&0xffff | uint32(m.q)<<16
	link[m.q] = link[m.q]&0xffff0000 | uint32(m.p)
	link[m.a] = link[m.a]&0xffff | uint32(m.v)<<16
	link[m.b] = link[m.b]&0xffff0000 | uint32(m.v)
	link[m.v] = uint32(m.a) | uint32(m.b)<<16
}

// Anneal is annealing of tours by parallel search and parallel moves, in small: a warp is a walk, each lane proposes to
// relocate a city, and Metropolis decides on the best of the 32. Tours are links in shared memory, 4*n bytes a warp.
// costs gets each walk's final and least cost.
func Anneal[D Distancer](t lane.Thread, d D, n, iterations int32, start, alpha float64, seed uint64, tours, costs []int32) {
	link, walk := lane.SharedAt[uint32](t, 4*n*t.WarpID(), n), t.GridWarpID()
	cost := int32(0)
	for i := t.LaneID(); i < n; i += lane.WarpSize {
		link[i] = uint32((i+n-1)%n) | uint32((i+1)%n)<<16
		cost += d.Dist(i, (i+1)%n)
	}
	t.SyncWarp()
	cost = lane.WarpAdd(t, cost)
	least, temperature := cost, start
	for i := range iterations {
		draws := lane.Random(seed, uint32(walk), uint64(i), uint32(t.LaneID()))
		m := propose(link, n, draws[0])
		key := lane.WarpMin(t, delta(d, m)<<5|t.LaneID())
		winner, change := key&31, key>>5
		u := lane.Shuffle(t, draws[1], winner)
		t.SyncWarp() // all proposals have read the links
		if change < impossible && metropolis.Accept(int64(change), temperature, u) {
			if t.LaneID() == winner {
				relocate(link, m)
			}
			cost += change
			least = min(least, cost)
		}
		t.SyncWarp()
		if i%n == n-1 {
			temperature *= alpha
		}
	}
	if t.LaneID() == 0 {
		costs[2*walk], costs[2*walk+1] = cost, least
		for i, at := int32(0), int32(0); i < n; i++ {
			tours[walk*n+i] = at
			at = int32(link[at] >> 16)
		}
	}
}
