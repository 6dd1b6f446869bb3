package own

import (
	"bytes"
	"context"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/knapsack"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// jobs are done one after the other; a job that ends late costs its weight for each hour.
type jobs struct{ hours, due, weight []int64 }

func (p jobs) Space() multiwalk.Space { return multiwalk.Permutation(len(p.hours)) }

func (p jobs) Cost(order []int32) (cost int64) {
	now := int64(0)
	for _, job := range order {
		now += p.hours[job]
		cost += p.weight[job] * max(0, now-p.due[job])
	}
	return cost
}

// Construct orders the jobs as they are due.
func (p jobs) Construct(r *multiwalk.Rand, order []int32) {
	p.Space().Random(r, order)
	slices.SortStableFunc(order, func(a, b int32) int { return int(p.due[a] - p.due[b]) })
}

func newJobs(n int) jobs {
	r, p := multiwalk.NewRand(1, 2), jobs{}
	for range n {
		p.hours = append(p.hours, 1+int64(r.IntN(100)))
		p.due = append(p.due, 2000+int64(r.IntN(7000)))
		p.weight = append(p.weight, 1+int64(r.IntN(10)))
	}
	return p
}

// tasks are given to machines, which have room for some hours each. What a machine takes beyond that violates a constraint.
type tasks struct {
	hours, price [][]int64 // of each task on each machine
	room         []int64
	rules        *multiwalk.Constraints
}

func newTasks(n, machines int) *tasks {
	r, p := multiwalk.NewRand(3, 4), &tasks{room: make([]int64, machines)}
	total, dearest := int64(0), int64(0)
	for range n {
		hours, price := make([]int64, machines), make([]int64, machines)
		for m := range hours {
			hours[m] = 5 + int64(r.IntN(21))
			price[m] = 10 + int64(r.IntN(41))
			p.room[m] += hours[m]
			total += hours[m]
			dearest += price[m]
		}
		p.hours, p.price = append(p.hours, hours), append(p.price, price)
	}
	for m := range p.room {
		p.room[m] = p.room[m] * 8 / 10 / int64(machines)
	}
	p.rules, _ = multiwalk.NewConstraints(dearest, multiwalk.Constraint{Name: "hours", Most: total})
	return p
}

func (p *tasks) Space() multiwalk.Space {
	return multiwalk.Integers(len(p.hours), 0, int32(len(p.room)-1))
}

func (p *tasks) Constraints() *multiwalk.Constraints { return p.rules }

func (p *tasks) Cost(x []int32) int64 {
	var price, over int64
	used := make([]int64, len(p.room))
	for task, m := range x {
		price += p.price[task][m]
		used[m] += p.hours[task][m]
	}
	for m, u := range used {
		over += max(0, u-p.room[m])
	}
	return p.rules.Pack(price, over)
}

// trip is a closed trip through places, priced by its length alone.
type trip struct{ x, y []float64 }

func newTrip(n int) trip {
	r, p := multiwalk.NewRand(5, 6), trip{}
	for range n {
		p.x, p.y = append(p.x, 1000*r.Float64()), append(p.y, 1000*r.Float64())
	}
	return p
}

func (p trip) Space() multiwalk.Space { return multiwalk.Tour(len(p.x)) }

func (p trip) Cost(x []int32) (length int64) {
	from := x[len(x)-1]
	for _, to := range x {
		length += int64(math.Hypot(p.x[from]-p.x[to], p.y[from]-p.y[to]) + 0.5)
		from = to
	}
	return length
}

// change is a problem that was solved well before something about it changed.
type change struct {
	name          string
	before, after multiwalk.Problem
	planned       int64 // evaluations of the old plan
	plan          func() []int32
}

func changed(name string, planned int64, before, after multiwalk.Problem) change {
	c := change{name: name, before: before, after: after, planned: planned}
	c.plan = sync.OnceValue(func() []int32 {
		res, err := multiwalk.Minimize(context.Background(), before, auto.For(before), alone(1, nil, planned))
		if err != nil {
			panic(err)
		}
		return res.Best
	})
	return c
}

// alone is the settings of a walk by itself.
func alone(seed uint64, start []int32, evaluations int64) multiwalk.Settings {
	return multiwalk.Settings{Seed: seed, Start: start, Device: device.CPU(1), Walks: 1,
		Stop: []multiwalk.Stop{multiwalk.Evaluations(evaluations)}}
}

// resolve returns the cost of what a method finds after the change; nil is the method of auto.
func (c change) resolve(t testing.TB, m walk.Method, start []int32, seed uint64, evaluations int64) int64 {
	t.Helper()
	if m == nil {
		m = auto.For(c.after)
	}
	res := must.Have(multiwalk.Minimize(t.Context(), c.after, m, alone(seed, start, evaluations)))(t)
	return res.Cost
}

const planning = 3_000_000

func jobsChange(n int, planned int64) change {
	old, now := newJobs(n), newJobs(n)
	r := multiwalk.NewRand(7, 8)
	for range 5 {
		now.due[r.IntN(n)] -= 1500
	}
	return changed(name("jobs-%d", n), planned, old, now)
}

func tasksChange(n, machines int, planned int64) change {
	old, now := newTasks(n, machines), newTasks(n, machines)
	now.room[0] = now.room[0] * 8 / 10 // the old plan violates the constraint
	return changed(name("tasks-%d", n), planned, old, now)
}

func tripChange(n int, planned int64) change {
	old, now := newTrip(n), newTrip(n)
	for k := range 3 {
		now.x[k], now.y[k] = 1000-now.x[k], 1000-now.y[k]
	}
	return changed(name("trip-%d", n), planned, old, now)
}

func citiesChange(n int, planned int64) change {
	old, now := tsp.Random(n, 1), tsp.Random(n, 1)
	for k := range 3 {
		now.X[k], now.Y[k] = 1e6-now.X[k], 1e6-now.Y[k]
	}
	moved, err := tsp.New("moved", tsp.Euc2D, now.X, now.Y)
	if err != nil {
		panic(err)
	}
	return changed(name("cities-%d", n), planned, old, moved)
}

func setupsChange() change {
	old, now := NewSetups(60, 1), NewSetups(60, 1)
	for k := range 3 {
		now.Due[k] = max(0, now.Due[k]-1500)
	}
	return changed("setups-60", planning, old, now)
}

func routingChange() change {
	v := vehicles{"x-n101-k25", 101, 26, 4, 1, 100}
	old, now := files{}.routing(v).Routing, files{}.routing(v).Routing
	old.Penalty, now.Penalty = 100, 100
	for k := range 5 {
		now.Demand[k], now.Demand[k+5] = now.Demand[k]+10, max(1, now.Demand[k+5]-10)
	}
	return changed("routing-101", planning, old, now)
}

func orderingChange() change {
	old, now, other := NewOrdering(100, 1), NewOrdering(100, 1), NewOrdering(100, 2)
	copy(now.W[:300], other.W)
	return changed("lop-100", planning, old, now)
}

func timetableChange() change {
	old, now := NewTimetable(150, 25, 8, 1), NewTimetable(150, 25, 8, 1)
	now.Seats[7], now.Seats[0] = now.Seats[4], now.Seats[0]-1
	return changed("timetable-150", planning, old, now)
}

// colouringChange draws the edges of three vertices anew.
func colouringChange() change {
	old, other := NewColouring(250, 30, 1), NewColouring(250, 30, 2)
	lists := make([][]int32, 250)
	for a := range int32(250) {
		from := old
		if a < 3 {
			from = other
		}
		for _, b := range from.near(a) {
			if b < a || a >= 3 && b < 3 {
				continue
			}
			lists[a], lists[b] = append(lists[a], b), append(lists[b], a)
		}
	}
	now := &Colouring{N: 250, Colours: 30}
	now.Near, now.Start = joined(lists)
	return changed("colouring-250-30", planning, old, now)
}

func quadraticChange() change {
	old, now := NewQuadratic(1000, 1), NewQuadratic(1000, 1)
	for k := range 20 {
		now.Linear[k] = -10*now.Linear[k] - 100
	}
	return changed("qubo-1000", planning, old, now)
}

// knapsackChange has the old plan exceed a capacity.
func knapsackChange() change {
	old, text := knapsackCase(250, 5, 1).Problem.(knapsack.Flips), bytes.Buffer{}
	if err := old.Write(&text); err != nil {
		panic(err)
	}
	lines := strings.SplitN(text.String(), "\n", 3)
	capacities := strings.Fields(lines[1])
	first, _ := strconv.Atoi(capacities[0])
	capacities[0] = strconv.Itoa(first * 97 / 100)
	lines[1] = strings.Join(capacities, " ")
	now, err := knapsack.Read(strings.NewReader(strings.Join(lines, "\n")), "now")
	if err != nil {
		panic(err)
	}
	return changed("knapsack-250x5", planning, old, knapsack.Flips{Instance: now})
}

// A run of auto from the old plan ends no worse than one from nothing, nor than local search from it, by medians.
func TestStarts_AreKept(t *testing.T) {
	for _, c := range []change{jobsChange(60, 60_000), tripChange(40, 60_000), tasksChange(30, 5, 60_000)} {
		for _, evaluations := range []int64{2000, 20_000} {
			medianOf := func(m walk.Method, start []int32) float64 {
				var costs []float64
				for seed := range uint64(5) {
					costs = append(costs, float64(c.resolve(t, m, start, seed+1, evaluations)))
				}
				return median(costs)
			}
			warm := medianOf(nil, c.plan())
			for name, other := range map[string]float64{"auto from nothing": medianOf(nil, nil), "local search": medianOf(single.ILS{}, c.plan())} {
				if warm > other+float64(other)/200 {
					t.Errorf("%s, %d evaluations: auto from the old plan %v, %s %v", c.name, evaluations, warm, name, other)
				}
			}
		}
	}
}

// A run from a start goes on from each of its checkpoints as if nothing had happened, in each of its stages.
func TestStarts_Resume(t *testing.T) {
	for _, c := range []change{tasksChange(30, 5, 20_000), tripChange(40, 20_000)} {
		var list []*checkpoint.Saved
		s := alone(1, c.plan(), 60_000)
		s.Checkpoint = multiwalk.Checkpoint{Every: 1, Write: func(content []byte) error {
			saved, err := checkpoint.Parse(content)
			list = append(list, saved)
			return err
		}}
		want := must.Have(multiwalk.Minimize(t.Context(), c.after, single.Anneal{}, s))(t)
		for k, saved := range list {
			got := must.Have(multiwalk.Minimize(t.Context(), c.after, single.Anneal{}, multiwalk.Settings{Resume: saved, Device: s.Device, Stop: s.Stop}))(t)
			if !slices.Equal(got.Best, want.Best) || got.Counters != want.Counters {
				t.Fatalf("%s: resumed from checkpoint %d of %d: %v, %+v; at once %v, %+v", c.name, k, len(list), got.Cost, got.Counters,
					want.Cost, want.Counters)
			}
		}
	}
}

// BenchmarkStarts solves problems again after something about them changed, with a limit of evaluations: auto from nothing (cold) and from
// the old plan (warm), and from the old plan iterated local search (ils) and climbing (climb). It reports medians over -own.seeds seeds.
// START picks problems by their names.
func BenchmarkStarts(b *testing.B) {
	for _, c := range []change{jobsChange(200, planning), setupsChange(), routingChange(), orderingChange(), tasksChange(100, 10, planning),
		timetableChange(), colouringChange(), quadraticChange(), knapsackChange(), tripChange(100, planning), citiesChange(200, planning)} {
		if pick := os.Getenv("START"); pick != "" && !strings.Contains(c.name, pick) {
			continue
		}
		b.Run(c.name, func(b *testing.B) {
			for _, evaluations := range []int64{2000, 10_000, 50_000, 200_000} {
				b.Run(name("%d", evaluations), func(b *testing.B) {
					for b.Loop() {
						c.report(b, evaluations)
					}
				})
			}
		})
	}
}

func (c change) report(b *testing.B, evaluations int64) {
	b.ReportMetric(0, "ns/op")
	for _, v := range []struct {
		name  string
		m     walk.Method
		start []int32
	}{
		{"cold", nil, nil}, {"warm", nil, c.plan()}, {"ils", single.ILS{}, c.plan()}, {"climb", single.Climb{Restarts: -1}, c.plan()},
	} {
		if o := os.Getenv("ONLY"); o != "" && !strings.Contains(o, v.name) {
			continue
		}
		var costs []float64
		for seed := range uint64(*seeds) {
			costs = append(costs, float64(c.resolve(b, v.m, v.start, seed+1, evaluations)))
		}
		b.ReportMetric(median(costs), v.name)
	}
}
