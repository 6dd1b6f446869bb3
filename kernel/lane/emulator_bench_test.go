package lane_test

import (
	"fmt"
	"testing"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// rounds of a benchmark's operation in one launch, so that starting the threads is a small part.
const rounds = 2000

// benchmarkWarps times an operation of all lanes of a block, and reports operations of a warp and of a lane a second.
func benchmarkWarps(b *testing.B, threads int32, operation func(l lane.Thread, i int32)) {
	for _, e := range []lane.Emulator{{Workers: 1}, {Workers: 2}, {Workers: 1, Free: true}} {
		b.Run(fmt.Sprintf("free=%v,workers=%d", e.Free, e.Workers), func(b *testing.B) {
			e.Blocks, e.Threads = 2, threads
			done := 0.0
			for b.Loop() {
				err := e.Run(func(l lane.Thread) {
					for i := range int32(rounds) {
						operation(l, i)
					}
				})
				if err != nil {
					b.Fatal(err)
				}
				done += rounds * 2 * float64(threads)
			}
			b.ReportMetric(done/32/b.Elapsed().Seconds(), "warp-ops/s")
			b.ReportMetric(done/b.Elapsed().Seconds(), "lane-ops/s")
		})
	}
}

func BenchmarkEmulator_WarpMin(b *testing.B) {
	benchmarkWarps(b, 64, func(l lane.Thread, i int32) { lane.WarpMin(l, l.LaneID()^i) })
}

func BenchmarkEmulator_Shuffle(b *testing.B) {
	benchmarkWarps(b, 64, func(l lane.Thread, i int32) { lane.Shuffle(l, i, i&31) })
}

func BenchmarkEmulator_Sync(b *testing.B) {
	benchmarkWarps(b, 256, func(l lane.Thread, _ int32) { l.Sync() })
}

func BenchmarkEmulator_AtomicAdd(b *testing.B) {
	var sum int64
	benchmarkWarps(b, 64, func(l lane.Thread, _ int32) { lane.AtomicAdd(l, &sum, 1) })
}
