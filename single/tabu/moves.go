package tabu

import (
	"cmp"
	"fmt"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/single/internal/walking"
	"github.com/multiwalk/multiwalk/walk"
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
	walking.Moves
	m          Tabu
	candidates int64
	bursts     IteratedTabu // Length 0: a burst ends when it has found nothing better for patience
	patience   int64
	held       []bool // the positions that are fixed; nil: none
}

// prepareMoves prepares on cores; bursts has its defaults filled in, or is nil for a tabu search that is not iterated.
func (m Tabu) prepareMoves(method string, p multiwalk.Problem, plan walk.Plan, bursts *IteratedTabu) (walk.Search, error) {
	if err := m.validateMoves(); err != nil {
		return nil, err
	}
	of, err := walking.MovesOf(method, p, plan, walking.ByElement(p, m.Neighbourhood))
	if err != nil {
		return nil, err
	}
	held, err := neighbourhood.Held(p)
	if err != nil {
		return nil, err
	}
	n := p.Space().Len()
	s := &tabuMoves{Moves: of, m: m, patience: tabuPatience + tabuPatienceEach*int64(n), held: held}
	s.candidates = mostInFull
	if s.Incremental {
		s.candidates = mostCandidates
	}
	if s.Listed {
		s.candidates = mostListed
	}
	s.candidates = min(s.Size, cmp.Or(int64(m.Candidates), s.candidates))
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
	return walking.CheckCount("tabu", "tenure", m.Tenure, walking.MostCount, "by the kind of move")
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

// Slice implements walk.Search: its iterations take as long as those of all candidates.
func (s *tabuMoves) Slice() int { return walking.SliceOf(s.Nanoseconds(int(max(1, s.candidates)))) }

func (s *tabuMoves) NewWalk(id int) (walk.Walk, error) {
	c, r, err := s.Begin(id)
	if err != nil {
		return nil, err
	}
	members := neighbourhood.Kinds(c.NB)
	w := &tabuMovesWalk{Current: c, s: s, random: r, members: members, free: s.free(members)}
	w.Beside, w.look.lister = &w.look.priced, neighbourhood.Lister(c.NB)
	if s.m.Memory == memorySolutions {
		w.tabu = newSolutions(members, c.X)
	} else if w.look.lister != nil {
		w.tabu = &traces{lister: w.look.lister}
	} else {
		w.memory = newAttributes(members, len(c.X))
		w.tabu = w.memory
	}
	w.look.by(neighbourhood.StateOf(w.NB), w.memory, w.X)
	for k := range members {
		w.look.pairs = append(w.look.pairs, neighbourhood.RowsOf(w.NB, k))
	}
	w.of, w.patience = s.bursts, s.patience
	w.start(w)
	return w, nil
}

// tabuMovesWalk is one tabu search in any neighbourhood.
type tabuMovesWalk struct {
	walking.Current
	tabuBursts
	s       *tabuMoves
	random  *multiwalk.Rand
	members members
	free    []int64 // how many elements of each member's part may change
	tabu    memory
	memory  *attributes // is what is tabu; nil: solutions are
	look    look
	stream  uint32 // number of random, where a machine draws from it
}

func (w *tabuMovesWalk) Step(s *walk.Slice) bool { return w.s.Size > 0 && w.tabuBursts.Step(s) }
func (w *tabuMovesWalk) here() ([]int32, int64)  { return w.X, w.Cost }

func (w *tabuMovesWalk) check() {
	w.Ledger(w.s.Method)
	w.tabu.check(w.X)
}

func (w *tabuMovesWalk) iterate(s *walk.Slice) bool {
	m, d, ok := w.choose(s)
	if ok {
		w.make(m, d, s)
	}
	return ok
}

// make makes a move, which has the delta d.
func (w *tabuMovesWalk) make(m neighbourhood.Move, d int64, s *walk.Slice) {
	w.tabu.made(w.X, w.Cost, m, w.tenure(m))
	w.Move(m, d)
	neighbourhood.Know(w.NB, w.X, w.Cost)
	w.Work.Units++
	w.went(s)
}

// tenure draws how long what a move takes may not come back.
func (w *tabuMovesWalk) tenure(m neighbourhood.Move) int64 {
	least, spread, most := w.tenureOf(w.members.owner(m))
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
	if w.s.m.Memory == memorySolutions {
		return longestTenure, 0, math.MaxInt64
	}
	if w.members == nil {
		least, spread = w.look.tenures()
		return least, spread, math.MaxInt64
	}
	op := kindOf(&w.members[member])
	if op == neighbourhood.OpChange && w.look.conflicts != nil {
		return w.look.inConflict * 6 / 10, 10, math.MaxInt64 // Galinier and Hao 1999
	}
	return tenures(op, w.free[member])
}

// kindOf is the kind of move by which tenures go: of a pair that of the first.
func kindOf(b *neighbourhood.Member) neighbourhood.Op { return b.Parts()[0].Op }

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
	if w.s.m.Memory == memorySolutions {
		return 0 // until its place is needed
	}
	if w.members == nil {
		least, spread := w.look.tenures()
		return int(least + (spread-1)/2)
	}
	if len(w.members) > 1 || w.members[0].Op == neighbourhood.OpChange && w.look.conflicts != nil {
		return 0
	}
	least, spread, most := tenures(kindOf(&w.members[0]), w.free[0])
	sum := int64(0)
	for k := range spread {
		sum += min(least+k, most)
	}
	return int((sum + spread/2) / spread)
}

