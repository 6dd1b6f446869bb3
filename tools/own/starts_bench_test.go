package own

import (
	"os"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

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
