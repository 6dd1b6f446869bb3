package sample

import "github.com/multiwalk/multiwalk"

// Grown is an Order that grows at its end, element by element.
type Grown struct{ *Order }

func (p Grown) NewBranches() multiwalk.Branches { return &prefixes{p: p.Order, x: make([]int32, p.N)} }

// prefixes are beginnings of orders: how long they are, and then all elements, those that are placed first.
type prefixes struct {
	p *Order
	x []int32 // scratch
}

func (b *prefixes) Size() int  { return 1 + int(b.p.N) }
func (b *prefixes) Depth() int { return int(b.p.N) }
func (b *prefixes) Ways() int  { return 1 }

func (b *prefixes) Root(node []int32) {
	node[0] = 0
	for i := range b.p.N {
		node[1+i] = i
	}
}

func (b *prefixes) Grow(node []int32, choice int32) {
	at := node[0] + 1
	for i := at; i < int32(len(node)); i++ {
		if node[i] == choice {
			node[at], node[i] = node[i], node[at]
		}
	}
	node[0]++
}

func (b *prefixes) Expand(node []int32, _ int, to []multiwalk.Branch) []multiwalk.Branch {
	k := int(node[0])
	for i := k; i < len(b.x); i++ {
		copy(b.x, node[1:])
		b.x[k], b.x[i] = b.x[i], b.x[k]
		to = append(to, b.branch(k+1))
	}
	return to
}

// branch bounds x, whose first k elements are placed. Two elements that are not placed cost what they cost in the cheaper order.
func (b *prefixes) branch(k int) multiwalk.Branch {
	c := multiwalk.Branch{Choice: b.x[k-1]}
	for i, a := range b.x {
		for j, d := range b.x[:i] {
			now, other := b.p.W[a*b.p.N+d], b.p.W[d*b.p.N+a]
			if j >= k {
				now = min(now, other)
			} else if i < k {
				c.Waste += float64(max(0, now-other))
			}
			c.Bound += int64(now)
		}
	}
	return c
}

func (b *prefixes) Solution(node, x []int32) { copy(x, node[1:]) }
