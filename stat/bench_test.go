package stat

import (
	"fmt"
	"math"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// BenchmarkRefit is one sample drawn and fitted again, which multiwalk ttt does a thousand times for each family.
func BenchmarkRefit(b *testing.B) {
	for _, n := range []int{30, 1000} {
		for _, limit := range []float64{math.Inf(1), 6} { // none, or 30 % of the runs end without the target
			s := sampleOf(b, Gamma{0.8, 6}, n, limit, 1)
			for _, family := range Families() {
				f := must.Have(s.Fit(family, Likelihood))(b)
				b.Run(fmt.Sprintf("%s/runs=%d/missed=%d", family, n, n-s.Reached()), func(b *testing.B) {
					f.Refit(s, Resampling{Resamples: b.N, Seed: 1})
				})
			}
		}
	}
}

// BenchmarkFastest is M(1000) of each family.
func BenchmarkFastest(b *testing.B) {
	for _, d := range []Parametric{Exponential{1}, Shifted{1, 1}, Gamma{0.8, 6}, Normal{3, 1}, LogNormal{0, 1}, Weibull{0.8, 6}} {
		b.Run(string(d.Family()), func(b *testing.B) {
			for range b.N {
				Fastest(d, 1000)
			}
		})
	}
}
