package population

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/kernels/cross"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/internal/kernels/team"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/problem/nqueens"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/walk"
)

// figure7 is the paper's code, search for the number included.
func figure7(parent1, parent2 []int32, cut1, cut2 int) []int32 {
	child := slices.Clone(parent1)
	for i := cut1; i < cut2; i++ {
		for j := range child {
			if parent2[i] == child[j] {
				child[i], child[j] = child[j], child[i]
				break
			}
		}
	}
	return child
}

// byDefinition is order crossover as the textbook tells it.
func byDefinition(own, other []int32, cut1, cut2 int) []int32 {
	n := len(own)
	kept := own[cut1:cut2]
	var rest []int32
	for k := range n {
		if v := other[(cut2+k)%n]; !slices.Contains(kept, v) {
			rest = append(rest, v)
		}
	}
	child := slices.Repeat([]int32{-1}, n)
	copy(child[cut1:], kept)
	for k, v := range rest {
		child[(cut2+k)%n] = v
	}
	return child
}

// parents returns two random permutations; with near, the second is the first but for some swaps.
func parents(r *multiwalk.Rand, n int, near bool) (own, other []int32) {
	space := multiwalk.Permutation(n)
	own, other = make([]int32, n), make([]int32, n)
	space.Random(r, own)
	space.Random(r, other)
	if near {
		copy(other, own)
		for range 3 {
			i, j := r.IntN(n), r.IntN(n)
			other[i], other[j] = other[j], other[i]
		}
	}
	return own, other
}

// Both crossovers make permutations, and the children that the paper and the textbook make, for every cut.
func TestCrossovers_AreTheirDefinitions(t *testing.T) {
	r := multiwalk.NewRand(11, 0)
	for n := 1; n <= 12; n++ {
		child, place := make([]int32, n), make([]int32, n)
		for trial := range 12 {
			own, other := parents(r, n, trial%3 == 0)
			for cut1 := range n {
				for cut2 := cut1 + 1; cut2 <= n; cut2++ {
					differs := cross.PartiallyMapped(team.Single{}, child, own, other, place, int32(cut1), int32(cut2))
					if want := figure7(own, other, cut1, cut2); !slices.Equal(child, want) || multiwalk.Permutation(n).Check(child) != nil {
						t.Fatalf("pmx of %v and %v at [%d, %d): %v, want %v", own, other, cut1, cut2, child, want)
					}
					if differs == slices.Equal(child, own) {
						t.Fatalf("pmx of %v and %v at [%d, %d): differs %v, child %v", own, other, cut1, cut2, differs, child)
					}
					cross.Ordered(team.Single{}, child, own, other, place, int32(cut1), int32(cut2))
					if want := byDefinition(own, other, cut1, cut2); !slices.Equal(child, want) || multiwalk.Permutation(n).Check(child) != nil {
						t.Fatalf("ox of %v and %v at [%d, %d): %v, want %v", own, other, cut1, cut2, child, want)
					}
				}
			}
		}
	}
}

// The example of Davis' order crossover, worked out by hand.
func TestOrdered_ByHand(t *testing.T) {
	own, other := []int32{0, 1, 2, 3, 4, 5, 6, 7, 8}, []int32{8, 2, 6, 7, 1, 5, 4, 0, 3}
	child := make([]int32, 9)
	cross.Ordered(team.Single{}, child, own, other, make([]int32, 9), 3, 7)
	// Kept: 3 4 5 6. The other's order from position 7 on: 0 3 8 2 6 7 1 5 4; without those: 0 8 2 7 1.
	if want := []int32{2, 7, 1, 3, 4, 5, 6, 0, 8}; !slices.Equal(child, want) {
		t.Errorf("%v, want %v", child, want)
	}
}

// lipa is an instance with neither symmetric matrix, and diagonals that cost.
func lipa(n int) *qap.Instance {
	r := multiwalk.NewRand(uint64(n), 77)
	flow, dist := make([]int32, n*n), make([]int32, n*n)
	for k := range flow {
		flow[k], dist[k] = int32(r.IntN(20)), int32(r.IntN(30)-3)
	}
	q, err := qap.New(fmt.Sprintf("lipa%d", n), n, flow, dist)
	if err != nil {
		panic(err)
	}
	return q
}

