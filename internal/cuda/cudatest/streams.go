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
	f.mu.Lock()
	var tails []chan struct{}
	for _, s := range f.streams {
		if s.dev == d {
			tails = append(tails, s.tail)
		}
	}
	f.mu.Unlock()
	for _, t := range tails {
		<-t
	}
}

// settled waits for c and returns the fault of d that came up meanwhile.
func (f *Fake) settled(d *device, c chan struct{}) cuda.Result {
	if c != nil {
		<-c
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return d.fault
}

func (f *Fake) ctxSync() cuda.Result {
	f.mu.Lock()
	d, r := f.inContext("cuCtxSynchronize")
	f.mu.Unlock()
	if r != cuda.Success {
		return r
	}
	f.drain(d)
	return f.settled(d, nil)
}

func (f *Fake) streamCreate(h *cuda.Handle, flags uint32) cuda.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	d, r := f.inContext("cuStreamCreate")
	if r != cuda.Success {
		return r
	}
	if flags != 1 {
		f.misuse = append(f.misuse, "a stream was made that waits for the default stream")
	}
	*h = f.handle()
	s := &stream{dev: d, tail: make(chan struct{})}
	close(s.tail)
	f.streams[*h] = s
	return cuda.Success
}

// stream looks up a stream for a call in its context.
func (f *Fake) stream(symbol string, h cuda.Handle) (*stream, cuda.Result) {
	_, r := f.inContext(symbol)
	s := f.streams[h]
	if r == cuda.Success && s == nil {
		f.misuse = append(f.misuse, symbol+" was called for a stream that is not")
		return nil, cuda.InvalidHandle
	}
	return s, r
}

func (f *Fake) streamDestroy(h cuda.Handle) cuda.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, r := f.stream("cuStreamDestroy", h)
	if r == cuda.Success {
		delete(f.streams, h)
	}
	return r
}

func (f *Fake) streamSync(h cuda.Handle) cuda.Result {
	f.mu.Lock()
	s, r := f.stream("cuStreamSynchronize", h)
	if r != cuda.Success {
		f.mu.Unlock()
		return r
	}
	tail := s.tail
	f.mu.Unlock()
	return f.settled(s.dev, tail)
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
	f.mu.Lock()
	defer f.mu.Unlock()
	s, r := f.stream("cuStreamQuery", h)
	if r != cuda.Success {
		return r
	}
	return ready(s.tail)
}

func (f *Fake) streamWait(h, e cuda.Handle, _ uint32) cuda.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	s, r := f.stream("cuStreamWaitEvent", h)
	ev := f.events[e]
	switch {
	case r != cuda.Success:
		return r
	case ev == nil:
		return cuda.InvalidHandle
	case ev.reached == nil:
		return cuda.Success
	}
	reached := ev.reached
	return f.submit(s.dev, h, func() cuda.Result { <-reached; return cuda.Success })
}

func (f *Fake) eventCreate(h *cuda.Handle, _ uint32) cuda.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	d, r := f.inContext("cuEventCreate")
	if r == cuda.Success {
		*h = f.handle()
		f.events[*h] = &event{dev: d}
	}
	return r
}

// event looks up an event for a call in its context.
func (f *Fake) event(symbol string, h cuda.Handle) (*event, cuda.Result) {
	_, r := f.inContext(symbol)
	e := f.events[h]
	if r == cuda.Success && e == nil {
		f.misuse = append(f.misuse, symbol+" was called for an event that is not")
		return nil, cuda.InvalidHandle
	}
	return e, r
}

func (f *Fake) eventDestroy(h cuda.Handle) cuda.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	_, r := f.event("cuEventDestroy", h)
	if r == cuda.Success {
		delete(f.events, h)
	}
	return r
}

func (f *Fake) eventRecord(h, s cuda.Handle) cuda.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	e, r := f.event("cuEventRecord", h)
	if r != cuda.Success {
		return r
	}
	r = f.submit(e.dev, s, func() cuda.Result {
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
	f.mu.Lock()
	e, r := f.event("cuEventSynchronize", h)
	if r != cuda.Success {
		f.mu.Unlock()
		return r
	}
	reached := e.reached
	f.mu.Unlock()
	return f.settled(e.dev, reached)
}

func (f *Fake) eventQuery(h cuda.Handle) cuda.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	e, r := f.event("cuEventQuery", h)
	if r != cuda.Success || e.reached == nil {
		return r
	}
	return ready(e.reached)
}

func (f *Fake) eventElapsed(ms *float32, from, to cuda.Handle) cuda.Result {
	f.mu.Lock()
	defer f.mu.Unlock()
	a, r := f.event("cuEventElapsedTime", from)
	b := f.events[to]
	switch {
	case r != cuda.Success:
		return r
	case b == nil || a.reached == nil || b.reached == nil:
		return cuda.InvalidHandle
	case ready(a.reached) != cuda.Success || ready(b.reached) != cuda.Success:
		return cuda.NotReady
	}
	*ms = float32(b.at.Sub(a.at).Seconds() * 1000)
	return cuda.Success
}
