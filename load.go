package multiwalk

// Loader is a Search that first must have something ready which only the first run on a machine takes long for, such as
// kernels that the driver compiles. Minimize calls Load after Prepare and before NewWalk, and the run's clock stands
// still meanwhile: Time limits the search and its preparation, and neither Result.Elapsed nor the history counts
// loading, which Result.Loading tells. A context's own deadline goes on counting. A run that is cancelled does not wait
// for Load to return; walks and search are then closed once it has.
type Loader interface {
	// Load tells the user by tell what takes long, such as that it compiles.
	Load(tell func(msg string)) error
}

// load lets the search load, while the clock stands still. It reports whether that ended before the run had to.
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
			r.observe(Event{Kind: EventLoading, Message: msg})
			continue
		case <-b.done:
		case <-r.abandoned:
			r.pool.last = b
			return false, nil
		}
		break
	}
	for len(told) > 0 {
		r.observe(Event{Kind: EventLoading, Message: <-told})
	}
	if b.err != nil {
		return true, b.err
	}
	return true, failed
}
