package clauses

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
	"github.com/multiwalk/multiwalk/neighbourhood"
)

// Where clauses have two or three literals, a search needs no counts: the others of a clause tell whether a literal is the only one that
// can make it true. Such a search is its bits, and their complements, which are the values of the contrary literals; so shared memory
// has room for more of them, and a flip changes no more than a bit, its complement, and the list.

// OthersBits is the greatest number of bits of such a search.
const OthersBits = 1 << 15

// Others returns, for each place of c.In, the other literals of the clause there, as other writes them, in the lower and the upper half
// of a number: twice the same where there is but one. ok is false where there are too many bits, or a clause has neither two nor three
// literals, or a bit twice.
func Others(c *neighbourhood.Clauses) (others []int32, ok bool) {
	if c.N > OthersBits {
		return nil, false
	}
	size := uint32(c.N+31) / 32
	others = make([]int32, len(c.In))
	for l := range 2 * c.N {
		for k := c.At[l]; k < c.At[l+1]; k++ {
			code, n := uint32(0), 0
			for _, o := range c.Of(c.In[k]) {
				if o>>1 != l>>1 {
					code = code<<16 | other(o, size)
					n++
				}
			}
			if n != len(c.Of(c.In[k]))-1 || n < 1 || n > 2 {
				return nil, false
			}
			others[k] = int32(code<<(16*uint32(2-n)) | code)
		}
	}
	return others, true
}

// other is a literal of a search of size words and as many of complements: from bit 5 on the word that has its value, and how far to
// the left that word must be turned for the value to be in bit 0.
func other(l int32, size uint32) uint32 {
	return (uint32(l)>>6+uint32(l)&1*size)<<5 | -(uint32(l)>>1)&31
}

// The parts of a number of Others.
const (
	otherWord = 1<<16 - 1<<5
	otherNext = 16
)

// value is, in bit 0, that of a literal, by its word.
func value(word, other uint32) uint32 { return bits.RotateLeft32(word, int(other&31)) }

// alone is 1 if the other literals of the clause at a place of in are false.
func (w *focuser) alone(k int32) uint32 {
	o := w.others[k]
	next := o >> otherNext
	return (value(w.own[int32(o&otherWord)|w.id], o)|value(w.own[int32(next&otherWord)|w.id], next))&1 ^ 1
}

// lone is which of the clauses at some places of in, up to 32, have no other true literal: the first is bit 0.
func (w *focuser) lone(from, end int32) (set uint32) {
	for k := end - 1; k >= from; k-- {
		set = set<<1 | w.alone(k)
	}
	return set
}

// onlyOne is alone for a warp's search.
func (w *focusWarp) onlyOne(k int32) bool {
	o := uint32(w.others[k])
	next := o >> otherNext
	return (value(w.bits[o&otherWord>>5], o)|value(w.bits[next>>5], next))&1 == 0
}

// chooseThree is choose for two or three literals: eight lanes look at each, and then all draw.
func (w *focusWarp) chooseThree(from, n int32, random uint32) int32 {
	const lanes = 8
	i, end := int32(0), int32(0)
	if k := w.id / lanes; k < n {
		l := w.literals[from+k] ^ 1
		i, end = w.at[l]+w.id&(lanes-1), w.at[l+1]
	}
	own, breaks := uint32(1<<lanes-1)<<uint32(w.id&^(lanes-1)), int32(0)
	for w.t.Any(i < end) {
		breaks += int32(bits.OnesCount32(w.t.Ballot(i < end && w.onlyOne(i)) & own))
		i += lanes
	}
	odds := uint32(0)
	if w.id < n*lanes {
		odds = w.chances[min(breaks, int32(len(w.chances)-1))]
	}
	first, second := lane.Shuffle(w.t, odds, 0), lane.Shuffle(w.t, odds, lanes)
	sum := first + second + lane.Shuffle(w.t, odds, 2*lanes)
	switch at := uint32(uint64(random) * uint64(sum) >> 32); {
	case at < first:
		return 0
	case at < first+second:
		return 1
	}
	return 2
}
