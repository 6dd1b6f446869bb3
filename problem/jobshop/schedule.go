package jobshop

// schedule is an order of all operations with what follows from it: who follows whom on the machines, and the longest paths to and from each
// operation. A move changes it where it has to.
//
// Here the operations of a job are numbered in their order, and before the first of each job, and behind the last one of all, is a number
// that is no operation: it takes no time and ends at 0. So each operation has that before it in its job one below, and that after it one
// above. 0 is none of them too, and stands for who is missing on a machine.
type schedule struct {
	p       *Instance
	nodes   []node
	names   []int32 // of the operations in solutions
	numbers []int32 // the other way round
	order   []int32 // the operations, each behind all that come before it
	at      []int32 // the place of each in the order
	seq     []int32 // the operations of each machine in their order: see Instance.Orders
	place   []int32 // the place of each on its machine
	ends    []int32 // the longest path to the end of each, and with the time of it
	tails   []int32 // the longest path from the beginning of each
	marked  []uint8 // scratch of reorder: 1 for what has to move along, and 0 between two calls
	cost    int32
	saved   saved

	blocks []block // of the critical path that was looked at last
	heads  []int32 // scratch of estimate
}

// node is what the longest paths of an operation take.
type node struct {
	previous, next int32 // on the machine
	time           int32
	machine        int32
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
	along       []int32 // scratch of reorder
}

func newSchedule(p *Instance) *schedule {
	n, m := p.operations(), p.Machines
	all := n + int(p.Jobs) + 1
	s := &schedule{p: p, nodes: make([]node, all), names: make([]int32, all), numbers: make([]int32, n), order: make([]int32, n),
		at: make([]int32, all), seq: make([]int32, n), place: make([]int32, all), ends: make([]int32, all), tails: make([]int32, all),
		marked: make([]uint8, all)}
	s.saved = saved{order: make([]int32, n), ends: make([]int32, all), tails: make([]int32, all), along: make([]int32, n)}
	s.heads = make([]int32, p.Jobs)
	for k := range s.names {
		s.names[k] = -1
	}
	for name := range int32(n) {
		op := name + name/m + 1
		s.numbers[name], s.names[op] = op, name
		s.nodes[op].time, s.nodes[op].machine = p.Times[name], p.Machine[name]
	}
	return s
}

// is tells whether a number is that of an operation.
func (s *schedule) is(op int32) bool { return s.names[op] >= 0 }

// reset goes to an order, as a solution has it. It is O(operations).
func (s *schedule) reset(x []int32) {
	p := s.p
	p.operationsOf(x, s.order)
	filled := make([]int32, p.Machines)
	for k, name := range s.order {
		op := s.numbers[name]
		m := p.Machine[name]
		s.order[k], s.at[op], s.place[op] = op, int32(k), filled[m]
		s.seq[m*p.Jobs+filled[m]] = op
		filled[m]++
	}
	for k, op := range s.seq {
		v := &s.nodes[op]
		v.previous, v.next = 0, 0
		if j := int32(k) % p.Jobs; j > 0 {
			v.previous = s.seq[k-1]
		}
		if j := int32(k+1) % p.Jobs; j > 0 {
			v.next = s.seq[k+1]
		}
	}
	s.forward(0)
	s.backward(int32(len(x)) - 1)
	s.cost = s.longest()
	s.saved.made = false
}

// forward brings the paths to operations up to date from one place of the order on, to its end: to find out where nothing changes any more
// takes longer.
func (s *schedule) forward(from int32) {
	nodes := s.nodes
	ends := s.ends[:len(nodes)]
	for _, op := range s.order[from:] {
		v := &nodes[op]
		ends[op] = max(ends[op-1], ends[v.previous]) + v.time
	}
}

// backward is forward for the paths from operations, the other way round.
func (s *schedule) backward(from int32) {
	nodes, order := s.nodes, s.order
	tails := s.tails[:len(nodes)]
	for k := int(from); k >= 0; k-- {
		op := order[k]
		v := &nodes[op]
		tails[op] = max(tails[op+1], tails[v.next]) + v.time
	}
}

// longest is the longest path of all.
func (s *schedule) longest() (longest int32) {
	each := int(s.p.Machines) + 1
	for last := each - 1; last < len(s.ends); last += each {
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
	if !s.reorder(u, v) {
		s.relink(machine, to, from)
		return false
	}
	copy(b.ends, s.ends)
	copy(b.tails, s.tails)
	s.forward(b.first)
	s.backward(b.last)
	s.cost, b.made = s.longest(), true
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
	s.ends, b.ends = b.ends, s.ends
	s.tails, b.tails = b.tails, s.tails
	s.cost, b.made = b.cost, false
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
	previous, next := int32(0), int32(0)
	if first > 0 {
		previous = seq[first-1]
	}
	if last+1 < jobs {
		next = seq[last+1]
	}
	for k := first; k <= last; k++ {
		op := seq[k]
		s.place[op] = k
		s.nodes[op].previous, s.nodes[previous].next = previous, op
		previous = op
	}
	s.nodes[previous].next, s.nodes[next].previous = next, previous
	s.nodes[0].previous, s.nodes[0].next = 0, 0
}

// reorder repairs the order where u has come behind v on its machine, or before it. Between the places of both, what has to stay behind u, or
// before it, moves with it, and all others stay in their order. It returns false, and the order is as it was, if v is among them.
func (s *schedule) reorder(u, v int32) bool {
	b := &s.saved
	behind := s.at[u] < s.at[v]
	b.first, b.last = min(s.at[u], s.at[v]), max(s.at[u], s.at[v])
	part, was := s.order[b.first:b.last+1], b.order[:b.last-b.first+1]
	copy(was, part)
	var along []int32
	s.marked[u] = 1
	if behind {
		along = s.takeBehind(part)
	} else {
		along = s.takeBefore(part)
	}
	possible := s.marked[v] == 0
	for _, op := range along {
		s.marked[op] = 0
	}
	if !possible {
		copy(part, was)
		return false
	}
	for k, op := range part {
		s.at[op] = b.first + int32(k)
	}
	return true
}

// takeBehind takes those that have to stay behind one that is marked to the end of a part of the order, which begins with one, and
// returns them.
func (s *schedule) takeBehind(part []int32) []int32 {
	along, taken, kept := s.saved.along[:len(part)], 0, 0
	for _, op := range part {
		m := s.marked[op] | s.marked[op-1] | s.marked[s.nodes[op].previous]
		s.marked[op] = m
		along[taken], part[kept] = op, op // one of both counts
		taken += int(m)
		kept += 1 - int(m)
	}
	copy(part[kept:], along[:taken])
	return along[:taken]
}

// takeBefore is takeBehind for those that have to stay before one that is marked, which go to the beginning.
func (s *schedule) takeBefore(part []int32) []int32 {
	along, taken, kept := s.saved.along[:len(part)], len(part)-1, len(part)-1
	for k := len(part) - 1; k >= 0; k-- {
		op := part[k]
		m := s.marked[op] | s.marked[op+1] | s.marked[s.nodes[op].next]
		s.marked[op] = m
		along[taken], part[kept] = op, op
		taken -= int(m)
		kept -= 1 - int(m)
	}
	copy(part, along[taken+1:])
	return along[taken+1:]
}

// arrange writes a part of the order, from the first place that the last change has changed.
func (s *schedule) arrange(part []int32) {
	for k, op := range part {
		at := s.saved.first + int32(k)
		s.order[at], s.at[op] = op, at
	}
}
