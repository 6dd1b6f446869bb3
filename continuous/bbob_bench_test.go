package continuous_test

import (
	"context"
	"flag"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/bbob"
	"github.com/multiwalk/multiwalk/walk"
)

var (
	bbobDim         = flag.Int("bbob.dim", 10, "dimension of BenchmarkBBOB")
	bbobFirst       = flag.Int("bbob.first", 6, "the first instance of BenchmarkBBOB")
	bbobInstances   = flag.Int("bbob.instances", 10, "how many instances it has")
	bbobEvaluations = flag.Int64("bbob.evaluations", 1_000_000, "the most evaluations of a run of BenchmarkBBOB")
	bbobSeconds     = flag.Float64("bbob.seconds", 0, "the most seconds of a run; 0: no limit")
	bbobWalks       = flag.Int("bbob.walks", 1, "its walks, each on a core of its own")
	bbobMethod      = flag.String("bbob.method", "default", "its method: default, cmaes, ipop, line-search, quasi-newton or differential-evolution")
)

// best2009 is the expected running time of the best of 31 algorithms of BBOB-2009 to a precision of 1e-8, in evaluations, in 10 dimensions;
// from the archive of coco-postprocess.
var best2009 = [bbob.Functions]float64{23, 200, 3.7e3, 2.9e4, 20, 2.6e3, 5.9e3, 1.4e3, 1.2e3, 4.8e3, 5.2e3, 5.5e3, 8.5e3, 5.0e3, 8.1e4, 7.2e4,
	2.7e4, 4.4e4, 1.4e6, 5.9e5, 1.8e4, 1.4e4, 2.2e5, 7.5e7}

// BenchmarkBBOB solves the functions of BBOB to 1e-8 on one core, by one walk. It reports how many of the instances were solved, the median
// and the greatest time of these, the expected running time (ERT: all evaluations over the successes), and that over the best of 2009. The
// tables in docs/real.md are
//
//	go test ./continuous -run '^$' -bench BBOB -benchtime 1x
//	go test ./continuous -run '^$' -bench BBOB -benchtime 1x -bbob.walks 16 -bbob.seconds 1 -bbob.evaluations 1000000000 -bbob.first 1 -bbob.instances 15
func BenchmarkBBOB(b *testing.B) {
	for f := 1; f <= bbob.Functions; f++ {
		b.Run(fmt.Sprintf("f%d", f), func(b *testing.B) {
			for b.Loop() {
				measure(b, f)
			}
		})
	}
}

func measure(b *testing.B, f int) {
	var m walk.Method
	switch *bbobMethod {
	case "cmaes":
		m = continuous.CMAES{}
	case "ipop":
		m = continuous.CMAES{Restart: "ipop"}
	case "line-search":
		m = continuous.LineSearch{}
	case "quasi-newton":
		m = continuous.QuasiNewton{}
	case "differential-evolution":
		m = continuous.Differential{Schedule: "grow"}
	default:
		m = continuous.Default()
	}
	evaluations := 0.0
	var solved []float64 // in milliseconds
	for i := *bbobFirst; i < *bbobFirst+*bbobInstances; i++ {
		p := must.Have(bbob.New(f, *bbobDim, i))(b)
		_, least := p.Optimum()
		stops := []multiwalk.Stop{continuous.Target(least + bbob.Precision), multiwalk.Evaluations(*bbobEvaluations)}
		if *bbobSeconds > 0 {
			stops = append(stops, multiwalk.Time(time.Duration(*bbobSeconds*float64(time.Second))))
		}
		res := must.Have(multiwalk.Minimize(context.Background(), p, m, multiwalk.Settings{Seed: uint64(2000 + i), Walks: *bbobWalks, Workers: *bbobWalks, Stop: stops}))(b)
		evaluations += float64(res.Evaluations())
		if res.Status == multiwalk.TargetReached {
			solved = append(solved, res.Elapsed.Seconds()*1000)
		}
	}
	b.ReportMetric(float64(len(solved)), "solved")
	b.ReportMetric(evaluations, "evaluations")
	if len(solved) > 0 {
		slices.Sort(solved)
		b.ReportMetric(solved[len(solved)/2], "median-ms")
		b.ReportMetric(solved[len(solved)-1], "most-ms")
		expected := evaluations / float64(len(solved))
		b.ReportMetric(expected, "ERT")
		if *bbobDim == 10 {
			b.ReportMetric(expected/best2009[f-1], "times-best")
		}
	}
}
