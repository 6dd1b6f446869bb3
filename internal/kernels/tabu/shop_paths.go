package tabu

import "github.com/multiwalk/multiwalk/kernel/lane"

const (
	shopUnknown = -1 // where a longest path is not known yet

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
func (w *shopper) place(v int32) int32 { return int32(w.links[v] >> 16 & (MostShopJobs - 1)) }

// begin is when an operation begins, and rest the longest path from its end.
func (w *shopper) begin(v int32) int32 { return w.ends[v] - w.times[v] }
func (w *shopper) rest(v int32) int32  { return w.tails[v] - w.times[v] }

// make makes a move, and brings all that follows from the orders of the machines up to date. No path to an operation changes that began
// before all that move, and no path from one behind whose end there was less to do than behind all of these.
func (w *shopper) make(m shopMove) {
	base, first, last := m.machine()*w.a.Jobs, min(m.from(), m.to()), max(m.from(), m.to())
	begin, rest := w.begin(int32(w.row[base+first])), w.rest(int32(w.row[base+last]))
	w.t.SyncWarp() // all have read
	w.shift(base, m.from(), m.to())
	w.update(begin, rest)
}

// shift moves an operation on its machine: 32 places at a time, the first ones first if those between move to the front.
func (w *shopper) shift(base, from, to int32) {
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
func (w *shopper) update(begin, rest int32) {
	id, jobs := w.t.LaneID(), w.a.Jobs
	base, q, b := id*jobs, jobs, int32(-1)
	if id < w.a.Machines {
		q, b = w.firstFrom(base, begin), w.lastFrom(base, rest)
	}
	for k := q; k < jobs; k++ {
		w.ends[w.row[base+k]] = shopUnknown
	}
	for k := b; k >= 0; k-- {
		w.tails[w.row[base+k]] = shopUnknown
	}
	w.t.SyncWarp()
	f, r := forward{place: q}, reverse{place: b}
	if id < w.a.Machines {
		f.start(w, base)
		r.start(w, base)
	}
	for w.t.Any(f.place < jobs || r.place >= 0) {
		if id < w.a.Machines {
			f.step(w, base)
			r.step(w, base)
		}
		w.t.SyncWarp()
	}
	w.Cost = int64(lane.WarpMax(w.t, f.free))
}

// firstFrom is the first place of a machine whose operation begins at a time or later.
func (w *shopper) firstFrom(base, begin int32) int32 {
	low, high := int32(0), w.a.Jobs
	for low < high {
		middle := (low + high) / 2
		if w.begin(int32(w.row[base+middle])) >= begin {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// lastFrom is the last place of a machine behind whose operation there is so much to do or more.
func (w *shopper) lastFrom(base, rest int32) int32 {
	low, high := int32(0), w.a.Jobs
	for low < high {
		middle := (low + high) / 2
		if w.rest(int32(w.row[base+middle])) >= rest {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return low - 1
}

// forward is where a lane's machine stands while paths to operations are brought up to date.
type forward struct {
	place          int32 // of the next operation
	next, time     int32 // that one
	previous, free int32 // the one before it, and when that is done
}

func (f *forward) start(w *shopper, base int32) {
	if f.place > 0 {
		f.previous = int32(w.row[base+f.place-1])
		f.free = w.ends[f.previous]
	}
	f.aim(w, base)
}

// aim goes to the next operation, if there is one.
func (f *forward) aim(w *shopper, base int32) {
	if f.place < w.a.Jobs {
		f.next = int32(w.row[base+f.place])
		f.time = w.times[f.next]
	}
}

// step does the next operation, if it is known when its job is ready.
func (f *forward) step(w *shopper, base int32) {
	if f.place == w.a.Jobs {
		return
	}
	ready := w.ends[f.next-1]
	if ready == shopUnknown {
		return
	}
	w.links[f.next] = linked(f.previous, f.place, f.free, ready)
	f.free = max(f.free, ready) + f.time
	w.ends[f.next] = f.free
	f.previous = f.next
	f.place++
	f.aim(w, base)
}

// reverse is the same for paths from operations, the other way round.
type reverse struct {
	place      int32
	next, time int32
	left       int32 // the longest path from the operation behind it
}

func (r *reverse) start(w *shopper, base int32) {
	if r.place+1 < w.a.Jobs {
		r.left = w.tails[w.row[base+r.place+1]]
	}
	r.aim(w, base)
}

func (r *reverse) aim(w *shopper, base int32) {
	if r.place >= 0 {
		r.next = int32(w.row[base+r.place])
		r.time = w.times[r.next]
	}
}

func (r *reverse) step(w *shopper, base int32) {
	if r.place < 0 {
		return
	}
	left := w.tails[r.next+1]
	if left == shopUnknown {
		return
	}
	r.left = max(r.left, left) + r.time
	w.tails[r.next] = r.left
	r.place--
	r.aim(w, base)
}
