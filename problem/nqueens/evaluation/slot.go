package evaluation

import (
	"context"
	"errors"
	"time"

	"github.com/multiwalk/multiwalk/internal/gpu"
)

// slot is the buffers of a chunk of candidates on their way to the device and back, and the stream that takes them.
type slot struct {
	s            *Scheme
	stream       *gpu.Stream
	began, ended *gpu.Mark // of the kernels, where they are timed
	a            algorithm
	in           *gpu.Pinned[int32]
	x            *gpu.Array[int32]
	out          *gpu.Pinned[int64]
	counts       *gpu.Array[int64]
	n, most      int        // what the algorithm is prepared for: size, candidates
	results      []int64    // where the counts of the chunk in flight go; nil: there is none
	unsure       bool       // waiting failed, and the stream may go on
	late         chan error // gets the outcome of a chunk that nobody waits for any more; nil: there is none
}

// newSlot makes a slot without buffers.
func newSlot(s *Scheme) (*slot, error) {
	sl := &slot{s: s}
	var errs [4]error
	for _, a := range algorithms {
		if a.name == s.name {
			sl.a, errs[0] = a.make(s)
		}
	}
	sl.stream, errs[1] = gpu.NewStream(s.m)
	if s.o.Timed {
		sl.began, errs[2] = gpu.NewMark(s.m)
		sl.ended, errs[3] = gpu.NewMark(s.m)
	}
	if err := errors.Join(errs[:]...); err != nil {
		sl.free()
		return nil, err
	}
	return sl, nil
}

// reserve makes room for the candidates, each of n queens. What is too small is replaced by what is just large enough: most
// callers stay with one size.
func (sl *slot) reserve(n, candidates int) error {
	m := sl.s.m
	if sl.x == nil || sl.x.Len() < n*candidates {
		err := errors.Join(sl.in.Free(), sl.x.Free())
		sl.in, sl.x = nil, nil
		if err == nil {
			sl.in, err = gpu.NewPinned[int32](m, n*candidates)
		}
		if err == nil {
			sl.x, err = gpu.NewArray[int32](m, n*candidates)
		}
		if err != nil {
			return err
		}
	}
	if sl.counts == nil || sl.counts.Len() < candidates {
		err := errors.Join(sl.out.Free(), sl.counts.Free())
		sl.out, sl.counts = nil, nil
		if err == nil {
			sl.out, err = gpu.NewPinned[int64](m, candidates)
		}
		if err == nil {
			sl.counts, err = gpu.NewArray[int64](m, candidates)
		}
		if err != nil {
			return err
		}
	}
	if sl.n == n && sl.most >= candidates {
		return nil
	}
	sl.n, sl.most = 0, 0
	if err := sl.a.prepare(n, candidates); err != nil {
		return err
	}
	sl.n, sl.most = n, candidates
	return nil
}

// begin copies the candidates x, of n queens each, to the device and has them evaluated, and returns at once.
func (sl *slot) begin(ctx context.Context, results []int64, x []int32, n int) error {
	sl.catchUp()
	c := chunk{slot: sl, ctx: ctx, n: n, candidates: len(results)}
	if err := sl.reserve(n, c.candidates); err != nil {
		return err
	}
	var err error
	if c.permutations, err = stage(sl.in.Slice()[:len(x)], x, n); err != nil {
		return err
	}
	sl.results = results // from here on the stream has to be waited for
	if err := sl.x.WriteLater(sl.stream, 0, sl.in, 0, len(x)); err != nil {
		return err
	}
	if err := sl.counts.ClearLater(sl.stream, 0, c.candidates); err != nil {
		return err
	}
	if err := sl.a.bring(c); err != nil {
		return err
	}
	if err := sl.mark(sl.began); err != nil {
		return err
	}
	if err := sl.a.launch(c); err != nil {
		return err
	}
	if err := sl.mark(sl.ended); err != nil {
		return err
	}
	return sl.counts.ReadLater(sl.stream, sl.out, 0, 0, c.candidates)
}

func (sl *slot) mark(k *gpu.Mark) error {
	if k == nil {
		return nil
	}
	return k.Record(sl.stream)
}

// end waits for the chunk in flight, if there is one, and hands out its counts. It returns the kernels' time. Where the
// context is done first, the slot is late.
func (sl *slot) end(ctx context.Context) (kernel time.Duration, err error) {
	if sl == nil || sl.results == nil {
		return 0, nil
	}
	results := sl.results
	sl.results = nil
	if err := sl.wait(ctx); err != nil {
		sl.unsure = sl.late == nil
		return 0, err
	}
	copy(results, sl.out.Slice())
	if sl.began == nil {
		return 0, nil
	}
	return sl.ended.Since(sl.began)
}

// wait waits for the stream, or the context.
func (sl *slot) wait(ctx context.Context) error {
	if ctx.Done() == nil {
		return sl.stream.Wait()
	}
	done := make(chan error, 1)
	go func() { done <- sl.stream.Wait() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		sl.late = done
		return ctx.Err()
	}
}

// catchUp waits for what an evaluation that was broken off, or failed to wait, has left on the stream.
func (sl *slot) catchUp() {
	if sl.unsure {
		sl.unsure = false
		_ = sl.stream.Wait() // it failed before; what fails for good the next call tells
	}
	if sl.late != nil {
		<-sl.late // its failure, if any, was that of the evaluation, or will be that of the next call
		sl.late = nil
	}
}

// free frees all, or has it freed once the stream is done.
func (sl *slot) free() error {
	if sl == nil {
		return nil
	}
	if sl.late != nil {
		go func() {
			sl.catchUp()
			sl.free()
		}()
		return nil
	}
	sl.catchUp()
	var err error
	if sl.a != nil {
		err = sl.a.free()
	}
	return errors.Join(err, sl.in.Free(), sl.x.Free(), sl.out.Free(), sl.counts.Free(), sl.began.Free(),
		sl.ended.Free(), sl.stream.Free())
}
