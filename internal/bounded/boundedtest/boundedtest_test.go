package boundedtest

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
)

// sink keeps what a test allocates on the heap.
var sink [][]byte

// Others that allocate beside a reader do not make it fail, as long as one try in several is undisturbed.
func TestLinear_OthersAllocate(t *testing.T) {
	var disturbed atomic.Int64
	Linear(t, 1000, func() {
		if disturbed.Add(1) >= tries {
			return
		}
		var wg sync.WaitGroup
		wg.Go(func() { sink = append(sink, make([]byte, 2*fixed)) })
		wg.Wait()
	})
	sink = nil
	runtime.GC()
	if disturbed.Load() != tries {
		t.Errorf("%d tries", disturbed.Load())
	}
}

// One that takes more whenever it reads fails.
func TestLinear_FindsOutOfProportion(t *testing.T) {
	caught := &caught{TB: t}
	done := make(chan struct{})
	go func() {
		defer close(done)
		Linear(caught, 1000, func() { sink = [][]byte{make([]byte, 2*fixed)} })
	}()
	<-done
	sink = nil
	if !caught.failed {
		t.Error("a reader that allocates 8 MiB for 1000 bytes passes")
	}
}

// caught is a test that only notes that it failed.
type caught struct {
	testing.TB
	failed bool
}

func (c *caught) Helper() {}
func (c *caught) Fatalf(string, ...any) {
	c.failed = true
	runtime.Goexit()
}
