package relocate

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// grid is cities with rounded Euclidean distances.
type grid struct{ at []spot }

type spot struct{ x, y int32 }

func (g grid) Place(i int32) spot { return g.at[i] }
func (g grid) Between(a, b spot) int32 {
	dx, dy := float64(a.x-b.x), float64(a.y-b.y)
	return int32(math.Sqrt(dx*dx+dy*dy) + 0.5)
}

// annealing is the arguments of a launch of Relocate.
type annealing struct {
	m                  grid
	a                  Annealing
	order              []int32
	temperatures       []float32
	rungs              []int32
	start, tours, best []uint16
	costs              []int32
	hits, goal         []int64
	stop               []uint32
	each, wide, free   bool
	independent        bool  // lanes draw
	copies             int32 // of places, where they do; 0 means 1
	moves              string
}

func newAnnealing(n, walks, moves int32) *annealing {
	r := rand.New(rand.NewPCG(uint64(n), uint64(walks)))
	x := &annealing{a: Annealing{Cities: n, Moves: moves, Walks: walks, PerStep: 2 * n, Seed: 7, Target: math.MinInt32},
		rungs: []int32{0}, start: make([]uint16, n), tours: make([]uint16, walks*n), best: make([]uint16, walks*n),
		costs: make([]int32, 2*walks), hits: make([]int64, walks), goal: []int64{math.MaxInt64}, stop: []uint32{0}}
	for range n {
		x.m.at = append(x.m.at, spot{r.Int32N(1000), r.Int32N(1000)})
	}
	for _, c := range r.Perm(int(n)) {
		x.order = append(x.order, int32(c))
	}
	for k := range 20 {
		x.temperatures = append(x.temperatures, float32(500*math.Pow(0.7, float64(k))))
	}
	for w := range walks {
		tour := r.Perm(int(n))
		for i, c := range tour {
			x.tours[w*n+int32(c)] = uint16(tour[(i+1)%len(tour)])
		}
		x.costs[2*w+1], x.hits[w] = math.MaxInt32, math.MaxInt64
	}
	return x
}

// widen makes edges long.
func (x *annealing) widen() {
	x.wide = true
	for i := range x.m.at {
		x.m.at[i].x *= 200
		x.m.at[i].y *= 200
	}
	for i := range x.temperatures {
		x.temperatures[i] *= 200
	}
}

// run launches iterations from to until in blocks of so many warps.
func (x *annealing) run(t testing.TB, from, until int64, warps int32, seed uint64) {
	t.Helper()
	x.a.From, x.a.Until = from, until
	e := lane.Emulator{Blocks: (x.a.Walks + warps - 1) / warps, Threads: 32 * warps, Seed: seed, Free: x.free,
		Shared: int32(RoomOf(int(x.a.Cities), 8*int(max(1, x.copies)), int(warps), x.wide || x.moves != ""))}
	copies := max(1, x.copies)
	links, gains, back := []uint64(nil), []int32(nil), []uint16(nil)
	if x.moves == "far" {
		size := x.a.Walks * (x.a.Cities + 32)
		links, gains, back = make([]uint64, size), make([]int32, size), make([]uint16, size)
		e.Shared = 8 * x.a.Cities * copies
	}
	kernel := Relocate[spot, grid]
	switch {
	case x.moves == "far" && x.independent:
		kernel = func(l lane.Thread, m grid, a Annealing, order []int32, temperatures []float32, rungs []int32, start, tours, best []uint16,
			costs []int32, hits, goal []int64, stop []uint32) {
			RelocateIndependentFar(l, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, copies, links, gains, back)
		}
	case x.moves == "far":
		kernel = func(l lane.Thread, m grid, a Annealing, order []int32, temperatures []float32, rungs []int32, start, tours, best []uint16,
			costs []int32, hits, goal []int64, stop []uint32) {
			RelocateFar(l, m, a, order, temperatures, rungs, start, tours, best, costs, hits, goal, stop, links, gains, back)
		}
	case x.independent:
		kernel = x.drawn()
	case x.moves == "oropt" && x.each:
		kernel = OrOptEach[spot, grid]
	case x.moves == "oropt":
		kernel = OrOpt[spot, grid]
	case x.moves == "2opt" && x.each:
		kernel = TwoOptEach[spot, grid]
	case x.moves == "2opt":
		kernel = TwoOpt[spot, grid]
	case x.each && x.wide:
		kernel = RelocateEachWide[spot, grid]
	case x.wide && x.a.Moves <= 32:
		kernel = RelocateWide[spot, grid]
	case x.each:
		kernel = RelocateEach[spot, grid]
	case x.a.Moves > 32 && x.wide:
		kernel = RelocateManyWide[spot, grid]
	case x.a.Moves > 32:
		kernel = RelocateMany[spot, grid]
	}
	must.Do(t, e.Run(func(l lane.Thread) {
		kernel(l, x.m, x.a, x.order, x.temperatures, x.rungs, x.start, x.tours, x.best, x.costs, x.hits, x.goal, x.stop)
	}))
}

