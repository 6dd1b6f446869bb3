package auto_test

import (
	"cmp"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/catalogue"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

var (
	bothTime    = flag.Duration("both.time", 5*time.Second, "time of each run of BenchmarkBoth")
	bothDevices = flag.String("both.devices", "cpu cpu:15 gpu cpu+gpu", "on which devices, in turn")
	bothOn      = flag.String("both.on", "qap/tai100a.dat qap/kra30a.dat tsp/d493.tsp nqueens:1000 sat:n10000-r4.2 qubo:1000 maxcut:800:7",
		"instances: files of the data folder, or names")
	bothMethod = flag.String("both.method", "", "anneal or tabu for one method in both places; auto's own if it is empty")
)

// BenchmarkBoth shows what cores, a GPU, and both together do in the same time: moves and evaluations a second, the cost, and of a
// run on both the parts of its moves that cores and machines made. cpu:15 are the cores that cpu+gpu works on where there are 16.
//
//	go test ./auto -run '^$' -bench Both -benchtime 3x -both.time 5s
func BenchmarkBoth(b *testing.B) {
	folder := cmp.Or(os.Getenv("MULTIWALK_DATA"), "../../shared/data")
	for name := range strings.FieldsSeq(*bothOn) {
		file := name
		if !strings.Contains(name, ":") {
			file = filepath.Join(folder, name)
		}
		content, err := catalogue.All().Content(file, nil)
		if err != nil {
			b.Logf("%s: %v", name, err)
			continue
		}
		in := must.Have(catalogue.All().Parse(content, file, ""))(b)
		for where := range strings.FieldsSeq(*bothDevices) {
			b.Run(strings.NewReplacer("/", "-", ":", "-").Replace(name)+"/"+where, func(b *testing.B) { sideBySide(b, in.Problem, where) })
		}
	}
}

func sideBySide(b *testing.B, p multiwalk.Problem, where string) {
	d, err := device.Parse(where)
	if err != nil {
		b.Skip(err)
	}
	var seconds, cost float64
	var sum, cores multiwalk.Counters
	runs := uint64(0)
	for b.Loop() {
		m, on, _, err := auto.Choose(p, methodOf(b), d)
		if err != nil {
			b.Skip(err)
		}
		runs++
		r := must.Have(multiwalk.Minimize(b.Context(), p, m, multiwalk.Settings{Seed: runs, Device: on, Stop: []multiwalk.Stop{multiwalk.Time(*bothTime)}}))(b)
		seconds, cost = seconds+r.Elapsed.Seconds(), cost+float64(r.Cost)
		sum.Add(r.Counters)
		if len(r.Sides) > 0 {
			cores.Add(r.Sides[0].Counters)
			b.Logf("%+v, %d rounds, balance %+v", r.Sides, r.Rounds, r.Balance)
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(sum.Moves)/seconds, "moves/s")
	b.ReportMetric(float64(sum.Evaluations())/seconds, "evaluations/s")
	b.ReportMetric(cost/float64(runs), "cost")
	if cores.Evaluations() > 0 {
		b.ReportMetric(float64(cores.Moves)/seconds, "cores-moves/s")
		b.ReportMetric(float64(cores.Evaluations())/seconds, "cores-evaluations/s")
		b.ReportMetric(float64(sum.Moves-cores.Moves)/seconds, "machines-moves/s")
		b.ReportMetric(float64(sum.Evaluations()-cores.Evaluations())/seconds, "machines-evaluations/s")
	}
}

// methodOf is the method that was asked for, nil for auto's.
func methodOf(b *testing.B) walk.Method {
	switch *bothMethod {
	case "":
		return nil
	case "anneal":
		return single.Anneal{}
	case "tabu":
		return single.Tabu{}
	}
	b.Fatalf("-both.method %q is neither anneal nor tabu", *bothMethod)
	return nil
}
