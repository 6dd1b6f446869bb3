package counting

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
)

// BenchmarkCount is the whole count, on all cores and on a GPU.
func BenchmarkCount(b *testing.B) {
	gpu := device.GPU(0)
	for _, n := range []int{12, 14, 16, 17, 18, 19, 20, 21} {
		for _, d := range []multiwalk.Device{device.CPU(1), device.CPU(0), gpu} {
			b.Run(fmt.Sprintf("n=%d/%v", n, d), func(b *testing.B) {
				if d == multiwalk.Device(gpu) && gpu.Ready() != nil {
					b.Skip(gpu.Ready())
				}
				if _, cores := d.(multiwalk.Accelerator); !cores && n > 18 {
					b.Skip("minutes on cores")
				}
				for b.Loop() {
					if r, err := Count(b.Context(), n, Options{Device: d}); err != nil || r.All != published[n].all {
						b.Fatal(r.All, err)
					}
				}
				b.ReportMetric(float64(published[n].all)*float64(b.N)/b.Elapsed().Seconds(), "solutions/s")
			})
		}
	}
}
