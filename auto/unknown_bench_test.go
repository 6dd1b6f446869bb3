package auto_test

import (
	"flag"
	"math"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
)

var unknownTime = flag.Duration("unknown-time", 2*time.Second, "processor time of each run of BenchmarkUnknown")

// unknown are problems that auto has no rule for, as a user would write them.
func unknown() map[string]multiwalk.Problem {
	return map[string]multiwalk.Problem{
		"colouring": newColouring(250, 29), "qubo": newQubo(500), "ordering": newOrdering(120),
		"knapsack": newKnapsack(400), "flowshop without deltas": newFlowShop(50, 10),
	}
}

// processor is the processor time of this process.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// rounds runs a method for a number of rounds and returns what it found and took.
func rounds(b *testing.B, p multiwalk.Problem, m multiwalk.Method, seed uint64, n int64) (*multiwalk.Result, time.Duration) {
	b.Helper()
	began := processor()
	r, err := multiwalk.Minimize(b.Context(), p, m, multiwalk.Settings{Seed: seed, Walks: 1, Workers: 1, Stop: []multiwalk.Stop{multiwalk.Work(n)}})
	if err != nil {
		b.Fatal(err)
	}
	return r, processor() - began
}

// BenchmarkUnknown compares auto with single methods and with a naive annealing at about equal processor time: a pilot says how
// many rounds a method does in it. The cost is the mean of three seeds.
func BenchmarkUnknown(b *testing.B) {
	problems := unknown()
	names := make([]string, 0, len(problems))
	for name := range problems {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		p := problems[name]
		for _, c := range []struct {
			name string
			m    multiwalk.Method
		}{
			{"auto", auto.For(p)}, {"anneal", single.Anneal{}}, {"late acceptance", single.LateAcceptance{}}, {"ils", single.ILS{}}, {"tabu", single.IteratedTabu{}},
			{"tempering", single.ParallelTempering{}}, {"memetic", population.Memetic{}}, {"naive", nil},
		} {
			if c.m != nil {
				if _, err := c.m.Prepare(p, multiwalk.Plan{Walks: 1, Warn: func(string) {}}); err != nil {
					continue
				}
			}
			b.Run(name+"/"+c.name, func(b *testing.B) {
				for b.Loop() {
					cost, took := 0.0, time.Duration(0)
					for seed := range uint64(3) {
						began := processor()
						if c.m == nil {
							cost += float64(naive(p, seed+1, *unknownTime))
							took += processor() - began
							continue
						}
						n := int64(*unknownTime / (10 * time.Millisecond))
						_, lap := rounds(b, p, c.m, 0, max(1, n/8))
						r, t := rounds(b, p, c.m, seed+1, max(1, int64(float64(max(1, n/8))*float64(*unknownTime)/float64(lap))))
						cost, took = cost+float64(r.Cost), took+t
						for _, note := range r.Notes {
							b.Log(note)
						}
					}
					b.ReportMetric(cost/3, "cost")
					b.ReportMetric(took.Seconds()/3, "cpu_s")
					b.ReportMetric(0, "ns/op")
				}
			})
		}
	}
}

// neighbour is the move of the naive annealing: what it changes, what that costs, and the way back.
type mover interface {
	multiwalk.Problem
	// naive makes a random move and returns its delta, and undo takes it back.
	naive(r *multiwalk.Rand, x []int32, cost int64) (delta int64, undo func())
}

// naive is the annealing that a careful user would write: temperatures from a thousand deltas, cooling over its time.
func naive(p multiwalk.Problem, seed uint64, limit time.Duration) int64 {
	m, r := p.(mover), multiwalk.NewRand(seed, 0)
	x := make([]int32, p.Space().Len())
	p.Space().Random(r, x)
	cost := p.Cost(x)
	sum, least := 0.0, math.Inf(1)
	for range 1000 {
		d, undo := m.naive(r, x, cost)
		undo()
		if a := math.Abs(float64(d)); a > 0 {
			sum, least = sum+a, min(least, a)
		}
	}
	hot, cold := sum/1000, least/4
	best, began, t := cost, processor(), hot
	for i := 0; ; i++ {
		if i%64 == 0 {
			part := float64(processor()-began) / float64(limit)
			if part >= 1 {
				return best
			}
			t = hot * math.Pow(cold/hot, part)
		}
		d, undo := m.naive(r, x, cost)
		if d > 0 && r.Float64() >= math.Exp(-float64(d)/t) {
			undo()
			continue
		}
		if cost += d; cost < best {
			best = cost
		}
	}
}
