package tabu

import (
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// What StartTabu makes walks begin at.
const (
	// StartRandom is the permutations that package multiwalk draws for the same seed and walk.
	StartRandom = iota
	// StartGiven is what rows holds, of walks that have drawn the random words that states says.
	StartGiven
	// AdoptOne is the permutation in start, which costs Start, for all; what is tabu, and each walk's incumbent, stay.
	AdoptOne
	// AdoptEach is a permutation for each, one after the other in start. Of what a walk was its random words go on, and its count of
	// what perturbations priced. One that costs no more than Target is a hit of the iteration before From.
	AdoptEach
)

// StartTabu makes the walks of TabuSwap begin, or begin anew between two of its launches. It is a kernel of its own for the
// registers that TabuSwap would keep for it. A warp makes a walk.
func StartTabu[T Whole, P kernel.TabuSwapper[T]](t lane.Thread, p P, a TabuPlan, at int32, states []TabuWalk, rows, memory, start []int32,
	hits, goal []int64) {
	walk, n := t.GridWarpID(), int64(a.N)
	if walk >= a.Walks {
		return
	}
	own := rows[int64(walk)*TabuRows*n:][:TabuRows*n]
	x, best, top, order := own[:n], own[n:2*n], own[2*n:3*n], own[3*n:]
	s := states[walk]
	switch at {
	case StartRandom:
		s.Drawn = Random(t, a, walk, x)
	case AdoptOne:
		takeUp(t, a, &states[walk], x, best, top, start)
		return
	case AdoptEach:
		for i := t.LaneID(); i < a.N; i += lane.WarpSize {
			x[i] = start[int64(walk)*n+int64(i)]
		}
	}
	t.SyncWarp()
	for i := t.LaneID(); i < a.N; i += lane.WarpSize {
		best[i], top[i], order[i] = x[i], x[i], i
	}
	past := memory[int64(walk)*2*n*n:][:2*n*n]
	forget(t, a.N, past[:n*n], past[n*n:])
	cost := CostOf[team.Warp, T](team.Warp{T: t}, p, a.N, x)
	if t.LaneID() != 0 {
		return
	}
	states[walk] = TabuWalk{Cost: cost, Least: cost, Top: cost, Before: cost, Drawn: s.Drawn, Priced: s.Priced, Now: 1, Left: a.Length,
		Strength: a.Weakest}
	if at == AdoptEach && cost <= a.Target {
		hits[walk] = a.From - 1
		lane.AtomicMin(t, &goal[0], a.From-1)
	}
}

// takeUp makes a walk go on from start.
func takeUp(t lane.Thread, a TabuPlan, s *TabuWalk, x, best, top, start []int32) {
	better := a.Start < s.Least
	t.SyncWarp() // all have read s
	for i := t.LaneID(); i < a.N; i += lane.WarpSize {
		x[i], top[i] = start[i], start[i]
		if better {
			best[i] = start[i]
		}
	}
	if t.LaneID() == 0 {
		s.Cost, s.Top, s.Before, s.Least = a.Start, a.Start, a.Start, min(a.Start, s.Least)
		s.Left, s.Strength = a.Length, a.Weakest
	}
}

// forget makes all swaps admissible and, for the aspiration by age, all of different age (Taillard).
func forget(t lane.Thread, n int32, expiry, byValue []int32) {
	for i := t.LaneID(); i < n*n; i += lane.WarpSize {
		expiry[i] = -i
		byValue[i] = -(i%n*n + i/n)
	}
}

// random writes the permutation that Space.Random draws, and returns how many words it took.
func Random(t lane.Thread, a TabuPlan, walk int32, x []int32) uint64 {
	for i := t.LaneID(); i < a.N; i += lane.WarpSize {
		x[i] = i
	}
	t.SyncWarp()
	s := stream{seed: a.Seed, walk: a.First + uint32(walk)}
	s.seek(t, 0)
	for i := a.N - 1; i > 0; i-- {
		j := s.below(t, uint32(i+1))
		if t.LaneID() == 0 {
			x[i], x[j] = x[j], x[i]
		}
	}
	return s.next
}

// costOf evaluates a permutation in full, in O(n*n) by the whole team.
func CostOf[G tabuTeam, T Whole, P kernel.TabuSwapper[T]](t G, p P, n int32, x []int32) int64 {
	sum := int64(0)
	for i := t.Rank(); i < n; i += t.Size() {
		at := x[i]
		for k := range n {
			sum += int64(p.Flow(0, k, i)) * int64(p.Dist(0, x[k], at))
			if p.Products() > 1 {
				sum += int64(p.Flow(1, k, i)) * int64(p.Dist(1, x[k], at))
			}
		}
	}
	return t.Add(sum) / 2
}

// rebuild makes all of shared memory anew for the permutation x, in O(n*n*n).
func (w *tabuWalk[G, T, P]) rebuild(p P) {
	n, row := w.a.N, oddFours(w.a.N)
	w.pending = 0
	for base, s := int32(0), w.first; base < n; base, s = w.next(base) {
		for u := s.firstCost; u < min(n, s.endCost); u++ {
			w.e[s.at*row+u] = w.sum(p, u, s.at)
		}
	}
	w.t.Sync()
	for v := w.t.Rank(); v < n; v += w.t.Size() {
		w.own[v] = w.e[w.x[v]*row+v]
		w.clearFactors(p, v)
	}
	w.t.Sync()
	for base, s := int32(0), w.first; base < n; base, s = w.next(base) {
		for k := s.first; k < s.end; k++ {
			w.price(p, s.at*stride(n)+k, s.at, k+1)
		}
	}
	w.t.Sync()
}

// sum computes e of position u and value l.
func (w *tabuWalk[G, T, P]) sum(p P, u, l int32) T {
	sum := T(0)
	for k := range w.a.N {
		v := w.x[k]
		sum += p.Flow(0, k, u) * p.Dist(0, v, l)
		if p.Products() > 1 {
			sum += p.Flow(1, k, u) * p.Dist(1, v, l)
		}
	}
	return sum
}

// price computes the entry at a place: that of position i and the one k places on.
func (w *tabuWalk[G, T, P]) price(p P, at, i, k int32) {
	n, row, j := w.a.N, oddFours(w.a.N), i+k
	if j >= n {
		j -= n
	}
	value, other := w.x[i], w.x[j]
	w.d[at] = w.e[other*row+i] + w.e[value*row+j] - w.own[i] - w.own[j] + p.Correction(i, j, value, other)
	w.m[at] = min(w.past[w.expiry(i, other)], w.past[w.expiry(j, value)])
}

// perturb goes back to the best permutation of the burst, rotates the values of some of its positions, and begins
// another burst: see single.IteratedTabu. What lies in shared memory beside the permutation is to be made anew.
func (w *tabuWalk[G, T, P]) perturb(p P) {
	if w.topCost < w.before || w.strength >= w.a.Strongest {
		w.strength = w.a.Weakest
	} else {
		w.strength++
	}
	w.before = w.topCost
	w.t.Sync()
	for i := w.t.Rank(); i < w.a.N; i += w.t.Size() {
		w.x[i] = w.rows[w.top(i)]
	}
	w.t.Sync()
	w.rotate()
	w.t.Sync()
	w.priced += int64(w.strength - 1)
	w.cost = CostOf[G, T](w.t, p, w.a.N, w.x)
	w.topCost, w.left = w.cost, w.a.Length
	incumbent := w.cost < w.least
	w.least = min(w.least, w.cost)
	for i := w.t.Rank(); i < w.a.N; i += w.t.Size() {
		w.rows[w.top(i)] = w.x[i]
		if incumbent {
			w.rows[w.best(i)] = w.x[i]
		}
	}
}

// rotate draws positions and passes the value of each on to the one before, that of the first to the last. All threads
// draw, and one of the team moves.
func (w *tabuWalk[G, T, P]) rotate() {
	for k := range w.strength {
		j := k + int32(w.random.below(w.t.Thread(), uint32(w.a.N-k)))
		if w.t.Rank() != 0 {
			continue
		}
		here, there := w.order(k), w.order(j)
		w.rows[here], w.rows[there] = w.rows[there], w.rows[here]
		if k > 0 {
			i, j := w.rows[w.order(k-1)], w.rows[here]
			w.x[i], w.x[j] = w.x[j], w.x[i]
		}
	}
}
