package flowshop

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
)

func drawn(jobs, machines int, seed uint64) *Instance {
	p, err := Draw(jobs, machines, seed)
	if err != nil {
		panic(err)
	}
	return p
}

// idle is an instance some of whose times are 0, as where jobs skip a machine.
func idle(jobs, machines int, seed uint64) *Instance {
	p := drawn(jobs, machines, seed)
	for k := range p.Times {
		p.Times[k] = max(0, p.Times[k]-60)
	}
	return p
}

func TestFlowShop_Conforms(t *testing.T) {
	for _, p := range []*Instance{drawn(1, 1, 1), drawn(2, 1, 1), drawn(3, 2, 1), drawn(12, 1, 1), drawn(9, 4, 2), drawn(30, 7, 3), idle(12, 5, 4),
		drawn(5, MostMachines, 1)} {
		conformance.Problem(t, p.Makespan())
		conformance.Problem(t, p.Flowtime())
	}
}

// orders calls visit with all orders.
func orders(n int, visit func(x []int32)) {
	x := make([]int32, n)
	for i := range x {
		x[i] = int32(i)
	}
	var extend func(k int)
	extend = func(k int) {
		if k == n {
			visit(x)
			return
		}
		for i := k; i < n; i++ {
			x[k], x[i] = x[i], x[k]
			extend(k + 1)
			x[k], x[i] = x[i], x[k]
		}
	}
	extend(0)
}

// No order costs less than the bound, and on two machines the best one costs as much: it is Johnson's.
func TestLowerBound(t *testing.T) {
	for seed := range uint64(6) {
		for m := 1; m <= 4; m++ {
			p := idle(6, m, seed)
			least, sum := int64(math.MaxInt64), int64(math.MaxInt64)
			orders(6, func(x []int32) {
				least, sum = min(least, p.Makespan().Cost(x)), min(sum, p.Flowtime().Cost(x))
			})
			bound, below := p.Makespan().LowerBound(), p.Flowtime().LowerBound()
			if bound > least || below > sum || m <= 2 && bound != least || m == 1 && below != sum {
				t.Errorf("seed %d, %d machines: bounds %d and %d, optima %d and %d", seed, m, bound, below, least, sum)
			}
		}
	}
}

// The best place of a job in part of an order is that of all places, by full evaluation of that part; ties go to little idle time, which
// is worked out here by the definition.
func TestPlaces_InPartialOrders(t *testing.T) {
	r, p := multiwalk.NewRand(5, 0), idle(14, 4, 2)
	for _, q := range []interface {
		multiwalk.Problem
		multiwalk.PartialOrderer
	}{p.Makespan(), p.Flowtime()} {
		places := q.NewPlaces()
		x := make([]int32, 14)
		for range 300 {
			multiwalk.Permutation(14).Random(r, x)
			part := x[:1+r.IntN(14)]
			i := int32(r.IntN(len(part)))
			j, delta := places.Best(part, i)
			costs := make([]int64, len(part))
			for k := range costs {
				y := slices.Delete(slices.Clone(part), int(i), int(i)+1)
				costs[k] = q.Cost(slices.Insert(y, k, part[i]))
			}
			if costs[j] != slices.Min(costs) || delta != costs[j]-costs[i] {
				t.Fatalf("%v: job at %d to %d for %d; costs %v", part, i, j, delta, costs)
			}
		}
	}
}

// Taillard's generator is exact: these are the first times of ta051 and ta081 on the first machine.
func TestTaillard(t *testing.T) {
	for name, want := range map[string][]int32{"flowshop:ta051": {52, 95, 42, 75, 44, 57, 89}, "flowshop:ta081\n": {12, 72, 29, 16, 22, 61, 69}} {
		p, err := Named(name, "f")
		if err != nil || Prefix+p.Name() != strings.TrimSpace(name) {
			t.Fatal(p, err)
		}
		for job, time := range want {
			if p.times(int32(job))[0] != time {
				t.Errorf("%s: job %d takes %d, want %d", name, job, p.times(int32(job))[0], time)
			}
		}
	}
}

// These orders are evaluated by hand.
func TestCost(t *testing.T) {
	p := must.Have(New("", 3, 2, []int32{3, 2, 1, 4, 5, 1}))(t)
	for _, c := range []struct {
		x         []int32
		last, sum int64
	}{{[]int32{0, 1, 2}, 10, 5 + 9 + 10}, {[]int32{1, 0, 2}, 10, 5 + 7 + 10}, {[]int32{2, 0, 1}, 14, 6 + 10 + 14}} {
		if last, sum := p.Makespan().Cost(c.x), p.Flowtime().Cost(c.x); last != c.last || sum != c.sum {
			t.Errorf("%v: %d and %d, want %d and %d", c.x, last, sum, c.last, c.sum)
		}
	}
}

func TestNew_Refuses(t *testing.T) {
	for want, c := range map[string]struct {
		jobs, machines int
		times          []int32
	}{
		"0 jobs":                   {0, 3, nil},
		"129 machines":             {2, 129, nil},
		"take 4 times; found 3":    {2, 2, []int32{1, 2, 3}},
		"job 1 takes -1 on machin": {2, 2, []int32{1, 2, -1, 3}},
		"it may be 0 to 268435456": {2, 2, []int32{1, 268435457, 1, 3}},
	} {
		must.Fail(t, want)(New("", c.jobs, c.machines, c.times))
	}
}

// A construction is better than nearly all random orders, and another one by other random numbers; stopped, it is an order all the same.
func TestConstruct(t *testing.T) {
	p := drawn(40, 10, 1)
	for _, q := range []interface {
		multiwalk.Problem
		multiwalk.Constructor
	}{p.Makespan(), p.Flowtime()} {
		var built [2][]int32
		for k := range built {
			built[k] = make([]int32, 40)
			q.Construct(multiwalk.NewRand(uint64(k), 0), built[k])
		}
		if slices.Equal(built[0], built[1]) {
			t.Error("two constructions are one")
		}
		x := make([]int32, 40)
		for k := range 200 {
			q.Space().Random(multiwalk.NewRand(1, k), x)
			if q.Cost(x) <= q.Cost(built[0]) {
				t.Errorf("%T: a random order costs %d, the one that was built %d", q, q.Cost(x), q.Cost(built[0]))
			}
		}
	}
	x, calls := make([]int32, 40), 0
	p.Makespan().ConstructUntil(multiwalk.NewRand(1, 0), x, func() bool { calls++; return calls > 7 })
	if err := p.Space().Check(x); err != nil || calls != 8 {
		t.Error(calls, err)
	}
}

// A picture has a box for each operation that takes time.
func TestSVG(t *testing.T) {
	var svg bytes.Buffer
	p := idle(5, 3, 1)
	boxes := 0
	for _, time := range p.Times {
		if time > 0 {
			boxes++
		}
	}
	must.Do(t, p.SVG(&svg, []int32{0, 1, 2, 3, 4}))
	if s := svg.String(); strings.Count(s, "M") != boxes || strings.Count(s, "<path") != 5 || !strings.Contains(s, "5 jobs on 3 machines: makespan") {
		t.Error(s)
	}
}
