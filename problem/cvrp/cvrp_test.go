package cvrp

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest/everywhere"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

func length(p *Routing, x []int32) int64 {
	length, _ := p.measure(x)
	return length
}

func shaped(t *testing.T, n int, route float64, seed uint64) *Instance {
	t.Helper()
	return must.Have(Shape{n, "R", "RC", "1-10", route}.Generate(seed))(t)
}

func problem(t *testing.T, in *Instance, vehicles int) (*Routing, *Fleet) {
	t.Helper()
	f := must.Have(in.Fleet(vehicles))(t)
	return f.p, f
}

// Every delta is what full evaluation says, and every own move leads back. With few vehicles many solutions are infeasible.
func TestConforms(t *testing.T) {
	for _, n := range []int{1, 2, 3, 9, 40} {
		for _, vehicles := range []int{0, n, (n + 3) / 4} {
			in := shaped(t, n, 4.4, 3)
			if in.Capacity*int64(vehicles) < sum(in.Demand) {
				vehicles = 0
			}
			p, f := problem(t, in, vehicles)
			conformance.Problem(t, p)
			conformance.Problem(t, f)
			f.mix = mix{1, 1, 1, 1, 1}
			conformance.Problem(t, f)
		}
	}
}

func sum(list []int64) (s int64) {
	for _, v := range list {
		s += v
	}
	return s
}

// Each kind of move is made, also where it is impossible, and priced as full evaluation does.
func TestMoves_EachKind(t *testing.T) {
	p, f := problem(t, shaped(t, 60, 7, 5), 0)
	r := multiwalk.NewRand(1, 0)
	for kind := range int32(kinds) {
		m, x, changed := newMoves(f), make([]int32, p.Space().Len()), 0
		p.Space().Random(r, x)
		m.Reset(x)
		for range 2000 {
			move := multiwalk.Move{I: int32(r.IntN(60)), J: int32(r.IntN(60)), K: kind | int32(r.IntN(hows))<<kindBits}
			before, cost := slices.Clone(x), f.Cost(x)
			d := m.Delta(x, move)
			m.Apply(x, move)
			if err := p.Space().Check(x); err != nil || f.Cost(x)-cost != d {
				t.Fatalf("%+v of %v makes %v (%v): delta %d, in full %d", move, before, x, err, d, f.Cost(x)-cost)
			}
			if !slices.Equal(before, x) {
				changed++
			}
		}
		if changed < 200 {
			t.Errorf("of 2000 moves of kind %d only %d change anything", kind, changed)
		}
	}
}

// SWAP* finds the best exchange of two customers: trying all places says so.
func TestSwapStar_IsTheBestPlace(t *testing.T) {
	p, f := problem(t, shaped(t, 30, 6, 2), 0)
	m, x := newMoves(f), make([]int32, p.Space().Len())
	f.Construct(multiwalk.NewRand(1, 0), x)
	m.Reset(x)
	best := func(route []int32, c int32) (least int64) { // the shortest route with c in it
		least = math.MaxInt64
		for k := 0; k <= len(route); k++ {
			least = min(least, length(p, slices.Insert(slices.Clone(route), k, c)))
		}
		return least
	}
	customers := func(r, without int32) (list []int32) {
		for _, stop := range m.routes[r] {
			if c := stop.place; c != without && c != p.N {
				list = append(list, c)
			}
		}
		return list
	}
	tried := 0
	for u := range p.N {
		for v := range u {
			r, s := m.of[u], m.of[v]
			if r == s {
				continue
			}
			tried++
			want := best(customers(r, u), v) + best(customers(s, v), u) - length(p, customers(r, -1)) - length(p, customers(s, -1))
			if got, _ := (swapStar{}).price(m, u, v, 0); got != want {
				t.Fatalf("exchange of %d and %d: %d, want %d", u, v, got, want)
			}
		}
	}
	if tried == 0 {
		t.Error("there is one route only")
	}
}

