package population

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/problem/jobshop"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// minimizeMemetic runs on cores.
func minimizeMemetic(t *testing.T, p multiwalk.Problem, m Memetic, s multiwalk.Settings) *multiwalk.Result {
	t.Helper()
	r := must.Have(multiwalk.Minimize(t.Context(), p, m, s))(t)
	if c := p.Cost(r.Best); c != r.Cost {
		t.Fatalf("the best costs %d, not %d", c, r.Cost)
	}
	return r
}

func TestMemetic_Conforms(t *testing.T) {
	conformance.Method(t, Memetic{Population: memeticCrew, Length: 30, Patience: 2, Stagnation: 5}, qap.Uniform(9, 1), conformance.Budget(20_000))
	conformance.Method(t, Memetic{Population: memeticCrew, Length: 30, Stagnation: 2}, must.Be(jobshop.Draw(4, 3, 1)), conformance.Budget(20_000))
	for _, p := range []multiwalk.Problem{qap.Uniform(9, 1), struct{ multiwalk.Problem }{qap.Structured(6, 2)}} {
		conformance.Method(t, Memetic{Population: 4, Length: 30, Patience: 2, Stagnation: 5}, p, conformance.Budget(20_000),
			conformance.Refuses(Memetic{Length: -1}, Memetic{Length: math.MaxInt32}, Memetic{Patience: -1}, Memetic{Patience: math.MaxInt}, Memetic{Population: -1},
				Memetic{Stagnation: -1}, Memetic{Search: single.IteratedTabu{Length: -1}}))
	}
}

func TestMemetic_FindsOptimumOfSmallInstances(t *testing.T) {
	for _, q := range []*qap.Instance{qap.Uniform(2, 1), qap.Uniform(3, 1), qap.Uniform(8, 1), qap.Structured(8, 1)} {
		want := runtest.Least(q)
		r := minimizeMemetic(t, q, Memetic{}, multiwalk.Settings{Seed: 1, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Target(want), multiwalk.Evaluations(400_000)}})
		if r.Cost != want {
			t.Errorf("%s%d: cost %d, optimum %d", q.Name(), q.N, r.Cost, want)
		}
	}
}

// One element has nothing to search.
func TestMemetic_EndsAtOnceWithOneElement(t *testing.T) {
	r := minimizeMemetic(t, qap.Uniform(1, 1), Memetic{}, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(100)}})
	if r.Status != multiwalk.MethodEnded || r.Cost != 0 {
		t.Error(r)
	}
}

// zeros is over binary vectors.
type zeros struct{}

func (zeros) Space() multiwalk.Space { return multiwalk.Binary(4) }
func (zeros) Cost([]int32) int64     { return 0 }

// A given solution takes the place of a bad one, and is never lost.
func TestMemetic_Adopts(t *testing.T) {
	q := qap.Uniform(12, 1)
	good := minimizeMemetic(t, q, Memetic{}, multiwalk.Settings{Seed: 1, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(200_000)}})
	for _, iterations := range []int{3, 200} { // in the first generation, which has no individuals yet, and later
		w := memeticOn(t, q, Memetic{Population: 4, Length: 10}, walk.Plan{Seed: 2, Walks: 1}).(*memeticWalk)
		w.Step(walk.NewSlice(iterations))
		w.Adopt(good.Best, good.Cost)
		if held := slices.Contains(w.broods.list[0].costs, good.Cost); held == w.broods.list[0].born {
			t.Errorf("after %d iterations the individuals cost %v, adopted %d", iterations, w.broods.list[0].costs, good.Cost)
		}
		w.Step(walk.NewSlice(30))
		if x, c := w.Best(); c > good.Cost || c != q.Cost(x) {
			t.Errorf("after adopting cost %d the incumbent costs %d, by full evaluation %d", good.Cost, c, q.Cost(x))
		}
	}
}

