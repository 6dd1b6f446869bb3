package flowshop

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// BenchmarkPlaces measures insertions that are priced a second as local search asks for them.
func BenchmarkPlaces(b *testing.B) {
	for _, name := range []string{"ta051", "ta081", "ta111"} {
		b.Run(name, func(b *testing.B) {
			p := must.Have(Named(Prefix+name, name))(b)
			q, x := p.Makespan(), make([]int32, p.Jobs)
			r, places := multiwalk.NewRand(1, 0), q.NewPlaces()
			q.Construct(r, x)
			for b.Loop() {
				i := int32(r.IntN(len(x)))
				j, _ := places.Best(x, i)
				job := x[i]
				copy(x[i:], x[i+1:])
				copy(x[j+1:], x[j:len(x)-1])
				x[j] = job
			}
			b.ReportMetric(float64(b.N)*float64(len(x))/b.Elapsed().Seconds(), "insertions/s")
		})
	}
}
