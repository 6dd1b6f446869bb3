package tabu

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernels/draw"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// twoMatrices is a JointWeigher in its plain form.
type twoMatrices struct {
	n            int32
	weights, far []int32
}

func newTwoMatrices(n int32, seed uint64) *twoMatrices {
	r := rand.New(rand.NewPCG(seed, 2))
	draw := func() []int32 {
		m := make([]int32, n*n)
		for i := range n {
			for j := range i {
				m[i*n+j] = r.Int32N(12) - 3
				m[j*n+i] = m[i*n+j]
			}
		}
		return m
	}
	return &twoMatrices{n, draw(), draw()}
}

func (m *twoMatrices) Weight(i, k int32) int32 { return m.weights[i*m.n+k] }
func (m *twoMatrices) Far(a, b int32) int32    { return m.far[a*m.n+b] }
func (m *twoMatrices) Cost(x []int32) (sum int64) {
	for i := range m.n {
		for k := range i {
			sum += int64(m.Weight(i, k) * m.Far(x[i], x[k]) * m.Far(x[m.n+i], x[m.n+k]))
		}
	}
	return sum
}

// jointMove makes a move of a solution, or takes it back.
func jointMove(x []int32, kind, i, j int32) {
	n := int32(len(x) / 2)
	if kind != swapQ {
		x[i], x[j] = x[j], x[i]
	}
	if kind != swapP {
		x[n+i], x[n+j] = x[n+j], x[n+i]
	}
}

// plainJoint is a walk of TabuJoint as a plain loop, which keeps no payments and evaluates in full.
type plainJoint struct {
	m            *twoMatrices
	a            JointTabu
	walk         uint32
	x, best, top []int32
	expiry       map[[3]int32]int32 // by part, position and value
	JointWalk
}

func newPlainJoint(m *twoMatrices, a JointTabu, walk uint32, x []int32) *plainJoint {
	c := m.Cost(x)
	return &plainJoint{m: m, a: a, walk: walk, x: slices.Clone(x), best: slices.Clone(x), top: slices.Clone(x), expiry: map[[3]int32]int32{},
		JointWalk: JointWalk{Cost: c, Least: c, TopCost: c, Before: c, Strength: a.Weakest}}
}

// brings lists the part, position and value of what a move brings; leaves, of what is there before it.
func (p *plainJoint) brings(kind, i, j int32) (list [][3]int32) {
	jointMove(p.x, kind, i, j)
	defer jointMove(p.x, kind, i, j)
	return p.leaves(kind, i, j)
}

func (p *plainJoint) leaves(kind, i, j int32) (list [][3]int32) {
	for part := range int32(2) {
		if kind == swapBoth || kind == part {
			list = append(list, [3]int32{part, i, p.x[part*p.m.n+i]}, [3]int32{part, j, p.x[part*p.m.n+j]})
		}
	}
	return list
}

func (p *plainJoint) delta(kind, i, j int32) int64 {
	jointMove(p.x, kind, i, j)
	defer jointMove(p.x, kind, i, j)
	return p.m.Cost(p.x) - p.Cost
}

func (p *plainJoint) admissible(kind, i, j int32, delta int64) bool {
	if p.Cost+delta < p.Least {
		return true
	}
	return slices.ContainsFunc(p.brings(kind, i, j), func(at [3]int32) bool { return p.expiry[at] <= p.Made })
}

func (p *plainJoint) choose(word uint32) (move [3]int32, delta int64) {
	n := p.m.n
	var deltas [lane.WarpSize]int64
	var moves [lane.WarpSize][3]int32
	for id := range deltas {
		deltas[id] = jointNever
		for e := int32(id); e < n*(n/2); e += lane.WarpSize {
			i := e % n
			j := (i + e/n + 1) % n
			for kind := range int32(jointKinds) {
				if d := p.delta(kind, i, j); d < deltas[id] && p.admissible(kind, i, j, d) {
					deltas[id], moves[id] = d, [3]int32{kind, i, j}
				}
			}
		}
	}
	least := slices.Min(deltas[:])
	if least == jointNever {
		i, j := draw.Pair(word, word*0x9e3779b1, n)
		kind := int32(word>>8) % jointKinds
		return [3]int32{kind, i, j}, p.delta(kind, i, j)
	}
	id := int(word & 31)
	for deltas[id] != least {
		id = (id + 1) % lane.WarpSize
	}
	return moves[id], least
}

func (p *plainJoint) iterate(i int64) {
	if p.Made >= p.a.Length {
		p.perturb(i)
	}
	u := lane.Random(p.a.Seed, p.a.First+p.walk, uint64(i)/lane.WarpSize, uint32(i%lane.WarpSize))
	move, delta := p.choose(u[0])
	for k, at := range p.leaves(move[0], move[1], move[2]) {
		p.expiry[at] = p.Made + p.a.Shortest + int32(uint64(u[1+k%2])*uint64(p.a.Spread)>>32)
	}
	jointMove(p.x, move[0], move[1], move[2])
	p.Cost += delta
	p.Made++
	p.note()
}

func (p *plainJoint) note() {
	if p.Cost < p.TopCost {
		p.TopCost = p.Cost
		copy(p.top, p.x)
	}
	if p.Cost < p.Least {
		p.Least = p.Cost
		copy(p.best, p.x)
	}
}

