package model

import "github.com/multiwalk/multiwalk"

// trial is the solution of choices after a move, which is not made for it.
type trial struct {
	*choices
	m   multiwalk.Move
	cut int32 // where the divider is then
}

// gone is an element that a move takes from one group to another.
type gone struct{ element, from, to int32 }

// moved is where a move takes what stands at k.
func moved(m multiwalk.Move, k int32) int32 {
	lo, hi := min(m.I, m.J), max(m.I, m.J)
	switch {
	case k < lo || k > hi:
		return k
	case m.K == ofReversal || m.K == ofSwap && (k == lo || k == hi):
		return lo + hi - k
	case m.K == ofSwap:
		return k
	case k == m.I:
		return m.J
	case m.I < m.J:
		return k - 1
	}
	return k + 1
}

// element is what stands at k.
func (t *trial) element(k int32) int32 { return t.x[moved(inverse(t.m), k)] }

// place is that of view.
func (t *trial) place(e int32) int32 {
	switch k := moved(t.m, t.at[e]); {
	case k < t.cut:
		return k
	case e == t.p.last:
		return t.cut
	}
	return -1
}

// group is that of view, in O(1) for each divider.
func (t *trial) group(e int32) int32 {
	k := t.place(e)
	if k < 0 {
		return -1
	}
	return t.before(k)
}

// before is how many dividers of vehicles stand before a place.
func (t *trial) before(k int32) (count int32) {
	n := int32(len(t.p.elements.list))
	for d := n; d < n+int32(t.p.dividers); d++ {
		if moved(t.m, t.at[d]) < k {
			count++
		}
	}
	return count
}

// step is the length of the way from what stands at k to what comes next, or home. What begins at a depot has one from -1 too.
func (t *trial) step(ways *travel, k int32) int64 {
	var from, to int32
	switch {
	case k >= t.cut || k < 0 && ways.depot < 0:
		return 0
	case k < 0:
		from = ways.depot
	default:
		from = t.element(k)
	}
	switch {
	case k+1 < t.cut:
		to = t.element(k + 1)
	case ways.depot >= 0:
		to = ways.depot
	case !ways.open:
		to = t.x[0] // where all begin
	case t.p.free && t.p.last >= 0:
		to = t.p.last
	default:
		return 0
	}
	if ways.depot >= 0 {
		from, to = min(from, ways.depot), min(to, ways.depot)
	}
	if from == to {
		return 0
	}
	return ways.way(from, to)
}

// Delta implements multiwalk.MoveEvaluator. A way is O(1), unless a stretch is turned round that is not as long both ways. A rule about
// elements costs something if they are among those that the move is about, and a limit O(1) for each position and each group if an element
// changes its group.
func (c *choices) Delta(_ []int32, m multiwalk.Move) int64 {
	if m.I == m.J {
		return 0
	}
	c.try(m)
	c.change()
	return c.p.pack(c.objective(), c.deltas)
}

// try has what follows from a move at hand: who changes the group.
func (c *choices) try(m multiwalk.Move) {
	lo, hi := min(m.I, m.J), max(m.I, m.J)
	then, n := c.then.trial, int32(len(c.p.elements.list))
	then.m, then.cut, c.gone = m, c.cut, c.gone[:0]
	if c.p.free {
		then.cut = moved(m, c.cut)
	}
	divided := false
	for d := n; int(d) < len(c.x) && lo < hi; d++ {
		divided = divided || lo <= c.at[d] && c.at[d] <= hi
	}
	if !divided {
		return
	}
	group := c.now.trial.before(lo)
	for k := lo; k <= hi; k++ {
		switch e := then.element(k); {
		case k >= then.cut:
			group = -1
			fallthrough
		case e < n:
			if e < n && c.now.groups[e] != group {
				c.gone = append(c.gone, gone{e, c.now.groups[e], group})
			}
		default:
			group++
		}
	}
}

// change finds the changes of all amounts.
func (c *choices) change() {
	clear(c.deltas)
	for _, k := range c.wide {
		c.deltas[k] = c.shift(k)
	}
	m := c.then.trial.m
	lo, hi := min(m.I, m.J), max(m.I, m.J)
	if int(hi-lo) > len(c.narrow) {
		for _, k := range c.narrow {
			for _, e := range c.p.rules[k].about {
				if at := c.at[e]; lo <= at && at <= hi || e == c.p.last {
					c.deltas[k] = c.shift(k)
					break
				}
			}
		}
		return
	}
	c.round++
	for k := lo; k <= hi; k++ {
		c.touch(c.x[k])
	}
	if c.p.last >= 0 {
		c.touch(c.p.last)
	}
}

// touch finds the changes of those rules that are about an element.
func (c *choices) touch(e int32) {
	if int(e) >= len(c.about) {
		return
	}
	for _, k := range c.about[e] {
		if c.seen[k] != c.round {
			c.seen[k], c.deltas[k] = c.round, c.shift(k)
		}
	}
}

// shift is the change of a rule's amount.
func (c *choices) shift(k int32) int64 {
	r := &c.p.rules[k]
	switch {
	case r.travel != nil:
		return c.longer(r.travel)
	case r.limit == nil:
		return r.amount(&c.then) - c.amounts[k]
	case len(c.gone) == 0:
		return 0
	}
	c.pour(r.limit, c.sums[k], 1)
	defer c.pour(r.limit, c.sums[k], -1)
	return r.limit.excess(c.sums[k]) - c.amounts[k]
}

// pour takes what has changed its group from sums to others, or back.
func (c *choices) pour(l *limit, sums []int64, sign int64) {
	if l == nil {
		return
	}
	for _, g := range c.gone {
		a := sign * l.amounts[g.element]
		sums[g.from+1] -= a
		sums[g.to+1] += a
	}
}

// objective is the change of the model's own cost.
func (c *choices) objective() int64 {
	if c.ways != nil {
		return c.longer(c.ways)
	}
	c.y = append(c.y[:0], c.x...)
	change(c.y, c.then.trial.m)
	c.p.look(c.y, &c.then)
	c.after = c.p.cost(c.then.list)
	return c.after - c.cost
}

// longer is by how much the move makes ways longer.
func (c *choices) longer(ways *travel) (sum int64) {
	now, then, m := c.now.trial, c.then.trial, c.then.trial.m
	lo, hi := min(m.I, m.J), max(m.I, m.J)
	before, after := [4]int32{lo - 1, lo, hi - 1, hi}, [4]int32{lo - 1, lo, hi - 1, hi}
	n := 4
	switch cut := c.cut; {
	case hi-lo < 3, m.K == ofReversal && (!ways.symmetric || lo <= cut && cut <= hi), c.p.free && (m.I == cut || m.K == ofSwap && m.J == cut):
		for k := lo - 1; k <= hi; k++ {
			sum += then.step(ways, k) - now.step(ways, k)
		}
		return sum
	case m.K == ofReversal:
		before[1], after[1], n = hi, hi, 2
	case m.K == ofInsertion && m.I < m.J:
		before[2], after[1], after[2], n = hi, hi-1, hi, 3
	case m.K == ofInsertion:
		before[1], before[2], after[2], n = hi-1, hi, hi, 3
	}
	for k := range n {
		sum += then.step(ways, after[k]) - now.step(ways, before[k])
	}
	return sum
}
