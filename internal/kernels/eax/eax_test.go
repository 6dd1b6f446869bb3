package eax_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/kernels/eax"
	"github.com/multiwalk/multiwalk/internal/kernels/tours"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/problem/tsp"
)

// tied is a symmetric matrix of few different costs, 0 among them, that no plane has.
func tied(n int) tours.Table {
	m := tours.Table{Cities: int32(n), Costs: make([]int32, n*n)}
	r := multiwalk.NewRand(uint64(n), 7)
	for i := range n {
		for j := range i {
			m.Costs[i*n+j] = int32(r.IntN(12))
			m.Costs[j*n+i] = m.Costs[i*n+j]
		}
	}
	return m
}

func planar(n int) tours.Table {
	return tours.Table{Cities: int32(n), Costs: tsp.Random(n, 3).EdgeMatrix()}
}

// population is what the kernels work on.
type population struct {
	m     tours.Table
	g     eax.Generation
	e     lane.Emulator
	order []int32
	near  []uint16
	tours []uint16
	spare []uint16
	notes []uint16
	costs []int64
	table []uint32
	loss  []int32
	best  []uint64
	work  []int64
	stop  []uint32
}

func newPopulation(m tours.Table, tours, generations int32) *population {
	n := m.Cities
	k := min(8, n-1)
	g := eax.Generation{Cities: n, Neighbours: k, Tours: tours, Arc: tours, Children: 4, Exchanges: 3, Cuts: 64, EdgeBits: 14,
		Nearest: 1, Seed: 1, Target: -1}
	q := &population{m: m, g: g, e: lane.Emulator{Threads: 128}, tours: make([]uint16, 4*tours*n), spare: make([]uint16, 2*tours*n),
		notes: make([]uint16, tours*eax.CrossScratch(g)), costs: make([]int64, 2*tours), table: make([]uint32, 3<<g.EdgeBits),
		loss: make([]int32, tours+2), best: slices.Repeat([]uint64{math.MaxUint64}, int(generations)+1), work: make([]int64, 2),
		stop: make([]uint32, 1)}
	for i := range n { // numbers against the matrix, so that a mistaken one shows
		q.order = append(q.order, n-1-i)
	}
	for i := range n {
		others := make([]int32, 0, n)
		for j := range n {
			if j != i {
				others = append(others, j)
			}
		}
		slices.SortStableFunc(others, func(a, b int32) int { return int(q.cost(i, a) - q.cost(i, b)) })
		for _, j := range others[:k] {
			q.near = append(q.near, uint16(j))
		}
	}
	for x := int32(1); x < tours+2; x++ {
		q.loss[x] = int32(math.Round(-float64(x) * math.Log(float64(x)/float64(tours)) * 4096))
	}
	return q
}

func (q *population) cost(a, b int32) int32 { return q.m.Between(q.order[a], q.order[b]) }

func (q *population) launch(t *testing.T, shared int32, f func(lane.Thread)) {
	t.Helper()
	warps := q.e.Threads / 32
	q.e.Blocks, q.e.Shared = (q.g.Tours+warps-1)/warps, warps*shared
	must.Do(t, q.e.Run(f))
}

func (q *population) grow(t *testing.T) {
	t.Helper()
	q.launch(t, (q.g.Cities+31)/32*4, func(l lane.Thread) {
		eax.GrowTours(l, q.m, q.order, q.near, q.g, q.tours, q.costs, q.table, q.best, q.work, q.stop)
	})
}

func (q *population) cross(t *testing.T, number int32) {
	t.Helper()
	q.g.Number, q.g.Shift = number, 1+number*7%(q.g.Tours-1)
	q.launch(t, eax.CrossRoom(q.g), func(l lane.Thread) {
		eax.CrossTours(l, q.m, q.order, q.near, q.g, q.tours, q.spare, q.notes, q.costs, q.table, q.loss, q.best, q.work, q.stop)
	})
}

// tour returns tour i of a generation, cities by position and positions by city.
func (q *population) tour(number, i int32) (city, pos []uint16) {
	n := q.g.Cities
	at := (number%2*q.g.Tours + i) * 2 * n
	return q.tours[at : at+n], q.tours[at+n : at+2*n]
}

// check evaluates a generation in full: tours, costs, the best, the counts of edges. It returns the sum of the costs.
func (q *population) check(t *testing.T, number int32) (sum int64) {
	t.Helper()
	n, best, edges := q.g.Cities, uint64(math.MaxUint64), uint64(0)
	for i := range q.g.Tours {
		city, pos := q.tour(number, i)
		full, seen := int64(0), make([]bool, n)
		for p, c := range city {
			if seen[c] || int(pos[c]) != p {
				t.Fatalf("generation %d: tour %d is none: %v, positions %v", number, i, city, pos)
			}
			seen[c] = true
			full += int64(q.cost(int32(c), int32(city[(p+1)%int(n)])))
		}
		if by := q.costs[number%2*q.g.Tours+i]; full != by {
			t.Fatalf("generation %d: tour %d costs %d, by its deltas %d", number, i, full, by)
		}
		best = min(best, uint64(full)<<16|uint64(i))
		sum += full
	}
	if q.best[number] != best {
		t.Fatalf("generation %d: the best is %#x, reported as %#x", number, best, q.best[number])
	}
	size := 1 << q.g.EdgeBits
	for _, c := range q.table[int(number)%3*size:][:size] {
		edges += uint64(c)
	}
	if edges != uint64(n)*uint64(q.g.Tours) {
		t.Fatalf("generation %d: %d edges are counted, of %d tours of %d", number, edges, q.g.Tours, n)
	}
	return sum
}

