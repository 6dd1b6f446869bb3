package tabu

import (
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/walk"
)

// listedTenure and listedSpread are what tenures are drawn from by default for moves that the problem lists.
const listedTenure, listedSpread = 12, 8

// mostListed is how many deltas take about as long as an iteration that looks at listed moves.
const mostListed = 8

// tenures is what tenures of a problem's own moves are drawn from by default: spread numbers from the least on.
func (l *look) tenures() (least, spread int64) {
	if l.lister != nil {
		return listedTenure, listedSpread
	}
	return 1, 10
}

// chooseListed is choose among the moves that the problem lists, by its estimates; the delta is exact. If none is listed, it is a random move,
// and if all are tabu, a random one of them. It returns false if the run is aborted.
func (w *tabuMovesWalk) chooseListed(s *walk.Slice) (m neighbourhood.Move, d int64, ok bool) {
	if s.Aborted() {
		return m, 0, false
	}
	l := &w.look
	l.worth = l.lister.List(w.random, l.worth[:0])
	l.priced += int64(len(l.worth))
	if len(l.worth) == 0 {
		m, d = w.randomMove()
		return m, d, true
	}
	m = neighbourhood.Own(w.bestListed(l.worth))
	return m, w.NB.Delta(w.X, m), true
}

// bestListed is the best of some moves that is admissible; of several the one that a random word favours, and of all where all are tabu. It
// takes longer to ask whether a move is tabu than to find the best, so only the best are asked about. Those that are tabu go to the end of
// the list.
func (w *tabuMovesWalk) bestListed(list []multiwalk.Listed) multiwalk.Move {
	word := w.random.Uint32()
	for free := list; len(free) > 0; free = free[:len(free)-1] {
		best := favoured(free, word, false)
		p, last := free[best], &free[len(free)-1]
		if p.Delta < w.Least-w.Cost || !w.tabu.forbids(w.X, w.Cost+p.Delta, neighbourhood.Own(p.Move)) {
			return p.Move
		}
		free[best], *last = *last, p
	}
	return list[favoured(list, word, true)].Move
}

// favoured is which of some moves is the best, by lot among equals; all are equal if any will do.
func favoured(list []multiwalk.Listed, word uint32, anyone bool) (best int) {
	least, lot := int64(math.MaxInt64), uint32(math.MaxUint32)
	for k := range list {
		p := &list[k]
		if p.Delta > least && !anyone {
			continue
		}
		if own := neighbourhood.Lot(word, p.Move.I, p.Move.J, p.Move.K); p.Delta < least && !anyone || own < lot {
			best, least, lot = k, p.Delta, own
		}
	}
	return best
}

// traces is the memory of moves that a problem lists: what each of the last moves has taken away. A move is tabu if it brings back all that
// one of them has taken (as that of Zhang, Li, Guan and Rao, "A tabu search algorithm with a new neighborhood structure for the job shop
// scheduling problem", 2007, where it is a sequence of operations on a machine).
type traces struct {
	lister multiwalk.MoveLister
	now    int64    // the iteration
	until  []int64  // when each is forgotten
	ends   []int32  // where each ends in taken
	taken  []uint64 // their attributes, one after the other
}

func (t *traces) forbids(_ []int32, _ int64, m neighbourhood.Move) bool {
	return t.lister.Restores(neighbourhood.Theirs(m), t.taken, t.ends)
}

func (t *traces) made(_ []int32, _ int64, m neighbourhood.Move, tenure int64) {
	t.now++
	t.drop()
	t.taken = t.lister.Takes(neighbourhood.Theirs(m), t.taken)
	t.until, t.ends = append(t.until, t.now+tenure), append(t.ends, int32(len(t.taken)))
}

// drop forgets what is tabu no longer, so that all that is left is.
func (t *traces) drop() {
	kept, gone, from, moved := 0, int32(0), int32(0), int32(0) // all from moved on have still to move to the front by gone
	for k, end := range t.ends {
		if t.until[k] > t.now {
			t.until[kept], t.ends[kept] = t.until[k], end-gone
			kept++
		} else {
			t.close(moved, from, gone)
			gone += end - from
			moved = end
		}
		from = end
	}
	t.close(moved, from, gone)
	t.until, t.ends, t.taken = t.until[:kept], t.ends[:kept], t.taken[:from-gone]
}

// close moves a stretch of the attributes to the front.
func (t *traces) close(from, to, by int32) {
	if by > 0 {
		copy(t.taken[from-by:], t.taken[from:to])
	}
}

func (t *traces) forget()        { t.until, t.ends, t.taken = t.until[:0], t.ends[:0], t.taken[:0] }
func (t *traces) settle([]int32) {}
func (t *traces) check([]int32)  {}

func (t *traces) Save(a *checkpoint.Archive) { a.Fields("traces", &t.now, &t.until, &t.ends, &t.taken) }
