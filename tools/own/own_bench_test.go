package own

import (
	"flag"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/stat"
	"github.com/multiwalk/multiwalk/walk"
)

var (
	times = flag.String("own.time", "1s", "how much processor time each has, such as 1s,5s,20s")
	seeds = flag.Int("own.seeds", 20, "how many seeds")
)

// percent is how much more a cost is than another, in per cent of that.
func percent(cost, other float64) float64 { return 100 * (cost - other) / max(1, math.Abs(other)) }

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
}

// significant is the level of the test: two samples of costs whose ranks are less likely than that are told to differ.
const significant = 0.01

// A comparison is of the costs that two found: how much more the median of the one is than that of the other in per cent of this, the
// probability of ranks like theirs if there was no difference (stat.RankSum), and -1, 0 or 1 if the one is better, not shown to differ,
// or worse.
type comparison struct {
	more, p float64
	verdict int
}

func compare(ours, others []float64) comparison {
	c := comparison{more: percent(median(ours), median(others)), p: stat.RankSum(ours, others)}
	switch {
	case c.p >= significant:
	case c.more < 0:
		c.verdict = -1
	case c.more > 0:
		c.verdict = 1
	}
	return c
}

// report writes it with the ending of its units.
func (c comparison) report(b *testing.B, than string) {
	b.ReportMetric(c.more, "more"+than+"_%")
	b.ReportMetric(c.p, "p"+than)
	b.ReportMetric(float64(c.verdict), "verdict"+than)
}

// BenchmarkOwn runs auto without any setting, one walk on one core, and the rival, each for the same processor time: a process for each
// seed, as many at a time as there are processors. It reports the median cost of both and how they compare, and the processor time. Its
// last lines count on how many instances ours is better, not shown to differ, and worse. With -own.device it is another race: see
// onDevice.
func BenchmarkOwn(b *testing.B) {
	race := onCore
	if *where != "" {
		race = onDevice
	}
	for _, word := range strings.Split(*times, ",") {
		limit := must.Have(time.ParseDuration(word))(b)
		count := map[int]int{}
		b.Run(word, func(b *testing.B) {
			for _, c := range all() {
				b.Run(c.Name, func(b *testing.B) { count[race(b, c, limit)]++ })
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

// onCore returns -1, 0 or 1: ours is better, not shown to differ, or worse.
func onCore(b *testing.B, c Case, limit time.Duration) int {
	var list []heat
	for b.Loop() {
		list = append(list, heats(b, c.Name, limit, true)...)
	}
	ours, rivals := costs(list, func(h heat) int64 { return h.Ours }), costs(list, func(h heat) int64 { return h.Rival })
	var used []float64
	for _, h := range list {
		used = append(used, h.CPU)
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(ours), "ours")
	b.ReportMetric(median(rivals), "rival")
	b.ReportMetric(median(used), "cpu_s")
	result := compare(ours, rivals)
	result.report(b, "")
	return result.verdict
}

func costs(list []heat, of func(heat) int64) (all []float64) {
	for _, h := range list {
		all = append(all, float64(of(h)))
	}
	return all
}

// BenchmarkBoth shows how busy a core and a machine are, where the core runs what auto chooses there, and the machine sleeps, about 8 ms a
// launch.
//
//	go test ./tools/own -run '^$' -bench Both -benchtime 3x
func BenchmarkBoth(b *testing.B) {
	join := func(cores, machines walk.Method) walk.Method {
		return cooperate.ByDevice{Cores: cores, Machines: machines}
	}
	launch := func(_ time.Duration, r *multiwalk.Rand) time.Duration {
		return 7*time.Millisecond + time.Duration(r.IntN(2_000_000))
	}
	for _, c := range all() {
		b.Run(c.Name, func(b *testing.B) {
			runtest.Busy(b, c.Problem, device.Both(device.CPU(1), device.Emulator()), join, auto.For(c.Problem), runtest.Sleeper{Lasts: launch, Units: 1})
		})
	}
}
