package jobshop

// schedule is an order of all operations with what follows from it: who follows whom on the machines, and the longest paths to and from each
// operation. A move changes it where it has to.
//
// The nodes point at each other: a look at an operation takes half as long as with numbers. Who is missing, before the first operation of a
// job or of a machine and behind the last, is a node that takes no time and ends at 0, so there are no cases.
type schedule struct {
	p     *Instance
	nodes []node  // as the operations are numbered
	none  *node   // who is missing
	order []*node // the operations, each behind all that come before it
	seq   []*node // the operations of each machine in their order: see Instance.Orders
	stale int32   // the last place in the order whose tail may not be up to date: a price does not take tails; -1: all are
	cost  int32
	saved saved

	blocks []block // of the critical path that was looked at last
}

// node is an operation: 64 bytes, a line of the cache.
type node struct {
	before, behind *node // in its job
	previous, next *node // on its machine
	time           int32
	end            int32 // the longest path to the end of it
	tail           int32 // the longest path from the beginning of it
	at             int32 // its place in the order
	place, machine int32 // its place on its machine
	name           int32
	marked         uint8 // scratch of reorder: 1 for what has to move along, and 0 between two calls
}

// saved is what the last change has changed.
type saved struct {
	made        bool
	machine     int32
	from, to    int32 // on the machine
	first, last int32 // in the order
	cost, stale int32
	order       []*node // from first to last
	along       []*node // scratch of reorder
}

func newSchedule(p *Instance) *schedule {
	n := p.operations()
	s := &schedule{p: p, nodes: make([]node, n), none: new(node), order: make([]*node, n), seq: make([]*node, n)}
	s.saved.order, s.saved.along = make([]*node, n), make([]*node, n)
	for name := range s.nodes {
		v := &s.nodes[name]
		v.name, v.time, v.machine, v.before, v.behind = int32(name), p.Times[name], p.Machine[name], s.none, s.none
		if int32(name)%p.Machines > 0 {
			v.before = &s.nodes[name-1]
			v.before.behind = v
		}
	}
	return s
}

// reset goes to an order, as a solution has it. It is O(operations).
func (s *schedule) reset(x []int32) {
	p := s.p
	filled := make([]int32, p.Machines)
	for k, name := range p.sorted(x) {
		v := &s.nodes[name]
		v.at, v.place = int32(k), filled[v.machine]
		s.order[k], s.seq[v.machine*p.Jobs+v.place] = v, v
		filled[v.machine]++
	}
	for k, v := range s.seq {
		v.previous, v.next = s.none, s.none
		if j := int32(k) % p.Jobs; j > 0 {
			v.previous = s.seq[k-1]
			v.previous.next = v
		}
	}
	s.forward(0)
	s.stale = int32(len(x)) - 1
	s.saved.made = false
}

// forward brings the paths to operations, and the cost, up to date from one place of the order on, to its end: to find out where nothing
// changes any more takes longer.
func (s *schedule) forward(from int32) {
	for _, v := range s.order[from:] {
		v.end = max(v.before.end, v.previous.end) + v.time
	}
	s.cost = 0
	for last := int(s.p.Machines) - 1; last < len(s.nodes); last += int(s.p.Machines) {
		s.cost = max(s.cost, s.nodes[last].end)
	}
}

// backward brings the paths from operations up to date, the other way round.
func (s *schedule) backward() {
	order := s.order[:s.stale+1]
	for k := len(order) - 1; k >= 0; k-- {
		v := order[k]
		v.tail = max(v.behind.tail, v.next.tail) + v.time
	}
	s.stale = -1
}