// cost evaluates a walk's tour in full, and fails if it is none.
func (x *annealing) cost(t testing.TB, next []uint16) int32 {
	t.Helper()
	if x.moves == "2opt" { // tours are by position
		tour := next
		next = slices.Repeat([]uint16{0}, len(tour))
		for i, c := range tour {
			next[c] = tour[(i+1)%len(tour)]
		}
	}
	sum, at := int32(0), uint16(0)
	seen := make([]bool, len(next))
	for range next {
		seen[at] = true
		a, b := x.m.at[x.order[at]], x.m.at[x.order[next[at]]]
		sum += x.m.Between(a, b)
		at = next[at]
	}
	if at != 0 || slices.Contains(seen, false) {
		t.Fatalf("%v is no tour", next)
	}
	return sum
}

func (x *annealing) check(t testing.TB) {
	t.Helper()
	n := x.a.Cities
	for w := range x.a.Walks {
		if got := x.cost(t, x.tours[w*n:(w+1)*n]); got != x.costs[2*w] {
			t.Fatalf("walk %d: tour costs %d, ledger says %d", w, got, x.costs[2*w])
		}
		if least := x.costs[2*w+1]; least < math.MaxInt32 {
			if got := x.cost(t, x.best[w*n:(w+1)*n]); got != least {
				t.Fatalf("walk %d: best tour costs %d, ledger says %d", w, got, least)
			}
		}
	}
}

// sizes leaves out all but two under the race detector, which makes the emulator slow.
func sizes(n ...int32) []int32 {
	if testing.Short() {
		return []int32{n[1], 34}
	}
	return n
}

// The ledger holds, and tours get shorter, whatever the moves and how many of them.
func TestRelocate_LedgerHolds(t *testing.T) {
	for _, c := range []struct {
		moves       string
		independent bool
		sizes       []int32
		counts      []int32
	}{
		{"", false, []int32{5, 6, 31, 32, 33, 64, 101}, []int32{1, 32, 64, 1024, 4, 12}},
		{"", true, []int32{5, 6, 31, 33, 64, 101}, []int32{1, 32, 64, 1024, 5, 160}},
		{"oropt", false, []int32{5, 6, 8, 31, 33, 70}, []int32{32}},
		{"2opt", false, []int32{5, 6, 8, 31, 33, 70}, []int32{32}},
	} {
		counts := c.counts
		if testing.Short() {
			counts = counts[:min(3, len(counts))]
		}
		for _, n := range sizes(c.sizes...) {
			for _, moves := range counts {
				for _, each := range []bool{false, true} {
					iterations := min(40*n, 1500)
					switch {
					case moves > 32 && (each || n < 34 && !c.independent):
						continue
					case moves > 32:
						iterations = min(iterations, 500)
					case !c.independent:
						moves = min(moves, n)
					}
					t.Run(fmt.Sprint(c.moves, c.independent, n, moves, each), func(t *testing.T) {
						x := newAnnealing(n, 3, moves)
						x.moves, x.independent, x.each = c.moves, c.independent, each
						before := x.cost(t, x.tours[:n])
						x.run(t, 0, int64(iterations), 2, 1)
						x.check(t)
						if n > 30 && min(x.costs[0], x.costs[1]) >= before*8/10 {
							t.Errorf("cost went from %d to %d", before, x.costs[0])
						}
					})
				}
			}
		}
	}
}

