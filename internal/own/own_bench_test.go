package own

import (
	"cmp"
	"flag"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
)

var (
	times = flag.String("own.time", "1s", "how much processor time each has, such as 1s,5s,20s")
	seeds = flag.Int("own.seeds", 3, "how many seeds")
)

// A meter gives ours and the rival the same processor time, however busy the machine is. Ours runs as a user runs it: with a
// limit of wall-clock time, over which its methods cool. That limit is longer by the share of the wall-clock time that the last run
// was given. Then the rival has exactly the processor time that ours has used, by the process's own clock, preparation and
// garbage collection included.
type meter struct{ share float64 }

// newMeter works for some time, to see how busy the machine is.
func newMeter() *meter {
	since, begun := time.Now(), ProcessorTime()
	for ProcessorTime()-begun < 50*time.Millisecond {
	}
	m := &meter{}
	m.note(ProcessorTime()-begun, time.Since(since))
	return m
}

func (m *meter) note(used, wall time.Duration) {
	m.share = min(1, max(0.1, float64(used)/float64(wall)))
}

func (m *meter) ours(b *testing.B, c Case, seed uint64, limit time.Duration) (cost int64, used time.Duration) {
	wall := time.Duration(float64(limit) / m.share)
	runtime.GC()
	begun, since := ProcessorTime(), time.Now()
	res := minimize(b, c, seed, multiwalk.Time(wall))
	used = ProcessorTime() - begun
	m.note(used, time.Since(since))
	if got := c.Check(res.Best); got != res.Cost {
		b.Fatalf("%s: our solution costs %d, checked %d", c.Name, res.Cost, got)
	}
	return res.Cost, used
}

// rival begins at the random solution of the seed; its time includes the moves' tables.
func rival(b *testing.B, c Case, v Rival, seed uint64, limit time.Duration) int64 {
	runtime.GC()
	begun := ProcessorTime()
	x := start(c, seed)
	best, cost := v.Run(x, c.Problem.Cost(x), seed, func() float64 {
		return float64(ProcessorTime()-begun) / float64(limit)
	})
	if got := c.Check(best); got != cost {
		b.Fatalf("%s: the rival's solution costs %d, checked %d", c.Name, cost, got)
	}
	return cost
}

// percent is how much more a cost is than another, in per cent of that.
func percent(cost, other int64) float64 {
	return 100 * float64(cost-other) / max(1, math.Abs(float64(other)))
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

// oneCore leaves the process one processor until the benchmark ends.
func oneCore(b *testing.B) {
	was := runtime.GOMAXPROCS(1)
	b.Cleanup(func() { runtime.GOMAXPROCS(was) })
}

// BenchmarkOwn runs auto without any setting, one walk on one core, and the rival, in turns, each for the same processor time.
// It reports the median cost of both, the median over the seeds of how much more ours costs in per cent of the rival's (below 0
// ours is better), and the processor time. Its last lines count on how many instances ours is better, equal and worse. With
// -own.device it is another race: see onDevice.
func BenchmarkOwn(b *testing.B) {
	compare := onDevice
	if *where == "" {
		oneCore(b)
		compare = newMeter().compare
	}
	for _, word := range strings.Split(*times, ",") {
		limit, err := time.ParseDuration(word)
		if err != nil {
			b.Fatal(err)
		}
		count := map[int]int{}
		b.Run(word, func(b *testing.B) {
			for _, c := range all() {
				b.Run(c.Name, func(b *testing.B) { count[compare(b, c, limit)]++ })
			}
			b.Run("all", func(b *testing.B) {
				b.ReportMetric(0, "ns/op")
				for verdict, what := range []string{"better", "equal", "worse"} {
					b.ReportMetric(float64(count[verdict-1]), what)
				}
			})
		})
	}
}

// compare returns -1, 0 or 1: ours is better, equal or worse.
func (m *meter) compare(b *testing.B, c Case, limit time.Duration) int {
	var ours, rivals, more, used []float64
	for b.Loop() {
		for seed := range uint64(*seeds) {
			cost, t := m.ours(b, c, seed+1, limit)
			other := rival(b, c, c.Rival, seed+1, t)
			ours, rivals, used = append(ours, float64(cost)), append(rivals, float64(other)), append(used, t.Seconds())
			more = append(more, percent(cost, other))
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(ours), "ours")
	b.ReportMetric(median(rivals), "rival")
	b.ReportMetric(median(more), "more_%")
	b.ReportMetric(median(used), "cpu_s")
	return cmp.Compare(median(more), 0)
}

// BenchmarkRival_Tune reports what the rival finds with a quarter, one and four times its temperatures. See Rival.
func BenchmarkRival_Tune(b *testing.B) {
	oneCore(b)
	for _, c := range all() {
		for _, hot := range []float64{0.25, 1, 4} {
			for _, cold := range []float64{0.25, 1, 4} {
				v := c.Rival
				v.Hot, v.Cold = v.Hot*hot, v.Cold*cold
				b.Run(fmt.Sprintf("%s/%v-%v", c.Name, v.Hot, v.Cold), func(b *testing.B) {
					cost := int64(0)
					for b.Loop() {
						cost = rival(b, c, v, 1000, time.Second)
					}
					b.ReportMetric(0, "ns/op")
					b.ReportMetric(float64(cost), "rival")
				})
			}
		}
	}
}