// A population of 16 is divided over one, two and three cores, which find the same; a budget of evaluations is kept but for an iteration.
func TestMemetic_AnyNumberOfCoresIsOne(t *testing.T) {
	for _, p := range []multiwalk.Problem{qap.Uniform(12, 1), struct{ multiwalk.Problem }{qap.Structured(6, 2)}, must.Be(jobshop.Draw(4, 3, 1))} {
		m := Memetic{Population: memeticCrew, Length: 30, Patience: 2, Stagnation: 3}
		var one *multiwalk.Result
		for cores := 1; cores <= 3; cores++ {
			r := minimizeMemetic(t, p, m, multiwalk.Settings{Seed: 3, Device: device.CPU(cores), Stop: []multiwalk.Stop{multiwalk.Evaluations(300_000)}})
			if one == nil {
				one = r
			}
			if r.Counters != one.Counters || !slices.Equal(r.Best, one.Best) || r.Walks != 1 || r.Workers != cores || len(r.History) != len(one.History) {
				t.Errorf("%d cores: %v, %+v; one: %v, %+v", cores, r, r.Counters, one, one.Counters)
			}
			if most := int64(300_000 + 2*memeticCrew*12*11/2); r.Evaluations() > most || r.Restarts == 0 && p.Space().Len() < 12 {
				t.Errorf("%d evaluations, at most %d wanted; %d restarts", r.Evaluations(), most, r.Restarts)
			}
		}
	}
}

// A population on all cores is that of a core that improves one child after the other.
func TestMemetic_CrewIsOneCore(t *testing.T) {
	w := memeticOn(t, qap.Uniform(12, 1), Memetic{Population: memeticCrew, Length: 20, Patience: 1, Stagnation: 4},
		walk.Plan{Seed: 3, Walks: 1, Workers: 2}).(*memeticWalk)
	alone := must.Be(w.s.onCores(0, 1)).(*memeticWalk)
	for g := range 9 {
		generation(t, alone)
		before := w.Counters().Units
		for w.searches.Left() > 0 {
			w.Step(walk.NewSlice(1))
		}
		if made := w.Counters().Units - before; made < 20 || made%20 > 0 {
			t.Errorf("generation %d takes %d units", g, made)
		}
		generation(t, w)
		a, b := alone.broods.list[0], w.broods.list[0]
		if !slices.Equal(a.x, b.x) || !slices.Equal(a.costs, b.costs) || alone.least != w.least {
			t.Fatalf("generation %d: costs %v, best %d; one after the other %v, %d", g, b.costs, w.least, a.costs, alone.least)
		}
	}
}

// On ways between individuals a child is improved until nothing better has been found for long, or for six times as long. The first individuals
// are those of one core. After them each child comes in by itself, and its search begins at another one within a twelfth of the length.
func TestMemetic_ChildrenComeInOneByOne(t *testing.T) {
	ended := map[bool]int{} // searches, by whether they found nothing for long
	for _, length := range []int64{2, 2 * memeticMeetings} {
		w := memeticOn(t, must.Be(jobshop.Draw(20, 10, 1)), Memetic{Population: memeticCrew, Length: int(length), Stagnation: 5},
			walk.Plan{Seed: 3, Walks: 1, Workers: 2}).(*memeticWalk)
		alone, c, b := must.Be(w.s.onCores(0, 1)).(*memeticWalk), w.searches.(*crew), w.broods.list[0]
		generation(t, alone)
		for ; w.flowing() == nil; w.Step(walk.NewSlice(1)) {
			for _, i := range c.over() {
				ended[c.may[i] > 0]++
			}
		}
		if first := alone.broods.list[0]; !slices.Equal(b.x, first.x) || !slices.Equal(b.costs, first.costs) {
			t.Fatalf("the first individuals cost %v, and one after the other %v", b.costs, first.costs)
		}
		since, made := make([]int64, memeticCrew), make([]int64, memeticCrew) // units since a search worked; how often it did
		for ; w.flowing() != nil; w.Step(walk.NewSlice(1)) {
			for i, search := range c.tabu {
				if since[i]++; search.Counters().Units > made[i] {
					since[i], made[i] = 0, search.Counters().Units
				}
				if since[i] >= max(1, length/memeticMeetings) {
					t.Fatalf("search %d has not worked for %d units, %d after its best, %d before its end", i, since[i], search.Idle(), c.may[i])
				}
			}
			for _, i := range c.over() {
				ended[c.may[i] > 0]++
			}
		}
		if b.restarts != 1 || b.stagnant != 0 {
			t.Errorf("%d restarts, after %d generations", b.restarts, b.stagnant)
		}
	}
	if ended[true] == 0 || ended[false] == 0 {
		t.Errorf("%d searches found nothing for long, and %d were stopped", ended[true], ended[false])
	}
}

