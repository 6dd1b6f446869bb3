// Package memory tells how much memory this process can still take, so that what cannot fit is refused before the
// system ends the process.
package memory

import (
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// Assumed is what is taken to be available where the system does not say: on systems other than Linux. GOMEMLIMIT says
// better there.
const Assumed = 8 << 30

// Available returns how many bytes the process can still take: what the system has free or can free, and what the control
// groups of the process and GOMEMLIMIT (or debug.SetMemoryLimit) leave of their limits, whichever is least.
func Available() int64 {
	free, ok := system()
	if !ok {
		free = Assumed
	}
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		free = min(free, max(0, limit-taken()))
	}
	return free
}

// taken is what the Go runtime has of the system now, as GOMEMLIMIT counts it.
func taken() int64 {
	list := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(list)
	return int64(list[0].Value.Uint64() - list[1].Value.Uint64())
}

// Allocated returns how many bytes were allocated so far, also those since freed. Exactly, it stops all goroutines for
// some 10 us; else it misses up to some 100 KiB of small objects.
func Allocated(exactly bool) int64 {
	if !exactly {
		list := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
		metrics.Read(list)
		return int64(list[0].Value.Uint64())
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
}

// Live returns the bytes in use, after collecting garbage.
func Live() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// Slack is how many times its live bytes the heap grows to before garbage is collected: 2 unless GOGC says otherwise. A
// collector that is off, or lazy, is held by GOMEMLIMIT alone.
func Slack() float64 {
	list := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(list)
	return 1 + min(1, float64(list[0].Value.Uint64())/100)
}