// Searching makes no garbage.
func TestMoves_AllocateNothing(t *testing.T) {
	p, f := problem(t, shaped(t, 100, 8, 1), 0)
	f.mix = mix{1, 1, 1, 1, 1}
	m, x, r := newMoves(f), make([]int32, p.Space().Len()), multiwalk.NewRand(1, 0)
	f.Construct(r, x)
	m.Reset(x)
	round := func() {
		for range 500 {
			move := m.Random(r)
			if m.Delta(x, move) < 50 {
				m.Apply(x, move)
			}
		}
	}
	round()
	round()
	if a := testing.AllocsPerRun(10, round); a > 1 {
		t.Errorf("500 moves allocate %v times", a)
	}
}

// shortest is the length of the best routes, by dynamic programming over sets of customers: the length of one route through each
// set, then the best split of each set into routes.
func shortest(in *Instance) int64 {
	n := len(in.X) - 1
	const far = math.MaxInt64 / 4
	one, load := make([][]int64, 1<<n), make([]int64, 1<<n)
	all := make([]int64, 1<<n)
	for set := 1; set < 1<<n; set++ {
		one[set], all[set] = make([]int64, n), far
		route := int64(far)
		for last := range n {
			one[set][last] = far
			if set>>last&1 == 0 {
				continue
			}
			rest := set &^ (1 << last)
			load[set] = load[rest] + in.Demand[last+1]
			if rest == 0 {
				one[set][last] = in.distance(0, last+1)
			}
			for before := range n {
				if rest>>before&1 == 1 {
					one[set][last] = min(one[set][last], one[rest][before]+in.distance(before+1, last+1))
				}
			}
			route = min(route, one[set][last]+in.distance(last+1, 0))
		}
		if load[set] <= in.Capacity {
			all[set] = route
		}
		for part := (set - 1) & set; part > 0; part = (part - 1) & set {
			all[set] = min(all[set], all[part]+all[set&^part])
		}
	}
	return all[1<<n-1]
}

// Everywhere the optimum is found, which dynamic programming proves.
func TestOptimum(t *testing.T) {
	for seed := range uint64(3) {
		in := shaped(t, 9, 3.3, seed)
		want := shortest(in)
		_, f := problem(t, in, 0)
		methods := []walk.Method{single.Anneal{}, auto.For(f), single.LateAcceptance{}, single.Climb{}}
		for _, m := range methods {
			res := must.Have(multiwalk.Minimize(context.Background(), f, m, multiwalk.Settings{Seed: seed, Walks: 1,
				Stop: []multiwalk.Stop{multiwalk.Target(want), multiwalk.Evaluations(60_000)}}))(t)
			if length, excess, err := in.Verify(f.Routes(res.Best)); err != nil || excess > 0 || length != want || res.Cost != want {
				t.Errorf("seed %d, %s: %d, checked %d (%v), optimum %d", seed, m.Name(), res.Cost, length, err, want)
			}
		}
	}
	in := shaped(t, 7, 3.3, 1)
	p, f := problem(t, in, 0)
	for _, on := range everywhere.Devices()[1:] {
		if length, _, err := in.Verify(f.Routes(everywhere.Auto(t, p, on, 32, multiwalk.Evaluations(30_000)).Best)); err != nil || length != shortest(in) {
			t.Errorf("on %v: %d (%v), optimum %d", on, length, err, shortest(in))
		}
	}
}

// A seed gives one result: again on the emulator, and on a GPU.
func TestOneSeedOneResult(t *testing.T) {
	p, _ := problem(t, shaped(t, 30, 5, 5), 0)
	everywhere.OneResult(t, p, 32, 10_000)
}

