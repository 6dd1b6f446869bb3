package cudatest

import (
	"time"

	"github.com/multiwalk/multiwalk/internal/cuda"
)

// stream is a chain of work: each piece waits for the one before, and tail is closed when the last is done.
type stream struct {
	dev  *device
	tail chan struct{}
}

// event is a mark in a stream.
type event struct {
	dev     *device
	reached chan struct{} // nil before it is recorded
	at      time.Time     // when it was reached
}

// submit adds work to a stream of d; f.mu is held. Work behind a fault is skipped, and a fault sticks.
func (f *Fake) submit(d *device, h cuda.Handle, work func() cuda.Result) cuda.Result {
	s := f.streams[h]
	if s == nil || s.dev != d {
		f.misuse = append(f.misuse, "work was submitted to a stream that is not of the current context")
		return cuda.InvalidHandle
	}
	before, done := s.tail, make(chan struct{})
	s.tail = done
	go func() {
		defer close(done)
		<-before
		f.mu.Lock()
		lost := d.fault != cuda.Success
		f.mu.Unlock()
		if lost {
			return
		}
		if r := work(); r != cuda.Success {
			f.mu.Lock()
			d.fault = r
			f.mu.Unlock()
		}
	}()
	return cuda.Success
}

// drain waits for all that was submitted to d.
func (f *Fake) drain(d *device) {
	var tails []chan struct{}
	for _, s := range f.streams {
		if s.dev == d {
			tails = append(tails, s.tail)
		}
	}
	for _, t := range tails {
		f.wait(t)
	}
}

// settled waits for c and returns the fault of d that came up meanwhile.
func (f *Fake) settled(d *device, c chan struct{}) cuda.Result {
	if c != nil {
		f.wait(c)
	}
	return d.fault
}

func (f *Fake) ctxSync() cuda.Result {
	d := f.here
	f.drain(d)
	return d.fault
}

func (f *Fake) streamCreate(h *cuda.Handle, flags uint32) cuda.Result {
	if flags != 1 {
		f.misuse = append(f.misuse, "a stream was made that waits for the default stream")
	}
	*h = f.handle()
	s := &stream{dev: f.here, tail: make(chan struct{})}
	close(s.tail)
	f.streams[*h] = s
	return cuda.Success
}

// missing notes a call for what is not.
func (f *Fake) missing(what string) cuda.Result {
	f.misuse = append(f.misuse, f.symbol+" was called for "+what+" that is not")
	return cuda.InvalidHandle
}

// forget takes a handle out of a table.
func forget[T any](table map[cuda.Handle]*T, h cuda.Handle) cuda.Result {
	if table[h] == nil {
		return cuda.InvalidHandle
	}
	delete(table, h)
	return cuda.Success
}

func (f *Fake) streamDestroy(h cuda.Handle) cuda.Result {
	if forget(f.streams, h) != cuda.Success {
		return f.missing("a stream")
	}
	return cuda.Success
}

// ready says whether c is closed.
func ready(c chan struct{}) cuda.Result {
	select {
	case <-c:
		return cuda.Success
	default:
		return cuda.NotReady
	}
}

func (f *Fake) streamQuery(h cuda.Handle) cuda.Result {
	if s := f.streams[h]; s != nil {
		return ready(s.tail)
	}
	return f.missing("a stream")
}

func (f *Fake) eventCreate(h *cuda.Handle, _ uint32) cuda.Result {
	*h = f.handle()
	f.events[*h] = &event{dev: f.here}
	return cuda.Success
}

func (f *Fake) eventDestroy(h cuda.Handle) cuda.Result {
	if forget(f.events, h) != cuda.Success {
		return f.missing("an event")
	}
	return cuda.Success
}

func (f *Fake) eventRecord(h, s cuda.Handle) cuda.Result {
	e := f.events[h]
	if e == nil {
		return f.missing("an event")
	}
	r := f.submit(e.dev, s, func() cuda.Result {
		f.mu.Lock()
		defer f.mu.Unlock()
		e.at = time.Now()
		return cuda.Success
	})
	if r == cuda.Success {
		e.reached = f.streams[s].tail
	}
	return r
}

func (f *Fake) eventSync(h cuda.Handle) cuda.Result {
	e := f.events[h]
	if e == nil {
		return f.missing("an event")
	}
	return f.settled(e.dev, e.reached)
}

func (f *Fake) eventQuery(h cuda.Handle) cuda.Result {
	switch e := f.events[h]; {
	case e == nil:
		return f.missing("an event")
	case e.reached != nil:
		return ready(e.reached)
	}
	return cuda.Success
}

func (f *Fake) eventElapsed(ms *float32, from, to cuda.Handle) cuda.Result {
	a, b := f.events[from], f.events[to]
	switch {
	case a == nil:
		return f.missing("an event")
	case b == nil || a.reached == nil || b.reached == nil:
		return cuda.InvalidHandle
	case ready(a.reached) != cuda.Success || ready(b.reached) != cuda.Success:
		return cuda.NotReady
	}
	*ms = float32(b.at.Sub(a.at).Seconds() * 1000)
	return cuda.Success
}
