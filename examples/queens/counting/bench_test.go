package counting

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/device"
)

// BenchmarkSearch is one core's time for all tasks, by each search.
func BenchmarkSearch(b *testing.B) {
	for _, n := range []int{14, 16} {
		p := newPlan(n)
		for name, count := range ways(p) {
			b.Run(fmt.Sprintf("n=%d/%s", n, name), func(b *testing.B) {
				for b.Loop() {
					sum := uint64(0)
					for _, task := range p.tasks {
						sum += count(task) * p.classes[task.Class].weight
					}
					if sum != published[n].all {
						b.Fatal(sum)
					}
				}
				b.ReportMetric(float64(published[n].all)*float64(b.N)/b.Elapsed().Seconds(), "solutions/s")
			})
		}
	}
}

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

// BenchmarkFeed is how fast one core makes prefixes for a device.
func BenchmarkFeed(b *testing.B) {
	p := newPlan(20)
	prefixes := 0
	for b.Loop() {
		batches := make(chan batch)
		f, i := feed{ctx: b.Context(), plan: p, most: usual.most, out: batches}, 0
		go f.run(func() (int, bool) { i++; return i - 1, i <= 100_000 })
		for batch := range batches {
			prefixes += len(batch.prefixes)
		}
	}
	b.ReportMetric(float64(prefixes)/b.Elapsed().Seconds(), "prefixes/s")
}
