package cuda

import (
	"fmt"
	"time"
)

// streamNonBlocking makes a stream that does not wait for the driver's default stream (CU_STREAM_NON_BLOCKING).
const streamNonBlocking = 1

// eventBlocking makes who waits for an event sleep rather than spin (CU_EVENT_BLOCKING_SYNC).
const eventBlocking = 1

// Stream is a queue of work on a device. A nil *Stream where one may be given is the context's own.
type Stream struct {
	life
	handle Handle
}

// NewStream makes a stream. Its work may overlap with that of all other streams.
func (c *Context) NewStream() (*Stream, error) {
	const doing = "making a stream"
	s := &Stream{life: life{ctx: c}}
	err := c.run(doing, func() error {
		if err := c.check(c.api.StreamCreate(&s.handle, streamNonBlocking), doing); err != nil {
			return err
		}
		c.live = append(c.live, s)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// streamHandle resolves a stream that may be nil.
func (c *Context) streamHandle(s *Stream, doing string) (Handle, error) {
	if s == nil {
		return c.stream, nil
	}
	if s.ctx != c {
		return 0, fmt.Errorf("cuda: %s: the stream is of %v, not of %v", doing, s.ctx.dev, c.dev)
	}
	return s.handle, s.alive(doing)
}

// Sync waits until the stream's work is done, and returns a fault of its kernels. The stream must not be freed meanwhile.
func (s *Stream) Sync() error {
	const doing = "waiting for a stream"
	if err := s.alive(doing); err != nil {
		return err
	}
	return s.ctx.waitStream(doing, s.handle)
}

// waitStream waits for a stream's work.
func (c *Context) waitStream(doing string, s Handle) error {
	return c.wait(doing, func() Result { return c.api.StreamQuery(s) }, func() Result { return c.sleepUntil(s) })
}

// sleepUntil sleeps until the stream's work is done.
func (c *Context) sleepUntil(s Handle) Result {
	var mark Handle
	if r := c.api.EventCreate(&mark, eventBlocking); r != Success {
		return r
	}
	r := c.api.EventRecord(mark, s)
	if r == Success {
		r = c.api.EventSync(mark)
	}
	if end := c.api.EventDestroy(mark); r == Success {
		r = end
	}
	return r
}

// Done says without waiting whether the stream's work is done.
func (s *Stream) Done() (bool, error) {
	return s.query("asking a stream whether it is done", s.ctx.api.StreamQuery, s.handle)
}

// Free destroys the stream; the driver finishes its work first.
func (s *Stream) Free() error { return s.free("freeing a stream", s) }

func (s *Stream) release() Result {
	s.freed.Store(true)
	return s.ctx.api.StreamDestroy(s.handle)
}

// query is Done for streams and events.
func (l *life) query(doing string, call func(Handle) Result, h Handle) (done bool, err error) {
	err = l.ctx.run(doing, func() error {
		if err := l.alive(doing); err != nil {
			return err
		}
		r := call(h)
		if r == NotReady {
			return nil
		}
		done = r == Success
		return l.ctx.check(r, doing)
	})
	return done, err
}

// Event is a mark in a stream: it can be waited for, and two tell the time between them.
type Event struct {
	life
	handle Handle
}

// NewEvent makes an event; it means nothing before its first Record.
func (c *Context) NewEvent() (*Event, error) {
	const doing = "making an event"
	e := &Event{life: life{ctx: c}}
	err := c.run(doing, func() error {
		if err := c.check(c.api.EventCreate(&e.handle, eventBlocking), doing); err != nil {
			return err
		}
		c.live = append(c.live, e)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return e, nil
}

// Record puts the mark behind the work submitted to s so far, replacing an earlier mark.
func (e *Event) Record(s *Stream) error {
	const doing = "recording an event"
	return e.ctx.run(doing, func() error {
		if err := e.alive(doing); err != nil {
			return err
		}
		h, err := e.ctx.streamHandle(s, doing)
		if err != nil {
			return err
		}
		return e.ctx.check(e.ctx.api.EventRecord(e.handle, h), doing)
	})
}

// Sync waits for the mark. The event must not be freed meanwhile.
func (e *Event) Sync() error {
	const doing = "waiting for an event"
	if err := e.alive(doing); err != nil {
		return err
	}
	api := e.ctx.api
	return e.ctx.wait(doing, func() Result { return api.EventQuery(e.handle) }, func() Result { return api.EventSync(e.handle) })
}

// Done says without waiting whether the mark was reached.
func (e *Event) Done() (bool, error) {
	return e.query("asking an event whether it is done", e.ctx.api.EventQuery, e.handle)
}

// Since is the device's time from one mark to this one, both reached and of one context; about 0.5 µs is resolved.
func (e *Event) Since(from *Event) (time.Duration, error) {
	const doing = "reading the time between two events"
	var ms float32
	err := e.ctx.run(doing, func() error {
		if err := e.alive(doing); err != nil {
			return err
		}
		if err := from.alive(doing); err != nil {
			return err
		}
		r := e.ctx.api.EventElapsed(&ms, from.handle, e.handle)
		if r == Success {
			return nil
		}
		err := e.ctx.fail(r, doing)
		if r == NotReady {
			err.Hint = "Sync the later one first"
		}
		return err
	})
	return time.Duration(float64(ms) * float64(time.Millisecond)), err
}

// Free destroys the event.
func (e *Event) Free() error { return e.free("freeing an event", e) }

func (e *Event) release() Result {
	e.freed.Store(true)
	return e.ctx.api.EventDestroy(e.handle)
}
