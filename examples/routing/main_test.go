package main

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/single"
)

func shaped(t *testing.T, n int, route float64, seed uint64) *Instance {
	t.Helper()
	in, err := Shape{n, "R", "RC", "1-10", route}.Generate(seed)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func problem(t *testing.T, in *Instance, vehicles int) (*Routing, *Fleet) {
	t.Helper()
	p, err := in.Problem(vehicles)
	if err != nil {
		t.Fatal(err)
	}
	f, err := NewFleet(p)
	if err != nil {
		t.Fatal(err)
	}
	return p, f
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
			f.mix = Mix{1, 1, 1, 1, 1}
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
			least = min(least, p.length(slices.Insert(slices.Clone(route), k, c)))
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
			want := best(customers(r, u), v) + best(customers(s, v), u) - p.length(customers(r, -1)) - p.length(customers(s, -1))
			if got, _ := (swapStar{}).price(m, u, v, 0); got != want {
				t.Fatalf("exchange of %d and %d: %d, want %d", u, v, got, want)
			}
		}
	}
	if tried == 0 {
		t.Error("there is one route only")
	}
}

func TestMix(t *testing.T) {
	m := usual
	if err := m.Set("3,0,1,2,65535"); err != nil || m.String() != "3,0,1,2,65535" {
		t.Error(m.String(), err)
	}
	for _, text := range []string{"", "1", "1,1,1,1,x", "1,1,1,1,-1", "0,0,0,0,0", "1,1,1,1,1,1", "1,1,1,1,65536"} {
		if err := m.Set(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

// Searching makes no garbage.
func TestMoves_AllocateNothing(t *testing.T) {
	p, f := problem(t, shaped(t, 100, 8, 1), 0)
	f.mix = Mix{1, 1, 1, 1, 1}
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
		p, f := problem(t, in, 0)
		methods := []multiwalk.Method{single.Anneal{}, auto.For(f), single.LateAcceptance{}, single.Climb{}}
		for _, m := range methods {
			res, err := multiwalk.Minimize(context.Background(), f, m, multiwalk.Settings{Seed: seed, Walks: 1,
				Stop: []multiwalk.Stop{multiwalk.Target(want), multiwalk.Evaluations(60_000)}})
			if err != nil {
				t.Fatal(err)
			}
			if length, err := in.Verify(p.Routes(res.Best)); err != nil || length != want || res.Cost != want {
				t.Errorf("seed %d, %s: %d, checked %d (%v), optimum %d", seed, m.Name(), res.Cost, length, err, want)
			}
		}
	}
	in := shaped(t, 7, 3.3, 1)
	p, _ := problem(t, in, 0)
	for _, on := range devices() {
		if length, err := in.Verify(p.Routes(minimize(t, p, on, 30_000).Best)); err != nil || length != shortest(in) {
			t.Errorf("on %v: %d (%v), optimum %d", on, length, err, shortest(in))
		}
	}
}

// devices are the emulator and, where there is one, a GPU.
func devices() []multiwalk.Device {
	all := []multiwalk.Device{device.Emulator()}
	if gpu := device.GPU(); gpu.Ready() == nil {
		all = append(all, gpu)
	}
	return all
}

func minimize(t *testing.T, p *Routing, on multiwalk.Device, evaluations int64) *multiwalk.Result {
	t.Helper()
	method, on, _, err := auto.Choose(p, nil, on)
	if err != nil {
		t.Fatal(err)
	}
	res, err := multiwalk.Minimize(context.Background(), p, method, multiwalk.Settings{Seed: 2, Device: on, Walks: 32,
		Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}})
	if err != nil {
		t.Fatal(err)
	}
	if cost := p.Cost(res.Best); cost != res.Cost {
		t.Errorf("cost %d, in full %d", res.Cost, cost)
	}
	return res
}

// A seed gives one result: again on the emulator, and on a GPU.
func TestOneSeedOneResult(t *testing.T) {
	p, _ := problem(t, shaped(t, 30, 5, 5), 0)
	want := minimize(t, p, device.Emulator(), 10_000)
	for _, on := range devices() {
		if got := minimize(t, p, on, 10_000); got.Cost != want.Cost || !slices.Equal(got.Best, want.Best) {
			t.Errorf("on %v: %v; want %v", on, got, want)
		}
	}
}

// Too few vehicles: the run says which constraint is violated.
func TestTooFewVehicles(t *testing.T) {
	in := &Instance{Name: "three", Capacity: 10, X: []float64{0, 1, 2, 3}, Y: make([]float64, 4), Demand: []int64{0, 6, 6, 6}}
	_, f := problem(t, in, 2) // 18 in two vehicles of 10: two customers ride together
	res, err := multiwalk.Minimize(context.Background(), f, single.Anneal{}, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(2000)}})
	if err != nil || !res.Infeasible || !strings.Contains(res.Outcome(), "capacity 2") {
		t.Error(res, err)
	}
	if _, err := in.Problem(1); err == nil || !strings.Contains(err.Error(), "needs 2 at least") {
		t.Error(err)
	}
}

func TestVerify_Refuses(t *testing.T) {
	in := &Instance{Capacity: 10, X: []float64{0, 3, 3}, Y: []float64{0, 4, 4}, Demand: []int64{0, 6, 6}}
	if length, err := in.Verify(Routes{{1}, {2}}); err != nil || length != 20 {
		t.Error(length, err)
	}
	for want, routes := range map[string]Routes{"carries 12": {{1, 2}}, "customer 2 is visited 0 times": {{1}},
		"customer 1 is visited 2 times": {{1}, {2}, {1}}, "there are only 2": {{1}, {2}, {3}}} {
		if _, err := in.Verify(routes); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v; want %q", routes, err, want)
		}
	}
}

// The command from a file to a checked picture.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	file, picture := filepath.Join(dir, "own.vrp"), filepath.Join(dir, "own.svg")
	o := options{on: "cpu", save: file, shape: Shape{25, "C", "R", "Q", 5}, seed: 4, mix: usual, evaluations: 5000}
	var first, second bytes.Buffer
	if err := o.run(&first); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "own.sol"), first.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	o.file, o.save, o.picture = file, "", picture
	if err := o.run(&second); err != nil {
		t.Fatal(err)
	}
	if text := second.String(); !strings.Contains(text, ", 0.00 % above the best known") {
		t.Errorf("the file that was written gives another result:\n%s%s", first.String(), text)
	}
	svg, err := os.ReadFile(picture)
	if err != nil || strings.Count(string(svg), "<circle") != 25 {
		t.Error(string(svg), err)
	}
}

// The quick start of the README is a program, of less than 40 lines.
func TestReadme_QuickStartIsAProgram(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("quickstart/main.go")
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(program, []byte("\n")); lines >= 40 || !bytes.Contains(readme, append([]byte("```go\n"), program...)) {
		t.Errorf("the README has another program than quickstart, which has %d lines", lines)
	}
}
