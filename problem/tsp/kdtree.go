package tsp

import (
	"cmp"
	"math"
)

// kdTree answers which points lie nearest to a point, in O(log n) each for points that are not adversarial. Points
// are kept in the order of the leaves, so that those near in space are near in memory.
//
// J. L. Bentley, "Fast algorithms for geometric traveling salesman problems", ORSA Journal on Computing 4 (1992).
type kdTree struct {
	dims   int
	norm   norm
	points []kdPoint
	nodes  []kdNode // nodes[0] is the root; a node's left child follows it
	leafOf []int32  // the node of each point
}

type kdPoint struct {
	at [3]float64
	id int32
}

// kdNode spans points[from:to]. Its box is tight, which keeps searches short where points are clustered.
type kdNode struct {
	low, high [3]float64
	from, to  int32
	right     int32 // 0 for a leaf
	parent    int32 // -1 for the root
}

// leafSize balances the nodes visited against the points compared: for 100,000 cities 5, 8 and 14 took 0.24, 0.22 and
// 0.18 s of one core (BenchmarkNeighbours).
const leafSize = 14

// norm is how differences of coordinates make a length, as far as the order of lengths goes.
type norm uint8

const (
	squares norm = iota
	sum
	greatest
)

// squared is small enough to be inlined, and computed before asking for the norm, which is almost always squares.
func squared(dx, dy, dz float64) float64 {
	return float64(dx*dx) + float64(dy*dy) + float64(dz*dz)
}

func (m norm) straight(dx, dy, dz float64) float64 {
	if m == sum {
		return math.Abs(dx) + math.Abs(dy) + math.Abs(dz)
	}
	return max(math.Abs(dx), math.Abs(dy), math.Abs(dz))
}

// newKDTree takes the points over and reorders them. It returns nil if it was stopped.
func newKDTree(points []kdPoint, dims int, m norm, stop func() bool) *kdTree {
	t := &kdTree{dims: dims, norm: m, points: points, nodes: make([]kdNode, 0, 4*len(points)/leafSize+1),
		leafOf: make([]int32, len(points))}
	if t.build(0, int32(len(points)), -1, stop) < 0 {
		return nil
	}
	return t
}

// stopAbove is the number of points of a node that is worth a question whether to stop.
const stopAbove = 4096

// build returns the node of the points, or -1 if it was stopped.
func (t *kdTree) build(from, to, parent int32, stop func() bool) int32 {
	if to-from > stopAbove && stop() {
		return -1
	}
	self := int32(len(t.nodes))
	node := kdNode{low: t.points[from].at, high: t.points[from].at, from: from, to: to, parent: parent}
	for i := from + 1; i < to; i++ {
		for a := range t.dims {
			v := t.points[i].at[a]
			node.low[a], node.high[a] = min(node.low[a], v), max(node.high[a], v)
		}
	}
	axis := 0
	for a := range t.dims {
		if node.high[a]-node.low[a] > node.high[axis]-node.low[axis] {
			axis = a
		}
	}
	t.nodes = append(t.nodes, node)
	if to-from <= leafSize {
		for i := from; i < to; i++ {
			t.leafOf[i] = self
		}
		return self
	}
	middle := (from + to) / 2
	selectAt(t.points[from:to], int(middle-from), func(p *kdPoint) float64 { return p.at[axis] })
	if t.build(from, middle, self, stop) < 0 {
		return -1
	}
	right := t.build(middle, to, self, stop)
	t.nodes[self].right = right
	if right < 0 {
		return -1
	}
	return self
}

// near is a point found by a search: its distance under the norm and its index in the tree.
type near struct {
	distance float64
	index    int32
}

// nearest is a search for the points closest to one point. It is reused from search to search.
type nearest struct {
	tree    *kdTree
	query   kdPoint
	at      int32  // the query's index
	orthant int    // search this one alone, or all where it is negative
	found   []near // at most limit, closest first
	limit   int
	stack   []kdVisit
	plain   []near // choose's copy of a search without orthant
}

type kdVisit struct {
	distance float64
	node     int32
}

// search finds up to limit points other than the one at the index itself. In an orthant it leaves out those at the same
// place, since they lie in no direction. It goes from the point's leaf towards the root, and down where closer points
// may be. So of points equally near it prefers those that the tree keeps nearby, and cities at one place get different
// neighbours there rather than all the same few.
func (s *nearest) search(index int32, limit, orthant int) {
	s.at, s.query = index, s.tree.points[index]
	s.limit, s.orthant, s.found = limit, orthant, s.found[:0]
	nodes := s.tree.nodes
	child := s.tree.leafOf[index]
	s.leaf(&nodes[child])
	for up := nodes[child].parent; up >= 0 && !s.within(&nodes[child]); child, up = up, nodes[up].parent {
		sibling := up + 1
		if child == sibling {
			sibling = nodes[up].right
		}
		s.push(s.visit(sibling))
		s.down()
	}
}

