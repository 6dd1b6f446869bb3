package tsp

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

func BenchmarkRead(b *testing.B) {
	p := Random(100_000, 1)
	var file bytes.Buffer
	fmt.Fprintf(&file, "NAME: r\nTYPE: TSP\nDIMENSION: %d\nEDGE_WEIGHT_TYPE: EUC_2D\nNODE_COORD_SECTION\n", p.N)
	for i := range p.N {
		fmt.Fprintf(&file, "%d %.1f %.1f\n", i+1, p.X[i], p.Y[i])
	}
	b.ReportAllocs()
	for b.Loop() {
		must.Have(Read(bytes.NewReader(file.Bytes()), "r"))(b)
	}
}

func BenchmarkNeighbours(b *testing.B) {
	for _, k := range []int{5, 8, 10, 16} {
		b.Run(fmt.Sprintf("k=%d", k), func(b *testing.B) {
			p := Random(100_000, 1)
			b.ReportAllocs()
			for b.Loop() {
				p.derived.neighbours = nil
				p.Neighbours(k)
			}
		})
	}
}

// 1000 random edges of random cities a round; divide by 1000.
func BenchmarkEdgeCost(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		euclidean := Random(n, 1)
		x := make([]int32, n)
		euclidean.Space().Random(randomStream(1), x)
		for metric := Euc2D; metric <= Att; metric++ {
			p := &Instance{N: n, Metric: metric, X: euclidean.X, Y: euclidean.Y}
			if metric == Geo {
				p.latitude, p.longitude = p.X, p.Y
			}
			b.Run(fmt.Sprintf("%v/n=%d", metric, n), func(b *testing.B) {
				p.EdgeMatrix()
				total := int64(0)
				for b.Loop() {
					for i := range 999 {
						total += p.EdgeCost(x[i], x[i+1])
					}
				}
				_ = total
			})
		}
	}
}

func BenchmarkCost(b *testing.B) {
	for _, n := range []int{1000, 100_000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			p, x := Random(n, 1), make([]int32, n)
			p.Space().Random(randomStream(1), x)
			for b.Loop() {
				p.Cost(x)
			}
		})
	}
}

func BenchmarkConstruct(b *testing.B) {
	p := Random(100_000, 1)
	x := make([]int32, p.N)
	for _, cold := range []bool{true, false} {
		b.Run(fmt.Sprintf("cold=%v", cold), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				if cold {
					p.derived.neighbours = nil
				}
				p.Construct(randomStream(uint64(i)), x)
			}
			b.ReportMetric(float64(p.Cost(x))/(0.7124*1e6*316.2278), "ratio") // over the expected optimum, 0.7124 sqrt(n*area)
		})
	}
}
