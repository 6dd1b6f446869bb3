package auto_test

import (
	"cmp"
	"flag"
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/tools/own"
	"github.com/multiwalk/multiwalk/walk"
)

var (
	unknownTime  = flag.Duration("unknown.time", time.Second, "processor time of each run of BenchmarkUnknown")
	unknownSeeds = flag.Int("unknown.seeds", 3, "how many seeds")
)

// BenchmarkUnknown compares auto with single methods, one walk each, on problems that auto has no rule for, at about equal
// processor time: a pilot of an eighth says how many rounds a method does in it. The cost is the mean of the seeds.
func BenchmarkUnknown(b *testing.B) {
	folder := cmp.Or(os.Getenv("MULTIWALK_DATA"), "../../shared/data")
	for _, c := range own.All(folder) {
		for _, m := range []walk.Method{auto.For(c.Problem), single.Anneal{}, single.IteratedTabu{}, single.ILS{}, single.LateAcceptance{},
			single.ParallelTempering{}, population.Memetic{}} {
			name := m.Name()
			if name == auto.For(c.Problem).Name() {
				name = "auto"
			}
			b.Run(regexp.MustCompile(`\W+`).ReplaceAllString(c.Name, "-")+"/"+name, func(b *testing.B) {
				if _, err := m.Prepare(c.Problem, walk.Plan{Walks: 1, Warn: func(string) {}}); err != nil {
					b.Skip(err)
				}
				for b.Loop() {
					sum, took := 0.0, time.Duration(0)
					for seed := range uint64(*unknownSeeds) {
						pilot := max(1, int64(*unknownTime/(80*time.Millisecond)))
						_, lap := roundsOf(b, c.Problem, m, 0, pilot)
						r, t := roundsOf(b, c.Problem, m, seed+1, max(1, int64(float64(pilot)*float64(*unknownTime)/float64(lap))))
						sum, took = sum+float64(r.Cost), took+t
						b.Log(r.Notes)
					}
					b.ReportMetric(sum/float64(*unknownSeeds), "cost")
					b.ReportMetric(took.Seconds()/float64(*unknownSeeds), "cpu_s")
					b.ReportMetric(0, "ns/op")
				}
			})
		}
	}
}

// roundsOf runs a method for a number of rounds, and returns what it found and the processor time that it took.
func roundsOf(b *testing.B, p multiwalk.Problem, m walk.Method, seed uint64, n int64) (*multiwalk.Result, time.Duration) {
	b.Helper()
	began := own.ProcessorTime()
	r := must.Have(multiwalk.Minimize(b.Context(), p, m, multiwalk.Settings{Seed: seed, Walks: 1, Workers: 1, Stop: []multiwalk.Stop{multiwalk.Work(n)}}))(b)
	return r, own.ProcessorTime() - began
}
