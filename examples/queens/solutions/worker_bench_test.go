package solutions

import (
	"context"
	"fmt"
	"io"
	"sync/atomic"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk/internal/must"
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

// BenchmarkStream is all that the host does for solutions that a device hands over, on all cores: the bound that it
// sets to any device. The same 4096 solutions come again and again, and are dropped after everything but the handing
// out.
func BenchmarkStream(b *testing.B) {
	for _, n := range []int{32, 1000, 10_000} {
		rows := make([]uint16, 0, n<<12)
		s := newSearcher(n, new(atomic.Bool))
		s.begin(1, 0)
		for range 1 << 12 {
			s.next()
			for _, v := range s.x {
				rows = append(rows, uint16(v))
			}
		}
		for _, f := range []Format{Text, Binary} {
			b.Run(fmt.Sprintf("n=%d/%v", n, f), func(b *testing.B) {
				o := Options{Out: io.Discard, Format: f}
				s := newStream(n, &o, &replay{n: n, rows: rows, left: b.N}, time.Now())
				must.Do(b, s.run(context.Background()))
				b.ReportMetric(float64(s.stats.Found+s.stats.Duplicates)/b.Elapsed().Seconds(), "solutions/s")
			})
		}
	}
}

// replay hands over the same solutions as a device does.
type replay struct {
	n, at, left int
	rows        []uint16
}

func (r *replay) next(b *batch) (bool, error) {
	if r.left <= 0 {
		return false, nil
	}
	size := batchOf(r.n) * r.n
	if r.at+size > len(r.rows) {
		r.at = 0
	}
	b.narrow = r.rows[r.at : r.at+size]
	r.at += size
	r.left -= batchOf(r.n)
	return true, nil
}
func (r *replay) fill(*batch, *worker) {}
func (r *replay) stop()                {}
func (r *replay) close() error         { return nil }
