package jobshop

// schedule is an order of all operations with what follows from it: who follows whom on the machines, and the longest paths to and from each
// operation. A move changes it where it has to.
type schedule struct {
	p     *Instance
	nodes []node  // of the operations, and of none behind them, which takes no time and is followed by nothing
	order []int32 // the operations, each behind all that come before it
	at    []int32 // the place of each in the order
	seq   []int32 // the operations of each machine in their order: see Instance.Orders
	place []int32 // the place of each on its machine
	ends  []int32 // the longest path to the end of each, and with the time of it
	tails []int32 // the longest path from the beginning of each
	cost  int32
	saved saved

	blocks      []block // of the critical path that was looked at last
	part, heads []int32 // scratch of estimate
}

// node is what the longest paths of an operation take.
type node struct {
	before, after  int32 // of the job
	previous, next int32 // on the machine
	time           int32
	marked         int64 // the number of the last change that marked it
}

// saved is what the last change has changed.
type saved struct {
	made        bool
	machine     int32
	from, to    int32 // on the machine
	first, last int32 // in the order
	cost        int32
	order       []int32 // from first to last
	ends, tails []int32
	count       int64 // of changes
}

func newSchedule(p *Instance) *schedule {
	n := p.operations()
	s := &schedule{p: p, nodes: make([]node, n+1), order: make([]int32, n), at: make([]int32, n+1), seq: make([]int32, n), place: make([]int32, n)}
	s.ends, s.tails = make([]int32, n+1), make([]int32, n+1)
	s.saved.order, s.saved.ends, s.saved.tails = make([]int32, n), make([]int32, n+1), make([]int32, n+1)
	none := int32(n)
	for op := range none {
		v := &s.nodes[op]
		v.time, v.before, v.after = p.Times[op], op-1, op+1
		if op%p.Machines == 0 {
			v.before = none
		}
		if v.after%p.Machines == 0 {
			v.after = none
		}
	}
	s.nodes[none] = node{before: none, after: none, previous: none, next: none}
	s.at[none] = -1
	return s
}

// reset goes to an order, as a solution has it. It is O(operations).
func (s *schedule) reset(x []int32) {
	p, none := s.p, int32(len(x))
	p.operationsOf(x, s.order)
	filled := make([]int32, p.Machines)
	for k, op := range s.order {
		m := p.Machine[op]
		s.at[op], s.place[op] = int32(k), filled[m]
		s.seq[m*p.Jobs+filled[m]] = op
		filled[m]++
	}
	for k, op := range s.seq {
		v := &s.nodes[op]
		v.previous, v.next = none, none
		if j := int32(k) % p.Jobs; j > 0 {
			v.previous = s.seq[k-1]
		}
		if j := int32(k+1) % p.Jobs; j > 0 {
			v.next = s.seq[k+1]
		}
	}
	s.forward(0, none-1)
	s.backward(none-1, 0)
	s.cost = s.longest()
	s.saved.made = false
}

// forward brings the paths to operations up to date, from one place of the order on, and at least up to another. It goes on as long as an
// operation behind one that has changed may change.
func (s *schedule) forward(from, upTo int32) {
	nodes, ends, order := s.nodes, s.ends, s.order
	for k := from; k <= upTo; k++ {
		op := order[k]
		v := &nodes[op]
		end := max(ends[v.before], ends[v.previous]) + v.time
		if end != ends[op] {
			ends[op] = end
			upTo = max(upTo, s.at[v.after], s.at[v.next])
		}
	}
}

// backward is forward for the paths from operations, the other way round.
func (s *schedule) backward(from, downTo int32) {
	nodes, tails, order := s.nodes, s.tails, s.order
	for k := from; k >= downTo; k-- {
		op := order[k]
		v := &nodes[op]
		tail := max(tails[v.after], tails[v.next]) + v.time
		if tail != tails[op] {
			tails[op] = tail
			downTo = int32(min(uint32(downTo), uint32(s.at[v.before]), uint32(s.at[v.previous]))) // that of none is the greatest
		}
	}
}

// longest is the longest path of all.
func (s *schedule) longest() (longest int32) {
	m := int(s.p.Machines)
	for last := m - 1; last < len(s.order); last += m {
		longest = max(longest, s.ends[last])
	}
	return longest
}

