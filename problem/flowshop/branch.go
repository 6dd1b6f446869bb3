package flowshop

// ends is partial orders of a flow shop, which grow at both ends. Their numbers: how many jobs are first, how many last; an order of the
// jobs, of which those between are not placed; and of the first jobs, and of the last ones, when each machine is done and how long it has
// worked. For the last ones time runs backwards, and so machines count from the last one.
type ends struct {
	*Instance
	n, m   int
	pack   pack
	bounds []int32   // of children, by slot of pack
	waste  []float32 // likewise
	ahead  []int32   // of machines
	sums   []int32   // of machines: the times of all jobs
}

// end is one end of an order.
type end struct{ done, busy []int32 }

func newEnds(p *Instance) ends {
	pack := newPack(p)
	e := ends{Instance: p, n: int(p.Jobs), m: int(p.Machines), pack: pack, bounds: make([]int32, pack.stride), waste: make([]float32, pack.stride),
		ahead: make([]int32, p.Machines), sums: make([]int32, p.Machines)}
	for k, t := range p.Times {
		e.sums[k%e.m] += t
	}
	return e
}

func (e *ends) Size() int  { return 2 + e.n + 4*e.m }
func (e *ends) Depth() int { return e.n }

// split returns the parts of a partial order.
func (e *ends) split(node []int32) (order []int32, of [2]end) {
	order, node = node[2:2+e.n], node[2+e.n:]
	for k := range of {
		of[k], node = end{node[:e.m], node[e.m : 2*e.m]}, node[2*e.m:]
	}
	return order, of
}

// Root implements multiwalk.Branches.
func (e *ends) Root(node []int32) {
	clear(node)
	for job := range e.Jobs {
		node[2+job] = job
	}
}

// Grow puts a job to an end: choice is 2*job, and 1 more for the last ones.
func (e *ends) Grow(node []int32, choice int32) {
	order, of := e.split(node)
	way, job := int(choice&1), choice>>1
	to, step := int(node[0]), 1
	if way == 1 {
		to, step = e.n-1-int(node[1]), -1
	}
	at := to
	for order[at] != job {
		at += step
	}
	node[way]++
	order[at], order[to] = order[to], order[at]
	times, now := e.times(job), int32(0)
	for k, free := range of[way].done {
		t := times[e.machine(way, k)]
		now = max(now, free) + t
		of[way].done[k], of[way].busy[k] = now, of[way].busy[k]+t
	}
}

// machine is the k-th machine that a job comes to at an end.
func (e *ends) machine(way, k int) int {
	if way == 0 {
		return k
	}
	return e.m - 1 - k
}

// free are the jobs that are not placed.
func (e *ends) free(node []int32) []int32 { return node[2+node[0] : 2+e.n-int(node[1])] }

// Solution implements multiwalk.Branches.
func (e *ends) Solution(node, x []int32) { copy(x, node[2:2+e.n]) }
