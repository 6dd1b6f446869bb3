package solutions

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// depth is how many batches there are for each worker: enough that none waits where one batch takes long. Of great
	// boards, above shallow, there is one, for want of memory.
	depth   = 4
	shallow = 1 << 17
	// observeEvery is how often Observe is called.
	observeEvery = 100 * time.Millisecond
)

// stream is the way of solutions: a goroutine asks the source for batches in order, workers fill and check them at the
// same time, and run hands them out in order again. A fixed number of batches goes round, so that no part gets far
// ahead.
type stream struct {
	n        int
	o        *Options
	src      source
	seen     *set
	stats    Stats
	began    time.Time
	observed time.Time

	idle  chan *batch // to be used again
	work  chan *batch // to be filled and checked
	order chan *batch // in logical order; each is ready once checked
	quit  chan struct{}
	fault error // of the source; read after order is closed

	cancelled atomic.Bool // the context has ended: dearer to ask itself for each solution
}

func newStream(n int, o *Options, src source, began time.Time) *stream {
	batches := depth*o.workers() + 1
	if n > shallow {
		batches = o.workers() + 1
	}
	s := &stream{n: n, o: o, src: src, began: began, observed: began, seen: newSet(expected(n, o.Count)), stats: Stats{N: n, All: all(n)},
		idle: make(chan *batch, batches), work: make(chan *batch, batches),
		order: make(chan *batch, batches), quit: make(chan struct{})}
	for range batches {
		s.idle <- &batch{ready: make(chan struct{}, 1)}
	}
	return s
}

// expected is how many solutions the set should have room for at first.
func expected(n int, count int64) int64 {
	if k := all(n); k > 0 && (count == 0 || count > k) {
		return k
	}
	return count
}

// run hands out solutions until there is a reason to end.
func (s *stream) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { s.cancelled.Store(true) })()
	var wg sync.WaitGroup
	wg.Go(s.ask)
	for range s.o.workers() {
		wg.Go(func() { newWorker(s.n, s.o).run(s.src, s.work) })
	}
	err := s.begin()
	if err == nil {
		err = s.deliver(ctx)
	}
	close(s.quit)
	s.src.stop()
	wg.Wait()
	s.update()
	if err != nil {
		s.stats.End = Failed
	}
	if s.o.Observe != nil {
		s.o.Observe(s.stats)
	}
	return err
}

// ask asks the source for one batch after the other.
func (s *stream) ask() {
	defer close(s.work)
	defer close(s.order)
	for {
		var b *batch
		select {
		case <-s.quit:
			return
		case b = <-s.idle:
		}
		ok, err := s.src.next(b)
		if err != nil || !ok {
			s.fault = err
			return
		}
		s.order <- b // there is room for all
		s.work <- b
	}
}

// begin writes what a file begins with.
func (s *stream) begin() error {
	head := s.o.Format.head(s.n)
	if s.o.Out == nil || len(head) == 0 {
		return nil
	}
	_, err := s.o.Out.Write(head)
	return err
}

// deliver hands out batches in order, and says in the stats why it ends.
func (s *stream) deliver(ctx context.Context) error {
	for {
		var b *batch
		var open bool
		select {
		case <-ctx.Done():
			s.stats.End = Cancelled
			return nil
		case b, open = <-s.order:
		}
		if !open {
			s.stats.End = Exhausted
			return s.fault
		}
		select {
		case <-ctx.Done():
			s.stats.End = Cancelled
			return nil
		case <-b.ready:
		}
		if err := s.handOut(b); err != nil || s.stats.End != "" {
			return err
		}
		s.idle <- b
		s.observe()
	}
}

// observe calls Observe when it is time to.
func (s *stream) observe() {
	if s.o.Observe == nil || time.Since(s.observed) < observeEvery {
		return
	}
	s.update()
	s.o.Observe(s.stats)
}

// update brings the stats up to date.
func (s *stream) update() {
	s.observed = time.Now()
	s.stats.Elapsed = s.observed.Sub(s.began)
	s.stats.Memory = s.seen.bytes()
}

// handOut hands out the solutions of a batch that are new. Those that follow each other in Out's format are one Write.
func (s *stream) handOut(b *batch) error {
	if b.failed != nil {
		return b.failed
	}
	from := 0 // of what is to be written
	end := func(i int) int {
		if i == 0 || s.o.Out == nil {
			return 0
		}
		return b.ends[i-1]
	}
	for i, h := range b.prints {
		if !s.seen.add(h) {
			s.stats.Duplicates++
			if err := s.write(b.text[from:end(i)]); err != nil {
				return err
			}
			from = end(i + 1)
			continue
		}
		if s.o.Each != nil {
			if err := s.o.Each(b.rows[i*s.n : (i+1)*s.n]); err != nil {
				return err
			}
			s.observe()
		}
		s.stats.Found++
		if s.stats.Found == s.o.Count {
			s.stats.End = Enough
		} else if s.cancelled.Load() {
			s.stats.End = Cancelled
		}
		if s.stats.End != "" {
			return s.write(b.text[from:end(i+1)])
		}
	}
	return s.write(b.text[from:end(len(b.prints))])
}

func (s *stream) write(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	_, err := s.o.Out.Write(text)
	return err
}
