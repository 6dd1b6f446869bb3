package neighbourhood

import (
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/state"
)

// pairing makes a pair of moves at once, one in a part of a product and one in a later part: of two permutations a swap in each,
// which is the neighbourhood of Luong, Loukil, Melab and Talbi for the quadratic three-dimensional assignment problem. Where both
// have few moves, it leads to what neither of them comes by alone. A problem's own moves that can be numbered are paired with each other,
// in any space: the second is made where the first led.
//
// Of a permutation or a tour the moves are its swaps, of bits flips, of integers changes. Move a of the first and b of the second
// are number a*(moves of the second) + b, and the fields I and J of a Move are a and b. Its K is the number of the two parts
// among all pairs of parts.
//
// A pair costs what its moves cost alone, and a cross term. What knows it prices pairs at once: a state.SwapPairsFollower,
// a multiwalk.SwapPairEvaluator. Else the second move is priced where the first one leads; a row of all pairs with the same first move
// then needs that move once.
type pairing struct {
	*pricer
	Member
	first, second operator
	own           *own                        // both are it, if the moves are the problem's own
	eval          multiwalk.SwapPairEvaluator // nil: there is none
	copied        []int32                     // scratch: the solution where the first move leads
	came          []int32                     // own moves: the solution before the pair that was made last

	asked  int32  // the first move of the pair that was priced last; below 0: none
	at     int32  // that of the row
	step   uint64 // of the walk, to which both belong
	narrow []int32
	wide   []int64
	list   []int64 // scratch: of wide
}

// mostPaired bounds the moves of a part, so that a Move has room for their numbers and 63 bits number all pairs.
const mostPaired = math.MaxInt32

// pairings returns the pairs of moves of all pairs of parts. part makes the operator of a part.
func pairings(e *pricer, parts int, part func(k int) operator) (list []operator, err error) {
	for a := range parts {
		for b := a + 1; b < parts; b++ {
			p, err := newPairing(e, part(a), part(b), int32(len(list)))
			if err != nil {
				return nil, err
			}
			list = append(list, p)
		}
	}
	return list, nil
}

func newPairing(e *pricer, first, second operator, number int32) (*pairing, error) {
	p := &pairing{pricer: e, first: first, second: second, at: -1, asked: -1}
	if most := max(p.first.Size(), p.second.Size()); most > mostPaired {
		return nil, fmt.Errorf("multiwalk: neighbourhood pair is of up to %d moves in a part, and one has %d: name others", mostPaired, most)
	}
	a := first.member()
	p.Member = Member{Op: OpPair, At: a.At, N: a.N, Length: number, Pair: [2]Half{halfOf(first), halfOf(second)}}
	if p.own, _ = first.(*own); p.ofSwaps() {
		p.eval, _ = e.by.(multiwalk.SwapPairEvaluator)
	}
	return p, nil
}

// ofSwaps tells whether the moves are swaps of orders.
func (p *pairing) ofSwaps() bool {
	a, b := p.first.member(), p.second.member()
	return a.Op == OpSwap && b.Op == OpSwap && a.Values == 0 && b.Values == 0
}

// pairedOp is the kind of move that a part of a kind has in a pair.
func pairedOp(kind multiwalk.Kind) Op {
	switch kind {
	case multiwalk.KindBinary:
		return OpFlip
	case multiwalk.KindIntegers:
		return OpChange
	}
	return OpSwap
}

func (p *pairing) followed() bool { return p.first.followed() && p.second.followed() }
func (p *pairing) Incremental() bool {
	return p.eval != nil || p.first.Incremental() && p.second.Incremental()
}
func (p *pairing) Size() int64 { return p.first.Size() * p.second.Size() }

func (p *pairing) Move(k int64) Move {
	each := p.second.Size()
	return p.paired(int32(k/each), int32(k%each))
}

func (p *pairing) Index(m Move) int64 { return int64(m.I)*p.second.Size() + int64(m.J) }

func (p *pairing) Random(r *multiwalk.Rand) Move {
	if p.own != nil {
		return p.paired(int32(r.Uint32N(uint32(p.first.Size()))), int32(r.Uint32N(uint32(p.second.Size()))))
	}
	a, b := p.first.Index(p.first.Random(r)), p.second.Index(p.second.Random(r))
	return p.paired(int32(a), int32(b))
}

// both returns the two moves.
func (p *pairing) both(m Move) (a, b Move) {
	return p.first.Move(int64(m.I)), p.second.Move(int64(m.J))
}

// Do makes both moves, and undo takes them back; what follows the solution is not told, but for the problem's own moves.
func (p *pairing) Do(x []int32, m Move) {
	a, b := p.both(m)
	if p.own != nil {
		p.came = append(p.came[:0], x...)
		p.own.Do(x, a)
		p.own.Do(x, b)
		return
	}
	p.first.member().Do(x, a)
	p.second.member().Do(x, b)
}

// Own moves can be undone only right after they were made.
func (p *pairing) undo(x []int32, m Move) {
	if p.own != nil {
		copy(x, p.came)
		p.own.Reset(x)
		return
	}
	a, b := p.both(m)
	p.second.member().Undo(x, b)
	p.first.member().Undo(x, a)
}

func (p *pairing) Reset(x []int32) {
	p.pricer.Reset(x)
	if p.own != nil {
		p.own.Reset(x)
	}
}