// A child is priced by swaps wherever these are few enough, and costs what it costs.
func TestPricer_PricesAsCostDoes(t *testing.T) {
	r := multiwalk.NewRand(5, 1)
	for _, q := range []*qap.Instance{lipa(9), qap.Structured(14, 2), qap.Uniform(20, 3)} {
		for _, worth := range []int{0, 2, q.N} {
			s := &demeSearch{p: q, n: q.N, worth: worth}
			m := s.pricer()
			for trial := range 200 {
				own, child := parents(r, q.N, trial%2 == 0)
				if c := m.price(q, child, own, q.Cost(own)); c != q.Cost(child) {
					t.Fatalf("%s, worth %d: the child costs %d, priced %d", q.Name(), worth, q.Cost(child), c)
				}
			}
		}
	}
}

// However children are priced, the subpopulations are the same, and cost what they are said to.
func TestGenetic_PricesAlike(t *testing.T) {
	for _, q := range []*qap.Instance{lipa(11), qap.Structured(25, 2)} {
		for _, m := range forms() {
			var walks []geneticWalk
			for _, worth := range []int{0, 3, math.MaxInt32} {
				s := must.Have(m.Prepare(q, walk.Plan{Seed: 3, Walks: 1}))(t)
				s.(*geneticSearch).worth = worth
				w := must.Have(s.NewWalk(0))(t)
				w.Step(walk.NewSlice(140))
				walks = append(walks, w.(geneticWalk))
			}
			first := walks[0]
			for _, w := range walks[1:] {
				if !slices.Equal(w.x[w.side(w.at)], first.x[w.side(w.at)]) || w.work != first.work {
					t.Errorf("%s, %+v: %+v, then %+v", q.Name(), m, first.work, w.work)
				}
			}
			for i, c := range first.costs[first.side(first.at)] {
				if x := individual(first, i); q.Space().Check(x) != nil || q.Cost(x) != c {
					t.Errorf("%s, %+v: individual %d costs %d, said %d: %v", q.Name(), m, i, q.Cost(x), c, x)
				}
			}
		}
	}
}

// individual is one of the present generation.
func individual(w geneticWalk, i int) []int32 {
	x, _ := w.Individuals()
	return x[i*w.s.n : (i+1)*w.s.n]
}

// A generation replaces parents by cheaper children alone.
func TestGenetic_Replaces(t *testing.T) {
	w := walksOf(t, qap.Uniform(12, 1), Genetic{Population: 20, Restart: "none"}, walk.Plan{Seed: 2, Walks: 1}, 1)[0].(geneticWalk)
	w.Step(walk.NewSlice(1))
	for range 60 {
		x, were := w.Individuals()
		pool, costs, moves := slices.Clone(x), slices.Clone(were), w.work.Moves
		w.Step(walk.NewSlice(1))
		_, now := w.Individuals()
		for i, c := range now {
			same := slices.Equal(individual(w, i), pool[i*12:(i+1)*12])
			if c > costs[i] || same != (c == costs[i]) {
				t.Fatalf("individual %d went from %d to %d; the same %v", i, costs[i], c, same)
			}
			if !same {
				moves++
			}
		}
		if w.work.Moves != moves {
			t.Fatalf("%d replaced, counted %d", moves, w.work.Moves)
		}
	}
}

// A subpopulation is drawn anew when 0.6 of it cost what the best does, after 50 generations and no sooner.
func TestGenetic_Stagnates(t *testing.T) {
	w := walksOf(t, qap.Uniform(6, 1), Genetic{Population: 10, Mutation: 0.1}, walk.Plan{Seed: 8, Walks: 1}, 1)[0].(geneticWalk)
	w.Step(walk.NewSlice(geneticCheck)) // one less than 50 generations: the first unit draws
	if w.work.Restarts != 0 || !w.Stagnates() {
		t.Fatalf("restarts %d, costs %v", w.work.Restarts, w.costs)
	}
	w.Step(walk.NewSlice(1))
	if x, _ := w.Individuals(); w.work.Restarts != 0 || x != nil || w.Stagnates() {
		t.Fatalf("restarts %d, individuals %v", w.work.Restarts, x)
	}
	least := w.least
	w.Step(walk.NewSlice(1))
	_, costs := w.Individuals()
	if w.work.Restarts != 1 || w.least > least || w.least == slices.Min(costs) || w.Stagnates() {
		t.Errorf("restarts %d, best %d, costs %v", w.work.Restarts, w.least, costs)
	}
	copy(costs, []int64{9, 1, 1, 1, 1, 1, 2, 3, 4, 5})
	if w.Stagnates() {
		t.Error("5 of 10 stagnate")
	}
	if costs[9] = 1; !w.Stagnates() {
		t.Error("6 of 10 do not")
	}
}

