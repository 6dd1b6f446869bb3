package rng

//go:generate go run -C ../../tools/simd ./stream -out ../../internal/rng/zstream_amd64.s -stubs ../../internal/rng/zstream_amd64.go -pkg rng

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/checkpoint"
)

// bufferBlocks is how many Philox blocks a Stream makes at once: they do not depend on each other, so they are made in vectors of
// eight where the processor has AVX2, and elsewhere it overlaps their latencies. The words are the same.
const bufferBlocks = 16

// words is the size of the buffer, a power of two.
const words = 4 * bufferBlocks

// Stream reads the numbers of one walk in order: step after step of lane 0, four words a step. The zero value is the
// stream of seed 0 and walk 0. A Stream is not safe for concurrent use.
type Stream struct {
	seed uint64
	step uint64 // of the next block to generate
	walk uint32
	left uint32 // unread words at the end of buf
	buf  [words]uint32
}

// New returns the stream of a walk.
func New(seed uint64, walk uint32) *Stream { return &Stream{seed: seed, walk: walk} }

// Drawn returns how many words of 32 bits were read so far: a stream of the same seed and walk that skips this number
// goes on where this one is.
func (s *Stream) Drawn() uint64 { return 4*s.step - uint64(s.left) }

func (s *Stream) Save(a *checkpoint.Archive) {
	drawn := s.Drawn()
	a.Fields("random", &s.seed, &s.walk, &drawn)
	if a.Reading() {
		s.Skip(drawn)
	}
}

// Skip goes on behind the given number of words from the first one on: see Drawn.
func (s *Stream) Skip(drawn uint64) {
	s.step, s.left = drawn/words*bufferBlocks, 0
	if unread := words - uint32(drawn%words); unread < words {
		s.generate(bufferBlocks)
		s.left = unread
	}
}

// Uint32 returns 32 random bits. It is written to be inlined.
func (s *Stream) Uint32() uint32 {
	if s.left == 0 {
		s.fill()
	}
	s.left--
	return s.buf[words-1-s.left]
}

// fill makes as many blocks as were made before and one more, up to the whole buffer: a stream of a few numbers, as moves that
// are seeds have, makes few.
func (s *Stream) fill() { s.generate(min(bufferBlocks, s.step+1)) }

// generate makes the next blocks, at the end of the buffer.
func (s *Stream) generate(count uint64) {
	blocks(s.buf[4*(bufferBlocks-count):], s.seed, s.walk, s.step)
	s.step += count
	s.left = 4 * uint32(count)
}

// blocksPortable makes blocks of lane 0 from a step on, one after the other.
func blocksPortable(to []uint32, seed uint64, walk uint32, step uint64) {
	key := [2]uint32{uint32(seed), uint32(seed >> 32)}
	for ; len(to) > 0; to = to[4:] {
		w := Philox([4]uint32{uint32(step), uint32(step >> 32), 0, walk}, key)
		copy(to, w[:])
		step++
	}
}

// Uint64 returns 64 random bits.
func (s *Stream) Uint64() uint64 {
	lo := s.Uint32()
	return uint64(s.Uint32())<<32 | uint64(lo)
}

// IntN returns a uniform number in [0, n). It panics unless 0 < n <= 1<<32.
func (s *Stream) IntN(n int) int {
	if n <= 0 || int64(n) > 1<<32 {
		panic("rng: IntN needs 0 < n <= 1<<32")
	}
	if int64(n) == 1<<32 {
		return int(s.Uint32())
	}
	return int(s.Uint32N(uint32(n)))
}

// Uint32N returns a uniform number in [0, n), exactly: Lemire, "Fast random integer generation in an interval" (2019).
// It panics if n is 0.
func (s *Stream) Uint32N(n uint32) uint32 {
	hi, lo := bits.Mul32(s.Uint32(), n)
	if lo < n {
		for floor := -n % n; lo < floor; {
			hi, lo = bits.Mul32(s.Uint32(), n)
		}
	}
	return hi
}

// Float64 returns a uniform number in [0, 1), a multiple of 2^-53.
func (s *Stream) Float64() float64 { return float64(s.Uint64()>>11) * 0x1p-53 }

// Shuffle puts x into a uniformly random order (Fisher and Yates).
func (s *Stream) Shuffle(x []int32) {
	for i := len(x) - 1; i > 0; i-- {
		j := s.IntN(i + 1)
		x[i], x[j] = x[j], x[i]
	}
}
