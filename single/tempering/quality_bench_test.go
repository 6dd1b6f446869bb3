package tempering_test

import (
	"context"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/tabu"
	"github.com/multiwalk/multiwalk/single/tempering"
	"github.com/multiwalk/multiwalk/walk"
)

// manyRuns runs a method with seeds 1 on, and returns the mean time and the mean gap to the best known cost in per cent.
func manyRuns(b *testing.B, q *qap.Instance, m walk.Method, target int64) (seconds, gap float64, hits int) {
	b.Helper()
	known, _, _ := qap.BestKnown(q.Name())
	for seed := range *tempering.TemperRuns {
		r := must.Have(multiwalk.Minimize(context.Background(), q, m, multiwalk.Settings{Seed: uint64(seed) + 1, Device: tempering.TemperOn(b), Walks: *tempering.TemperWalks,
			Stop: []multiwalk.Stop{multiwalk.Time(*tempering.TemperTime), multiwalk.Target(target)}}))(b)
		if r.Cost <= target {
			hits++
		}
		seconds += r.Elapsed.Seconds() / float64(*tempering.TemperRuns)
		gap += 100 * float64(r.Cost-known) / float64(known) / float64(*tempering.TemperRuns)
	}
	return seconds, gap, hits
}

// rivals are what parallel tempering is compared with, and on cores itself when it is run anew where it stagnates.
func rivals(b *testing.B) []walk.Method {
	b.Helper()
	m := tempering.Delayed(tempering.ParallelTempering{Replicas: *tempering.TemperMany})
	list := []walk.Method{m, tabu.Tabu{}, tabu.IteratedTabu{}}
	if _, ok := tempering.TemperOn(b).(multiwalk.Accelerator); !ok {
		list = append(list, cooperate.Restart{Method: m})
	}
	return list
}

// BenchmarkTempering_TimeToTarget measures the mean time to the acceptable solutions of Tsutsui and Fujimoto, "An analytical
// study of GPU computation for solving QAPs" (2010): the best known, for tai50b within 0.06 %. Run it with -benchtime 1x, on
// a GPU with -tempering.device gpu -tempering.runs 30, and on one core with -tempering.device cpu:1.
func BenchmarkTempering_TimeToTarget(b *testing.B) {
	for _, m := range rivals(b) {
		for _, name := range []string{"tai25b", "kra30a", "kra30b", "tai30b", "kra32", "tai35b", "ste36b", "tai40b", "tai50b"} {
			b.Run(m.Name()+"/"+name, func(b *testing.B) {
				q := trial.Qaplib(b, name)
				target, _, _ := qap.BestKnown(name)
				if name == "tai50b" {
					target += target * 6 / 10_000
				}
				if _, err := multiwalk.Minimize(context.Background(), q, m, multiwalk.Settings{Device: tempering.TemperOn(b),
					Stop: []multiwalk.Stop{multiwalk.Work(1)}}); err != nil { // loads the kernels
					b.Fatal(err)
				}
				for b.Loop() {
					seconds, gap, hits := manyRuns(b, q, m, target)
					b.ReportMetric(1e3*seconds, "ms/target")
					b.ReportMetric(float64(hits), "hits")
					b.ReportMetric(gap, "gap%")
				}
			})
		}
	}
}

// BenchmarkTempering_Gap measures the mean gap to the best known cost after -tempering.time. Run it with -benchtime 1x.
func BenchmarkTempering_Gap(b *testing.B) {
	for _, m := range rivals(b) {
		for _, name := range []string{"tai60a", "tai80a", "tai100a", "sko100a", "tho150", "wil100", "tai100b", "tai150b"} {
			b.Run(m.Name()+"/"+name, func(b *testing.B) {
				q := trial.Qaplib(b, name)
				known, _, _ := qap.BestKnown(name)
				for b.Loop() {
					_, gap, hits := manyRuns(b, q, m, known)
					b.ReportMetric(gap, "gap%")
					b.ReportMetric(float64(hits), "hits")
				}
			})
		}
	}
}
