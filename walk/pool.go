package walk

import (
	"errors"
	"sync"
	"sync/atomic"
)

// pool makes the calls of a round on a fixed number of goroutines.
type pool struct {
	workers int
	batches chan *batch
	last    *batch // the batch that do left behind, or nil
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
	errAt   int // the number of the call that returned err
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

// do calls f(0) to f(n-1), and returns when all calls have returned, or when abandoned is closed. In the second case
// finished is false, calls may still go on, and the pool can only be closed. A panic in a call becomes the error.
func (p *pool) do(n int, f func(i int), abandoned <-chan struct{}) (finished bool, err error) {
	b := p.begin(n, f)
	select {
	case <-b.done:
		return true, b.err
	case <-abandoned:
		p.last = b
		return false, nil
	}
}

// begin hands the calls to the workers, and returns at once.
func (p *pool) begin(n int, f func(i int)) *batch {
	b := &batch{n: int64(n), call: f, done: make(chan struct{})}
	b.pending.Store(int64(n))
	if n == 0 {
		close(b.done)
	}
	for range min(n, p.workers) {
		p.batches <- b
	}
	return b
}

// left reports whether calls were left behind.
func (p *pool) left() bool { return p.last != nil }

// afterwards calls f once the calls that were left behind have returned.
func (p *pool) afterwards(f func()) {
	go func() {
		<-p.last.done
		guard(f)
	}()
}

func (p *pool) close() { close(p.batches) }

func (b *batch) work() {
	for {
		i := b.next.Add(1) - 1
		if i >= b.n {
			return
		}
		b.one(int(i))
	}
}

// one makes a call, and counts it as done however it ends: it returns, panics, or calls runtime.Goexit (as t.FailNow in
// a problem's Cost does). Goexit ends this goroutine, so a new one goes on with the batch.
func (b *batch) one(i int) {
	returned := false
	defer func() {
		if err := recovered(recover()); err != nil {
			b.note(i, err)
		} else if !returned {
			b.note(i, errors.New("multiwalk: the problem or the method ended its goroutine (runtime.Goexit)"))
			go b.work()
		}
		if b.pending.Add(-1) == 0 {
			close(b.done)
		}
	}()
	b.call(i)
	returned = true
}

// note keeps the error of the call with the lowest number, so that the result does not depend on timing.
func (b *batch) note(i int, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.err == nil || i < b.errAt {
		b.err, b.errAt = err, i
	}
}
