package neighbourhood

import (
	"fmt"
	"math"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// pairing makes a pair of moves at once, one in a part of a product and one in a later part: of two permutations a swap in each,
// which is the neighbourhood of Luong, Loukil, Melab and Talbi for the quadratic three-dimensional assignment problem. Where both
// have few moves, it leads to what neither of them comes by alone.
//
// Of a permutation or a tour the moves are its swaps, of bits flips, of integers changes. Move a of the first and b of the second
// are number a*(moves of the second) + b, and the fields I and J of a Move are a and b. Its K is the number of the two parts
// among all pairs of parts.
type pairing struct {
	*pricer
	Member
	first, second operator
	copied        []int32 // scratch: the solution where the first move leads
}

// mostPaired bounds the moves of a part, so that a Move has room for their numbers and 63 bits number all pairs.
const mostPaired = math.MaxInt32

// pairings returns the pairs of moves of all pairs of parts. part makes the operator of a part.
func pairings(e *pricer, parts int, part func(k int) operator) (list []operator, err error) {
	for a := range parts {
		for b := a + 1; b < parts; b++ {
			p := &pairing{pricer: e, first: part(a), second: part(b)}
			if most := max(p.first.Size(), p.second.Size()); most > mostPaired {
				return nil, fmt.Errorf("multiwalk: neighbourhood pair is of up to %d moves in a part, and parts %d and %d have up to %d: "+
					"name others", mostPaired, a, b, most)
			}
			p.Member = Member{Op: OpPair, At: p.first.member().At, N: p.first.member().N, Length: int32(len(list))}
			list = append(list, p)
		}
	}
	return list, nil
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

func (p *pairing) followed() bool    { return p.first.followed() && p.second.followed() }
func (p *pairing) Incremental() bool { return p.first.Incremental() && p.second.Incremental() }
func (p *pairing) Size() int64       { return p.first.Size() * p.second.Size() }

func (p *pairing) Move(k int64) Move {
	each := p.second.Size()
	return Move{Op: OpPair, I: int32(k / each), J: int32(k % each), K: p.Length}
}

func (p *pairing) Index(m Move) int64 { return int64(m.I)*p.second.Size() + int64(m.J) }

func (p *pairing) Random(r *multiwalk.Rand) Move {
	a, b := p.first.Index(p.first.Random(r)), p.second.Index(p.second.Random(r))
	return Move{Op: OpPair, I: int32(a), J: int32(b), K: p.Length}
}

// both returns the two moves.
func (p *pairing) both(m Move) (a, b Move) {
	return p.first.Move(int64(m.I)), p.second.Move(int64(m.J))
}

// Do makes both moves, and Undo takes them back; what follows the solution is not told.
func (p *pairing) Do(x []int32, m Move) {
	a, b := p.both(m)
	p.first.member().Do(x, a)
	p.second.member().Do(x, b)
}

func (p *pairing) undo(x []int32, m Move) {
	a, b := p.both(m)
	p.second.member().Undo(x, b)
	p.first.member().Undo(x, a)
}

// Apply implements Neighbourhood.
func (p *pairing) Apply(x []int32, m Move) {
	known := m == p.last && slices.Equal(p.scratch, x)
	cost := p.lastCost
	a, b := p.both(m)
	p.first.Apply(x, a)
	p.second.Apply(x, b)
	if known {
		p.know(x, cost)
	}
}

// Undo implements Neighbourhood.
func (p *pairing) Undo(x []int32, m Move) {
	a, b := p.both(m)
	p.second.Undo(x, b)
	p.first.Undo(x, a)
}

// Delta prices the first move, makes it on a copy of the solution, and prices the second move there. A state goes there too,
// and comes back. Unless deltas price both moves, Delta evaluates in full.
func (p *pairing) Delta(x []int32, m Move) int64 {
	if !p.Incremental() {
		return p.fullDelta(paired{p}, x, m)
	}
	a, b := p.both(m)
	before := p.delta
	sum := p.first.Delta(x, a)
	p.copied = append(p.copied[:0], x...)
	p.first.Apply(p.copied, a)
	sum += p.second.Delta(p.copied, b)
	p.first.Undo(p.copied, a)
	p.delta = before + 1
	return sum
}

// paired makes the pair for a full evaluation.
type paired struct{ *pairing }

func (p paired) Undo(x []int32, m Move) { p.undo(x, m) }