// What is adopted again and again is there once.
func TestBrood_AdoptsOnce(t *testing.T) {
	individuals := [][]int32{{0, 1, 2, 3, 4}, {1, 0, 3, 2, 4}, {4, 2, 1, 0, 3}, {2, 3, 0, 4, 1}}
	x := []int32{4, 3, 2, 1, 0}
	b := brooded(3, individuals, 5, 9, 7, 9)
	for _, c := range []struct {
		cost int64
		want []int64
	}{{8, []int64{5, 9, 7, 8}}, {8, []int64{5, 9, 7, 8}}, {20, []int64{5, 9, 7, 8}}, {4, []int64{5, 4, 7, 8}}, {4, []int64{5, 4, 7, 8}}} {
		if b.adopt(x, c.cost); !slices.Equal(b.costs, c.want) {
			t.Errorf("after adopting cost %d the individuals cost %v, want %v", c.cost, b.costs, c.want)
		}
	}
}

// ofPermutation is the variation of memetic search on a permutation.
func ofPermutation(n int) *variation {
	return newVariation(anything{space: multiwalk.Permutation(n)}, func(bool) crossover { return uniform }, either)
}

// A child has what its parents share, takes half of the rest from each where it can, and is a permutation.
func TestUniform_KeepsWhatParentsShare(t *testing.T) {
	r := multiwalk.NewRand(1, 0)
	for _, n := range []int{1, 2, 3, 17, 60} {
		space := multiwalk.Permutation(n)
		own, other, child, v := make([]int32, n), make([]int32, n), make([]int32, n), ofPermutation(n)
		fromOwn, fromOther, fresh := 0, 0, 0
		for range 200 {
			space.Random(r, own)
			copy(other, own)
			for range r.IntN(n + 1) {
				i, j := r.IntN(n), r.IntN(n)
				other[i], other[j] = other[j], other[i]
			}
			uniform(v, child, own, other, r)
			if err := space.Check(child); err != nil {
				t.Fatalf("of %v and %v: %v", own, other, err)
			}
			for i, v := range child {
				switch {
				case own[i] == other[i] && v != own[i]:
					t.Fatalf("position %d of %v and %v is shared: %v", i, own, other, child)
				case own[i] == other[i]:
				case v == own[i]:
					fromOwn++
				case v == other[i]:
					fromOther++
				default:
					fresh++
				}
			}
		}
		if n == 60 && (math.Abs(float64(fromOwn-fromOther)) > 0.1*float64(fromOwn) || fresh > (fromOwn+fromOther)/3) {
			t.Errorf("n=%d: %d from one parent, %d from the other, %d from neither", n, fromOwn, fromOther, fresh)
		}
	}
}

// A population that finds nothing better for long begins anew with other individuals, and its best stays the incumbent.
func TestMemetic_Restarts(t *testing.T) {
	q := qap.Uniform(10, 1)
	w := memeticOn(t, q, Memetic{Population: 3, Length: 20, Stagnation: 4}, walk.Plan{Seed: 2, Walks: 1}).(*memeticWalk)
	b := w.broods.list[0]
	first, least := slices.Clone(w.children[:10]), int64(math.MaxInt64)
	for restarts := int64(0); restarts < 3; {
		w.Step(walk.NewSlice(1))
		x, cost := w.Best()
		if cost > least || cost != q.Cost(x) {
			t.Fatalf("after %d restarts the incumbent costs %d, by full evaluation %d; before %d", restarts, cost, q.Cost(x), least)
		}
		least = cost
		if c := w.Counters(); c.Restarts != restarts {
			if restarts++; c.Restarts != restarts || !b.born || w.searches.Left() != memeticFirst*20-1 || slices.Equal(b.child(0), first) {
				t.Fatalf("restart %d of %d: %d iterations are left, children %v", restarts, c.Restarts, w.searches.Left(), b.children)
			}
			copy(first, b.child(0))
		} else if b.stagnant >= 4 {
			t.Fatalf("no restart after %d generations", b.stagnant)
		}
	}
}

