package service

import (
	"fmt"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/record"
)

// What a live page costs the program: an update of 100 machines with a new incumbent of 1000 numbers, as it is sent to one reader. %core is what
// ten updates a second take of a core.
func BenchmarkEvents_HundredMachines(b *testing.B) {
	f := new(record.Feed)
	h := record.Header{Instance: "bench", N: 1000}
	if err := f.Begin(h); err != nil {
		b.Fatal(err)
	}
	x, shares := make([]int32, h.N), make([]multiwalk.Share, 100)
	var at record.Cursor
	sent := 0
	for i := 0; b.Loop(); i++ {
		for k := range shares {
			shares[k] = multiwalk.Share{Name: fmt.Sprintf("machine-%02d", k), Evaluations: int64(i) * 1e6}
		}
		now := time.Duration(i) * 100 * time.Millisecond
		f.Observe(multiwalk.Event{Kind: multiwalk.EventProgress, Elapsed: now, Found: now, Cost: int64(-i), Best: x, Temperature: 1 / float64(i+1), Shares: shares})
		lines, _ := f.Read(&at)
		sent += len(events(lines))
	}
	b.ReportMetric(100*10*b.Elapsed().Seconds()/float64(b.N), "%core")
	b.ReportMetric(float64(sent)/float64(b.N), "bytes/update")
}
