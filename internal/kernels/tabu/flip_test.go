package tabu

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernels/kerneltest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// plainFlips is a walk of TabuFlip as a plain loop, which keeps no fields.
type plainFlips struct {
	m           *kerneltest.ByteMatrix
	a           TabuFlips
	walk        uint32
	x, best     []int32
	cost, least int64
	queue       []int32 // the bits that are tabu, the oldest first; -1: one that became tabu again
	pushed      int     // bits, of all that were in the queue

	left, strength     int32
	topCost, before    int64
	top, aim           []int32 // the best of the burst; nil: the walk is on its way nowhere
	perturbed, arrived int
}

// begin begins a burst.
func (p *plainFlips) begin() {
	p.aim, p.left, p.topCost, p.top = nil, p.a.Length, p.cost, slices.Clone(p.x)
}

// perturb ends a burst: the walk is to go to the best of it with some bits flipped, more of them each time until a burst is better.
func (p *plainFlips) perturb(i int64) {
	p.queue, p.aim = nil, slices.Clone(p.top)
	p.strength++
	if p.topCost < p.before || p.strength > p.a.Strongest {
		p.strength = p.a.Weakest
	}
	p.before = p.topCost
	p.perturbed++
	for k := range p.strength {
		word := lane.Random(p.a.Seed, p.a.First+p.walk, 1<<63+uint64(i), uint32(k%lane.WarpSize))[k/lane.WarpSize]
		j := uint64(word) * uint64(p.m.N) >> 32
		p.aim[j] = 1 - p.aim[j]
	}
}

// towards is the bit to flip on the way to the aim, or -1: those of lane 0 come first.
func (p *plainFlips) towards() int32 {
	for id := range int32(lane.WarpSize) {
		for j := id; j < p.m.N; j += lane.WarpSize {
			if p.x[j] != p.aim[j] {
				return j
			}
		}
	}
	return -1
}

func (p *plainFlips) iterate(i int64) {
	if p.aim == nil && p.a.Length > 0 && p.left == 0 {
		p.perturb(i)
	}
	if p.aim != nil {
		if j := p.towards(); j >= 0 {
			p.flip(j)
			return
		}
		p.begin()
		p.arrived++
	}
	p.left--
	u := lane.Random(p.a.Seed, p.a.First+p.walk, uint64(i)/lane.WarpSize, uint32(i%lane.WarpSize))
	var deltas [lane.WarpSize]int64 // the best of each lane
	var flips [lane.WarpSize]int32
	for id := range deltas {
		deltas[id] = math.MaxInt64
		for j := int32(id); j < p.m.N; j += lane.WarpSize {
			if d := p.m.Delta(p.x, j); d < deltas[id] && !slices.Contains(p.queue, j) {
				deltas[id], flips[id] = d, j
			}
		}
	}
	for at, j := range p.queue { // aspiration; who came k-th into the queue is looked after by lane k modulo 32
		id := (p.pushed - len(p.queue) + at) % lane.WarpSize
		if j < 0 {
			continue
		}
		if d := p.m.Delta(p.x, j); d < deltas[id] && p.cost+d < p.least {
			deltas[id], flips[id] = d, j
		}
	}
	id, least := int(u[0]&31), slices.Min(deltas[:])
	for deltas[id] != least {
		id = (id + 1) % lane.WarpSize
	}
	p.make(flips[id], u[1])
}

func (p *plainFlips) make(j int32, tenure uint32) {
	if at := slices.Index(p.queue, j); at >= 0 {
		p.queue[at] = -1
	}
	p.queue = append(p.queue, j)
	p.pushed++
	if most := int(p.a.Shortest) + int(uint64(tenure)*uint64(p.a.Spread)>>32); len(p.queue) > most {
		p.queue = p.queue[len(p.queue)-most:]
	}
	p.flip(j)
}

func (p *plainFlips) flip(j int32) {
	p.cost += p.m.Delta(p.x, j)
	p.x[j] = 1 - p.x[j]
	if p.cost < p.topCost {
		p.topCost = p.cost
		copy(p.top, p.x)
	}
	if p.cost < p.least {
		p.least = p.cost
		copy(p.best, p.x)
	}
}

// setBits reads a set of a walk.
func setBits(n int32, sets []uint32, walk, which int32) []int32 {
	x := make([]int32, n)
	for j := range x {
		id, place := placeOf(int32(j))
		x[j] = int32(sets[(walk*lane.WarpSize+id)*2*FlipSets+2*which+place>>5] >> (place & 31) & 1)
	}
	return x
}

