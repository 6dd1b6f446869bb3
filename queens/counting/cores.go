package counting

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
)

// coresOf is how many threads count on a device of cores.
func coresOf(d multiwalk.Device) int {
	if d == nil {
		return runtime.GOMAXPROCS(0)
	}
	return d.Workers()
}

// onCores does the tasks left on so many threads, which draw them from one counter.
func (p *plan) onCores(ctx context.Context, workers int, l *ledger) {
	todo := l.left()
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(workers, max(1, len(todo))) {
		wg.Go(func() {
			s := newSweep(p)
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(todo) {
					return
				}
				task := p.task(todo[i])
				s.class = &p.classes[task.Class]
				solutions, whole := s.count(ctx, task)
				if !whole {
					return
				}
				l.add(solutions*s.class.weight, todo[i])
			}
		})
	}
	wg.Wait()
}
