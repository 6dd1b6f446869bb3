package cuda

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// schedSpin makes threads that wait within a call of the driver ask rather than sleep (CU_CTX_SCHED_SPIN). They do while pageable memory
// is copied, for some microseconds. Where all cores work, Linux wakes a thread that slept up to 8 ms late. What may last longer waits for
// events, which sleep.
const schedSpin = 1

// Context is a device's primary context (see the package comment).
type Context struct {
	dev    *Device
	api    *API
	handle Handle
	stream Handle // the context's own stream, where a nil *Stream leads

	use  sync.RWMutex // held for reading by every call, for writing by Close: nothing is in flight when Close frees
	dead bool         // guarded by use
	turn sync.Mutex   // held by every call but those that wait

	live []resource            // in order of creation; guarded by turn
	lost atomic.Pointer[Error] // the fault after which the device is unusable
}

// resource is what Close must free.
type resource interface{ release() Result }

// NewContext retains the device's primary context and gives it a stream of its own. Each call makes another Context upon
// the same primary context; one for a device is enough.
func (dev *Device) NewContext() (*Context, error) {
	c := &Context{dev: dev, api: dev.driver.api}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := c.start(); err != nil {
		return nil, err
	}
	return c, nil
}

// start opens the context.
func (c *Context) start() error {
	doing := fmt.Sprintf("opening a context on %v", c.dev)
	// A context that is active already keeps its flags; it works as well, so only other failures count.
	if r := c.api.CtxSetFlags(c.dev.handle, schedSpin); r != Success && r != PrimaryContextActive {
		return c.api.newError(r, doing)
	}
	if r := c.api.CtxRetain(&c.handle, c.dev.handle); r != Success {
		return c.api.newError(r, doing)
	}
	r := c.api.CtxSetCurrent(c.handle)
	if r == Success {
		r = c.api.StreamCreate(&c.stream, streamNonBlocking)
	}
	if r != Success {
		err := c.api.newError(r, doing)
		c.api.CtxRelease(c.dev.handle)
		return err
	}
	return nil
}

// run calls f when it is its turn, on a thread where the context is current, and returns its error; doing names it if the
// context is closed or lost.
func (c *Context) run(doing string, f func() error) error {
	c.use.RLock()
	defer c.use.RUnlock()
	if err := c.usable(doing); err != nil {
		return err
	}
	c.turn.Lock()
	defer c.turn.Unlock()
	return c.here(doing, f)
}

// here calls f on the caller's thread with the context current.
func (c *Context) here(doing string, f func() error) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if r := c.api.CtxSetCurrent(c.handle); r != Success {
		return c.check(r, doing)
	}
	return f()
}

// brief is how long a wait asks again and again before it sleeps: waking takes some 50 us, as long as a small kernel.
const brief = 100 * time.Microsecond

// aside calls f as run does, but out of turn: for what waits or takes the processor, and leaves the context's list alone.
func (c *Context) aside(doing string, f func() error) error {
	c.use.RLock()
	defer c.use.RUnlock()
	if err := c.usable(doing); err != nil {
		return err
	}
	return c.here(doing, f)
}

// wait waits out of turn: query asks whether what is waited for is done, and sleep returns when it is.
func (c *Context) wait(doing string, query, sleep func() Result) error {
	return c.aside(doing, func() error {
		r := query()
		for began := time.Now(); r == NotReady && time.Since(began) < brief; {
			r = query()
		}
		if r == NotReady {
			r = sleep()
		}
		return c.check(r, doing)
	})
}

// usable refuses a closed context and one whose device is lost; c.use is held.
func (c *Context) usable(doing string) error {
	if c.dead {
		return fmt.Errorf("cuda: %s: the context of %v is %w", doing, c.dev, ErrClosed)
	}
	if first := c.lost.Load(); first != nil {
		return &lostError{doing, first}
	}
	return nil
}

