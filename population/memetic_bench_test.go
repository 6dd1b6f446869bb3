package population

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

var (
	memeticDevice = flag.String("memetic.device", "gpu", "device of BenchmarkMemetic_Gap: cpu, gpu, gpu:1")
	memeticTime   = flag.Duration("memetic.time", 10*time.Second, "limit of a run of BenchmarkMemetic_Gap")
	memeticSeeds  = flag.Int("memetic.seeds", 10, "runs of BenchmarkMemetic_Gap")
	memeticSteps  = flag.Int("memetic.length", 0, "iterations of a child in BenchmarkMemetic_Gap, in n")
	memeticWait   = flag.Int("memetic.patience", 0, "generations until an individual mutates in BenchmarkMemetic_Gap")
	memeticEnd    = flag.Int("memetic.stagnation", 0, "generations until a population begins anew in BenchmarkMemetic_Gap")
	memeticOnly   = flag.String("memetic.instances", "tai60a tai80a tai100a sko100a tho150 wil100 tai100b tai150b",
		"instances of BenchmarkMemetic_Gap")
)

// BenchmarkMemetic_Gap measures the mean gap to the best known cost over the large instances of QAPLIB, after 10 s and
// at the end if that is later, and how many runs ended at it; beside it that of independent iterated tabu searches. Run
// it with -benchtime 1x.
func BenchmarkMemetic_Gap(b *testing.B) {
	d, err := device.Parse(*memeticDevice)
	if err != nil {
		b.Skip(err)
	}
	if a, ok := d.(multiwalk.Accelerator); ok {
		if err := a.Ready(); err != nil {
			b.Skip(err)
		}
	}
	for _, name := range strings.Fields(*memeticOnly) {
		q, err := qap.ReadFile(benchdata.File(b, "qap", name+".dat"))
		if err != nil {
			b.Fatal(err)
		}
		memetic := Memetic{Length: *memeticSteps * q.N, Patience: *memeticWait, Stagnation: *memeticEnd}
		for _, m := range []walk.Method{memetic, single.IteratedTabu{}} {
			b.Run(name+"/"+m.Name(), func(b *testing.B) {
				for b.Loop() {
					reportGaps(b, q, m, d)
				}
			})
		}
	}
}

// reportGaps runs a method with some seeds.
func reportGaps(b *testing.B, q *qap.Instance, m walk.Method, d multiwalk.Device) {
	b.Helper()
	known, _, _ := qap.BestKnown(q.Name())
	gap := func(cost int64) float64 { return 100 * float64(cost-known) / float64(known) }
	early, last, iterations, restarts, hits := 0.0, 0.0, 0.0, 0.0, 0
	seeds, line := float64(*memeticSeeds), ""
	for seed := range uint64(*memeticSeeds) {
		r, err := multiwalk.Minimize(context.Background(), q, m, multiwalk.Settings{Seed: seed + 1, Device: d,
			Stop: []multiwalk.Stop{multiwalk.Time(*memeticTime), multiwalk.Target(known)}})
		if err != nil {
			b.Fatal(err)
		}
		if err := q.Space().Check(r.Best); err != nil || q.Cost(r.Best) != r.Cost {
			b.Fatalf("the best costs %d, not %d: %v", q.Cost(r.Best), r.Cost, err)
		}
		cost := r.History[0].Cost
		for _, h := range r.History {
			if h.Elapsed <= 10*time.Second {
				cost = h.Cost
			}
		}
		early += gap(cost) / seeds
		last += gap(r.Cost) / seeds
		restarts += float64(r.Restarts) / seeds
		iterations += float64(r.Moves) / r.Elapsed.Seconds() / seeds
		if r.Cost <= known {
			hits++
		}
		line += fmt.Sprintf(" %.3f", gap(r.Cost))
	}
	b.Logf("gaps:%s", line)
	b.ReportMetric(early, "gap10s%")
	b.ReportMetric(last, "gap%")
	b.ReportMetric(float64(hits), "hits")
	b.ReportMetric(restarts, "restarts")
	b.ReportMetric(iterations, "iterations/s")
}

// BenchmarkMemetic_Generation measures what the host does between two generations of a GPU: an operation is a
// generation of as many individuals as an H200 has searches.
func BenchmarkMemetic_Generation(b *testing.B) {
	for _, c := range []struct{ n, size int }{{60, 924}, {100, 264}, {150, 132}} {
		b.Run(fmt.Sprintf("n=%d/%d", c.n, c.size), func(b *testing.B) {
			w := newBrood(Memetic{Patience: 50}, c.n, c.size, ofPermutation(c.n), multiwalk.NewRand(1, 0))
			costs := make([]int64, c.size)
			for i := range costs {
				multiwalk.Permutation(c.n).Random(w.r, w.child(i))
				costs[i] = int64(w.r.IntN(100)) // many are alike
			}
			for b.Loop() {
				w.succeed(costs, 1)
				w.breed()
			}
		})
	}
}
