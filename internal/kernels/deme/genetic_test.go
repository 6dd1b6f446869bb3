package deme

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/kernels/kerneltest"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// geneticRun is the memory of some subpopulations.
type geneticRun struct {
	a                       Breeding
	start                   []int32
	pools                   []uint16
	costs                   []int64
	ages, best              []int32
	least, made, anew, hits []int64
	goal                    []int64
	stop                    []uint32
}

func newGeneticRun(p *kerneltest.Assignment, a Breeding, populations int) *geneticRun {
	a.N = p.N
	all := int(a.size() * a.N)
	r := &geneticRun{a: a, start: make([]int32, a.N), pools: make([]uint16, 2*populations*all), costs: make([]int64, populations*int(a.size())),
		ages: slices.Repeat([]int32{-1}, populations), best: make([]int32, populations*int(a.N)), least: slices.Repeat([]int64{math.MaxInt64}, populations),
		made: make([]int64, populations), anew: make([]int64, populations), hits: slices.Repeat([]int64{math.MaxInt64}, populations),
		goal: []int64{math.MaxInt64}, stop: []uint32{0}}
	for i := range r.start {
		r.start[i] = a.N - 1 - int32(i)
	}
	return r
}

// individual is one of a subpopulation. Those in shared memory are stored one subpopulation after the other, those in
// global memory with the room for their children between.
func (r *geneticRun) individual(w, i int) []uint16 {
	n, size := int(r.a.N), int(r.a.size())
	at := (w*size + i) * n
	if r.a.Shared == 0 {
		at = (2*w*size + i) * n
	}
	return r.pools[at : at+n]
}

// emulate does the launch in the emulator.
func (r *geneticRun) emulate(t *testing.T, p *kerneltest.Assignment, threads int, terms, free bool) {
	t.Helper()
	kernel, teams := Genetic[*kerneltest.Assignment], threads
	if terms {
		kernel, teams = GeneticTerms[*kerneltest.Assignment], threads/lane.WarpSize
	}
	e := lane.Emulator{Blocks: int32(len(r.ages)), Threads: int32(threads), Free: free,
		Shared: int32(GeneticRoom(int(r.a.N), int(r.a.size()), teams, r.a.Shared != 0))}
	must.Do(t, e.Run(func(l lane.Thread) {
		kernel(l, p, r.a, r.start, r.pools, r.costs, r.ages, r.best, r.least, r.made, r.anew, r.hits, r.goal, r.stop)
	}))
}

// ruled is the rule of subpopulations of that size.
func ruled(size int32, mutation float64) Rule {
	return Rule{Topology: Topology{Shape: Island, Width: size, Count: size, Row: 1}, Select: Random, Own: 1, Cuts: 1, Mates: 1 << 32,
		Mutates: uint64(mutation * (1 << 32))}
}

// same compares two runs; where individuals lie is no matter.
func (r *geneticRun) same(o *geneticRun) bool {
	for w := range r.ages {
		for i := range int(r.a.size()) {
			if !slices.Equal(r.individual(w, i), o.individual(w, i)) {
				return false
			}
		}
	}
	a, b := *r, *o
	a.pools, b.pools, a.a, b.a = nil, nil, Breeding{}, Breeding{}
	return reflect.DeepEqual(a, b)
}

// breedings are launches of every kind.
func breedings() map[string]Breeding {
	some := Breeding{Rule: ruled(7, 0.3), Shared: 1, Stagnant: 5, Check: 3, Poll: 4, Until: 24, Target: math.MinInt64, Seed: 5, First: 9}
	all := map[string]Breeding{"pmx": some}
	kept := some
	kept.Rule, kept.Stagnant, kept.Keeps = ruled(5, 0.2), 2, 1
	kept.Rule.Cuts = 2
	all["kept, cut alike"] = kept
	some.Rule.Orders, some.Given = Ordered, 1
	all["ox, given"] = some
	some.Shared = 0
	all["ox, global"] = some
	some.Rule, some.Stagnant, some.From, some.Until = ruled(3, 0), 2, 40, 57
	all["pmx, global, later"] = some
	some.Rule, some.Stagnant, some.Shared = ruled(3, 1), 3, 1
	all["all mutate"] = some
	return all
}

// Both kernels do what one thread does, whatever the shape of the launch. That it does what a walk on a core does is tested in population.
func TestGenetic_SameInEveryShape(t *testing.T) {
	p := kerneltest.NewAssignment(9, 1)
	anew := int64(0)
	for name, a := range breedings() {
		want := newGeneticRun(p, a, 2)
		want.emulate(t, p, 1, false, false)
		anew += want.anew[0] + want.anew[1]
		for _, shape := range []struct {
			threads int
			terms   bool
		}{{4, false}, {33, false}, {32, true}, {96, true}} {
			got := newGeneticRun(p, a, 2)
			got.emulate(t, p, shape.threads, shape.terms, false)
			if !got.same(want) {
				t.Errorf("%s, %+v:\n%+v\nwant\n%+v", name, shape, got, want)
			}
		}
		want.check(t, name, p)
	}
	if anew == 0 {
		t.Error("no subpopulation was drawn anew")
	}
}

// check evaluates everything in full.
func (r *geneticRun) check(t *testing.T, name string, p *kerneltest.Assignment) {
	t.Helper()
	for w := range r.ages {
		if p.Cost(r.best[w*int(p.N):][:p.N]) != r.least[w] {
			t.Errorf("%s: subpopulation %d: the best costs %d, said %d", name, w, p.Cost(r.best[w*int(p.N):][:p.N]), r.least[w])
		}
		for i := range int(r.a.size()) {
			x := make([]int32, p.N)
			for k, v := range r.individual(w, i) {
				x[k] = int32(v)
			}
			if c := r.costs[w*int(r.a.size())+i]; p.Cost(x) != c || c < r.least[w] {
				t.Errorf("%s: individual %d of %d costs %d, said %d; best %d", name, i, w, p.Cost(x), c, r.least[w])
			}
		}
	}
}

