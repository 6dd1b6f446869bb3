package solutions_test

import (
	"context"
	"fmt"
	"io"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
	"github.com/multiwalk/multiwalk/examples/queens/solutions"
	"github.com/multiwalk/multiwalk/internal/must"
)

// BenchmarkFind makes b.N different proven solutions: on one core, on all, on a GPU if there is one, and on that into
// the binary format. For 8 queens there are but 92, so each 92 are a run of its own.
func BenchmarkFind(b *testing.B) {
	for _, n := range []int{8, 32, 100, 1000, 10_000, 100_000} {
		for _, where := range []struct {
			name string
			d    multiwalk.Device
			out  io.Writer
		}{{"core", device.CPU(1), nil}, {"cores", device.CPU(0), nil}, {"gpu", device.GPU(0), nil}, {"gpu-binary", device.GPU(0), io.Discard}} {
			b.Run(fmt.Sprintf("n=%d/%s", n, where.name), func(b *testing.B) {
				if g, ok := where.d.(multiwalk.Accelerator); ok && g.Ready() != nil {
					b.Skip("there is no GPU")
				}
				find(b, n, solutions.Options{Device: where.d, Out: where.out, Format: solutions.Binary})
			})
		}
	}
}

func find(b *testing.B, n int, o solutions.Options) {
	var found, dropped int64
	for found < int64(b.N) {
		o.Count = int64(b.N) - found
		stats := must.Have(solutions.Find(context.Background(), n, o))(b)
		found += stats.Found
		dropped += stats.Duplicates
	}
	b.ReportMetric(float64(found)/b.Elapsed().Seconds(), "solutions/s")
	b.ReportMetric(float64(dropped), "duplicates")
}
