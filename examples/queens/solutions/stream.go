package solutions

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/multiwalk/multiwalk/problem/nqueens"
)

const (
	// depth is how many batches there are for each worker: enough that none waits where one batch takes long. Of great
	// boards, above shallow, there is one, for want of memory.
	depth   = 4
	shallow = 1 << 17
)

// stream is the way of solutions: a goroutine numbers batches, workers fill and check them at the same time, and run
// hands them out in order again. A fixed number of batches goes round, so that no part gets far ahead.
type stream struct {
	q     *nqueens.Instance
	o     *Options
	all   *enumeration    // nil: solutions are made at random
	seen  map[uint64]bool // fingerprints of what was handed out
	stats Stats

	idle  chan *batch // to be used again
	work  chan *batch // to be filled and checked
	order chan *batch // by number; each is ready once checked
	halt  atomic.Bool // nothing is wanted any more; dearer to ask a context for each solution
	quit  chan struct{}
}

// batch is some solutions in a row, a function of its number and the options.
type batch struct {
	number int
	rows   []int32  // solutions, one after the other
	prints []uint64 // of each
	flaw   error    // of a solution that does not hold
	ready  chan struct{}
}

func newStream(q *nqueens.Instance, o *Options) *stream {
	batches := depth*o.Workers + 1
	if q.N > shallow {
		batches = o.Workers + 1
	}
	s := &stream{q: q, o: o, seen: make(map[uint64]bool, min(o.Count, 1<<20)), quit: make(chan struct{}),
		idle: make(chan *batch, batches), work: make(chan *batch, batches), order: make(chan *batch, batches)}
	if enumerates(q.N, o.Count) {
		s.all = newEnumeration(q.N, o.Seed, &s.halt)
	}
	for range batches {
		s.idle <- &batch{ready: make(chan struct{}, 1)}
	}
	return s
}

// run hands out solutions until there is a reason to end.
func (s *stream) run(ctx context.Context) error {
	defer context.AfterFunc(ctx, func() { s.halt.Store(true) })()
	var wg sync.WaitGroup
	wg.Go(s.number)
	for range s.o.Workers {
		wg.Go(s.fill)
	}
	err := s.deliver(ctx)
	s.halt.Store(true)
	close(s.quit)
	wg.Wait()
	return err
}

// number sends batches on their way.
func (s *stream) number() {
	defer close(s.work)
	defer close(s.order)
	end := math.MaxInt
	if s.all != nil {
		end = len(s.all.order)
	}
	for i := range end {
		select {
		case <-s.quit:
			return
		case b := <-s.idle:
			b.number = i
			s.order <- b // there is room for all
			s.work <- b
		}
	}
}

// fill makes the solutions of batches and checks them.
func (s *stream) fill() {
	var search *searcher
	if s.all == nil {
		search = newSearcher(s.q.N, s.o.Seed, &s.halt)
	}
	for b := range s.work {
		if b.rows = b.rows[:0]; s.all != nil {
			b.rows = s.all.batch(b.number, b.rows)
		} else {
			b.rows = search.batch(b.number, b.rows)
		}
		b.prints = b.prints[:0]
		for rows := b.rows; len(rows) > 0 && b.flaw == nil; rows = rows[s.q.N:] {
			if err := s.q.CheckSolved(rows[:s.q.N]); err != nil {
				b.flaw = fmt.Errorf("multiwalk: a search made what is no solution, a mistake of the program: %w", err)
				break
			}
			b.prints = append(b.prints, fingerprint(rows[:s.q.N]))
		}
		b.ready <- struct{}{}
	}
}

// deliver hands out batches in order, and says in the stats why it ends.
func (s *stream) deliver(ctx context.Context) error {
	for b := range s.order {
		select {
		case <-ctx.Done():
		case <-b.ready:
		}
		if ctx.Err() != nil {
			s.stats.End = Cancelled
			return nil
		}
		if err := s.handOut(b); err != nil || s.stats.End != "" {
			return err
		}
		s.idle <- b
	}
	s.stats.End = Exhausted
	return nil
}

// handOut hands out the solutions of a batch that are new.
func (s *stream) handOut(b *batch) error {
	for i, h := range b.prints {
		if s.seen[h] {
			s.stats.Duplicates++
			continue
		}
		s.seen[h] = true
		if s.o.Each != nil {
			if err := s.o.Each(b.rows[i*s.q.N : (i+1)*s.q.N]); err != nil {
				return err
			}
		}
		s.stats.Found++
		if s.stats.Found == s.o.Count {
			s.stats.End = Enough
		} else if s.halt.Load() {
			s.stats.End = Cancelled
		}
		if s.stats.End != "" {
			return nil
		}
	}
	return b.flaw
}

// fingerprint is a hash of a solution. Of those with equal ones only the first is handed out: that a new one is lost as if it
// were another has probability m/2^64 after m solutions.
func fingerprint(x []int32) uint64 {
	const a, b, c = 0x9E3779B97F4A7C15, 0xD1B54A32D192ED03, 0xA0761D6478BD642F
	// Two chains, since each multiplication waits for the one before.
	even, odd := uint64(len(x))*a, uint64(b)
	for ; len(x) >= 4; x = x[4:] {
		even = fold(even^(uint64(x[0])|uint64(x[1])<<32), a)
		odd = fold(odd^(uint64(x[2])|uint64(x[3])<<32), b)
	}
	for _, v := range x {
		even = fold(even^uint64(v), a)
	}
	return fold(even^c, odd)
}

// fold is both halves of a product.
func fold(x, y uint64) uint64 {
	high, low := bits.Mul64(x, y)
	return high ^ low
}
