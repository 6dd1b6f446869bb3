package population_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/benchdata"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/problem/qap"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/problem/scheduling"
)

// tasks reads a matrix of independent tasks.
func tasks(b *testing.B, name string) multiwalk.Problem {
	b.Helper()
	f, err := os.Open(filepath.Join(benchdata.Dir(b), "etc", name))
	if err != nil {
		b.Skip(err)
	}
	defer f.Close()
	p := must.Have(scheduling.Read(f, name))(b)
	return p.Squares()
}

// bits are those of a random matrix.
func bits(b *testing.B, n int) multiwalk.Problem {
	b.Helper()
	p := must.Have(qubo.Random(n, 1))(b)
	return p
}

// BenchmarkCellular_Children measures children a second of one population, on one core, all cores and a GPU, by the size of the torus.
func BenchmarkCellular_Children(b *testing.B) {
	for _, c := range []struct {
		name string
		of   func(b *testing.B) multiwalk.Problem
	}{
		{"tasks-512x16", func(b *testing.B) multiwalk.Problem { return tasks(b, "u_i_hihi.0") }},
		{"assignment-50", func(b *testing.B) multiwalk.Problem { return qap.Uniform(50, 1) }},
		{"bits-200", func(b *testing.B) multiwalk.Problem { return bits(b, 200) }},
	} {
		p := c.of(b)
		for _, side := range []int{32, 64, 128, 256, 512} {
			for name, d := range map[string]multiwalk.Device{"core": device.CPU(1), "cores": device.CPU(0), "gpu": device.GPU(0)} {
				b.Run(fmt.Sprintf("%s/%dx%d/%s", c.name, side, side, name), func(b *testing.B) {
					must.Ready(b, d)
					for range b.N {
						r := must.Have(multiwalk.Minimize(b.Context(), p, population.Cellular{Width: side, Height: side},
							multiwalk.Settings{Seed: 1, Device: d, Stop: []multiwalk.Stop{multiwalk.Time(time.Second)}}))(b)
						b.ReportMetric(float64(r.Counters.FullEvaluations)/r.Elapsed.Seconds(), "children/s")
						b.ReportMetric(float64(r.Cost), "cost")
					}
				})
			}
		}
	}
}

// BenchmarkCellular_Makespan measures how far the schedules of Braun's instances are above the best known after a second, on one core and on a
// GPU.
func BenchmarkCellular_Makespan(b *testing.B) {
	files, err := filepath.Glob(filepath.Join(benchdata.Dir(b), "etc", "*.0"))
	if err != nil || len(files) == 0 {
		b.Skip("there are no instances")
	}
	for _, c := range []struct {
		on           multiwalk.Device
		side, refine int
	}{{device.CPU(1), 2, 100}, {device.GPU(0), 32, 30}, {device.GPU(0), 32, 100}, {device.GPU(0), 256, 30}} {
		for _, file := range files {
			b.Run(fmt.Sprintf("%s/%dx%d/%d/%v", filepath.Base(file), c.side, c.side, c.refine, c.on), func(b *testing.B) {
				must.Ready(b, c.on)
				p, best := makespan(b, file)
				for range b.N {
					r := must.Have(multiwalk.Minimize(b.Context(), p, population.Cellular{Width: c.side, Height: c.side, Refine: c.refine, Start: "construct"},
						multiwalk.Settings{Seed: 1, Device: c.on, Stop: []multiwalk.Stop{multiwalk.Time(time.Second)}}))(b)
					b.ReportMetric(100*(float64(r.Cost)/best-1), "%above")
					b.ReportMetric(float64(r.Counters.FullEvaluations)/r.Elapsed.Seconds(), "children/s")
				}
			})
		}
	}
}

// makespan reads an instance, and its best known makespan from the solution beside it.
func makespan(b *testing.B, file string) (multiwalk.Problem, float64) {
	b.Helper()
	text := must.Have(os.ReadFile(file))(b)
	p := must.Have(scheduling.Read(bytes.NewReader(text), file))(b)
	solution := must.Have(os.Open(file + ".sol"))(b)
	defer solution.Close()
	best := 0.0
	must.Have(fmt.Fscan(solution, &best))(b)
	return p.Makespan(), best * p.Scale
}