// walked is what a launch leaves that results depend on.
func (x *annealing) walked() string {
	best := x.best
	for w, least := range x.costs { // what was never stored means nothing
		if w%2 == 1 && least == math.MaxInt32 {
			best = nil
		}
	}
	return fmt.Sprint(x.tours, best, x.costs, x.hits, x.goal)
}

// The shape of a launch, the order in which its threads run, and where one launch ends and the next begins change nothing.
func TestRelocate_ShapesAndSlicesChangeNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("the emulator is slow under the race detector")
	}
	for name, set := range map[string]func(*annealing){
		"best": func(x *annealing) {}, "few": func(x *annealing) { x.a.Moves = 5 }, "each": func(x *annealing) { x.each = true },
		"many": func(x *annealing) { x.a.Moves = 96 },
		"wide": func(x *annealing) { x.widen() }, "wide each": func(x *annealing) { x.each = true; x.widen() },
		"wide many": func(x *annealing) { x.a.Moves = 64; x.widen() },
		"oropt":     func(x *annealing) { x.moves = "oropt" }, "oropt each": func(x *annealing) { x.moves, x.each = "oropt", true },
		"2opt": func(x *annealing) { x.moves = "2opt" }, "2opt each": func(x *annealing) { x.moves, x.each = "2opt", true },
		"tempering":       func(x *annealing) { x.a.Rungs, x.rungs = 1, []int32{0, 7, 3, 12, 1} },
		"drawn":           func(x *annealing) { x.independent = true },
		"few drawn":       func(x *annealing) { x.independent, x.a.Moves = true, 5 },
		"each drawn":      func(x *annealing) { x.independent, x.each = true, true },
		"few each drawn":  func(x *annealing) { x.independent, x.each, x.a.Moves = true, true, 5 },
		"many drawn":      func(x *annealing) { x.independent, x.a.Moves = true, 96 },
		"wide drawn":      func(x *annealing) { x.independent = true; x.widen() },
		"wide each drawn": func(x *annealing) { x.independent, x.each = true, true; x.widen() },
		"wide many drawn": func(x *annealing) { x.independent, x.a.Moves = true, 160; x.widen() },
		"tempering drawn": func(x *annealing) { x.independent, x.a.Rungs, x.rungs = true, 1, []int32{0, 7, 3, 12, 1} },
	} {
		t.Run(name, func(t *testing.T) {
			run := func(warps int32, seed uint64, cuts ...int64) string {
				x := newAnnealing(45, 5, 32)
				set(x)
				from := int64(0)
				for _, until := range append(cuts, 300) {
					x.run(t, from, until, warps, seed)
					from = until
				}
				x.check(t)
				return x.walked()
			}
			want := run(5, 1)
			for i, got := range []string{run(1, 2), run(3, 3), run(2, 4, 1, 3, 64, 65, 133)} {
				if got != want {
					t.Errorf("launch %d differs", i)
				}
			}
		})
	}
}