func (p *pairing) Apply(x []int32, m Move) {
	known := m == p.last && slices.Equal(p.scratch, x)
	cost := p.lastCost
	if p.own != nil {
		p.Do(x, m)
		p.led(x)
	} else {
		a, b := p.both(m)
		p.first.Apply(x, a)
		p.second.Apply(x, b)
	}
	if known {
		p.know(x, cost)
	}
}

func (p *pairing) Undo(x []int32, m Move) {
	if p.own != nil {
		p.undo(x, m)
		p.led(x)
		return
	}
	a, b := p.both(m)
	p.second.Undo(x, b)
	p.first.Undo(x, a)
}

// led says that own moves led to x.
func (p *pairing) led(x []int32) {
	if p.current = false; p.state.placed {
		p.state.reset(x)
	}
}

// Delta implements Neighbourhood. To who looks at one pair after the other it answers from rows.
func (p *pairing) Delta(x []int32, m Move) int64 {
	if p.own != nil && !p.own.follows {
		p.own.Reset(x)
	}
	if !p.Incremental() {
		return p.fullDelta(paired{p}, x, m)
	}
	p.state.check(x)
	p.delta++
	if now := p.state.placed && p.step == p.state.step; !now || p.asked != m.I && p.at != m.I {
		p.asked, p.at, p.step = m.I, -1, p.state.step
		return p.price(x, m)
	}
	narrow, wide := p.Row(x, m.I)
	if narrow != nil {
		return int64(narrow[m.J])
	}
	return wide[m.J]
}

// price prices one pair.
func (p *pairing) price(x []int32, m Move) (sum int64) {
	a, b := p.both(m)
	switch s := p.follows(); {
	case s != nil:
		return s.SwapPairDelta(a.I, a.J, b.I, b.J)
	case p.eval != nil:
		return p.eval.SwapPairDelta(x, a.I, a.J, b.I, b.J)
	}
	p.behind(x, a, func(y []int32, delta int64) { sum = delta + p.deltaOf(p.second, y, b) })
	return sum
}

// follows returns the walk's state, if it prices pairs at once.
func (p *pairing) follows() state.SwapPairsFollower {
	if p.state.swapPairs == nil || !p.ofSwaps() {
		return nil
	}
	return p.state.swapPairs
}

// behind calls f where a first move leads, with its delta. A state goes there too, and comes back. Nothing is counted or learnt.
func (p *pairing) behind(x []int32, a Move, f func(y []int32, delta int64)) {
	counted, step := p.pricer.delta, p.state.step
	delta := p.deltaOf(p.first, x, a)
	p.copied = append(p.copied[:0], x...)
	if p.own != nil {
		p.own.Do(p.copied, a)
		f(p.copied, delta)
		p.own.Reset(x)
	} else {
		p.first.Apply(p.copied, a)
		f(p.copied, delta)
		p.first.Undo(p.copied, a)
	}
	p.pricer.delta, p.state.step = counted, step
}

// deltaOf prices one of the moves. Kinds of own moves learn nothing of it.
func (p *pairing) deltaOf(o operator, x []int32, m Move) int64 {
	if p.own != nil {
		return p.own.eval.Delta(x, Theirs(m))
	}
	return o.Delta(x, m)
}

// Firsts is how many first moves there are.
func (p *pairing) Firsts() int32 { return int32(p.first.Size()) }

func (p *pairing) Row(x []int32, first int32) (narrow []int32, wide []int64) {
	if p.at == first && p.step == p.state.step {
		return p.narrow, p.wide
	}
	a, b := p.first.Move(int64(first)), p.second.member()
	if s := p.follows(); s != nil && p.plain() {
		p.narrow, p.wide = s.SwapPairRow(a.I, a.J, b.At, b.N)
	} else {
		p.narrow, p.wide = nil, p.priceRow(x, first, a)
	}
	p.asked, p.at, p.step = first, first, p.state.step
	return p.narrow, p.wide
}

func (p *pairing) priceRow(x []int32, first int32, a Move) []int64 {
	size := p.second.Size()
	row := slices.Grow(p.list[:0], int(size))
	if p.follows() != nil || p.eval != nil {
		for k := range size {
			row = append(row, p.price(x, p.paired(first, int32(k))))
		}
	} else {
		p.behind(x, a, func(y []int32, delta int64) {
			for k := range size {
				row = append(row, delta+p.deltaOf(p.second, y, p.second.Move(k)))
			}
		})
	}
	p.list = row
	return row
}

// Rower prices pairs of moves in rows, for searches that look at all pairs of a walk's solution: all with the same first move at once.
type Rower interface {
	// Firsts is how many first moves there are: those with a number below.
	Firsts() int32
	// Row returns the deltas of a first move with all second moves at x, the solution that Reset, Apply and Undo have led to, in narrow
	// or in wide. Both are read-only, and valid until the next call. It counts no evaluation.
	Row(x []int32, first int32) (narrow []int32, wide []int64)
}

// RowsOf returns what prices the moves of a member of Kinds(n) in rows, or nil: they are no pairs, or have no deltas.
func RowsOf(n Neighbourhood, member int) Rower {
	if _, weighed := n.(*Weighed); weighed {
		return nil
	}
	ops, _, _ := composed(n)
	if p, ok := ops[member].(*pairing); ok && p.Incremental() {
		return p
	}
	return nil
}

// paired makes the pair for a full evaluation.
type paired struct{ *pairing }

func (p paired) Undo(x []int32, m Move) { p.undo(x, m) }
