package counting

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
)

// rowsAtOnce is how many rows are counted without a look at the context: at most some milliseconds of work.
const rowsAtOnce = 14

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
			for {
				i := int(next.Add(1)) - 1
				if i >= len(todo) {
					return
				}
				sum, whole := p.count(ctx, p.tasks[todo[i]])
				if !whole {
					return
				}
				l.add(sum, todo[i])
			}
		})
	}
	wg.Wait()
}

// count counts what a task stands for. It returns false if the context ended before.
func (p *plan) count(ctx context.Context, task prefix) (sum uint64, whole bool) {
	k := &p.classes[task.Class]
	whole = k.extend(task, p.depth, p.n-rowsAtOnce, func(q prefix) bool {
		if ctx.Err() != nil {
			return false
		}
		sum += k.backtrack(max(p.depth, p.n-rowsAtOnce), p.n-1, q.Columns, q.Left, q.Right)
		return true
	})
	return sum * k.weight, whole
}
