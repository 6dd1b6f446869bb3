package successor_test

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/internal/gridpath"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/successor"
)

// BenchmarkGenerate is the paper's Table 1 and the loads of its Table 2: states x variables x possibilities, all
// variables active, on all cores and, where there is one, on a GPU in both schemes.
//
//	go test ./successor -run - -bench Generate/4096x32x9800
func BenchmarkGenerate(b *testing.B) {
	for _, states := range []int{1024, 4096} {
		for _, variables := range []int{8, 32} {
			for _, side := range []int{35, 67, 99} {
				for _, load := range []int{1, 16} {
					b.Run(fmt.Sprintf("%dx%dx%d/load=%d", states, variables, side*side-1, load), func(b *testing.B) {
						benchmarkGrid(b, states, variables, side, load)
					})
				}
			}
		}
	}
}

func benchmarkGrid(b *testing.B, states, variables, side, load int) {
	grid := gridpath.New(variables, side, load, 1<<20, 1)
	gains := successor.Weighed(&gridpath.Gains{Grid: grid}, variables, side*side-1)
	ranks := successor.Rated(&gridpath.Ranks{Grid: grid}, variables, side*side-1)
	type setup struct {
		name   string
		device multiwalk.Device
		scheme successor.Scheme
		kind   successor.Kind[gridpath.Point]
	}
	list := []setup{{"cpu", device.CPU(0), successor.OnePass, gains}, {"cpu-rated", device.CPU(0), successor.OnePass, ranks}}
	if d := device.GPU(); d.Ready() == nil {
		list = append(list, setup{"gpu", d, successor.OnePass, gains}, setup{"gpu-stored", d, successor.Stored, gains},
			setup{"gpu-rated", d, successor.OnePass, ranks}, setup{"gpu-rated-stored", d, successor.Stored, ranks})
	}
	for _, c := range list {
		b.Run(c.name, func(b *testing.B) {
			s := successor.Settings{Size: variables, States: states, Seed: 1, Device: c.device, Scheme: c.scheme}
			generate(b, s, c.kind, grid.Points(states))
			ratings := float64(states) * float64(variables) * float64(side*side-1) * float64(b.N)
			b.ReportMetric(1e9*b.Elapsed().Seconds()/ratings, "ns/rating")
		})
	}
}

// BenchmarkGenerate_Teams measures what the model of cost is made of, on a GPU: how long a variable of all states takes, by the threads of
// a state. Few states wait for their own instructions, many for each other.
//
//	go test ./successor -run - -bench Generate_Teams
func BenchmarkGenerate_Teams(b *testing.B) {
	d := must.Ready(b, device.GPU())
	const variables = 32
	for _, states := range []int{128, 4096} {
		for _, side := range []int{35, 99} {
			for _, threads := range []int{32, 64, 128, 256} {
				b.Run(fmt.Sprintf("%dx%d/%d", states, side*side-1, threads), func(b *testing.B) {
					grid := gridpath.New(variables, side, 1, 1<<20, 1)
					s := successor.Settings{Size: variables, States: states, Seed: 1, Device: d, Scheme: successor.OnePass, Threads: threads}
					generate(b, s, successor.Weighed(&gridpath.Gains{Grid: grid}, variables, side*side-1), grid.Points(states))
					b.ReportMetric(1e9*b.Elapsed().Seconds()/float64(b.N)/variables, "ns/variable")
				})
			}
		}
	}
}

// generate makes successors of points, all of whose variables are active.
func generate(b *testing.B, s successor.Settings, kind successor.Kind[gridpath.Point], points []gridpath.Point) {
	b.Helper()
	g := must.Have(successor.New(s, kind))(b)
	defer g.Close()
	must.Do(b, g.Put(points))
	for b.Loop() {
		g.ActivateAll()
		must.Have(g.Generate(1))(b)
	}
}
