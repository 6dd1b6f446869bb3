package jobshop

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

// idle is an instance some of whose times are 0.
func idle(jobs, machines int, seed uint64) *Instance {
	p := drawn(jobs, machines, seed)
	for k := range p.Times {
		p.Times[k] = max(0, p.Times[k]-30)
	}
	return must.Be(New("", jobs, machines, p.Machine, p.Times))
}

func TestJobShop_Conforms(t *testing.T) {
	for _, p := range []*Instance{drawn(1, 1, 1), drawn(2, 1, 1), drawn(1, 4, 1), drawn(3, 2, 1), drawn(12, 1, 1), drawn(4, 4, 2), drawn(10, 6, 3),
		idle(8, 5, 4)} {
		for _, near := range []Near{N5, N6, N7} {
			conformance.Problem(t, p.By(near))
		}
	}
}

// small is two jobs on two machines: 0 goes to machine 0 for 3 and to 1 for 2, and 1 to machine 1 for 4 and to 0 for 1.
func small(t *testing.T) *Instance {
	p, err := New("", 2, 2, []int32{0, 1, 1, 0}, []int32{3, 2, 4, 1})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// These orders are evaluated by hand.
func TestCost(t *testing.T) {
	p := small(t)
	for _, c := range []struct {
		x    []int32
		cost int64
	}{{[]int32{0, 1, 2, 3}, 10}, {[]int32{1, 0, 3, 2}, 10}, {[]int32{0, 2, 1, 3}, 6}, {[]int32{2, 3, 0, 1}, 10}} {
		if cost := p.Cost(c.x); cost != c.cost {
			t.Errorf("%v costs %d, want %d", c.x, cost, c.cost)
		}
	}
}

// costs are those of all orders.
func least(p *Instance) int64 {
	n := p.operations()
	x, found := make([]int32, n), int64(math.MaxInt64)
	for i := range x {
		x[i] = int32(i)
	}
	var extend func(k int)
	extend = func(k int) {
		if k == n {
			found = min(found, p.Cost(x))
		}
		for i := k; i < n; i++ {
			x[k], x[i] = x[i], x[k]
			extend(k + 1)
			x[k], x[i] = x[i], x[k]
		}
	}
	extend(0)
	return found
}

// No order costs less than the bound; that of one machine is the least cost.
// A job waits for no machine that it skips: whatever the order, the cost is that of the times alone, even where a schedule has the skipped
// machine busy all the time.
func TestCost_SkippedMachines(t *testing.T) {
	// Job 0 is on machine 0 for 9. Job 1 skips it, between 2 on machine 1 and 2 on machine 2.
	p := must.Be(New("", 2, 3, []int32{0, 1, 2, 1, 0, 2}, []int32{9, 0, 0, 2, 0, 2}))
	for _, x := range [][]int32{{0, 1, 2, 3, 4, 5}, {3, 4, 5, 0, 1, 2}, {0, 3, 4, 1, 5, 2}} {
		ends, err := p.Ends(x)
		if cost := p.Cost(x); err != nil || cost != 9 || slices.Max(ends[3:]) != 4 {
			t.Errorf("%v costs %d, and ends at %v", x, cost, ends)
		}
	}
	q := idle(9, 6, 5)
	r, x := multiwalk.NewRand(1, 0), make([]int32, 54)
	for range 50 {
		q.Space().Random(r, x)
		var text bytes.Buffer
		must.Do(t, q.WriteSolution(&text, x))
		y := must.Have(q.ReadSolution(&text, "f"))(t)
		if checked, err := q.Verify(x); err != nil || checked != q.Cost(x) || q.Cost(y) != checked || q.Apart(x, y) != 0 {
			t.Fatalf("%v costs %d, by other means %d, %v; read again %d", x, q.Cost(x), checked, err, q.Cost(y))
		}
	}
}

func TestLowerBound(t *testing.T) {
	for seed := range uint64(5) {
		for _, p := range []*Instance{drawn(3, 2, seed), drawn(2, 4, seed), idle(4, 2, seed), drawn(5, 1, seed)} {
			bound, cost := p.LowerBound(), least(p)
			if bound > cost || p.Machines == 1 && bound != cost {
				t.Errorf("%s: bound %d, optimum %d", p.Name(), bound, cost)
			}
		}
	}
	if p := small(t); p.LowerBound() != 6 {
		t.Errorf("bound %d", p.LowerBound())
	}
}

// A walk of random moves, critical ones and any, keeps the longest paths, and prices moves as full evaluation does; both are checked
// against the orders of the machines.
func TestMoves_KeepThePaths(t *testing.T) {
	for _, p := range []*Instance{drawn(6, 5, 1), idle(9, 4, 2), drawn(3, 12, 3)} {
		w, r := p.NewMoves().(*moves), multiwalk.NewRand(1, 0)
		x, impossible := make([]int32, p.operations()), 0
		p.Space().Random(r, x)
		w.Reset(x)
		for k := range 500 {
			m := w.Random(r)
			if k%3 == 0 {
				m = w.Move(int64(r.Uint64() % uint64(w.Size())))
			}
			cost := p.Cost(x)
			d := w.Delta(x, m)
			if k%5 == 0 { // something else in between
				w.Random(r)
			}
			before := slices.Clone(x)
			w.Apply(x, m)
			if slices.Equal(before, x) {
				impossible++
			}
			if p.Cost(x) != cost+d {
				t.Fatalf("%+v changes the cost by %d, not %d", m, p.Cost(x)-cost, d)
			}
			if k%3 == 0 && !isOf(x, &w.schedule) { // else tails are behind when a move is taken back
				t.Fatalf("after %d moves the schedule is another one", k+1)
			}
			if k%7 == 0 {
				w.Undo(x, m)
				if !slices.Equal(before, x) {
					t.Fatal("taken back it is another one")
				}
			}
		}
		if impossible == 0 || impossible > 200 {
			t.Errorf("%d moves of 500 were impossible", impossible)
		}
	}
}

// isOf tells whether a schedule that has been moved is that of an order.
func isOf(x []int32, s *schedule) bool {
	fresh := newSchedule(s.p)
	fresh.reset(x)
	var all [2][]int32
	for k, s := range []*schedule{fresh, s} {
		s.backward()
		for _, v := range s.nodes { // pointers of two schedules differ
			all[k] = append(all[k], v.end, v.tail, v.at, v.place, v.previous.name, v.previous.end, v.next.name, v.next.tail, s.order[v.at].name,
				s.seq[v.machine*s.p.Jobs+v.place].name, int32(v.marked))
		}
	}
	return slices.Equal(all[0], all[1]) && fresh.cost == s.cost
}

// Each critical move is possible, and leads to an order that differs as the move says.
func TestCritical(t *testing.T) {
	p, r := drawn(10, 8, 5), multiwalk.NewRand(2, 0)
	x := make([]int32, p.operations())
	many := map[Near]int{}
	for range 100 {
		p.Space().Random(r, x)
		for _, near := range []Near{N5, N6, N7} {
			w := p.By(near).NewMoves().(*moves)
			w.Reset(x)
			other := *r
			list := w.critical(&other, nil)
			many[near] += len(list)
			for _, m := range list {
				orders := p.Orders(x)
				row := orders[m.I*p.Jobs : (m.I+1)*p.Jobs]
				op := row[m.J]
				copy(row, slices.Insert(slices.Delete(slices.Clone(row), int(m.J), int(m.J)+1), int(m.K), op))
				y := slices.Clone(x)
				w.Apply(y, m)
				if !slices.Equal(p.Orders(y), orders) {
					t.Fatalf("%s: %+v makes %v, not %v", near, m, p.Orders(y), orders)
				}
				w.Undo(y, m)
			}
		}
	}
	if !(0 < many[N5] && many[N5] < many[N6] && many[N6] < many[N7]) {
		t.Error(many)
	}
}

// A construction is better than random orders, and another one by other random numbers; stopped, it is an order all the same.
func TestConstruct(t *testing.T) {
	p := drawn(20, 10, 1)
	var built [2][]int32
	for k := range built {
		built[k] = make([]int32, 200)
		p.Construct(multiwalk.NewRand(uint64(k), 0), built[k])
	}
	if slices.Equal(built[0], built[1]) {
		t.Error("two constructions are one")
	}
	x, calls := make([]int32, 200), 0
	for k := range 100 {
		p.Space().Random(multiwalk.NewRand(1, k), x)
		if p.Cost(x) <= p.Cost(built[0]) {
			t.Errorf("a random order costs %d, the one that was built %d", p.Cost(x), p.Cost(built[0]))
		}
	}
	p.ConstructUntil(multiwalk.NewRand(1, 0), x, func() bool { calls++; return calls > 2 })
	if err := p.Space().Check(x); err != nil || calls != 3 {
		t.Error(calls, err)
	}
}

// A picture has a box for each operation that takes time.
func TestSVG(t *testing.T) {
	var svg bytes.Buffer
	if err := small(t).SVG(&svg, []int32{0, 2, 1, 3}); err != nil {
		t.Fatal(err)
	}
	if s := svg.String(); strings.Count(s, "M") != 4 || strings.Count(s, "<path") != 2 || !strings.Contains(s, "2 jobs on 2 machines: makespan 6") {
		t.Error(s)
	}
}

func TestNew_Refuses(t *testing.T) {
	for want, c := range map[string]struct {
		jobs, machines int
		machine, times []int32
	}{
		"0 jobs":                            {0, 3, nil, nil},
		"have 4 operations; found 0":        {2, 2, nil, nil},
		"job 1 goes to machine 2, which is": {1, 2, []int32{0, 2}, []int32{1, 1}},
		"job 2 goes to machine 0":           {2, 2, []int32{0, 1, 0, 0}, []int32{1, 1, 1, 1}},
		"takes -1 on machine 1":             {1, 2, []int32{0, 1}, []int32{1, -1}},
		"add up to at most 1073741824":      {1, 2, []int32{0, 1}, []int32{1 << 30, 1}},
	} {
		if _, err := New("", c.jobs, c.machines, c.machine, c.times); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// What lies between two schedules has each pair of operations in the order of both, if they agree, and is near to that which it lies at.
func TestRelink(t *testing.T) {
	for _, p := range []*Instance{drawn(9, 6, 4), drawn(70, 2, 5)} {
		testRelink(t, p)
	}
}

func testRelink(t *testing.T, p *Instance) {
	r, n := multiwalk.NewRand(3, 0), p.operations()
	a, b, x := make([]int32, n), make([]int32, n), make([]int32, n)
	places := func(x []int32) []int32 {
		place := make([]int32, n)
		for k, op := range p.Orders(x) {
			place[op] = int32(k) % p.Jobs
		}
		return place
	}
	for range 30 {
		p.Space().Random(r, a)
		p.Space().Random(r, b)
		for _, part := range []float64{0.01, 0.5, 0.99} {
			p.Relink(x, a, b, part)
			one, other, child := places(a), places(b), places(x)
			apart := 0
			for u := range n {
				for v := range n {
					if p.Machine[u] == p.Machine[v] && one[u] < one[v] && other[u] > other[v] {
						apart++
					}
					if p.Machine[u] == p.Machine[v] && one[u] < one[v] && other[u] < other[v] && child[u] > child[v] {
						t.Fatalf("%d and %d have another order than in both", u, v)
					}
				}
			}
			if p.Apart(a, b) != apart {
				t.Fatalf("%d pairs have another order, not %d", apart, p.Apart(a, b))
			}
			near, far := p.Apart(a, x), p.Apart(b, x)
			if part < 0.1 && near >= far || part > 0.9 && near <= far {
				t.Errorf("at %v the child is %d and %d apart", part, near, far)
			}
		}
	}
	if p.Apart(a, a) != 0 || p.Apart(a, b) == 0 {
		t.Error(p.Apart(a, a), p.Apart(a, b))
	}
}

// Estimates are exact where the longest path goes through what the move concerns, and mostly near. What a move has taken is restored by the
// move back, and by none elsewhere.
func TestList(t *testing.T) {
	p, r := drawn(12, 8, 2), multiwalk.NewRand(5, 0)
	w, x, exact, all := p.NewMoves().(*moves), make([]int32, p.operations()), 0, 0
	p.Space().Random(r, x)
	w.Reset(x)
	for range 300 {
		list := w.List(r, nil)
		for _, m := range list {
			d := w.Delta(x, m.Move)
			if all++; d == m.Delta {
				exact++
			}
		}
		m := list[r.IntN(len(list))].Move
		taken := w.Takes(m, nil)
		both := append([]uint64{taken[0], uint64(taken[1]>>32)<<32 | 1<<20}, taken...) // behind what nothing restores
		ends := []int32{2, int32(len(both))}
		if w.Restores(m, both, ends) {
			t.Fatalf("%+v restores what it takes", m)
		}
		w.Apply(x, m)
		if back := (multiwalk.Move{I: m.I, J: m.K, K: m.J}); !w.Restores(back, both, ends) {
			t.Fatalf("%+v does not restore what %+v has taken", back, m)
		}
		if other := (multiwalk.Move{I: (m.I + 1) % p.Machines, J: 1, K: 0}); w.Restores(other, both, ends) {
			t.Fatalf("%+v restores what %+v has taken", other, m)
		}
	}
	if exact < all*6/10 {
		t.Errorf("%d of %d estimates are exact", exact, all)
	}
}