// Too few vehicles: the run says which constraint is violated.
func TestTooFewVehicles(t *testing.T) {
	in := &Instance{Name: "three", Capacity: 10, X: []float64{0, 1, 2, 3}, Y: make([]float64, 4), Demand: []int64{0, 6, 6, 6}}
	_, f := problem(t, in, 2) // 18 in two vehicles of 10: two customers ride together
	res, err := multiwalk.Minimize(context.Background(), f, single.Anneal{}, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(2000)}})
	if err != nil || !res.Infeasible || !strings.Contains(res.Outcome(), "capacity 2") {
		t.Error(res, err)
	}
	must.Fail(t, "needs 2 at least")(in.Fleet(1))
}

func TestVerify(t *testing.T) {
	in := &Instance{Capacity: 10, X: []float64{0, 3, 3}, Y: []float64{0, 4, 4}, Demand: []int64{0, 6, 6}}
	if length, excess, err := in.Verify(Routes{{1}, {2}}); err != nil || length != 20 || excess != 0 {
		t.Error(length, excess, err)
	}
	if length, excess, err := in.Verify(Routes{{1, 2}}); err != nil || length != 10 || excess != 2 {
		t.Error(length, excess, err)
	}
	for want, routes := range map[string]Routes{"customer 2 is visited 0 times": {{1}},
		"customer 1 is visited 2 times": {{1}, {2}, {1}}, "there are only 2": {{1}, {2}, {3}}} {
		must.Fail(t, want)(in.Verify(routes))
	}
}

// Whatever the solution, the checker counts what the search counts, for cores and for machines; and it is read as it was written.
func TestSolutions(t *testing.T) {
	in := shaped(t, 20, 4, 3)
	_, f := problem(t, in, 7)
	fixed := must.Have(in.Penalised(7))(t)
	r, x := multiwalk.NewRand(1, 0), make([]int32, f.Space().Len())
	for range 20 {
		f.Space().Random(r, x)
		for _, p := range []interface {
			multiwalk.Problem
			Verify(x []int32) (int64, error)
			WriteSolution(w io.Writer, x []int32) error
			ReadSolution(r io.Reader, file string) ([]int32, error)
		}{f, fixed} {
			if cost, err := p.Verify(x); err != nil || cost != p.Cost(x) {
				t.Fatalf("checked %d (%v), cost %d", cost, err, p.Cost(x))
			}
			var text bytes.Buffer
			must.Do(t, p.WriteSolution(&text, x))
			if y, err := p.ReadSolution(&text, "f"); err != nil || p.Cost(y) != p.Cost(x) {
				t.Fatal(y, err)
			}
		}
	}
	for text, want := range map[string]string{"": "f:1: the routes have 0 of 20", "Route #1: 1 1\n": `f:1: found "1"`, "Cost 3\nRoute #1: 21": `f:2: found "21"`,
		strings.Repeat("Route #1: \n", 8): "f:8: there are more routes than the 7 vehicles"} {
		must.Fail(t, want)(f.ReadSolution(strings.NewReader(text), "f"))
	}
	var svg bytes.Buffer
	if err := f.SVG(&svg, x); err != nil || strings.Count(svg.String(), "<circle") != 20 {
		t.Error(svg.String(), err)
	}
}

func TestFleet_NearestAreAsSorted(t *testing.T) {
	in := must.Have(Draw(300, 5))(t)
	in.X[7], in.Y[7] = in.X[9], in.Y[9] // nobody is nearer to one than itself, nor than its equal
	f := must.Have(in.Fleet(0))(t)
	for c := range f.p.N {
		all := []int32{c}
		for k := range f.p.N {
			if k != c {
				all = append(all, k)
			}
		}
		slices.SortStableFunc(all[1:], func(a, b int32) int { return cmp.Compare(f.p.distance(c, a), f.p.distance(c, b)) })
		if got := f.near[int(c)*f.nearby:][:f.nearby]; !slices.Equal(got, all[:f.nearby]) {
			t.Fatalf("near %d: %v, sorted %v", c, got, all[:f.nearby])
		}
	}
}