// perturbed implements tabuGround, by random moves. Nothing is tabu then.
func (w *tabuMovesWalk) perturbed(s *walk.Slice, x []int32, cost int64, strength int) {
	w.Keep()
	copy(w.X, x)
	w.Cost = cost
	if w.NB.Reset(w.X); w.Weighed != nil {
		w.Cost = w.Weighed.Now()
	}
	neighbourhood.Know(w.NB, w.X, w.Cost)
	w.Shake(s, w.random, strength)
	w.forget()
}

// forget makes all moves from the current solution admissible.
func (w *tabuMovesWalk) forget() {
	w.tabu.forget()
	w.tabu.settle(w.X)
}

func (w *tabuMovesWalk) adopt(x []int32, cost int64) {
	w.Current.Adopt(x, cost)
	neighbourhood.Know(w.NB, w.X, w.Cost)
	w.tabu.settle(w.X)
}

func (w *tabuMovesWalk) beginAt(x []int32, r *multiwalk.Rand) {
	w.random = r
	copy(w.X, x)
	w.Evaluate()
	neighbourhood.Know(w.NB, w.X, w.Cost)
	w.Anew()
	w.forget()
}

func (w *tabuMovesWalk) Adopt(x []int32, cost int64) { w.tabuBursts.Adopt(x, cost) }

func (w *tabuMovesWalk) Save(a *checkpoint.Archive) {
	a.Fields("tabu", &w.Current, &w.tabuBursts, w.random, w.tabu, &w.look.priced)
	if a.Reading() {
		w.tabu.settle(w.X)
	}
}

// Resolved implements walk.Resolver. The tenure is the mean of what the walk draws; where it goes by the kind of move, or by
// the conflicts, it stays 0.
func (s *tabuMoves) Resolved(w walk.Walk) walk.Method {
	m := s.m
	m.Neighbourhood, m.Candidates, m.Aspiration = walking.NamedMoves(s.P, s.Name), int(s.candidates), -1
	if walk, ok := walk.As[interface{ mean() int }](w); ok {
		m.Tenure = cmp.Or(m.Tenure, walk.mean())
	}
	if s.Method == m.Name() {
		return m
	}
	bursts := s.bursts
	bursts.Tabu = m
	return bursts
}
