package tabu

import "github.com/multiwalk/multiwalk/kernel/lane"

const (
	shopByMachine = 1 << 30 // an operation begins when the one before it on its machine ends
	shopByJob     = 1 << 31 // the same in its job
)

// linked is what a walk knows of an operation beside its paths: the operation before it on its machine, its place there, and for which
// operation it waits. One that begins at once waits for none.
func linked(previous, place, free, ready int32) uint32 {
	link := uint32(previous) | uint32(place)<<16
	begin := max(free, ready)
	if free == begin && begin > 0 {
		link |= shopByMachine
	}
	if ready == begin && begin > 0 {
		link |= shopByJob
	}
	return link
}

// place is that of an operation on its machine.
func (w *shopper[T]) place(v int32) int32 { return int32(w.links[v] >> 16 & (MostShopJobs - 1)) }

// end is the longest path to the end of an operation, and tail that from its beginning.
func (w *shopper[T]) end(v int32) int32  { return int32(w.ends[v]) }
func (w *shopper[T]) tail(v int32) int32 { return int32(w.tails[v]) }

// begin is when an operation begins, and rest the longest path from its end.
func (w *shopper[T]) begin(v int32) int32 { return w.end(v) - w.times[v] }
func (w *shopper[T]) rest(v int32) int32  { return w.tail(v) - w.times[v] }

// make makes a move, and brings all that follows from the orders of the machines up to date. No path to an operation changes that began
// before all that move, and no path from one behind whose end there was less to do than behind all of these.
func (w *shopper[T]) make(m shopMove) {
	base, first, last := m.machine()*w.a.Jobs, min(m.from(), m.to()), max(m.from(), m.to())
	begin, rest := w.begin(int32(w.row[base+first])), w.rest(int32(w.row[base+last]))
	w.t.SyncWarp() // all have read
	w.shift(base, m.from(), m.to())
	w.update(begin, rest)
}

// shift moves an operation on its machine: 32 places at a time, the first ones first if those between move to the front.
func (w *shopper[T]) shift(base, from, to int32) {
	u, id := w.row[base+from], w.t.LaneID()
	step := int32(1)
	if from > to {
		step = -1
	}
	for at := from; at != to; {
		many := min(lane.WarpSize, (to-at)*step)
		k := base + at + id*step
		moves := u
		if id < many {
			moves = w.row[k+step]
		}
		w.t.SyncWarp()
		if id < many {
			w.row[k] = moves
		}
		at += many * step
		w.t.SyncWarp()
	}
	if id == 0 {
		w.row[base+to] = u
	}
	w.t.SyncWarp()
}

// update brings the longest paths to operations up to date that begin at a time or later, the longest paths from those behind which there is
// so much to do or more, and the cost.
func (w *shopper[T]) update(begin, rest int32) {
	id, jobs := w.t.LaneID(), w.a.Jobs
	base, q, b := id*jobs, jobs, int32(-1)
	if id < w.a.Machines {
		q, b = w.bounds(base, begin, rest)
		unknown(w.ends, w.row[base+q:base+jobs])
		unknown(w.tails, w.row[base:base+b+1])
	}
	w.t.SyncWarp()
	f, r := w.aim(base, q, 1), w.aim(base, b, -1)
	if q > 0 && q < jobs || id < w.a.Machines && q == jobs {
		f.previous = int32(w.row[base+q-1])
		f.done = w.end(f.previous)
	}
	if b+1 < jobs && id < w.a.Machines {
		r.done = w.tail(int32(w.row[base+b+1]))
	}
	for w.t.Any(f.left > 0 || r.left > 0) {
		ready, rest := w.ends[f.next-1], w.tails[r.next+1]
		if f.left > 0 && ready != ^T(0) {
			w.links[f.next] = linked(f.previous, f.at-base, f.done, int32(ready))
			f.done = max(f.done, int32(ready)) + f.time
			w.ends[f.next] = T(f.done)
			f.previous = f.next
			w.advance(&f, 1)
		}
		if r.left > 0 && rest != ^T(0) {
			r.done = max(r.done, int32(rest)) + r.time
			w.tails[r.next] = T(r.done)
			w.advance(&r, -1)
		}
		w.t.SyncWarp()
	}
	w.Cost = int64(lane.WarpMax(w.t, f.done))
}

// front is where a lane's machine stands while longest paths are brought up to date, from its first operation to its last or the other way
// round. It knows the operation behind the next one too, so that nothing waits for what it needs of that.
type front struct {
	at, left         int32 // the place of the next operation among all machines' orders, and how many there are from it on
	next, time, then int32 // that operation, and the one behind it
	previous, done   int32 // the one before it, and the longest path to its end
}

// aim is a front before the operation at a place of a machine; there may be none.
func (w *shopper[T]) aim(base, place, step int32) (f front) {
	f.at, f.next, f.then = base+place, 1, 1
	if f.left = w.a.Jobs - place; step < 0 {
		f.left = place + 1
	}
	if base >= w.n {
		f.left = 0
	}
	if f.left > 0 {
		f.next = int32(w.row[f.at])
		f.time = w.times[f.next]
	}
	if f.left > 1 {
		f.then = int32(w.row[f.at+step])
	}
	return f
}

// advance goes on to the next operation.
func (w *shopper[T]) advance(f *front, step int32) {
	f.next, f.at = f.then, f.at+step
	f.time = w.times[f.then]
	if f.left--; f.left > 1 {
		f.then = int32(w.row[f.at+step])
	}
}

// bounds are the first place of a machine whose operation begins at a time or later, and the last behind whose operation there is so much to
// do or more.
func (w *shopper[T]) bounds(base, begin, rest int32) (first, last int32) {
	most, low := w.a.Jobs, int32(0)
	for high := w.a.Jobs; first < most || low < high; {
		i, k := (first+most)/2, (low+high)/2
		early, late := int32(w.row[base+min(i, w.a.Jobs-1)]), int32(w.row[base+min(k, w.a.Jobs-1)])
		before, enough := w.begin(early) < begin, w.rest(late) >= rest
		if first < most && before {
			first = i + 1
		} else if first < most {
			most = i
		}
		if low < high && enough {
			low = k + 1
		} else if low < high {
			high = k
		}
	}
	return first, low - 1
}

// unknown marks the longest paths of some operations by all bits, four at a time, so that these are read side by side.
func unknown[T shopPaths](paths []T, list []uint16) {
	k := 0
	for ; k+4 <= len(list); k += 4 {
		u0, u1, u2, u3 := list[k], list[k+1], list[k+2], list[k+3]
		paths[u0], paths[u1], paths[u2], paths[u3] = ^T(0), ^T(0), ^T(0), ^T(0)
	}
	for ; k < len(list); k++ {
		paths[list[k]] = ^T(0)
	}
}
