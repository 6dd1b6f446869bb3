package population

import (
	"math"
	"unsafe"
)

// pick is a child that a beam may take.
type pick struct {
	guide  float64
	bound  int64
	tie    uint32 // random: of several with one guide the least goes first
	parent int32  // its number in the level
	choice int32
}

const pickBytes = int(unsafe.Sizeof(pick{}))

// before is a total order, so what is chosen does not depend on the order in which children come.
func (p *pick) before(q *pick) bool {
	switch {
	case p.guide != q.guide:
		return p.guide < q.guide
	case p.tie != q.tie:
		return p.tie < q.tie
	case p.parent != q.parent:
		return p.parent < q.parent
	}
	return p.choice < q.choice
}

// picks are the best of all that were added, up to a width, and some more until they are cut.
type picks struct {
	list  []pick
	worst float64 // none with a greater guide is among the best
}

// few is how many more there may be at least.
const few = 256

func (l *picks) clear() { l.list, l.worst = l.list[:0], math.Inf(1) }

// add returns false if something was left out. Ties are drawn of those alone that may be among the best.
func (l *picks) add(found []pick, width int, tie func(p *pick) uint32) bool {
	whole := true
	for _, p := range found {
		if p.guide > l.worst {
			whole = false
			continue
		}
		l.list = append(l.list, p)
		last := &l.list[len(l.list)-1]
		last.tie = tie(last)
		if len(l.list) >= 2*width+few {
			l.cut(width)
			whole = false
		}
	}
	return whole
}

// cut leaves the best. It returns false if some were left out.
func (l *picks) cut(width int) bool {
	if len(l.list) <= width {
		return true
	}
	partition(l.list, width)
	l.list = l.list[:width]
	l.worst = 0
	for k := range l.list {
		l.worst = max(l.worst, l.list[k].guide)
	}
	return false
}

// partition brings the first k of a list before the others, in linear time but for bad luck with pivots (Hoare, "Algorithm 65: Find", 1961).
func partition(list []pick, k int) {
	for len(list) > 2 {
		pivot := median(&list[0], &list[len(list)/2], &list[len(list)-1])
		i, j := -1, len(list)
		for {
			for i++; list[i].before(&pivot); i++ {
			}
			for j--; pivot.before(&list[j]); j-- {
			}
			if i >= j {
				break
			}
			list[i], list[j] = list[j], list[i]
		}
		if first := j + 1; k < first { // none of these comes behind any other
			list = list[:first]
		} else {
			list, k = list[first:], k-first
		}
	}
	if len(list) == 2 && list[1].before(&list[0]) {
		list[0], list[1] = list[1], list[0]
	}
}

// median is the second of three.
func median(a, b, c *pick) pick {
	if b.before(a) {
		a, b = b, a
	}
	switch {
	case c.before(a):
		return *a
	case c.before(b):
		return *c
	}
	return *b
}
