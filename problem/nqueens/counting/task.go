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
	n, depth int // a task's prefix fills depth rows
	classes  []class
	tasks    []prefix
}

// newPlan takes the least depth that gives enough tasks, up to half of the board. Tasks are put into an order in which
// neighbours have little to do with each other, so that the share of the tasks done tells the share of the work.
func newPlan(n int) *plan {
	p := &plan{n: n, classes: classesOf(n)}
	enough := 1 << 12
	if n > 18 {
		enough = 1 << 17
	}
	for p.depth = min(2, n/2); ; p.depth++ {
		p.tasks = p.prefixes(p.depth)
		if len(p.tasks) >= enough || p.depth >= n/2 {
			break
		}
	}
	p.tasks = scattered(p.tasks)
	return p
}

// prefixes returns all prefixes of so many rows.
func (p *plan) prefixes(depth int) []prefix {
	var list []prefix
	for i := range p.classes {
		p.classes[i].extend(prefix{Class: uint32(i)}, 0, depth, func(q prefix) bool {
			list = append(list, q)
			return true
		})
	}
	return list
}

// scattered returns the list in steps of about its golden section.
func scattered(list []prefix) []prefix {
	n := len(list)
	step := n*618/1000 | 1
	for n > 1 && gcd(n, step) != 1 {
		step += 2
	}
	out := make([]prefix, n)
	for i, at := 0, 0; i < n; i++ {
		out[i] = list[at]
		at = (at + step) % n
	}
	return out
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
