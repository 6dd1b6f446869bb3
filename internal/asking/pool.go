// Package asking asks other programs what solutions cost, by lines of JSON. A question is
//
//	{"ticket":7,"solutions":[[2,0,1],[0,1,2]]}
//
// and its answer, in any order with others,
//
//	{"ticket":7,"costs":[31,28.5]}
//
// or {"ticket":7,"error":"..."}. Several children work side by side, as the slaves of a master; which of them prices a solution does not
// matter if they are deterministic.
package asking

import (
	"errors"
	"io"
	"slices"
	"sync"
	"time"
)

// Options say whom to ask.
type Options struct {
	Command  string        // a line of the shell that starts a child; "" asks on Out, and is answered on In
	Children int           // how many run side by side, 1 or more; on Out how many questions are open
	Timeout  time.Duration // how long a child may be silent while a question is open; 0: for ever
	Starting time.Duration // the least time for its first answer, as it has to start
	In       io.Reader
	Out      io.Writer
}

// Pool is children that are asked. It is safe for concurrent use. At the first thing that goes wrong it fails, for good.
type Pool struct {
	o        Options
	mu       sync.Mutex
	children []*child
	ticket   int64
	pace     time.Duration // that a solution takes, about
	err      error
	failed   chan struct{}
}

// NewPool returns a pool that starts children as they are needed.
func NewPool(o Options) *Pool { return &Pool{o: o, failed: make(chan struct{})} }

// Failed is closed when the pool has failed.
func (p *Pool) Failed() <-chan struct{} { return p.failed }

// Err is what went wrong; nil if nothing did.
func (p *Pool) Err() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.err
}

// Renewable says whether another pool with the same options could work where this one has failed.
func (p *Pool) Renewable() bool { return p.o.Command != "" }

// Options are those that the pool was made with.
func (p *Pool) Options() Options { return p.o }

// Fail ends the pool with an error, unless it has one, and kills its children.
func (p *Pool) Fail(err error) {
	p.mu.Lock()
	first := p.err == nil
	if first {
		p.err = err
		close(p.failed)
	}
	children := p.children
	p.mu.Unlock()
	if first {
		for _, c := range children {
			c.kill()
		}
	}
}

// errClosed is what is wrong with a pool that nobody needs any more.
var errClosed = errors.New("multiwalk: the programs that tell costs were sent away")

// Close sends the children away. Those that stay are killed.
func (p *Pool) Close() {
	p.mu.Lock()
	children := p.children
	if p.err == nil {
		p.err = errClosed
		close(p.failed)
	}
	p.mu.Unlock()
	for _, c := range children {
		c.leave()
	}
	var all sync.WaitGroup
	for _, c := range children {
		all.Go(c.gone)
	}
	all.Wait()
}

// errSettled is what is wrong with a pool whose children had more to do than anybody wanted.
var errSettled = errors.New("multiwalk: the programs that tell costs were busy when the run was over")

// settling is how long answers are waited for when the run is over: a question takes portionTime, and another may wait behind it.
const settling = 10 * portionTime

// Settle is for the end of a run: whoever asks next is not to wait for answers that nobody wants any more. Where these take long, the pool
// fails, if it is renewable.
func (p *Pool) Settle() {
	for late := time.Now().Add(settling); p.busy(); time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			p.Fail(errSettled)
			return
		}
	}
}

// busy says whether questions are open that can be given up.
func (p *Pool) busy() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.Renewable() && p.err == nil && slices.ContainsFunc(p.children, func(c *child) bool { return c.open > 0 })
}

// Costs writes what solutions cost, which are given as JSON, and calls told for each part of them once it is known, from several goroutines.
// Who is free gets the next of them, in portions that take some milliseconds. Once stop says so nothing more is asked, and the error is
// ErrStopped.
func (p *Pool) Costs(solutions []string, costs []float64, told func(from, to int), stop func() bool) error {
	askers := min(len(solutions), inFlight*p.o.Children)
	var next int
	var mu sync.Mutex
	take := func() (from, to int) {
		size := p.portion()
		mu.Lock()
		defer mu.Unlock()
		from = next
		next = min(len(solutions), from+min(size, 1+(len(solutions)-from)/askers))
		return from, next
	}
	var all sync.WaitGroup
	for range askers {
		all.Go(func() {
			for {
				from, to := take()
				if from == to || stop() || p.ask(solutions[from:to], costs[from:to]) != nil {
					return
				}
				told(from, to)
			}
		})
	}
	all.Wait()
	if err := p.Err(); err != nil {
		return err
	}
	if stop() {
		return ErrStopped
	}
	return nil
}

// ErrStopped is the error of questions that nobody wanted answered any more.
var ErrStopped = errors.New("multiwalk: the run is over")

const (
	// inFlight is how many questions a child has at a time: while it works for one, the next already waits in its pipe.
	inFlight = 2
	// portionTime is how long a question is to take: long for a pipe, and short for a user who stops the run.
	portionTime = 10 * time.Millisecond
)

// portion is how many solutions a question has at most. The first has one.
func (p *Pool) portion() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.pace == 0 {
		return 1
	}
	return int(max(1, portionTime/p.pace))
}

// ask asks one child, and waits for the answer. Its error is the pool's.
func (p *Pool) ask(solutions []string, costs []float64) error {
	t := &question{costs: costs, done: make(chan struct{})}
	c, err := p.assign(t)
	if err != nil {
		p.Fail(err)
		return err
	}
	begin := time.Now()
	c.send(t, solutions)
	select {
	case <-t.done:
	case <-p.failed:
		return p.Err()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	c.open--
	pace := max(1, time.Since(begin)/time.Duration(len(solutions)))
	p.pace += (pace - p.pace) / 4
	if p.pace == 0 || pace < p.pace {
		p.pace = pace // waiting for others makes it look slower than it is
	}
	return p.err
}

// assign gives a question to the child with the fewest, or to a new one where all have some.
func (p *Pool) assign(t *question) (*child, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return nil, p.err
	}
	p.ticket++
	t.ticket = p.ticket
	var least *child
	for _, c := range p.children {
		if least == nil || c.open < least.open {
			least = c
		}
	}
	if least == nil || least.open > 0 && len(p.children) < p.o.Children && p.Renewable() {
		c, err := start(p)
		if err != nil {
			return nil, err
		}
		p.children, least = append(p.children, c), c
	}
	least.open++
	return least, nil
}
