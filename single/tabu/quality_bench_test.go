package tabu_test

import (
	"context"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/single/ils"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/single/tabu"
	"github.com/multiwalk/multiwalk/walk"
)

// onOneCore runs a method with seeds 1 to 10 on one core, and returns the mean time and the mean gap to the best known
// cost in per cent.
func onOneCore(b *testing.B, q *qap.Instance, m walk.Method, limit time.Duration, target int64) (seconds, gap float64, hits int) {
	b.Helper()
	const seeds = 10
	known, _, _ := qap.BestKnown(q.Name())
	for seed := range uint64(seeds) {
		res := must.Have(multiwalk.Minimize(context.Background(), q, m, multiwalk.Settings{Seed: seed + 1, Walks: 1, Workers: 1,
			Stop: []multiwalk.Stop{multiwalk.Time(limit), multiwalk.Target(target)}}))(b)
		if res.Cost <= target {
			hits++
		}
		seconds += res.Elapsed.Seconds() / seeds
		gap += 100 * float64(res.Cost-known) / float64(known) / seeds
	}
	return seconds, gap, hits
}

// BenchmarkQAP_TimeToTarget measures the mean time on one core to the acceptable solutions of Tsutsui and Fujimoto, "An
// analytical study of GPU computation for solving QAPs" (2010): the best known, for tai50b within 0.06 %. Run it with
// -benchtime 1x.
func BenchmarkQAP_TimeToTarget(b *testing.B) {
	for _, m := range []walk.Method{ils.ILS{}, tabu.Tabu{}, tabu.IteratedTabu{}} {
		for _, name := range []string{"tai25b", "kra30a", "kra30b", "tai30b", "kra32", "tai35b", "ste36b", "tai40b", "tai50b"} {
			b.Run(m.Name()+"/"+name, func(b *testing.B) {
				q := trial.Qaplib(b, name)
				target, _, _ := qap.BestKnown(name)
				if name == "tai50b" {
					target += target * 6 / 10_000
				}
				for b.Loop() {
					seconds, _, hits := onOneCore(b, q, m, 20*time.Second, target)
					b.ReportMetric(seconds, "s/target")
					b.ReportMetric(float64(hits), "hits/10")
				}
			})
		}
	}
}

// BenchmarkQAP_Gap measures the mean gap to the best known cost after 20 s on one core. Run it with -benchtime 1x.
func BenchmarkQAP_Gap(b *testing.B) {
	for _, m := range []walk.Method{tabu.IteratedTabu{}, tabu.Tabu{}, ils.ILS{}} {
		for _, name := range []string{"tai60a", "tai100a", "sko100a", "tai100b"} {
			b.Run(m.Name()+"/"+name, func(b *testing.B) {
				q := trial.Qaplib(b, name)
				for b.Loop() {
					_, gap, _ := onOneCore(b, q, m, 20*time.Second, 0)
					b.ReportMetric(gap, "gap%")
				}
			})
		}
	}
}
