package single

import (
	"cmp"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

const (
	// mostCandidates is how many moves an iteration looks at by default, where they have deltas.
	mostCandidates = 1 << 16
	// mostInFull is the same where each is evaluated in full.
	mostInFull = 1 << 10
	// tabuPatience is how many iterations without a better solution make a tabu search begin anew, and those that each
	// element adds. Tabucol on random graphs is still improving after as many.
	tabuPatience, tabuPatienceEach = 100_000, 100
)

// tabuMoves is tabu search, iterated or not, by the moves of a neighbourhood.
type tabuMoves struct {
	moves
	m          Tabu
	candidates int64
	bursts     IteratedTabu // Length 0: a burst ends when it has found nothing better for patience
	patience   int64
	held       []bool // the positions that are fixed; nil: none
}

// prepareMoves prepares on cores; bursts has its defaults filled in, or is nil for a tabu search that is not iterated.
func (m Tabu) prepareMoves(method string, p multiwalk.Problem, plan multiwalk.Plan, bursts *IteratedTabu) (multiwalk.Search, error) {
	if err := m.validateMoves(); err != nil {
		return nil, err
	}
	of, err := movesOf(method, p, plan, byElement(p, m.Neighbourhood))
	if err != nil {
		return nil, err
	}
	held, err := neighbourhood.Held(p)
	if err != nil {
		return nil, err
	}
	n := p.Space().Len()
	s := &tabuMoves{moves: of, m: m, patience: tabuPatience + tabuPatienceEach*int64(n), held: held}
	s.candidates = mostInFull
	if s.incremental {
		s.candidates = mostCandidates
	}
	s.candidates = min(s.size, cmp.Or(int64(m.Candidates), s.candidates))
	s.bursts = IteratedTabu{Weakest: max(2, n/20), Strongest: max(2, n/4)}
	if bursts != nil {
		s.bursts = *bursts
	}
	return s, nil
}

func (m Tabu) validateMoves() error {
	if m.Aspiration != 0 && m.Aspiration != -1 {
		return fmt.Errorf("multiwalk: tabu's aspiration %d is by age, which only swaps of a permutation or a tour have; use 0 or -1",
			m.Aspiration)
	}
	return checkCount("tabu", "tenure", m.Tenure, mostCount, "by the kind of move")
}

// free counts the elements of each member's part that are not fixed.
func (s *tabuMoves) free(members []neighbourhood.Member) []int64 {
	free := make([]int64, len(members))
	for k, b := range members {
		free[k] = int64(b.N)
		if s.held == nil {
			continue
		}
		for _, held := range s.held[b.At : b.At+b.N] {
			if held {
				free[k]--
			}
		}
	}
	return free
}

// Slice implements multiwalk.Search: its iterations take as long as those of all candidates.
func (s *tabuMoves) Slice() int { return sliceOf(s.nanoseconds(int(max(1, s.candidates)))) }

// NewWalk implements multiwalk.Search.
func (s *tabuMoves) NewWalk(id int) (multiwalk.Walk, error) {
	c, r, err := s.begin(id)
	if err != nil {
		return nil, err
	}
	members := neighbourhood.Kinds(c.nb)
	w := &tabuMovesWalk{current: c, s: s, random: r, memory: s.memory(members, c.x), top: append([]int32(nil), c.x...)}
	w.beside, w.members, w.free = &w.look.priced, members, s.free(members)
	if w.look.by(neighbourhood.StateOf(w.nb)); !w.look.inRows(w.memory) {
		w.look.rows = nil
	} else {
		w.memory.mark(w.x)
	}
	if w.look.fields != nil && w.memory.byFlips() {
		w.memory.next = make([]int32, len(c.x))
	} else {
		w.look.fields = nil
	}
	w.restart()
	return w, nil
}

// memory is what a walk at x remembers.
func (s *tabuMoves) memory(members []neighbourhood.Member, x []int32) *attributes {
	if s.m.Memory == memorySolutions {
		return &attributes{members: members, visited: newSolutions(members, x)}
	}
	return newAttributes(members, len(x))
}

// tabuMovesWalk is one tabu search in any neighbourhood.
type tabuMovesWalk struct {
	current
	s       *tabuMoves
	random  *multiwalk.Rand
	members []neighbourhood.Member
	free    []int64 // how many elements of each member's part may change
	memory  *attributes
	look    look
	stream  uint32 // number of random, where a machine draws from it

	// The burst.
	made     int64   // iterations
	top      []int32 // its best solution
	topCost  int64
	topMade  int64 // the iteration that found it
	before   int64 // the best cost of the burst before
	strength int   // of the next perturbation
}

// Step implements multiwalk.Walk. A unit is one iteration.
func (w *tabuMovesWalk) Step(s *multiwalk.Slice) bool {
	if w.s.size == 0 {
		return false
	}
	if invariants.Enabled {
		defer w.ledger(w.s.method)
		defer w.memory.check(w.x)
	}
	for s.Next(w.Counters().Evaluations()) {
		if w.over() {
			w.perturb(s)
		}
		if !w.iterate(s) {
			return true
		}
	}
	return true
}

// over tells whether the burst has ended.
func (w *tabuMovesWalk) over() bool {
	if length := int64(w.s.bursts.Length); length > 0 {
		return w.made >= length
	}
	return w.made-w.topMade >= w.s.patience
}

// iterate makes one move. It returns false, and has done nothing, if the run is aborted.
func (w *tabuMovesWalk) iterate(s *multiwalk.Slice) bool {
	m, d, ok := w.choose(s)
	if ok {
		w.make(m, d, s)
	}
	return ok
}

// make makes a move, which has the delta d.
func (w *tabuMovesWalk) make(m neighbourhood.Move, d int64, s *multiwalk.Slice) {
	w.memory.made(w.x, w.cost, m, w.tenure(m))
	w.move(m, d)
	neighbourhood.Know(w.nb, w.x, w.cost)
	w.work.Units++
	if w.made++; w.cost < w.topCost {
		w.topCost, w.topMade = w.cost, w.made
		copy(w.top, w.x)
	}
	w.note(s)
}

// tenure draws how long what a move takes may not come back.
func (w *tabuMovesWalk) tenure(m neighbourhood.Move) int64 {
	least, spread, most := w.tenureOf(w.memory.owner(m))
	if spread == 0 {
		return least
	}
	return min(least+int64(w.random.Uint32N(uint32(spread))), most)
}

// tenureOf is what tenures of a member's moves are drawn from: spread numbers from the least on, none above most; or it is the least.
func (w *tabuMovesWalk) tenureOf(member int) (least, spread, most int64) {
	if mean := int64(w.s.m.Tenure); mean > 0 {
		least, spread = around(mean)
		return least, spread, math.MaxInt64
	}
	if w.memory.visited != nil {
		return longestTenure, 0, math.MaxInt64
	}
	if w.members == nil {
		return 1, 10, math.MaxInt64
	}
	op := w.members[member].Op
	if op == neighbourhood.OpChange && w.look.conflicts != nil {
		return w.look.inConflict * 6 / 10, 10, math.MaxInt64 // Galinier and Hao 1999
	}
	return tenures(op, w.free[member])
}

// tenures is what tenures of a kind of move are drawn from by default, where n elements may change: spread numbers from the
// least on, none above most.
func tenures(op neighbourhood.Op, n int64) (least, spread, most int64) {
	switch op {
	case neighbourhood.OpFlip, neighbourhood.OpFlip2, neighbourhood.OpFlip3:
		return n/100 + 1, 10, max(1, n/4)
	case neighbourhood.OpChange:
		return n/100 + 1, 10, math.MaxInt64
	}
	return n*9/10 + 1, n/5 + 1, math.MaxInt64
}

// mean is that of the tenures which a walk draws, or 0 where it depends on the kind of move or on the conflicts.
func (w *tabuMovesWalk) mean() int {
	if w.memory.visited != nil {
		return 0 // until its place is needed
	}
	if w.members == nil {
		return 1 + (10-1)/2
	}
	if len(w.members) > 1 || w.members[0].Op == neighbourhood.OpChange && w.look.conflicts != nil {
		return 0
	}
	least, spread, most := tenures(w.members[0].Op, w.free[0])
	sum := int64(0)
	for k := range spread {
		sum += min(least+k, most)
	}
	return int((sum + spread/2) / spread)
}

// perturb ends a burst and begins another: from the best solution of the burst, with some random moves made. After a burst that ended
// better than the one before, it makes the fewest moves. After any other burst it makes one more; after the most it begins with the fewest
// again.
func (w *tabuMovesWalk) perturb(s *multiwalk.Slice) {
	b := &w.s.bursts
	switch {
	case w.topCost < w.before || w.strength >= b.Strongest:
		w.strength = b.Weakest
	default:
		w.strength++
	}
	w.before = w.topCost
	w.keep()
	copy(w.x, w.top)
	w.cost = w.topCost
	if w.nb.Reset(w.x); w.weighed != nil {
		w.cost = w.weighed.Now()
	}
	neighbourhood.Know(w.nb, w.x, w.cost)
	w.shake(s, w.random, w.strength)
	w.memory.forget()
	w.memory.settle(w.x)
	w.begin()
}

// restart begins with the weakest perturbation, after a burst from the current solution.
func (w *tabuMovesWalk) restart() {
	w.strength, w.before = w.s.bursts.Weakest, w.cost
	w.begin()
}

// begin begins a burst at the current solution.
func (w *tabuMovesWalk) begin() {
	copy(w.top, w.x)
	w.topCost, w.made, w.topMade = w.cost, 0, 0
}

// Adopt implements multiwalk.Adopter: the burst goes on from x. What is tabu stays so.
func (w *tabuMovesWalk) Adopt(x []int32, cost int64) {
	w.current.Adopt(x, cost)
	neighbourhood.Know(w.nb, w.x, w.cost)
	w.memory.settle(w.x)
	w.restart()
}

// Begin goes on from x, which becomes the incumbent, as if the walk began. See population.Memetic.
func (w *tabuMovesWalk) Begin(x []int32, r *multiwalk.Rand) {
	w.random = r
	copy(w.x, x)
	w.evaluate()
	neighbourhood.Know(w.nb, w.x, w.cost)
	w.anew()
	w.memory.forget()
	w.memory.settle(w.x)
	w.restart()
}

// Save implements checkpoint.Saver.
func (w *tabuMovesWalk) Save(a *checkpoint.Archive) {
	a.Fields("tabu", &w.current, w.random, w.memory, &w.made, &w.top, &w.topCost, &w.topMade, &w.before, &w.strength,
		&w.look.priced)
	if a.Reading() {
		w.memory.settle(w.x)
	}
}