func TestCrossTours_CostsAreThoseOfTheTours(t *testing.T) {
	matrices := []tours.Table{planar(8), planar(9), planar(33), planar(97), tied(8), tied(70)}
	if testing.Short() { // the race detector makes the emulator slow
		matrices = matrices[:3]
	}
	for _, m := range matrices {
		for _, exchanges := range []int32{1, 6} {
			for nearest := range int32(2) {
				t.Run(fmt.Sprint(m.Cities, m.Costs[1], exchanges, nearest), func(t *testing.T) {
					const generations = 8
					q := newPopulation(m, 10, generations)
					q.g.Exchanges, q.g.Nearest, q.g.Children = exchanges, nearest, 2
					q.grow(t)
					grown := q.check(t, 0)
					last := grown
					for number := range int32(generations) {
						q.g.Blocks = number / 3 % 2
						q.cross(t, number+1)
						sum := q.check(t, number+1)
						if sum > last {
							t.Fatalf("generation %d costs %d, the one before %d", number+1, sum, last)
						}
						last = sum
					}
					if m.Cities > 60 && (last == grown || q.work[0] == 0 || q.work[1] == 0) {
						t.Errorf("nothing came of %v AB-cycles: cost %d, grown %d", q.work, last, grown)
					}
				})
			}
		}
	}
}

// The work of a launch is the same in every interleaving and in blocks of every size.
func TestCrossTours_SameBitsInEveryShape(t *testing.T) {
	run := func(e lane.Emulator) *population {
		q := newPopulation(planar(50), 9, 4)
		q.e = e
		q.grow(t)
		for number := range int32(4) {
			q.cross(t, number+1)
		}
		return q
	}
	want := run(lane.Emulator{Threads: 32})
	for _, e := range []lane.Emulator{{Threads: 64, Seed: 3}, {Threads: 288, Seed: 4}, {Threads: 96, Workers: 3}} {
		q := run(e)
		if !slices.Equal(q.tours, want.tours) || !slices.Equal(q.costs, want.costs) || !slices.Equal(q.best, want.best) ||
			!slices.Equal(q.work, want.work) || !slices.Equal(q.table, want.table) {
			t.Errorf("%+v gives another population", e)
		}
	}
}

// With free threads the race detector sees what a device may do in any order.
func TestCrossTours_Races(t *testing.T) {
	q := newPopulation(planar(40), 4, 2)
	q.e.Free = true
	q.grow(t)
	q.cross(t, 1)
	q.g.Blocks = 1
	q.cross(t, 2)
	q.check(t, 2)
}

func TestCrossTours_FindsOptimalTours(t *testing.T) {
	for n := 8; n <= 9; n++ {
		q := newPopulation(planar(n), 8, 3)
		q.grow(t)
		for number := range int32(3) {
			q.cross(t, number+1)
		}
		if got, want := int64(q.best[3]>>16), optimum(q); got != want {
			t.Errorf("%d cities: %d, optimum %d", n, got, want)
		}
	}
}

// optimum tries all tours.
func optimum(q *population) int64 {
	n := q.g.Cities
	least := int64(math.MaxInt64)
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(i)
	}
	var try func(at int32, cost int64)
	try = func(at int32, cost int64) {
		if at == n {
			least = min(least, cost+int64(q.cost(x[n-1], x[0])))
			return
		}
		for i := at; i < n && cost < least; i++ {
			x[at], x[i] = x[i], x[at]
			try(at+1, cost+int64(q.cost(x[at-1], x[at])))
			x[at], x[i] = x[i], x[at]
		}
	}
	try(1, 0)
	return least
}

// A generation after the target was met changes nothing, and hands the winner on.
func TestCrossTours_StopsAtTheTarget(t *testing.T) {
	q := newPopulation(planar(60), 8, 2)
	q.grow(t)
	q.g.Target = int64(q.best[0] >> 16)
	tours, costs := slices.Clone(q.tours), slices.Clone(q.costs)
	q.cross(t, 1)
	q.cross(t, 2)
	if !slices.Equal(q.tours, tours) || !slices.Equal(q.costs, costs) || q.best[2] != q.best[0] {
		t.Errorf("the population changed after it had met the target; best %#x, then %#x", q.best[0], q.best[2])
	}
}

func TestCrossTours_Stops(t *testing.T) {
	q := newPopulation(planar(60), 8, 1)
	q.grow(t)
	q.stop[0] = 1
	tours := slices.Clone(q.tours)
	q.cross(t, 1)
	if !slices.Equal(q.tours, tours) {
		t.Error("the population changed after it was told to stop")
	}
}
