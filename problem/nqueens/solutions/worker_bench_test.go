package solutions

import (
	"fmt"
	"sync/atomic"
	"testing"
)

// BenchmarkCheck is what a worker does for each solution that a GPU has made.
func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{32, 1000, 10_000} {
		narrow := make([]uint16, 0, 16*n)
		s := newSearcher(n, new(atomic.Bool))
		s.begin(1, 0)
		for range 16 {
			s.next()
			for _, v := range s.x {
				narrow = append(narrow, uint16(v))
			}
		}
		for _, mode := range []struct {
			name string
			o    Options
		}{{"prove", Options{}}, {"each", Options{Each: func([]int32) error { return nil }}},
			{"binary", Options{Out: writer{}, Format: Binary}}, {"text", Options{Out: writer{}}}} {
			b.Run(fmt.Sprintf("n=%d/%s", n, mode.name), func(b *testing.B) {
				w := newWorker(n, &mode.o)
				var into batch
				for b.Loop() {
					if check(w, &into, narrow); into.failed != nil {
						b.Fatal(into.failed)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/16, "ns/solution")
			})
		}
	}
}

// BenchmarkSet is what the one goroutine that hands out does for each solution.
func BenchmarkSet(b *testing.B) {
	s := newSet(0)
	h := uint64(1)
	for b.Loop() {
		h = fold(h, 0x9E3779B97F4A7C15) + 1
		s.add(h)
	}
}

type writer struct{}

func (writer) Write(p []byte) (int, error) { return len(p), nil }
