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
	observe func(Progress)
	told    time.Time // observe
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
	if l.observe != nil && time.Since(l.told) >= reportEvery {
		l.told = time.Now()
		l.observe(l.progress())
	}
	if l.path != "" && time.Since(l.written) >= saveEvery {
		l.written = time.Now()
		_ = l.save() // save at the end tells what is wrong, if it still is
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
	return Progress{Done: l.done, Tasks: len(l.is), All: l.sum, Elapsed: l.before + time.Since(l.began)}
}
