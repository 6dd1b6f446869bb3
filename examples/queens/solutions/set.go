package solutions

import "math/bits"

const (
	shardBits = 8
	// presized is how many fingerprints a set has room for at first at most: 256 MB.
	presized = 1 << 24
)

// set is the fingerprints of all solutions handed out, 8 bytes each in open addressing, between 3/8 and 3/4 full: 11 to
// 21 bytes a solution, whatever N. It decides what is new: of solutions with equal fingerprints only the first is, so
// no solution comes twice. That a new one is taken for another has probability m/2^64 after m solutions; it is lost
// then, and among 10^9 the chance that any is lost is 2.7 %.
//
// It is 256 tables that grow one by one, so that none keeps the stream waiting for long.
type set struct {
	shards [1 << shardBits]shard
	len    int64
}

type shard struct {
	slots []uint64 // 0 is free; a power of two of them
	used  int
}

// newSet returns a set with room for the number of solutions that are expected.
func newSet(expected int64) *set {
	each := int(min(max(expected, 0), presized))>>shardBits + 1
	slots := 1 << bits.Len(uint(max(8, each*4/3)))
	s := &set{}
	for i := range s.shards {
		s.shards[i].slots = make([]uint64, slots)
	}
	return s
}

// add puts a fingerprint in and reports whether it is new.
func (s *set) add(h uint64) bool {
	if h == 0 {
		h = 1
	}
	t := &s.shards[h>>(64-shardBits)]
	if !t.add(h) {
		return false
	}
	s.len++
	if t.used > len(t.slots)/4*3 {
		t.grow()
	}
	return true
}

func (t *shard) add(h uint64) bool {
	mask := uint64(len(t.slots) - 1)
	for at := h & mask; ; at = (at + 1) & mask {
		switch t.slots[at] {
		case 0:
			t.slots[at] = h
			t.used++
			return true
		case h:
			return false
		}
	}
}

func (t *shard) grow() {
	was := t.slots
	t.slots, t.used = make([]uint64, 2*len(was)), 0
	for _, h := range was {
		if h != 0 {
			t.add(h)
		}
	}
}

// bytes returns the memory in use.
func (s *set) bytes() (sum int64) {
	for i := range s.shards {
		sum += 8 * int64(len(s.shards[i].slots))
	}
	return sum
}
