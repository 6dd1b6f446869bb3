package tabu

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// stream reads a walk's random words in order: the words of package multiwalk's Rand, for the same seed and walk. Each
// lane of a warp keeps one block of four, so that a warp makes 128 words at once, and a draw is a shuffle.
type stream struct {
	seed       uint64
	walk       uint32
	next       uint64 // word
	a, b, c, d uint32 // the lane's block, of those around next
}

// seek goes to a word.
func (s *stream) seek(t lane.Thread, next uint64) {
	s.next = next
	s.fill(t)
}

func (s *stream) fill(t lane.Thread) {
	words := lane.Random(s.seed, s.walk, s.next>>7<<5+uint64(t.LaneID()), 0)
	s.a, s.b, s.c, s.d = words[0], words[1], words[2], words[3]
}

// word returns the next word, to all lanes.
func (s *stream) word(t lane.Thread) uint32 {
	v := s.ahead(t, 0)
	if s.next++; s.next&127 == 0 {
		s.fill(t)
	}
	return v
}

// ahead returns the word that comes k after the next one, to all lanes, if it is among those that the warp has.
func (s *stream) ahead(t lane.Thread, k int32) uint32 {
	at := int32(s.next) + k
	v, w := s.a, s.c
	if at&1 != 0 {
		v, w = s.b, s.d
	}
	if at&2 != 0 {
		v = w
	}
	return lane.Shuffle(t, v, at>>2&31)
}

// below returns a uniform number below n, to all lanes: what Rand.Uint32N gives.
func (s *stream) below(t lane.Thread, n uint32) uint32 {
	for {
		high, low := bits.Mul32(s.word(t), n)
		if low >= n || low >= -n%n {
			return high
		}
	}
}
