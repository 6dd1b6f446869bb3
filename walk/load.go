package walk

import "github.com/multiwalk/multiwalk"

// Loader is a Search that must load something before it can begin, such as kernels. Loading may take long in the first
// run on a machine, where the driver compiles the kernels, and is quick in later runs. Minimize calls Load after
// Prepare and before NewWalk. While Load works, the run's clock stands still: Time limits the preparation and the
// search, but not loading. multiwalk.Result.Loading says how long loading took; multiwalk.Result.Elapsed and the history leave it out. A
// deadline of the context goes on counting. A run that is cancelled meanwhile does not wait for Load: when Load
// returns, the search is closed.
type Loader interface {
	// Load calls tell with a message for the user when something takes long, such as "compiling".
	Load(tell func(msg string)) error
}

// load calls the search's Load while the clock stands still. finished is false if the run had to end before Load
// returned.
func (r *run) load(search Search) (finished bool, err error) {
	l, ok := As[Loader](search)
	if !ok {
		return true, nil
	}
	r.clock.stop()
	defer func() { r.res.Loading += r.clock.goOn() }()
	told := make(chan string, maxNotes)
	tell := func(msg string) {
		select {
		case told <- msg:
		default:
		}
	}
	var failed error
	b := r.pool.begin(1, func(int) { failed = l.Load(tell) })
	for {
		select {
		case msg := <-told:
			r.observe(multiwalk.Event{Kind: multiwalk.EventLoading, Message: msg})
			continue
		case <-b.done:
		case <-r.abandoned:
			r.pool.last = b
			return false, nil
		}
		break
	}
	for len(told) > 0 {
		r.observe(multiwalk.Event{Kind: multiwalk.EventLoading, Message: <-told})
	}
	if b.err != nil {
		return true, b.err
	}
	return true, failed
}