// With free threads the race detector sees what no barrier orders. With relocations that is, by design, two lanes that
// write the same gain of the same city; with the others nothing may be.
func TestRelocate_Races(t *testing.T) {
	for _, moves := range []string{"oropt", "2opt"} {
		for _, each := range []bool{false, true} {
			run := func(free bool) string {
				x := newAnnealing(12, 3, 12)
				x.moves, x.each, x.free = moves, each, free
				x.run(t, 0, 40, 2, 1)
				x.check(t)
				return x.walked()
			}
			if run(true) != run(false) {
				t.Errorf("%s, each %v: free threads change the result", moves, each)
			}
		}
	}
}

// A walk does the same wherever its memory is, and however wide.
func TestRelocate_MemoryChangesNothing(t *testing.T) {
	for _, independent := range []bool{false, true} {
		run := func(set func(*annealing)) string {
			x := newAnnealing(45, 5, 32)
			x.independent = independent
			set(x)
			x.run(t, 0, 300, 3, 1)
			x.check(t)
			return x.walked()
		}
		narrow := run(func(*annealing) {})
		if run(func(x *annealing) { x.wide = true }) != narrow || run(func(x *annealing) { x.moves = "far" }) != narrow {
			t.Errorf("walks differ; lanes draw: %v", independent)
		}
		if independent && (run(func(x *annealing) { x.copies = 16 }) != narrow || run(func(x *annealing) { x.moves, x.copies = "far", 2 }) != narrow) {
			t.Error("walks differ by how many copies of places there are")
		}
		if run(func(x *annealing) { x.a.Moves = 31 }) == narrow {
			t.Error("the last lane's move is never made")
		}
	}
}

// A walk that meets the target stops there and then; others stop no sooner than they have come as far.
func TestRelocate_StopsAtTheTarget(t *testing.T) {
	for _, independent := range []bool{false, true} {
		begun := func() *annealing {
			x := newAnnealing(60, 4, 32)
			x.independent = independent
			return x
		}
		x, free, again := begun(), begun(), begun()
		free.run(t, 0, 1500, 4, 1)
		x.a.Target = slices.Min(free.costs) * 11 / 10
		x.run(t, 0, 1500, 4, 1)
		x.check(t)
		first := slices.Min(x.hits)
		if first == math.MaxInt64 || x.goal[0] != first {
			t.Fatalf("hits %v, goal %v, target %d", x.hits, x.goal, x.a.Target)
		}
		for w, h := range x.hits {
			if h != math.MaxInt64 && (x.costs[2*w] > x.a.Target || x.costs[2*w+1] != x.costs[2*w]) {
				t.Errorf("walk %d met the target in iteration %d with costs %v", w, h, x.costs[2*w:2*w+2])
			}
		}
		again.a.Target = x.a.Target // up to just before, nobody has met it
		again.run(t, 0, first, 4, 1)
		if again.goal[0] != math.MaxInt64 {
			t.Errorf("met in iteration %d before %d", again.goal[0], first)
		}
	}
}

func TestRelocate_StopsWhenTold(t *testing.T) {
	warps := int32(2)
	if testing.Short() { // of two, the emulator may let one run far ahead of the one that looks
		warps = 1
	}
	x := newAnnealing(60, 4, 32)
	before := slices.Clone(x.tours)
	x.stop[0] = 1
	x.run(t, 0, 1<<40, warps, 1)
	x.check(t)
	if x.goal[0] != -1 || !slices.Equal(x.tours[:60], before[:60]) {
		t.Errorf("goal %d; the walk that looks moved: %v", x.goal[0], !slices.Equal(x.tours[:60], before[:60]))
	}
}

func TestRelocate_AdoptsATour(t *testing.T) {
	x := newAnnealing(40, 3, 32)
	copy(x.start, x.tours[:40])
	x.a.Adopt = 1
	x.temperatures = []float32{1e-6}
	x.run(t, 0, 1, 3, 1)
	x.check(t)
	for w := range 3 {
		if x.costs[2*w] > x.cost(t, x.start) {
			t.Errorf("walk %d went up from the tour it adopted, from %d to %d", w, x.cost(t, x.start), x.costs[2*w])
		}
	}
}
