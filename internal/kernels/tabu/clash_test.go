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

// pairsOf is a Clasher in its plain form.
type pairsOf struct {
	n    int32
	from []int32
	with []int32
}

func newPairs(n int32, chance float64, seed uint64) *pairsOf {
	r := rand.New(rand.NewPCG(seed, 3))
	near := make([][]int32, n)
	for i := range n {
		for j := range i {
			if r.Float64() < chance {
				near[i], near[j] = append(near[i], j), append(near[j], i)
			}
		}
	}
	p := &pairsOf{n: n, from: []int32{0}}
	for _, list := range near {
		p.with = append(p.with, list...)
		p.from = append(p.from, int32(len(p.with)))
	}
	return p
}

func (p *pairsOf) ClashFrom(i int32) int32 { return p.from[i] }
func (p *pairsOf) ClashWith(k int32) int32 { return p.with[k] }
func (p *pairsOf) Cost(x []int32) (clashes int64) {
	for i := range p.n {
		for _, j := range p.with[p.from[i]:p.from[i+1]] {
			if j < i && x[i] == x[j] {
				clashes++
			}
		}
	}
	return clashes
}

// plainClash is a walk of TabuClash as a plain loop, which counts anew in each iteration.
type plainClash struct {
	p            *pairsOf
	a            TabuClashes
	walk         uint32
	x, best, top []int32
	list         []int32
	until        map[[2]int32]int32 // by element and value
	ClashWalk
}

func newPlainClash(p *pairsOf, a TabuClashes, walk uint32, x []int32) *plainClash {
	w := &plainClash{p: p, a: a, walk: walk, x: slices.Clone(x)}
	w.Cost = p.Cost(x)
	w.Least, w.Before, w.Strength = w.Cost, w.Cost, a.Weakest
	w.best = slices.Clone(x)
	w.enlist()
	w.begin()
	return w
}

func (w *plainClash) count(i, value int32) (n int32) {
	for _, j := range w.p.with[w.p.from[i]:w.p.from[i+1]] {
		if w.x[j] == value {
			n++
		}
	}
	return n
}

func (w *plainClash) enlist() {
	w.list = w.list[:0]
	for i := range w.p.n {
		if w.count(i, w.x[i]) > 0 {
			w.list = append(w.list, i)
		}
	}
}

func (w *plainClash) begin() {
	w.top, w.TopCost = slices.Clone(w.x), w.Cost
	w.until, w.Left = map[[2]int32]int32{}, w.a.Length
}

func (w *plainClash) alike(value int32) (n int32) {
	for _, v := range w.x {
		if v == value {
			n++
		}
	}
	return n
}

// roomFrom is the first value from one on that has room and that i does not have.
func (w *plainClash) roomFrom(i, value int32) int32 {
	low := w.a.Low
	for value -= low; w.alike(low+value%w.a.Values) >= MostAlike || low+value%w.a.Values == w.x[i]; {
		value++
	}
	return low + value%w.a.Values
}

// random is the value that a random word gives for an element.
func (w *plainClash) random(i int32, word uint32) int32 {
	value := (w.x[i] - w.a.Low + 1 + int32(uint64(word)*uint64(w.a.Values-1)>>32)) % w.a.Values
	return w.roomFrom(i, w.a.Low+value)
}

func (w *plainClash) change(i, value int32) {
	before := make([]bool, w.p.n)
	for j := range w.p.n {
		before[j] = w.count(j, w.x[j]) > 0
	}
	w.x[i] = value
	near := append(slices.Clone(w.p.with[w.p.from[i]:w.p.from[i+1]]), i)
	for _, j := range near {
		switch now := w.count(j, w.x[j]) > 0; {
		case now && !before[j]:
			w.list = append(w.list, j)
		case !now && before[j]:
			k, last := slices.Index(w.list, j), len(w.list)-1
			w.list[k] = w.list[last]
			w.list = w.list[:last]
		}
	}
	w.Cost = w.p.Cost(w.x)
}

