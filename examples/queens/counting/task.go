package counting

// prefix is queens in the first rows of a board: what they attack in the row after them, a word of columns each.
type prefix struct {
	Columns uint32 // the queens'
	Left    uint32 // along diagonals that go to lower columns
	Right   uint32 // along diagonals that go to higher ones
	Class   uint32 // its number
}

// extend calls yield for each way to go on with p, which fills rows up to from, to row to. It stops when yield says so.
func (k *class) extend(p prefix, from, to int, yield func(prefix) bool) bool {
	if from >= to {
		return yield(p)
	}
	for free := ^(p.Columns | p.Left | p.Right | k.blocked[from&31]); free != 0; free &= free - 1 {
		bit := free & -free
		next := prefix{p.Columns | bit, (p.Left | bit) >> 1, (p.Right | bit) << 1, p.Class}
		if !k.extend(next, from+1, to, yield) {
			return false
		}
	}
	return true
}

// plan cuts a count into tasks, which are a function of n alone, so that a count can go on elsewhere.
type plan struct {
	n       int
	classes []class
	depth   int      // rows that the prefix of a task fills
	tasks   []prefix // in no order but that of task
	step    uint64   // of task, without a common divisor with their number
	deep    int      // rows that prefixes for a device fill: depth or more
}

// newPlan takes the least depth that gives enough tasks, up to half of the board. Tasks are numbered so that
// neighbours have little to do with each other, and so the share of the tasks done tells the share of the work.
func newPlan(n int) *plan {
	p := &plan{n: n, classes: classesOf(n)}
	for p.depth = min(2, n/2); ; p.depth++ {
		p.tasks = p.prefixes(p.depth)
		if len(p.tasks) >= enoughTasks(n) || p.depth >= n/2 {
			break
		}
	}
	p.scatter()
	p.deep = max(p.depth, n-rowsOnDevice(n))
	return p
}

// enoughTasks keeps a task at some seconds of a core up to n = 24, and of a GPU up to 27.
func enoughTasks(n int) int {
	switch {
	case n <= 18:
		return 1 << 12
	case n <= 22:
		return 1 << 17
	}
	return 1 << 19
}

// rowsOnDevice is how many rows are left to a device. So a tree has 20,000 to 70,000 steps for n from 18 to 27: enough to
// hide what it costs to bring it there, and a matter of milliseconds.
func rowsOnDevice(n int) int {
	if n > 21 {
		return 14
	}
	return 13
}

// prefixes returns all prefixes of depth rows.
func (p *plan) prefixes(depth int) []prefix {
	list := make([]prefix, 0, 4*len(p.tasks)) // those of one row less
	for i := range p.classes {
		p.classes[i].extend(prefix{Class: uint32(i)}, 0, depth, func(q prefix) bool {
			list = append(list, q)
			return true
		})
	}
	return list
}

// scatter numbers the tasks in steps of about the golden section of their number.
func (p *plan) scatter() {
	n := uint64(len(p.tasks))
	for p.step = n*618/1000 | 1; n > 1 && gcd(n, p.step) != 1; p.step += 2 {
	}
}

// task returns task number i.
func (p *plan) task(i int) prefix { return p.tasks[uint64(i)*p.step%uint64(len(p.tasks))] }

func gcd(a, b uint64) uint64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
