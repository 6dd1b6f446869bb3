package nqueens

import "encoding/binary"

// tally counts queens by line. Hardly ever are there 255 on one, so a byte a line is enough, which keeps the counters of
// a million queens in a processor's cache; what a byte does not hold goes into a map.
type tally struct {
	count []uint8
	over  map[int]int64 // above full, by line; lines whose count is full only
}

// full is the greatest count that needs no map.
const full = 255

func newTally(lines int) tally { return tally{count: make([]uint8, lines)} }

// tallyOf counts one queen on each line of a set.
func tallyOf(lines int, taken bitset) tally {
	count := make([]uint8, 64*len(taken))
	for k, w := range taken {
		eight := count[64*k:][:64]
		for i := 0; i < 64; i += 8 {
			binary.LittleEndian.PutUint64(eight[i:], bytesOf[uint8(w>>i)])
		}
	}
	return tally{count: count[:lines]}
}

// bytesOf spreads eight bits to eight bytes.
var bytesOf = func() (list [256]uint64) {
	for b := range list {
		for i := range 8 {
			list[b] |= uint64(b>>i&1) << (8 * i)
		}
	}
	return list
}()

// at returns the number of queens on a line.
func (t *tally) at(line int) int64 {
	if c := t.count[line]; c != full {
		return int64(c)
	}
	return t.beyond(line)
}

func (t *tally) beyond(line int) int64 { return full + t.over[line] }

// put adds a queen and returns how many were there before, which is how many pairs it adds.
func (t *tally) put(line int) int64 {
	c := t.count[line]
	if c == full {
		return t.overflow(line)
	}
	t.count[line] = c + 1
	return int64(c)
}

func (t *tally) overflow(line int) int64 {
	if t.over == nil {
		t.over = map[int]int64{}
	}
	before := full + t.over[line]
	t.over[line]++
	return before
}

// take removes a queen and returns how many are left, which is how many pairs fewer there are.
func (t *tally) take(line int) int64 {
	if c := t.count[line]; c < full || t.over[line] == 0 {
		t.count[line] = c - 1
		return int64(c) - 1
	}
	t.over[line]--
	return full + t.over[line]
}

func (t *tally) clear() {
	clear(t.count)
	clear(t.over)
}
