package evaluation

import "github.com/multiwalk/multiwalk/kernel/lane"

// Bands says how Linear divides the lines of a board into bands. A block counts a band. Diagonals of constant sum
// come first, from 0 on, then those of constant difference, from 2N on, and the rows from 4N on.
type Bands struct {
	N, Candidates int32
	Lines         int32 // 4N for permutations, whose rows hold one queen each, else 5N
	Width         int32 // lines of a band, a multiple of 16
}

// bands is the number of bands of a candidate.
func (b Bands) bands() int32 { return (b.Lines + b.Width - 1) / b.Width }

// Linear counts queens by line, as nqueens.Linear does: c queens on a line make c(c-1)/2 pairs, added up as 0 + 1 + ... +
// c-1 while they are counted, for an atomic addition returns the count before. A block counts a band of the lines of one
// candidate in shared memory, of all queens those that are on it. A byte a line is nearly always enough; where it is not,
// the block counts its band again with 32 bits a line, in four parts.
//
// A block may have 1024 threads; then a multiprocessor has 64 registers for each.
//
//lane:registers 64
func Linear(t lane.Thread, b Bands, x []int32, conflicts []int64) {
	words := lane.SharedAt[uint32](t, 0, b.Width/4)
	bands := b.bands()
	for k := t.BlockID(); k < b.Candidates*bands; k += t.GridDim() {
		c := k / bands
		lo := k % bands * b.Width
		hi := min(lo+b.Width, b.Lines)
		q := x[c*b.N : c*b.N+b.N]
		count := lane.BlockAdd(t, countBand[bytes](t, q, words, lo, hi))
		if count >= overflow { // the same for all threads
			count = 0
			for part := lo; part < hi; part += b.Width / 4 {
				count += countBand[whole](t, q, words, part, min(part+b.Width/4, hi))
			}
			count = lane.BlockAdd(t, count)
		}
		if t.ThreadID() == 0 && count != 0 {
			lane.AtomicAdd(t, &conflicts[c], count)
		}
	}
}

// overflow is what a thread adds to its count that has found a counter full; all counts together are far less.
const overflow = 1 << 50

// counters are counters in words of shared memory.
type counters interface {
	// add counts a queen on a line and returns how many were there before, and whether that may not be true.
	add(t lane.Thread, words []uint32, line int32) (before uint32, full bool)
}

// bytes are four counters a word. The first of them that passes its half is told of, before it could pass into the next.
type bytes struct{}

func (bytes) add(t lane.Thread, words []uint32, line int32) (uint32, bool) {
	shift := uint32(line&3) * 8
	before := lane.AtomicAdd(t, &words[line>>2], 1<<shift) >> shift & 255
	return before, before >= 128
}

// whole is a counter a word.
type whole struct{}

func (whole) add(t lane.Thread, words []uint32, line int32) (uint32, bool) {
	return lane.AtomicAdd(t, &words[line], 1), false
}

// countBand returns a thread's part of the pairs on the lines from lo up to hi. All threads of the block must call it.
func countBand[C counters](t lane.Thread, q []int32, words []uint32, lo, hi int32) (count int64) {
	t.Sync() // all are done with the counters of the band before
	for w := t.ThreadID(); w < int32(len(words)); w += t.BlockDim() {
		words[w] = 0
	}
	t.Sync()
	n := int32(len(q))
	count += countKind[C](t, q, words, lo, max(lo, 0), min(hi, 2*n), 0, 1, 1)
	count += countKind[C](t, q, words, lo, max(lo, 2*n), min(hi, 4*n), 3*n, -1, 1)
	count += countKind[C](t, q, words, lo, max(lo, 4*n), min(hi, 5*n), 4*n, 0, 1)
	return count
}

// countKind counts the queens whose line, offset + step*column + slope*row, is in [from, to); line lo has the first
// counter.
func countKind[C counters](t lane.Thread, q []int32, words []uint32, lo, from, to, offset, step, slope int32) (count int64) {
	if from >= to {
		return 0
	}
	var c C
	sum, full := uint32(0), false
	n := int32(len(q))
	for first := t.ThreadID(); first < n; first += ahead * t.BlockDim() {
		var rows [ahead]int32
		for u := range int32(ahead) {
			rows[u] = q[min(first+u*t.BlockDim(), n-1)]
		}
		for u := range int32(ahead) {
			i := first + u*t.BlockDim()
			line := offset + step*i + slope*rows[u]
			if i >= n || uint32(line-from) >= uint32(to-from) {
				continue
			}
			before, over := c.add(t, words, line-lo)
			full = full || over
			sum += before
		}
		if sum >= 1<<29 { // it holds the counts of ahead queens more, each below 2^28
			count += int64(sum)
			sum = 0
		}
	}
	if full {
		count += overflow
	}
	return count + int64(sum)
}

// ahead is how many queens a thread reads at once: none of the reads waits for another.
const ahead = 4