// Small instances are solved: QAP of both kinds, queens and tours.
func TestGenetic_FindsTheOptimum(t *testing.T) {
	queens := must.Have(nqueens.New(12))(t)
	round := tsp.Random(9, 4)
	for name, c := range map[string]struct {
		p    multiwalk.Problem
		want int64
	}{"symmetric": {qap.Uniform(7, 1), runtest.Least(qap.Uniform(7, 1))}, "asymmetric": {lipa(7), runtest.Least(lipa(7))},
		"queens": {queens, 0}, "tour": {round, runtest.Least(round)}, "one": {qap.Uniform(1, 1), 0}, "two": {lipa(2), runtest.Least(lipa(2))}} {
		for _, crossover := range []string{"pmx", "ox"} {
			s := multiwalk.Settings{Seed: 1, Walks: 2, Stop: []multiwalk.Stop{multiwalk.Target(c.want), multiwalk.Evaluations(2_000_000)}}
			r, err := multiwalk.Minimize(context.Background(), c.p, Genetic{Crossover: crossover, Population: 32}, s)
			if err != nil || r.Status != multiwalk.TargetReached {
				t.Errorf("%s by %s: %v, %v; optimum %d", name, crossover, r, err, c.want)
			}
		}
	}
}

func TestGenetic_Conforms(t *testing.T) {
	queens := must.Have(nqueens.New(16))(t)
	refused := conformance.Refuses(Genetic{Population: 1}, Genetic{Population: -5}, Genetic{Mutation: 1.5}, Genetic{Mutation: math.NaN()},
		Genetic{Crossover: "x"}, Genetic{Restart: "luby"}, Genetic{Rate: -1}, Genetic{Rate: 1.01},
		Genetic{Cuts: -1})
	problems := []multiwalk.Problem{qap.Structured(12, 1), lipa(9), queens, qap.Uniform(3, 1)}
	for i, m := range forms() {
		conformance.Method(t, m, problems[i%4], refused)
		if !testing.Short() {
			conformance.Method(t, m, problems[(i+1)%4], conformance.Budget(5000))
		}
	}
}

// binary is a problem that has no permutations.
type binary struct{}

func (binary) Space() multiwalk.Space { return multiwalk.Binary(5) }
func (binary) Cost([]int32) int64     { return 0 }

// A crossover must fit a part of the space, and GPUs cross orders alone.
func TestGenetic_RefusesWhatDoesNotFit(t *testing.T) {
	must.Fail(t, "CPU cores")((Genetic{}).Place(binary{}, device.Emulator()))
	for _, c := range []struct {
		m    Genetic
		p    multiwalk.Problem
		want string
	}{{Genetic{Crossover: "pmx"}, binary{}, "fits no part of binary"}, {Genetic{}, vast{}, "use fewer individuals"},
		{Genetic{Crossover: "uniform"}, zeros{}, ""}, {Genetic{Crossover: "uniform"}, qap.Uniform(5, 1), "fits no part"}} {
		if _, err := c.m.Prepare(c.p, walk.Plan{}); (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.m, err, c.want)
		}
	}
}

// vast is too long.
type vast struct{}

func (vast) Space() multiwalk.Space { return multiwalk.Permutation(mostGenes/geneticSize + 1) }
func (vast) Cost([]int32) int64     { return 0 }

// What takes longer than all tries may is called once, and its time is that of the call.
func TestFastest_CallsASlowOneOnce(t *testing.T) {
	calls := 0
	seconds := fastest(func() {
		calls++
		for began := time.Now(); time.Since(began) < 200*time.Microsecond; {
		}
	})
	if calls != 1 || seconds < 200e-6 {
		t.Errorf("%d calls, %v s each", calls, seconds)
	}
}

// Sections III-B.1 and 3 of Tsutsui and Fujimoto: Model II has 128 individuals, pmx, and a restart where 0.6 of them are as
// cheap as the best, looked at every 50 generations. The probability of a mutation is what the paper's figures fit: see Mutation.
func TestGenetic_DefaultsAreThePapers(t *testing.T) {
	m, rule, err := Genetic{}.withDefaults(flat{9})
	want := Genetic{Population: 128, Mutation: 0.9, Crossover: "pmx", Restart: "stagnation", Rate: 0.6, Cuts: 1}
	if err != nil || m != want {
		t.Errorf("%+v, %v; want %+v", m, err, want)
	}
	if rule.Select != deme.Random || rule.Own != 1 || rule.Replace != deme.IfBetter || rule.Mates != 1<<32 {
		t.Errorf("%+v", rule)
	}
	if got := m.stagnant(); got != 77 {
		t.Errorf("%d of 128 individuals stagnate, want 77", got)
	}
}

// flat has solutions that all cost the same.
type flat struct{ n int }

func (p flat) Space() multiwalk.Space { return multiwalk.Permutation(p.n) }
func (p flat) Cost([]int32) int64     { return 7 }
