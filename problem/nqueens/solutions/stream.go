package solutions

import (
	"context"
	"fmt"
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
// same time, and run hands them out in order again. A fixed number of batches goes round, so that no part gets far ahead.
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
		idle: make(chan *batch, batches), work: make(chan *batch, batches), order: make(chan *batch, batches), quit: make(chan struct{})}
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

// worker fills and checks batches.
type worker struct {
	n      int
	o      *Options
	prover *prover
	search *searcher // made by the source where it is needed
	eight  []int32   // images of solutions
}

func newWorker(n int, o *Options) *worker { return &worker{n: n, o: o, prover: newProver(n)} }

func (w *worker) run(src source, work <-chan *batch) {
	for b := range work {
		b.failed = nil
		src.fill(b, w)
		switch {
		case w.o.Symmetric && b.narrow != nil:
			w.expand(b, func(to []int32, i int) { images(to, b.narrow[i*w.n:(i+1)*w.n]) }, len(b.narrow)/w.n)
		case w.o.Symmetric:
			w.expand(b, func(to []int32, i int) { images(to, b.wide[i*w.n:(i+1)*w.n]) }, len(b.wide)/w.n)
		case b.narrow != nil:
			check(w, b, b.narrow)
		default:
			check(w, b, b.wide)
		}
		if b.free != nil {
			b.free()
		}
		b.ready <- struct{}{}
	}
}

// expand checks the images of a batch's solutions in their place.
func (w *worker) expand(b *batch, image func(to []int32, i int), solutions int) {
	size := 8 * w.n
	if len(w.eight) < size*solutions {
		w.eight = make([]int32, size*solutions)
	}
	for i := range solutions {
		image(w.eight[i*size:(i+1)*size], i)
	}
	check(w, b, w.eight[:solutions*size])
}

// check proves the solutions, and prepares all that handing them out needs.
func check[R row](w *worker, b *batch, rows []R) {
	b.prints, b.rows, b.text, b.ends = b.prints[:0], b.rows[:0], b.text[:0], b.ends[:0]
	for ; len(rows) >= w.n; rows = rows[w.n:] {
		x := rows[:w.n]
		if !prove(w.prover, x) {
			b.failed = fmt.Errorf("multiwalk: %d queens: a search made what is no solution: %w; this is a mistake of the program", w.n, flaw(x))
			return
		}
		b.prints = append(b.prints, fingerprint(x))
		if w.o.Each != nil {
			for _, v := range x {
				b.rows = append(b.rows, int32(v))
			}
		}
		if w.o.Out != nil {
			b.text = encode(w.o.Format, b.text, x)
			b.ends = append(b.ends, len(b.text))
		}
	}
}
