package scheduling

import (
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/runtest"
)

// opened is a random schedule, all machines of which are open, and what its machines take.
func opened(p *Scheduling, seed uint64) (c *closer, s *partial) {
	r := multiwalk.NewRand(seed, 0)
	s = &partial{x: make([]int32, p.Tasks)}
	for t := range s.x {
		s.x[t] = int32(r.IntN(int(p.Machines)))
	}
	s.load = loadsOf(p, s.x)
	c = newCloser(newMarket(&Instance{Scheduling: p}), 5)
	c.within(slices.Max(s.load))
	for m := range c.open {
		c.open[m] = true
	}
	return c, s
}

func loadsOf(p *Scheduling, x []int32) []int32 {
	load := make([]int32, p.Machines)
	for t, m := range x {
		load[m] += p.Times[int32(t)*p.Machines+m]
	}
	return load
}

// The prices are those that the bound belongs to: they sum up to 1, and the tasks' least prices to the bound.
func TestFair(t *testing.T) {
	for seed := range uint64(4) {
		p := Generate(80, 6, seed)
		fair, loads, sum := p.fair(), make([]float64, 6), 0.0
		for _, price := range fair {
			sum += price
		}
		if bound := p.cheapest(fair, loads); math.Abs(sum-1) > 1e-9 || bound > float64(p.Bound)+1 || bound < 0.9999*float64(p.Bound) {
			t.Errorf("seed %d: prices %v, of which the bound is %v, not %d", seed, fair, bound, p.Bound)
		}
	}
}

// Of all subsets of a few options, those are kept that waste least.
func TestWith(t *testing.T) {
	r := multiwalk.NewRand(3, 0)
	for range 20 {
		now, want := []subset{{}}, []subset{{}}
		for i := range 9 {
			more := subset{int32(r.IntN(100)), int32(r.IntN(100)), int32(r.IntN(1000)) - 200, 1 << i}
			now = with(nil, now, more)
			for _, s := range want {
				want = append(want, subset{s.load + more.load, s.other + more.other, s.waste + more.waste, s.has | more.has})
			}
			slices.SortStableFunc(want, func(a, b subset) int { return int(a.waste - b.waste) })
			for k, s := range now {
				if s.waste != want[k].waste || !slices.Contains(want, s) || len(now) != min(len(want), subsets) {
					t.Fatalf("subset %d of %d is %v; %d, the least wasteful %v", k, len(now), s, len(want), want[k])
				}
			}
			want = want[:min(len(want), subsets)]
		}
	}
}

// The best way to close a machine is the best of all subsets of its options, by enumeration; and what a way costs, and the loads that come
// of it, are exact.
func TestCloser_ExpandsInTheBestWay(t *testing.T) {
	for seed := range uint64(20) {
		p := Generate(13, 3, seed).Scheduling
		c, s := opened(p, seed)
		to := closing{machine: int32(seed % 3), other: -1, goal: int32(1.1 * float64(p.Bound)), idle: p.Bound / 3}
		best, found, looked := c.expand(s, to)
		if len(c.option) == 0 || len(c.option) > 13 || looked == 0 {
			t.Fatalf("%d options, %d subsets", len(c.option), looked)
		}
		price := func(w way) (cost int64, load int32) {
			y := partial{make([]int32, p.Tasks), make([]int32, p.Machines)}
			c.make(&y, s, w)
			if !slices.Equal(y.load, loadsOf(p, y.x)) {
				t.Fatalf("loads %v of %v", y.load, y.x)
			}
			load = y.load[to.machine]
			cost = int64(to.goal-load) * c.price[to.machine] >> finer
			for task, m := range y.x {
				cost += int64(c.waste[task*3+int(m)] - c.waste[task*3+int(s.x[task])])
			}
			return cost, load
		}
		least := int64(math.MaxInt64)
		for k := range uint32(1) << len(c.option) {
			w := way{}
			for i := range c.option {
				w.has[i&1] |= k >> i & 1 << (i / 2)
			}
			if cost, load := price(w); load <= to.goal && load >= to.goal-to.idle {
				least = min(least, cost)
			}
		}
		if found != (least < math.MaxInt64) {
			t.Fatalf("seed %d: found is %v, and the best way costs %d", seed, found, least)
		}
		if !found {
			continue
		}
		if cost, load := price(best); cost != best.cost || load > to.goal || load < to.goal-to.idle {
			t.Fatalf("seed %d: %v costs %d, the machine ends at %d of %d", seed, best, cost, load, to.goal)
		}
		if best.cost != least {
			t.Errorf("seed %d: the way that was found costs %d, the best of all %d", seed, best.cost, least)
		}
	}
}

// Two machines are closed in the best of all ways, which enumeration proves. If there is no better one than the present one, none is found.
func TestCloser_ClosesTwoInTheBestWay(t *testing.T) {
	for seed := range uint64(10) {
		p := Generate(12, 2, seed).Scheduling
		q := (&Instance{Scheduling: p}).Makespan()
		least := runtest.Least(q)
		c, s := opened(p, seed)
		last := slices.Max(s.load)
		y, _ := c.close(s.x, s.load, []int32{0, 1}, last-1, last)
		if y == nil && least < int64(last) || y != nil && q.Cost(y.x) != least {
			t.Errorf("seed %d: after %d comes %v, the best is %d", seed, last, y, least)
		}
		if y == nil {
			continue
		}
		if z, _ := c.close(y.x, y.load, []int32{0, 1}, int32(least)-1, int32(least)); z != nil {
			t.Errorf("seed %d: %d is better than the best, %d", seed, q.Cost(z.x), least)
		}
	}
}

// Machines that are not opened keep their tasks, those that are opened end before the last one did, and loads are exact.
func TestCloser_KeepsWhatIsClosed(t *testing.T) {
	p := Generate(60, 6, 1).Scheduling
	c, s := opened(p, 1)
	last, found := slices.Max(s.load), 0
	for k := range 200 {
		machines := []int32{int32(k % 6), int32((k + 1 + k%2) % 6), int32((k + 3) % 6)}
		goal := last - last/100
		y, _ := c.close(s.x, s.load, machines, goal, last)
		if y == nil {
			continue
		}
		found++
		if !slices.Equal(y.load, loadsOf(p, y.x)) {
			t.Fatalf("loads %v of %v", y.load, y.x)
		}
		for task, m := range y.x {
			if was := s.x[task]; was != m && !(slices.Contains(machines, was) && slices.Contains(machines, m)) {
				t.Fatalf("task %d goes from %d to %d, open are %v", task, was, m, machines)
			}
		}
		for _, m := range machines {
			if y.load[m] >= last {
				t.Fatalf("machine %d ends at %d, not before %d", m, y.load[m], last)
			}
		}
		copy(s.x, y.x)
		copy(s.load, y.load)
		if now := slices.Max(s.load); now < last {
			last = now
			c.within(last)
		}
	}
	if found < 10 {
		t.Errorf("%d of 200 found", found)
	}
}