// check turns a result into an error, and remembers a fault that loses the device.
func (c *Context) check(r Result, doing string) error {
	if r == Success {
		return nil
	}
	return c.fail(r, doing)
}

// fail is check's for a failure, typed so that a hint or a log can be added.
func (c *Context) fail(r Result, doing string) *Error {
	e := c.api.newError(r, fmt.Sprintf("%s on %v", doing, c.dev))
	if r.loses() {
		e.Hint = "the device is lost to this process"
		c.lost.CompareAndSwap(nil, e)
	}
	return e
}

// memoryError adds the bytes asked for and free to an out of memory; other failures stay as they are.
func (c *Context) memoryError(e *Error, asked uint64, device bool) error {
	if e.Result != OutOfMemory {
		return e
	}
	m := &MemoryError{Err: e, Asked: asked}
	if device && c.api.MemGetInfo(&m.Free, &m.Total) != Success {
		m.Free, m.Total = 0, 0
	}
	return m
}

func (c *Context) Device() *Device { return c.dev }

// Lost returns the error of the fault that lost the device to this process, or nil.
func (c *Context) Lost() error {
	if e := c.lost.Load(); e != nil {
		return e
	}
	return nil
}

// Sync waits for all work of the context, on every stream. Faults of kernels that nobody waited for surface here.
func (c *Context) Sync() error {
	return c.wait("waiting for all work", func() Result { return NotReady }, c.api.CtxSynchronize)
}

// MemoryInfo returns the free and total bytes of the device's memory; other processes' use counts.
func (c *Context) MemoryInfo() (free, total uint64, err error) {
	const doing = "asking for free memory"
	err = c.run(doing, func() error { return c.check(c.api.MemGetInfo(&free, &total), doing) })
	return free, total, err
}

// Close waits for the calls in flight, frees all that is left in the reverse order of creation, and releases the primary
// context. It does not stop kernels: one that never ends makes it wait for ever. A second Close wraps ErrClosed.
// Slices taken of pinned memory must not be touched any more. On a lost device failures to free are no errors.
func (c *Context) Close() error {
	c.use.Lock()
	defer c.use.Unlock()
	if c.dead {
		return fmt.Errorf("cuda: closing a context: the context of %v is %w", c.dev, ErrClosed)
	}
	c.dead = true
	return c.here("closing the context", c.release)
}

// release frees everything.
func (c *Context) release() error {
	const doing = "closing the context"
	var errs []error
	note := func(r Result) {
		if c.lost.Load() == nil { // once it is lost, every call fails, and the driver has freed all
			if err := c.check(r, doing); err != nil {
				errs = append(errs, err)
			}
		}
	}
	note(c.api.CtxSynchronize())
	for _, r := range slices.Backward(c.live) {
		note(r.release())
	}
	c.live = nil
	note(c.api.StreamDestroy(c.stream))
	note(c.api.CtxRelease(c.dev.handle))
	return errors.Join(errs...)
}

// life is the part that all resources share. Its freed flag changes in turn only.
type life struct {
	ctx   *Context
	freed atomic.Bool
}

// alive refuses a resource that was freed. Called in turn, so that it cannot be freed before the call it is for.
func (l *life) alive(doing string) error {
	if l.freed.Load() {
		return fmt.Errorf("cuda: %s: it is %w", doing, ErrClosed)
	}
	return nil
}

// free releases r once. On a lost device nothing is left to be released, and that is no error.
func (l *life) free(doing string, r resource) error {
	err := l.ctx.run(doing, func() error {
		if err := l.alive(doing); err != nil {
			return err
		}
		l.ctx.live = slices.DeleteFunc(l.ctx.live, func(o resource) bool { return o == r })
		return l.ctx.check(r.release(), doing)
	})
	var lost *lostError
	if errors.As(err, &lost) && l.freed.CompareAndSwap(false, true) {
		return nil
	}
	return err
}
