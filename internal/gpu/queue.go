package gpu

import "sync"

// queue runs the emulator's launches in turn, in the background, as a stream of a GPU does.
type queue struct {
	mu     sync.Mutex
	last   chan struct{} // closed when the last launch is done; nil before the first
	failed error         // of the first launch that failed and that nobody has heard of
}

// put appends a launch.
func (q *queue) put(launch func() error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	before, done := q.last, make(chan struct{})
	q.last = done
	go func() {
		defer close(done)
		if before != nil {
			<-before
		}
		if err := launch(); err != nil {
			q.mu.Lock()
			if q.failed == nil {
				q.failed = err
			}
			q.mu.Unlock()
		}
	}()
}

// tail is closed when all launches put so far are done.
func (q *queue) tail() <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.last == nil {
		q.last = make(chan struct{})
		close(q.last)
	}
	return q.last
}

// fault returns the error of a launch, once.
func (q *queue) fault() error {
	q.mu.Lock()
	defer q.mu.Unlock()
	err := q.failed
	q.failed = nil
	return err
}
