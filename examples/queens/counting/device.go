package counting

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
)

// onDevice does the tasks left on the machines of a device, which draw them from one counter.
func (p *plan) onDevice(ctx context.Context, a multiwalk.Accelerator, t tuning, l *ledger) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	todo := l.left()
	if len(todo) == 0 {
		return nil
	}
	var drawn atomic.Int64
	next := func() (int, bool) {
		i := int(drawn.Add(1)) - 1
		if i >= len(todo) {
			return 0, false
		}
		return todo[i], true
	}
	errs := make([]error, a.Workers())
	var wg sync.WaitGroup
	for i := range errs {
		wg.Go(func() {
			if errs[i] = p.onMachine(ctx, a, i, t, l, next); errs[i] != nil {
				cancel() // the others would only be thrown away
			}
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// onMachine does tasks on machine number i while there are any.
func (p *plan) onMachine(ctx context.Context, a multiwalk.Accelerator, i int, t tuning, l *ledger, next func() (int, bool)) error {
	m, err := gpu.Of(a, i)
	if err != nil {
		return err
	}
	s, err := newMachine(m, p, t)
	if err != nil {
		return errors.Join(err, s.memory.Close())
	}
	ctx, cancel := context.WithCancel(ctx)
	batches, over := make(chan batch), make(chan struct{})
	f := feed{ctx: ctx, plan: p, most: s.most, out: batches}
	go func() {
		defer close(over)
		f.run(next)
	}()
	err = s.run(ctx, batches, l)
	cancel()
	<-over
	return errors.Join(err, s.memory.Close())
}
