package counting

import (
	"sync"
	"time"
)

// reportEvery is the time between two calls of Observe.
const reportEvery = 100 * time.Millisecond

// ledger is which tasks are done, and what they sum up to.
type ledger struct {
	plan *plan
	path string // of the state file, or ""

	mu      sync.Mutex
	is      []bool // done, by task
	done    int
	sum     uint64
	before  time.Duration // spent by earlier runs
	began   time.Time
	written time.Time // the state file
}

// add takes the sum of tasks that are done now.
func (l *ledger) add(sum uint64, tasks ...int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, i := range tasks {
		l.is[i] = true
	}
	l.done += len(tasks)
	l.sum += sum
	if l.path != "" && time.Since(l.written) >= saveEvery {
		l.written = time.Now()
		_ = l.write() // save tells what is wrong, if it still is at the end
	}
}

// left returns the tasks that are not done.
func (l *ledger) left() []int {
	var list []int
	for i, done := range l.is {
		if !done {
			list = append(list, i)
		}
	}
	return list
}

func (l *ledger) progress() Progress {
	l.mu.Lock()
	defer l.mu.Unlock()
	return Progress{Done: l.done, Tasks: len(l.is), All: l.sum, Elapsed: l.before + time.Since(l.began)}
}

// report calls observe from now on until the function that it returns is called.
func (l *ledger) report(observe func(Progress)) (stop func()) {
	if observe == nil {
		return func() {}
	}
	quit, over := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(over)
		tick := time.NewTicker(reportEvery)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				observe(l.progress())
			case <-quit:
				observe(l.progress())
				return
			}
		}
	}()
	return func() {
		close(quit)
		<-over
	}
}