// move takes the operation at a place of a machine to behind that at another, or to before it if that is farther in front. It returns false,
// and nothing has changed, if machines would then wait for each other in a circle.
func (s *schedule) move(machine, from, to int32) bool {
	b := &s.saved
	b.machine, b.from, b.to, b.cost, b.made = machine, from, to, s.cost, false
	u, v := s.seq[machine*s.p.Jobs+from], s.seq[machine*s.p.Jobs+to]
	s.relink(machine, from, to)
	if !s.reorder(u, v, from < to) {
		s.relink(machine, to, from)
		return false
	}
	copy(b.ends, s.ends)
	copy(b.tails, s.tails)
	before, behind := s.around(machine, from, to)
	s.forward(b.first, max(b.last, behind))
	s.backward(b.last, min(b.first, before))
	s.cost, b.made = s.longest(), true
	return true
}

// around is where in the order the operations are that come before and behind a stretch of a machine: they follow another one now. If there is
// none it is within the order all the same.
func (s *schedule) around(machine, from, to int32) (before, behind int32) {
	row := machine * s.p.Jobs
	first, last := &s.nodes[s.seq[row+min(from, to)]], &s.nodes[s.seq[row+max(from, to)]]
	return int32(min(uint32(s.at[first.previous]), uint32(len(s.order)-1))), s.at[last.next]
}

// back takes the last move back, if it was made.
func (s *schedule) back() {
	b := &s.saved
	if !b.made {
		return
	}
	s.relink(b.machine, b.to, b.from)
	s.arrange(b.order[:b.last-b.first+1])
	s.ends, b.ends = b.ends, s.ends
	s.tails, b.tails = b.tails, s.tails
	s.cost, b.made = b.cost, false
}

// relink moves an operation on its machine.
func (s *schedule) relink(machine, from, to int32) {
	jobs, none := s.p.Jobs, int32(len(s.order))
	seq := s.seq[machine*jobs : (machine+1)*jobs]
	u := seq[from]
	if from < to {
		copy(seq[from:to], seq[from+1:to+1])
	} else {
		copy(seq[to+1:from+1], seq[to:from])
	}
	seq[to] = u
	first, last := min(from, to), max(from, to)
	previous := none
	if first > 0 {
		previous = seq[first-1]
		s.nodes[previous].next = seq[first]
	}
	for k := first; k <= last; k++ {
		op := seq[k]
		s.place[op] = k
		s.nodes[op].previous = previous
		if previous != none {
			s.nodes[previous].next = op
		}
		previous = op
	}
	next := none
	if last+1 < jobs {
		next = seq[last+1]
		s.nodes[next].previous = previous
	}
	s.nodes[previous].next = next
}

// reorder repairs the order where u has come behind v on its machine, or before it. Between the places of both, what has to stay behind u, or
// before it, moves with it, and all others stay in their order. It returns false, and the order is as it was, if v is among them.
func (s *schedule) reorder(u, v int32, behind bool) bool {
	b := &s.saved
	b.count++
	b.first, b.last = min(s.at[u], s.at[v]), max(s.at[u], s.at[v])
	part := b.order[:b.last-b.first+1]
	copy(part, s.order[b.first:])
	s.nodes[u].marked = b.count
	if behind {
		s.markBehind(part[1:])
	} else {
		s.markBefore(part[:len(part)-1])
	}
	if s.nodes[v].marked == b.count {
		return false
	}
	k := b.first
	for _, marked := range [2]bool{!behind, behind} {
		for _, op := range part {
			if (s.nodes[op].marked == b.count) == marked {
				s.order[k], s.at[op] = op, k
				k++
			}
		}
	}
	return true
}

// markBehind marks those that have to stay behind one that is marked.
func (s *schedule) markBehind(part []int32) {
	count := s.saved.count
	for _, op := range part {
		if v := &s.nodes[op]; s.nodes[v.before].marked == count || s.nodes[v.previous].marked == count {
			v.marked = count
		}
	}
}

// markBefore marks those that have to stay before one that is marked.
func (s *schedule) markBefore(part []int32) {
	count := s.saved.count
	for k := len(part) - 1; k >= 0; k-- {
		if v := &s.nodes[part[k]]; s.nodes[v.after].marked == count || s.nodes[v.next].marked == count {
			v.marked = count
		}
	}
}

// arrange writes a part of the order, from the first place that the last change has changed.
func (s *schedule) arrange(part []int32) {
	for k, op := range part {
		at := s.saved.first + int32(k)
		s.order[at], s.at[op] = op, at
	}
}