// choose looks at the changes in the order in which the lanes do.
func (w *plainClash) choose(word, turn uint32) (element, value int32) {
	shift := 0
	for shift < 5 && 4<<shift < w.a.Values {
		shift++
	}
	groups, n, columns := lane.WarpSize>>shift, len(w.list), (w.a.Values+3)/4
	var least [lane.WarpSize]int32
	var moves [lane.WarpSize][2]int32
	for id := range least {
		least[id] = clashNever
		for column := int32(id % (1 << shift)); column < columns; column += 1 << shift {
			for k := id >> shift; k < n; k += groups {
				i := w.list[(int(uint64(turn)*uint64(n)>>32)+k)%n]
				now := w.count(i, w.x[i])
				for v := 4 * column; v < min(w.a.Values, 4*column+4); v++ {
					d := w.count(i, w.a.Low+v) - now
					tabu := w.until[[2]int32{i, w.a.Low + v}] > w.Made
					if w.a.Low+v != w.x[i] && d < least[id] && (!tabu || w.Cost+int64(d) < w.Least) {
						least[id], moves[id] = d, [2]int32{i, w.a.Low + v}
					}
				}
			}
		}
	}
	best := slices.Min(least[:])
	if best == clashNever {
		i := int32(uint64(turn) * uint64(w.p.n) >> 32)
		if n > 0 {
			i = w.list[uint64(turn)*uint64(n)>>32]
		}
		return i, w.random(i, word)
	}
	id := int(word & 31)
	for least[id] != best {
		id = (id + 1) % lane.WarpSize
	}
	if w.alike(moves[id][1]) >= MostAlike {
		moves[id][1] = w.roomFrom(moves[id][0], moves[id][1])
	}
	return moves[id][0], moves[id][1]
}

func (w *plainClash) iterate(i int64) {
	if w.Left == 0 {
		w.perturb(i)
	}
	u := lane.Random(w.a.Seed, w.a.First+w.walk, uint64(i)/lane.WarpSize, uint32(i%lane.WarpSize))
	element, value := w.choose(u[0], u[1])
	tenure := w.a.Shortest + int32(len(w.list))*w.a.Tenths/10 + int32(uint64(u[2])*uint64(w.a.Spread)>>32)
	delete(w.until, [2]int32{element, value})
	w.until[[2]int32{element, w.x[element]}] = w.Made + 1 + min(tenure, MaxClashTenure)
	w.change(element, value)
	w.Made++
	w.Left--
	w.note()
}

func (w *plainClash) note() {
	if w.Cost < w.TopCost {
		w.TopCost, w.top = w.Cost, slices.Clone(w.x)
	}
	if w.Cost < w.Least {
		w.Least, w.best = w.Cost, slices.Clone(w.x)
	}
}

func (w *plainClash) perturb(i int64) {
	if w.Strength++; w.TopCost < w.Before || w.Strength > w.a.Strongest {
		w.Strength = w.a.Weakest
	}
	w.Before = w.TopCost
	copy(w.x, w.top)
	w.enlist()
	for k := range w.Strength {
		u := lane.Random(w.a.Seed, w.a.First+w.walk, draw.Starts+uint64(i), uint32(k))
		element := int32(uint64(u[0]) * uint64(w.a.N) >> 32)
		w.change(element, w.random(element, u[1]))
	}
	w.begin()
	w.note()
}

// clashRun is walks of the kernel beside those of plain loops.
type clashRun struct {
	t          *testing.T
	p          *pairsOf
	a          TabuClashes
	warps      int32
	states     []ClashWalk
	sets, aims []int32
	bans       []ClashBan
	hits, goal []int64
	plain      []*plainClash
}

func newClashRun(t *testing.T, p *pairsOf, warps int32, a TabuClashes) *clashRun {
	a.N = p.n
	r := &clashRun{t: t, p: p, a: a, warps: warps, states: make([]ClashWalk, a.Walks), sets: make([]int32, a.Walks*ClashSets*a.N),
		aims: make([]int32, a.Walks*a.N), bans: make([]ClashBan, a.Walks*ClashRing), hits: make([]int64, a.Walks), goal: []int64{math.MaxInt64}}
	random := rand.New(rand.NewPCG(8, uint64(a.N)))
	for k := range a.Walks {
		x := r.aims[k*a.N:][:a.N]
		for i := range x {
			x[i] = a.Low + random.Int32N(a.Values)
		}
		r.plain = append(r.plain, newPlainClash(p, a, uint32(k), x))
	}
	return r
}

func (r *clashRun) set(walk, which int32) []int32 {
	return r.sets[(which*r.a.Walks+walk)*r.a.N:][:r.a.N]
}

func (r *clashRun) launch(from, until int64) {
	r.t.Helper()
	r.a.From, r.a.Until = from, until
	e := lane.Emulator{Blocks: (r.a.Walks + r.warps - 1) / r.warps, Threads: 32 * r.warps,
		Shared: int32(ClashRoom(int(r.a.N), int(r.a.Values), int(r.warps))), Seed: 7}
	if err := e.Run(func(t lane.Thread) {
		TabuClash(t, r.p, r.a, r.states, r.sets, r.bans, r.aims, r.hits, r.goal, []uint32{0})
	}); err != nil {
		r.t.Fatal(err)
	}
	r.a.Adopt = 0
}

