package population

import (
	"fmt"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/kernels/deme"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/walk"
)

// acceptable is the paper's nine instances with what it accepts: the optimum, but for tai50b a cost within 0.06 % of it.
func acceptable(b *testing.B) (list []*qap.Instance, targets []int64) {
	for _, name := range strings.Fields("tai25b kra30a kra30b tai30b kra32 tai35b ste36b tai40b tai50b") {
		q := must.Have(qap.ReadFile(benchdata.File(b, "qap", name+".dat")))(b)
		best, _, ok := qap.BestKnown(q.Name())
		if !ok {
			b.Fatalf("no best known value of %s", name)
		}
		if name == "tai50b" {
			best += best * 6 / 10000
		}
		list, targets = append(list, q), append(targets, best)
	}
	return list, targets
}

// BenchmarkGenetic_GPU reports generations/s of all subpopulations on the first GPU, by warps that make a child each, by
// threads, and by threads of blocks that keep the problem in shared memory, and how many there are; an operation is a launch.
func BenchmarkGenetic_GPU(b *testing.B) {
	d := must.Ready(b, device.GPU(0))
	instances, _ := acceptable(b)
	for _, q := range append(instances, qap.Uniform(100, 1), qap.Uniform(256, 1)) {
		for _, teams := range []string{"warps", "threads", "staged"} {
			b.Run(fmt.Sprintf("%s/n=%d/%s", q.Name(), q.N, teams), func(b *testing.B) {
				s := must.Have(Genetic{}.Prepare(q, walk.Plan{Seed: 1, Device: d}))(b)
				f := s.(*geneticFleet)
				f.staged = stagedForm{}
				switch f.entry, f.terms = f.Module.Entries["Genetic"], false; teams {
				case "warps":
					f.entry, f.terms = f.Module.Entries["GeneticTerms"], true
				case "staged":
					f.staged = f.s.m.stage(f.Module, min(q.N, stagedPlaces)) // at any length
				}
				m := machineOf(b, s)
				if room := deme.StagedRoom(q.N, geneticSize, m.Shape.Threads, f.staged.longs, f.staged.words); teams == "staged" && m.Shape.Shared != room {
					b.Skipf("the problem does not fit: %d bytes", room)
				}
				measureLaunches(b, m)
				b.ReportMetric(float64(m.Shape.Blocks), "subpopulations")
				b.ReportMetric(float64(m.Kernel.Registers()), "registers")
			})
		}
	}
}

// machineOf makes the subpopulations of a machine, and closes them in the end.
func machineOf(b *testing.B, s walk.Search) *geneticMachine {
	b.Helper()
	w := must.Have(s.NewWalk(0))(b)
	m := w.(*geneticMachine)
	b.Cleanup(func() { m.Close() })
	return m
}

// measureLaunches times launches behind the first, which draws the individuals. It reports generations/s of all
// subpopulations, and returns how many each of them did.
func measureLaunches(b *testing.B, m *geneticMachine) (generations float64) {
	b.Helper()
	m.Step(walk.NewSlice(1))
	before := m.At
	b.ResetTimer()
	m.Step(walk.NewSlice(b.N))
	b.StopTimer()
	generations = float64(m.At - before)
	b.ReportMetric(generations*float64(m.Shape.Blocks)/b.Elapsed().Seconds(), "generations/s")
	return generations
}

// BenchmarkGenetic_Blocks reports how long a generation takes on the first GPU with so many subpopulations a multiprocessor,
// and generations/s of all. An operation is a launch; run it with -benchtime 50x.
func BenchmarkGenetic_Blocks(b *testing.B) {
	d := must.Ready(b, device.GPU(0))
	instances, _ := acceptable(b)
	for _, q := range append(instances, qap.Uniform(100, 1)) {
		for _, each := range []int{1, 2, 3, 4, 6, 8, 10} {
			b.Run(fmt.Sprintf("%s/n=%d/each=%d", q.Name(), q.N, each), func(b *testing.B) {
				m := must.Have(gpu.Of(d, 0))(b)
				s := must.Have(Genetic{}.Prepare(q, walk.Plan{Seed: 1, Device: d, Walks: each * m.Multiprocessors()}))(b)
				generations := measureLaunches(b, machineOf(b, s))
				b.ReportMetric(b.Elapsed().Seconds()/generations*1e6, "us/generation")
			})
		}
	}
}