func (p *plainJoint) perturb(i int64) {
	if p.Strength++; p.TopCost < p.Before || p.Strength > p.a.Strongest {
		p.Strength = p.a.Weakest
	}
	p.Before = p.TopCost
	copy(p.x, p.top)
	for k := range p.Strength {
		u := lane.Random(p.a.Seed, p.a.First+p.walk, draw.Starts+uint64(i), uint32(k))
		a, b := draw.Pair(u[1], u[2], p.m.n)
		jointMove(p.x, int32(uint64(u[0])*jointKinds>>32), a, b)
	}
	p.Cost = p.m.Cost(p.x)
	clear(p.expiry)
	p.Made, p.TopCost = 0, p.Cost
	copy(p.top, p.x)
	p.note()
}

// jointRun is walks of the kernel beside those of plain loops.
type jointRun struct {
	t                   *testing.T
	m                   *twoMatrices
	a                   JointTabu
	warps               int32
	states              []JointWalk
	sets, expiry, elite []int32
	hits, goal          []int64
	plain               []*plainJoint
}

func newJointRun(t *testing.T, n, warps int32, a JointTabu) *jointRun {
	r := &jointRun{t: t, m: newTwoMatrices(n, 5), a: a, warps: warps, states: make([]JointWalk, a.Walks), sets: make([]int32, a.Walks*JointSets*2*n),
		expiry: make([]int32, a.Walks*2*n*n), elite: make([]int32, 2*n), hits: make([]int64, a.Walks), goal: []int64{math.MaxInt64}}
	r.a.N = n
	random := rand.New(rand.NewPCG(8, uint64(n)))
	for k := range a.Walks {
		x := r.set(k, presentOf)
		for part := range int32(2) {
			for i, v := range random.Perm(int(n)) {
				x[part*n+int32(i)] = int32(v)
			}
		}
		r.plain = append(r.plain, newPlainJoint(r.m, r.a, uint32(k), x))
	}
	return r
}

func (r *jointRun) set(walk, which int32) []int32 {
	at := (walk*JointSets + which) * 2 * r.a.N
	return r.sets[at:][:2*r.a.N]
}

func (r *jointRun) launch(from, until int64) {
	r.t.Helper()
	r.a.From, r.a.Until = from, until
	e := lane.Emulator{Blocks: (r.a.Walks + r.warps - 1) / r.warps, Threads: 32 * r.warps, Shared: int32(JointRoom(int(r.a.N), int(r.warps))), Seed: 7}
	if err := e.Run(func(t lane.Thread) {
		TabuJoint(t, r.m, r.a, r.states, r.sets, r.expiry, r.elite, r.hits, r.goal, []uint32{0})
	}); err != nil {
		r.t.Fatal(err)
	}
	r.a.Adopt = 0
}

// agrees compares both.
func (r *jointRun) agrees(when string) {
	r.t.Helper()
	for k, p := range r.plain {
		if s := r.states[k]; s != p.JointWalk || !slices.Equal(r.set(int32(k), presentOf), p.x) ||
			!slices.Equal(r.set(int32(k), incumbentOf), p.best) || !slices.Equal(r.set(int32(k), topOf), p.top) {
			r.t.Fatalf("n = %d, walk %d %s: %+v, the plain loop has %+v", r.a.N, k, when, s, p.JointWalk)
		}
	}
}

// Whatever the size, the block and the length of launches, the kernel makes the moves of the plain loop, through several bursts.
func TestTabuJoint_IsThePlainLoop(t *testing.T) {
	for _, v := range []struct {
		n      int32
		warps  int32
		launch int64
	}{{2, 1, 7}, {3, 2, 100}, {12, 2, 17}, {13, 1, 60}, {33, 1, 25}} {
		iterations := int64(60)
		if v.n > 30 {
			iterations = 25
		}
		r := newJointRun(t, v.n, v.warps, JointTabu{Walks: 3, Shortest: v.n*9/10 + 1, Spread: v.n/5 + 1, Length: 20, Weakest: 2, Strongest: 3, Poll: 9,
			First: 40, Seed: 6, Target: math.MinInt64})
		r.launch(-1, 0)
		r.agrees("at its beginning")
		for from := int64(0); from < iterations; from += v.launch {
			until := min(iterations, from+v.launch)
			r.launch(from, until)
			for _, p := range r.plain {
				for i := from; i < until; i++ {
					p.iterate(i)
				}
			}
			r.agrees(fmt.Sprintf("before iteration %d", until))
		}
	}
}

// A walk that comes to the target stops there and says so, and walks go on from a solution that they are given.
func TestTabuJoint_StopsAtTheTargetAndAdopts(t *testing.T) {
	r := newJointRun(t, 9, 1, JointTabu{Walks: 2, Shortest: 9, Spread: 2, Length: 1000, Weakest: 2, Strongest: 3, Poll: 1, First: 3, Seed: 2})
	p, at := newPlainJoint(r.m, r.a, 0, r.plain[0].x), int64(0)
	for ; p.Made < 5; at++ {
		p.iterate(at)
	}
	r.a.Target = p.Least
	r.plain = []*plainJoint{p}
	r.states, r.a.Walks = r.states[:1], 1
	r.launch(-1, 0)
	r.launch(0, 1000)
	if r.goal[0] >= 1000 || r.hits[0] != r.goal[0] || r.states[0].Least > r.a.Target {
		t.Fatalf("the walk stopped at %d, which is %d among hits, with %+v; the target is %d", r.goal[0], r.hits[0], r.states[0], r.a.Target)
	}
	copy(r.elite, r.set(0, incumbentOf))
	r.a.Adopt, r.a.Target = 1, math.MinInt64
	r.goal[0] = math.MaxInt64
	least := r.states[0].Least
	r.launch(1000, 1000)
	if s := r.states[0]; s.Cost != least || s.TopCost != least || s.Made != 0 || !slices.Equal(r.set(0, presentOf), r.elite) {
		t.Errorf("after %d was adopted: %+v", least, s)
	}
}
