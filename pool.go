package multiwalk

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
)

// pool runs the calls of a round on a fixed number of goroutines, the caller's among them unless it may have to leave
// before they are done.
type pool struct {
	workers int
	batches chan *batch
}

// batch is the calls of one round; workers take the next index until there is none.
type batch struct {
	n       int64
	call    func(i int)
	next    atomic.Int64
	pending atomic.Int64
	done    chan struct{}
	mu      sync.Mutex
	err     error
}

func newPool(workers int) *pool {
	p := &pool{workers: workers, batches: make(chan *batch, workers)}
	for range workers {
		go func() {
			for b := range p.batches {
				b.work()
			}
		}()
	}
	return p
}

// do calls f for 0 .. n-1 and returns when all calls have, or when abandoned is closed: then finished is false, calls
// may go on, and the pool can only be closed. A panic in a call becomes the error.
func (p *pool) do(n int, f func(i int), abandoned <-chan struct{}) (finished bool, err error) {
	b := &batch{n: int64(n), call: f, done: make(chan struct{})}
	b.pending.Store(int64(n))
	for range min(n, p.workers) {
		p.batches <- b
	}
	select {
	case <-b.done:
		return true, b.err
	case <-abandoned:
		return false, nil
	}
}

func (p *pool) close() { close(p.batches) }

func (b *batch) work() {
	for {
		i := b.next.Add(1) - 1
		if i >= b.n {
			return
		}
		b.one(int(i))
		if b.pending.Add(-1) == 0 {
			close(b.done)
		}
	}
}

func (b *batch) one(i int) {
	defer func() {
		if e := recover(); e != nil {
			b.mu.Lock()
			defer b.mu.Unlock()
			if err, ok := e.(error); ok {
				b.err = fmt.Errorf("multiwalk: the run broke: %w\n%s", err, debug.Stack())
			} else {
				b.err = fmt.Errorf("multiwalk: the run broke: %v\n%s", e, debug.Stack())
			}
		}
	}()
	b.call(i)
}