// agrees compares both.
func (r *clashRun) agrees(when string) {
	r.t.Helper()
	for k, p := range r.plain {
		s := r.states[k]
		list := r.set(int32(k), clashList)[:s.Clashing]
		p.Clashing, s.Oldest = int32(len(p.list)), 0
		if s != p.ClashWalk || !slices.Equal(list, p.list) || !slices.Equal(r.set(int32(k), clashPresent), p.x) ||
			!slices.Equal(r.set(int32(k), clashIncumbent), p.best) || !slices.Equal(r.set(int32(k), clashTop), p.top) {
			r.t.Fatalf("n = %d, walk %d %s: %+v, the plain loop has %+v; clashing %v and %v", r.a.N, k, when, s, p.ClashWalk, list, p.list)
		}
	}
}

// Whatever the size, the number of values, the block and the length of launches, the kernel makes the changes of the plain loop, through
// several bursts.
func TestTabuClash_IsThePlainLoop(t *testing.T) {
	for _, v := range []struct {
		n, low, values int32
		chance         float64
		warps          int32
		launch         int64
	}{{3, 0, 2, 1, 1, 7}, {20, -3, 3, 0.5, 2, 100}, {40, 1, 9, 0.8, 2, 17}, {150, 0, 6, 0.9, 1, 60}, {45, 7, 33, 1, 2, 31}, {60, 0, 140, 0.9, 1, 25},
		{200, 0, 3, 0.05, 1, 33}, {10, 0, 5, 0, 1, 12}} {
		const iterations = 90
		r := newClashRun(t, newPairs(v.n, v.chance, 4), v.warps, TabuClashes{Walks: 3, Low: v.low, Values: v.values, Spread: 10, Tenths: 6, Length: 40,
			Weakest: 2, Strongest: 3, Poll: 9, First: 40, Seed: 6, Target: math.MinInt64})
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
			r.agrees(fmt.Sprintf("with %d values before iteration %d", v.values, until))
		}
	}
}

// More elements than a count holds never get the same value: not at first, and not by the change that is best.
func TestTabuClash_KeepsRoomInACount(t *testing.T) {
	const n = 240
	p := newPairs(n, 0.01, 1)
	r := newClashRun(t, p, 1, TabuClashes{Walks: 1, Values: 3, Spread: 10, Tenths: 6, Length: 30, Weakest: 2, Strongest: 60, Poll: 9, Seed: 6,
		Target: math.MinInt64})
	for i := range r.aims {
		r.aims[i] = 1
	}
	r.launch(-1, 0)
	x := slices.Clone(r.set(0, clashPresent))
	if many := slices.Repeat([]int32{1}, MostAlike); !slices.Equal(x[:MostAlike], many) || slices.Contains(x[MostAlike:], 1) || slices.Contains(x, 0) {
		t.Fatalf("of %d elements with the value 1 the walk made %v", n, x)
	}
	r.plain = []*plainClash{newPlainClash(p, r.a, 0, x)}
	r.agrees("at its beginning")
	r.launch(0, 120)
	full := false
	for i := range int64(120) {
		r.plain[0].iterate(i)
		full = full || r.plain[0].alike(1) == MostAlike || r.plain[0].alike(2) == MostAlike
	}
	r.agrees("with a full value")
	if !full {
		t.Error("no value was full")
	}
}

// A walk that comes to the target stops there and says so; walks go on from solutions that they are given, or begin anew there.
func TestTabuClash_StopsAtTheTargetAndAdopts(t *testing.T) {
	r := newClashRun(t, newPairs(30, 0.5, 2), 1, TabuClashes{Walks: 1, Values: 4, Spread: 10, Tenths: 6, Length: EndlessBurst, Poll: 1, First: 3, Seed: 2})
	for i := range int64(9) {
		r.plain[0].iterate(i)
	}
	r.a.Target = r.plain[0].Least
	r.launch(-1, 0)
	first := slices.Clone(r.set(0, clashPresent))
	r.launch(0, 1000)
	if r.goal[0] >= 9 || r.hits[0] != r.goal[0] || r.states[0].Least > r.a.Target {
		t.Fatalf("the walk stopped at %d, which is %d among hits, with %+v; the target is %d", r.goal[0], r.hits[0], r.states[0], r.a.Target)
	}
	r.a.Target, r.goal[0] = math.MinInt64, math.MaxInt64
	least := r.states[0].Least
	for adopt, want := range []int64{1: least, 2: r.p.Cost(first)} {
		if adopt == 0 {
			continue
		}
		copy(r.aims, first)
		r.a.Adopt = int32(adopt)
		r.launch(1000, 1000)
		if s := r.states[0]; s.Cost != r.p.Cost(first) || s.Least != want || !slices.Equal(r.set(0, clashPresent), first) {
			t.Errorf("after %d was adopted, %d: %+v", r.p.Cost(first), adopt, s)
		}
	}
}