// move takes the operation at a place of a machine to behind that at another, or to before it if that is farther in front. It returns false,
// and nothing has changed, if machines would then wait for each other in a circle, or one of both takes no time.
func (s *schedule) move(machine, from, to int32) bool {
	b := &s.saved
	b.machine, b.from, b.to, b.cost, b.stale, b.made = machine, from, to, s.cost, s.stale, false
	u, v := s.seq[machine*s.p.Jobs+from], s.seq[machine*s.p.Jobs+to]
	if min(from, to) < s.p.skipped[machine] {
		return false
	}
	s.relink(machine, from, to)
	if !s.reorder(u, v) {
		s.relink(machine, to, from)
		return false
	}
	s.forward(b.first)
	s.stale, b.made = max(s.stale, b.last), true
	return true
}

// back takes the last move back, if it was made.
func (s *schedule) back() {
	b := &s.saved
	if !b.made {
		return
	}
	s.relink(b.machine, b.to, b.from)
	s.arrange(b.order[:b.last-b.first+1])
	s.forward(b.first)
	if s.stale >= b.last { // tails are those of before the move
		s.stale = b.stale
	} else {
		s.stale = b.last
	}
	b.made = false
}

// relink moves an operation on its machine.
func (s *schedule) relink(machine, from, to int32) {
	jobs := s.p.Jobs
	seq := s.seq[machine*jobs : (machine+1)*jobs]
	u := seq[from]
	if from < to {
		copy(seq[from:to], seq[from+1:to+1])
	} else {
		copy(seq[to+1:from+1], seq[to:from])
	}
	seq[to] = u
	first, last := min(from, to), max(from, to)
	previous, next := s.none, s.none
	if first > 0 {
		previous = seq[first-1]
	}
	if last+1 < jobs {
		next = seq[last+1]
	}
	for k := first; k <= last; k++ {
		v := seq[k]
		v.place, v.previous, previous.next = k, previous, v
		previous = v
	}
	previous.next, next.previous = next, previous
}

// reorder repairs the order where u has come behind v on its machine, or before it. Between the places of both, what has to stay behind u, or
// before it, moves with it, and all others stay in their order. It returns false, and the order is as it was, if v is among them.
func (s *schedule) reorder(u, v *node) bool {
	b := &s.saved
	behind := u.at < v.at
	b.first, b.last = min(u.at, v.at), max(u.at, v.at)
	part, was := s.order[b.first:b.last+1], b.order[:b.last-b.first+1]
	copy(was, part)
	var along []*node
	u.marked = 1
	if behind {
		along = s.takeBehind(part)
	} else {
		along = s.takeBefore(part)
	}
	possible := v.marked == 0
	for _, op := range along {
		op.marked = 0
	}
	if !possible {
		copy(part, was)
		return false
	}
	for k, op := range part {
		op.at = b.first + int32(k)
	}
	return true
}

// takeBehind takes those that have to stay behind one that is marked to the end of a part of the order, which begins with one, and
// returns them.
func (s *schedule) takeBehind(part []*node) []*node {
	along, taken, kept := s.saved.along[:len(part)], 0, 0
	for _, op := range part {
		m := op.marked | op.before.marked | op.previous.marked
		op.marked = m
		along[taken], part[kept] = op, op // one of both counts
		taken += int(m)
		kept += 1 - int(m)
	}
	copy(part[kept:], along[:taken])
	return along[:taken]
}

// takeBefore is takeBehind for those that have to stay before one that is marked, which go to the beginning.
func (s *schedule) takeBefore(part []*node) []*node {
	along, taken, kept := s.saved.along[:len(part)], len(part)-1, len(part)-1
	for k := len(part) - 1; k >= 0; k-- {
		op := part[k]
		m := op.marked | op.behind.marked | op.next.marked
		op.marked = m
		along[taken], part[kept] = op, op
		taken -= int(m)
		kept -= 1 - int(m)
	}
	copy(part, along[taken+1:])
	return along[taken+1:]
}

// arrange writes a part of the order, from the first place that the last change has changed.
func (s *schedule) arrange(part []*node) {
	for k, op := range part {
		at := s.saved.first + int32(k)
		s.order[at], op.at = op, at
	}
}