// What was adopted is found by no child, but is a reason to go on.
func TestBrood_Stagnates(t *testing.T) {
	b := brooded(3, [][]int32{{0, 1, 2, 3}, {1, 0, 3, 2}, {3, 2, 1, 0}}, 5, 6, 7)
	for _, c := range []struct {
		adopted, child int64
		stagnant       int
	}{{9, 5, 1}, {9, 8, 2}, {9, 4, 0}, {9, 4, 1}, {3, 4, 1}, {3, 3, 2}, {3, 2, 0}} {
		b.adopt([]int32{2, 3, 0, 1}, c.adopted)
		if b.succeed([]int64{99, c.child, 99}, 1); b.stagnant != c.stagnant {
			t.Errorf("%+v: stagnant for %d generations", c, b.stagnant)
		}
		b.breed()
	}
	if b.restart(); !b.born || b.restarts != 1 || b.stagnant != 0 || slices.Max(b.fruitless) > 0 {
		t.Errorf("begins anew with %+v", b)
	}
	if b.succeed([]int64{20, 21, 22}, 1); !slices.Equal(b.costs, []int64{20, 21, 22}) || b.stagnant != 0 {
		t.Errorf("after the restart the individuals cost %v, stagnant for %d generations", b.costs, b.stagnant)
	}
}

// brooded returns a population of individuals that cost so much, and the arcs of which have so many.
func brooded(arc int, individuals [][]int32, costs ...int64) *brood {
	b := newBrood(Memetic{Patience: 3}, len(individuals[0]), len(individuals), ofPermutation(len(individuals[0])), multiwalk.NewRand(1, 0))
	for i, x := range individuals {
		copy(b.child(i), x)
	}
	b.succeed(costs, 1)
	b.breed()
	clear(b.mutants)
	b.arc = arc
	return b
}

// A child takes the place of the worst on its arc or, if it is much like one there, of that one, if it is cheaper.
func TestBrood_PlacesChildren(t *testing.T) {
	individuals := [][]int32{{0, 1, 2, 3}, {1, 0, 3, 2}, {3, 2, 1, 0}, {2, 3, 0, 1}, {1, 2, 3, 0}}
	for name, c := range map[string]struct {
		child []int32
		cost  int64
		want  []int64
	}{
		"better than the worst": {[]int32{0, 2, 3, 1}, 8, []int64{5, 6, 7, 8, 20}}, // number 4 is out of reach
		"as good as the worst":  {[]int32{0, 2, 3, 1}, 9, []int64{5, 6, 7, 9, 20}},
		"a twin":                {[]int32{3, 2, 1, 0}, 7, []int64{5, 6, 7, 9, 20}},
		"like one, and cheaper": {[]int32{2, 3, 1, 0}, 4, []int64{5, 6, 4, 9, 20}},
	} {
		b := brooded(3, individuals, 5, 6, 7, 9, 20)
		copy(b.child(2), c.child)
		costs := []int64{99, 99, c.cost, 99, 99}
		if b.succeed(costs, 1); !slices.Equal(b.costs, c.want) {
			t.Errorf("%s: the individuals cost %v, want %v", name, b.costs, c.want)
		}
		if found := c.want[2] != 7 || c.want[3] != 9; (b.fruitless[2] == 0) != found {
			t.Errorf("%s: fruitless %v", name, b.fruitless)
		}
	}
}

