package main

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// begun is a desk at a random schedule, where something is late and some moves are accepted.
func begun(p *Scheduling) *desk {
	d, r, x := newDesk(p, 5), multiwalk.NewRand(2, 0), make([]int32, p.Tasks)
	for t := range x {
		x[t] = int32(r.IntN(int(p.Machines)))
	}
	d.put(x)
	d.target, d.temperature = int64(p.Bound), 100*d.thousandth*d.thousandth
	return d
}

// consistent compares all that a desk keeps with the schedule.
func consistent(t *testing.T, d *desk) {
	t.Helper()
	load, n := make([]int32, len(d.load)), 0
	for task, m := range d.x {
		load[m] += d.p.Times[int32(task)*d.p.Machines+m]
		if d.of[m][d.place[task]] != int32(task) {
			t.Fatalf("task %d is not in its place", task)
		}
	}
	for _, list := range d.of {
		n += len(list)
	}
	if !slices.Equal(load, d.load) || n != len(d.x) {
		t.Fatalf("loads %v, thought to be %v; %d tasks", load, d.load, n)
	}
}

// What chains cost is exact, and a chain that is not made leaves no trace.
func TestDesk_Chains(t *testing.T) {
	for _, p := range []*Scheduling{Generate(60, 5, 1).Scheduling, Generate(3, 2, 2).Scheduling, Generate(4, 1, 2).Scheduling} {
		d := begun(p)
		made := 0
		for range 3000 {
			before := slices.Clone(d.x)
			if d.propose() {
				made++
			} else if !slices.Equal(before, d.x) {
				t.Fatal("a chain that was refused has changed the schedule")
			}
			consistent(t, d)
		}
		if made == 0 && p.Machines > 1 {
			t.Error("no chain was made")
		}
	}
	d := begun(Generate(60, 5, 1).Scheduling)
	sum := func() (s int64) {
		for task, m := range d.x {
			s += int64(d.dear[int32(task)*5+m])
		}
		for _, load := range d.load {
			s += d.late(load)
		}
		return s
	}
	for task := range int32(60) {
		before, from := sum(), d.x[task]
		to := (from + 1 + task%4) % 5
		change := d.shift(task, to, int(from))
		d.move(task, to)
		if sum() != before+change {
			t.Fatalf("task %d: %d, by its delta %d", task, sum()-before, change)
		}
	}
}

// Two machines share few tasks in the best of all ways, which enumeration proves, where the balance decides.
func TestPairing_SharesInTheBestWay(t *testing.T) {
	p := Generate(12, 2, 3).Scheduling
	w := newPairing(begun(p))
	w.machines, w.weight = [2]int32{0, 1}, 1000
	w.share()
	consistent(t, w.desk)
	least, x := int64(math.MaxInt64), make([]int32, 12)
	for k := range 1 << 12 {
		for i := range x {
			x[i] = int32(k >> i & 1)
		}
		e := begun(p)
		e.put(x)
		least = min(least, w.priced(0, e.load[0])+w.priced(1, e.load[1]))
	}
	if got := w.total(); float64(got) > 1.001*float64(least) {
		t.Errorf("%d, the best is %d", got, least)
	}
	for range 50 {
		w.restart()
		before := w.cost
		w.iterate()
		consistent(t, w.desk)
		if w.total() > before {
			t.Errorf("%d after %d", w.total(), before)
		}
	}
}

// Local search gains on what it begins with, and repeats itself.
func TestLocal_Gains(t *testing.T) {
	p := Generate(80, 6, 1)
	start := make([]int32, 80)
	run := func() *multiwalk.Result {
		res, err := multiwalk.Minimize(context.Background(), p.Scheduling, Local{}, multiwalk.Settings{Seed: 1, Walks: 2, Start: start,
			Stop: []multiwalk.Stop{multiwalk.Evaluations(400_000)}})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	res, again := run(), run()
	if last := p.Verify(res.Best) * p.Scale; last > 1.02*float64(p.Bound) || !slices.Equal(res.Best, again.Best) {
		t.Errorf("it ends at %v, bound %d: %v, %v", last, p.Bound, res, again)
	}
}