// Whatever the number of bits, the factor, the block, the length of launches and of bursts, the kernel makes the moves of the plain
// loop.
func TestTabuFlip_IsThePlainLoop(t *testing.T) {
	for _, v := range []struct {
		n, factor, warps  int32
		launch            int64
		length, strongest int32
	}{{3, 1, 1, 7, 0, 0}, {33, 2, 2, 100, 0, 0}, {257, 3, 1, 33, 0, 0}, {1100, 2, 3, 64, 0, 0}, {33, 1, 2, 9, 4, 5}, {400, 2, 1, 50, 5, 36}} {
		const walks, iterations = 2, 100
		m := kerneltest.NewByteMatrix(v.n, v.factor, 5)
		a := TabuFlips{Walks: walks, Bits: m.Padded, N: m.N, Shortest: min(3, max(1, m.N/4)), Spread: min(5, max(1, m.N/4)),
			Length: v.length, Weakest: max(0, v.strongest-3), Strongest: v.strongest, Poll: 9, First: 40, Seed: 6, Target: math.MinInt64}
		r := rand.New(rand.NewPCG(9, 9))
		states, rings := make([]FlipWalk, walks), slices.Repeat([]int32{-1}, 32*walks)
		fields, sets, aims := make([]int32, walks*m.Padded), make([]uint32, walks*64*FlipSets), make([]uint32, walks*64)
		plain := make([]*plainFlips, walks)
		for k := range plain {
			x := make([]int32, m.N)
			for j := range x {
				x[j] = int32(r.IntN(2))
				id, place := placeOf(int32(j))
				aims[(int32(k)*lane.WarpSize+id)*2+place>>5] |= uint32(x[j]) << (place & 31)
			}
			StartFlips(m, m.N, fields[int32(k)*m.Padded:][:m.Padded])
			plain[k] = &plainFlips{m: m, a: a, walk: uint32(k), x: x, best: slices.Clone(x), cost: m.Cost(x), least: m.Cost(x),
				before: m.Cost(x)}
			plain[k].begin()
		}
		hits, goal := make([]int64, walks), []int64{math.MaxInt64}
		launch := func(from, until int64) {
			a.From, a.Until = from, until
			e := lane.Emulator{Blocks: (walks + v.warps - 1) / v.warps, Threads: 32 * v.warps, Shared: int32(FlipRoom(int(m.Padded), int(v.warps))), Seed: 7}
			must.Do(t, e.Run(func(th lane.Thread) {
				TabuFlip(th, m, a, states, fields, rings, sets, aims, hits, goal, []uint32{0})
			}))
			a.Adopt = 0
		}
		a.Adopt = 1
		launch(-1, 0)
		for from := int64(0); from < iterations; from += v.launch {
			until := min(iterations, from+v.launch)
			launch(from, until)
			for k, p := range plain {
				for i := from; i < until; i++ {
					p.iterate(i)
				}
				x, best := setBits(m.N, sets, int32(k), 0), setBits(m.N, sets, int32(k), 1)
				if s := states[k]; s.Cost != p.cost || s.Least != p.least || !slices.Equal(x, p.x) || !slices.Equal(best, p.best) {
					t.Fatalf("%d bits, walk %d before iteration %d: %+v, the plain loop costs %d, its incumbent %d", m.N, k, until, s, p.cost, p.least)
				}
			}
		}
		for k, p := range plain {
			if v.length > 0 && (p.perturbed < 2 || p.arrived < 1) {
				t.Errorf("%d bits, walk %d: %d perturbations, %d of which led to a burst: the test tests nothing", m.N, k, p.perturbed, p.arrived)
			}
		}
	}
}

// A table of what one instruction of the kernel does.
func TestDot4(t *testing.T) {
	for _, v := range []struct {
		a, b uint32
		c, d int32
	}{{0x01020304, 0x00000040, 5, 5 + 4*64}, {0x80ff7f01, 0xff000000, 0, 128}, {0x80ff7f01, 0x0000c000, 1, 1 - 127*64}, {0xffffffff, 0x01010101, 0, -4}} {
		if d := lane.Dot4(v.a, v.b, v.c); d != v.d {
			t.Errorf("%#x, %#x, %d: %d, want %d", v.a, v.b, v.c, d, v.d)
		}
	}
}