// Where no child found a place for long, and where parents are alike, children are mutants; those of the first kind
// take the worst one's place.
func TestBrood_Mutates(t *testing.T) {
	x := []int32{0, 1, 2, 3, 4, 5, 6, 7}
	b := brooded(3, [][]int32{x, x, x}, 5, 4, 6)
	for range 3 {
		for i := range 3 {
			if slices.Equal(b.child(i), x) || multiwalk.Permutation(8).Check(b.child(i)) != nil {
				t.Fatalf("of twins comes %v", b.child(i))
			}
		}
		b.succeed([]int64{9, 9, 9}, 1)
		b.breed()
	}
	if !slices.Equal(b.mutants, []bool{true, true, true}) || !slices.Equal(b.costs, []int64{5, 4, 6}) {
		t.Fatalf("mutants %v of %v, the individuals cost %v", b.mutants, b.fruitless, b.costs)
	}
	copy(b.child(0), []int32{7, 6, 5, 4, 3, 2, 1, 0})
	copy(b.child(1), x) // is there already
	copy(b.child(2), x)
	if b.succeed([]int64{9, 9, 9}, 1); !slices.Equal(b.costs, []int64{5, 4, 9}) || b.fruitless[0] != 0 || b.fruitless[1] == 0 {
		t.Errorf("the individuals cost %v, fruitless %v", b.costs, b.fruitless)
	}
}

// Individuals that differ in up to a fiftieth of the positions and one more are alike, and in up to two in any case.
func TestBrood_Twins(t *testing.T) {
	for n, want := range map[int]int{9: 2, 49: 2, 50: 2, 99: 2, 100: 3, 149: 3, 150: 4, 300: 7} {
		if b := newBrood(Memetic{}, n, 8, ofPermutation(n), multiwalk.NewRand(1, 0)); b.twins != want {
			t.Errorf("%d positions: %d, want %d", n, b.twins, want)
		}
	}
}

// BenchmarkMemetic_Generation measures what the host does between two generations of a GPU: an operation is a
// generation of as many individuals as an H200 has searches.
func BenchmarkMemetic_Generation(b *testing.B) {
	for _, c := range []struct{ n, size int }{{60, 924}, {100, 264}, {150, 132}} {
		b.Run(fmt.Sprintf("n=%d/%d", c.n, c.size), func(b *testing.B) {
			w := newBrood(Memetic{Patience: 50}, c.n, c.size, ofPermutation(c.n), multiwalk.NewRand(1, 0))
			costs := make([]int64, c.size)
			for i := range costs {
				multiwalk.Permutation(c.n).Random(w.r, w.child(i))
				costs[i] = int64(w.r.IntN(100)) // many are alike
			}
			for b.Loop() {
				w.succeed(costs, 1)
				w.breed()
			}
		})
	}
}

// What is documented of memetic search.
func TestMemetic_Defaults(t *testing.T) {
	m, err := Memetic{}.withDefaults(multiwalk.Permutation(60), false, false)
	if err != nil || m.Length != 200*60 || m.Patience != 50 || m.Stagnation != 150 || memeticSize != 8 || memeticFirst != 10 {
		t.Errorf("%+v, %v", m, err)
	}
	if m.Search.Weakest != 5 || m.Search.Strongest != 15 {
		t.Errorf("perturbations of %d to %d of 60 positions, want n/12 to n/4", m.Search.Weakest, m.Search.Strongest)
	}
	m, err = Memetic{}.withDefaults(multiwalk.Integers(300, 0, 9), true, false)
	if err != nil || m.Population != 2 || m.Length != 10*300 || m.Stagnation != 200 || coupleFirst != 40 || m.Search.Length < m.Length {
		t.Errorf("of groups: %+v, %v", m, err)
	}
	m, err = Memetic{Population: 8}.withDefaults(multiwalk.Integers(300, 0, 9), true, false)
	if err != nil || m.Population != 8 || m.Stagnation != 150 || m.Search.Length != 0 {
		t.Errorf("of 8 groups: %+v, %v", m, err)
	}
	m, err = Memetic{}.withDefaults(multiwalk.Permutation(60), false, true)
	if err != nil || m.Population != 30 || m.Length != 20*60 || m.Search.Length < m.Length {
		t.Errorf("by ways: %+v, %v", m, err)
	}
}