// More than 256 numbers are two bytes each; children of some distance are whole.
func TestGenetic_OfTwoBytes(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a second")
	}
	p := kerneltest.NewAssignment(260, 3)
	a := Breeding{Rule: ruled(3, 0.5), Shared: 1, Stagnant: 4, Check: 50, Poll: 1, Until: 3, Target: math.MinInt64, Seed: 8}
	want := newGeneticRun(p, a, 1)
	want.emulate(t, p, 1, false, false)
	got := newGeneticRun(p, a, 1)
	got.emulate(t, p, 64, true, false)
	if !got.same(want) || got.made[0] == 0 {
		t.Errorf("not the same; made %d, want %d", got.made[0], want.made[0])
	}
	got.check(t, "wide", p)
}

// However a launch is cut into several, and whichever of the kernels does a slice, the subpopulations are the same.
func TestGenetic_InSlices(t *testing.T) {
	p := kerneltest.NewAssignment(8, 2)
	a := Breeding{Rule: ruled(6, 0.1), Stagnant: 4, Check: 2, Poll: 1, Until: 30, Target: math.MinInt64, Seed: 3}
	whole := newGeneticRun(p, a, 2)
	whole.emulate(t, p, 32, true, false)
	for _, shared := range []int32{0, 1} {
		a.Shared = shared
		sliced := newGeneticRun(p, a, 2)
		for from := int64(0); from < a.Until; from += 7 {
			sliced.a.From, sliced.a.Until = from, min(from+7, a.Until)
			sliced.emulateBy(t, forms[from/7%int64(2+shared)], p, 32, false)
		}
		if !sliced.same(whole) {
			t.Errorf("shared %d:\n%+v\nwant\n%+v", shared, sliced, whole)
		}
	}
}

// A subpopulation that comes to the target stops there, and the others no earlier than in the same generation.
func TestGenetic_Target(t *testing.T) {
	p := kerneltest.NewAssignment(9, 4)
	a := Breeding{Rule: ruled(8, 0.2), Shared: 1, Stagnant: 9, Check: 50, Poll: 3, Until: 60, Target: math.MinInt64, Seed: 6}
	free := newGeneticRun(p, a, 4)
	free.emulate(t, p, 64, false, false)
	target, first := slices.Min(free.least), int64(-1)
	want := newGeneticRun(p, a, 4) // a generation a launch, without a target
	for slices.Min(want.least) > target {
		first++
		want.a.From, want.a.Until = first, first+1
		want.emulate(t, p, 64, false, false)
	}
	w, n := slices.Index(want.least, target), int(p.N)
	a.Target = target
	for _, form := range forms {
		got := newGeneticRun(p, a, 4)
		got.emulateBy(t, form, p, 64, false)
		if got.goal[0] != first || slices.Min(got.hits) != first {
			t.Fatalf("%s: goal %d, hits %v; the target is met in generation %d", form, got.goal[0], got.hits, first)
		}
		if got.hits[w] != first || got.least[w] != target || !slices.Equal(got.best[w*n:][:n], want.best[w*n:][:n]) {
			t.Errorf("%s: subpopulation %d: hit %d, best %d; want %d, %d", form, w, got.hits[w], got.least[w], first, target)
		}
	}
}

// A flag that is up stops all subpopulations.
func TestGenetic_Stop(t *testing.T) {
	p := kerneltest.NewAssignment(8, 5)
	r := newGeneticRun(p, Breeding{Rule: ruled(4, 0), Shared: 1, Stagnant: 5, Check: 50, Poll: 3, Until: 1 << 30, Target: math.MinInt64, Seed: 6}, 2)
	r.stop[0] = 1
	r.emulate(t, p, 32, true, false)
	if slices.Max(r.ages) > 1 || r.goal[0] != -1 {
		t.Errorf("ages %v, goal %d", r.ages, r.goal[0])
	}
	r.check(t, "stopped", p)
}

// With free threads the race detector sees what no barrier orders.
func TestGenetic_Races(t *testing.T) {
	p := kerneltest.NewAssignment(7, 6)
	for order := range int32(2) {
		for _, form := range forms[:3-order] { // the staged one takes partially mapped crossover alone
			a := Breeding{Rule: ruled(5, 0.5), Shared: 1 - order, Stagnant: 3, Check: 2, Poll: 1, Until: 8, Target: math.MinInt64, Seed: 2}
			a.Rule.Orders = Orders(order)
			want := newGeneticRun(p, a, 2)
			want.emulate(t, p, 1, false, false)
			got := newGeneticRun(p, a, 2)
			got.emulateBy(t, form, p, 64, true)
			if !got.same(want) {
				t.Errorf("order %d, %s: free threads change the result", order, form)
			}
		}
	}
}

// The room that is asked for is the room that is used: the emulator refuses what lies beyond, and nothing is left over.
func TestGeneticRoom(t *testing.T) {
	for _, c := range []struct {
		n, size, teams int
		pools          bool
		want           int
	}{{50, 128, 16, true, 2*8*128 + 16*(4*51+50) + 2*128*50}, {300, 128, 16, true, 2*8*128 + 16*(4*301+600) + 2*128*600},
		{40, 10, 2, false, 160 + 2*(4*41+80)}} {
		if got := GeneticRoom(c.n, c.size, c.teams, c.pools); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}