// within says whether all points closer than the last found lie in the node: no other box reaches into its box.
func (s *nearest) within(node *kdNode) bool {
	if !s.full() {
		return false
	}
	gap := math.Inf(1)
	for a := range s.tree.dims {
		gap = min(gap, s.query.at[a]-node.low[a], node.high[a]-s.query.at[a])
	}
	if s.tree.norm == squares {
		gap *= gap
	}
	return gap >= s.found[s.limit-1].distance
}

// down searches the subtrees on the stack.
func (s *nearest) down() {
	for len(s.stack) > 0 {
		top := s.stack[len(s.stack)-1]
		s.stack = s.stack[:len(s.stack)-1]
		if s.full() && top.distance >= s.found[s.limit-1].distance {
			continue
		}
		node := &s.tree.nodes[top.node]
		if node.right == 0 {
			s.leaf(node)
			continue
		}
		left, right := s.visit(top.node+1), s.visit(node.right)
		if left.distance < right.distance {
			left, right = right, left
		}
		s.push(left)
		s.push(right) // the closer one is looked at first
	}
}

func (s *nearest) full() bool { return len(s.found) == s.limit }

func (s *nearest) push(v kdVisit) {
	if !s.full() || v.distance < s.found[s.limit-1].distance {
		if s.orthant < 0 || s.inOrthant(&s.tree.nodes[v.node]) {
			s.stack = append(s.stack, v)
		}
	}
}

// visit returns the distance from the query to the node's box.
func (s *nearest) visit(index int32) kdVisit {
	node := &s.tree.nodes[index]
	q := &s.query.at
	dx := max(node.low[0]-q[0], q[0]-node.high[0], 0)
	dy := max(node.low[1]-q[1], q[1]-node.high[1], 0)
	dz := 0.0
	if s.tree.dims == 3 {
		dz = max(node.low[2]-q[2], q[2]-node.high[2], 0)
	}
	d := squared(dx, dy, dz)
	if s.tree.norm != squares {
		d = s.tree.norm.straight(dx, dy, dz)
	}
	return kdVisit{d, index}
}

// inOrthant says whether a node's box reaches into the orthant. A box that is nothing but the query's place does not,
// which is what keeps searches short among points that coincide.
func (s *nearest) inOrthant(node *kdNode) bool {
	elsewhere := false
	for a := range s.tree.dims {
		q := s.query.at[a]
		if s.orthant>>a&1 == 1 && node.high[a] <= q || s.orthant>>a&1 == 0 && node.low[a] > q {
			return false
		}
		elsewhere = elsewhere || node.low[a] != q || node.high[a] != q
	}
	return elsewhere
}

// orthantOf returns in which direction from the query a point lies, one bit an axis; -1 for the same place.
func (s *nearest) orthantOf(p *kdPoint) int {
	if p.at == s.query.at {
		return -1
	}
	o := 0
	for a := range s.tree.dims {
		if p.at[a] > s.query.at[a] {
			o |= 1 << a
		}
	}
	return o
}

func (s *nearest) leaf(node *kdNode) {
	q := &s.query.at
	for i := node.from; i < node.to; i++ {
		p := &s.tree.points[i]
		dx, dy, dz := p.at[0]-q[0], p.at[1]-q[1], p.at[2]-q[2]
		d := squared(dx, dy, dz)
		if s.tree.norm != squares {
			d = s.tree.norm.straight(dx, dy, dz)
		}
		if s.full() && d >= s.found[s.limit-1].distance || i == s.at {
			continue
		}
		if s.orthant >= 0 && s.orthantOf(p) != s.orthant {
			continue
		}
		s.insert(near{d, i})
	}
}

// insert keeps found sorted; it is short enough for insertion to beat a heap.
func (s *nearest) insert(n near) {
	if !s.full() {
		s.found = append(s.found, n)
	}
	i := len(s.found) - 1
	for ; i > 0 && s.found[i-1].distance > n.distance; i-- {
		s.found[i] = s.found[i-1]
	}
	s.found[i] = n
}

// selectAt partitions list so that the element at index k is where sorting by key would put it, in O(len(list)) on
// average (C. A. R. Hoare, "Find", 1961). Elements equal to the pivot go to both sides. So it is not quadratic
// where many are equal.
func selectAt[E any, K cmp.Ordered](list []E, k int, key func(*E) K) {
	lo, hi := 0, len(list)-1
	for lo < hi {
		a, b, c := key(&list[lo]), key(&list[(lo+hi)/2]), key(&list[hi])
		pivot := max(min(a, b), min(max(a, b), c))
		i, j := lo, hi
		for i <= j {
			for key(&list[i]) < pivot {
				i++
			}
			for key(&list[j]) > pivot {
				j--
			}
			if i <= j {
				list[i], list[j] = list[j], list[i]
				i++
				j--
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return
		}
	}
}
