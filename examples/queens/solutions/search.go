package solutions

import (
	"math/bits"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
)

const (
	// group is how many rows a column looks at in one go: which of them suits is then a number and no branch, which
	// nobody could predict.
	group = 4
	// tries is how many rows a column looks at before it takes one that is attacked; see nqueens.Instance.Construct.
	tries = 64
	// mostForced is how many attacked queens a start may have: with f of them no diagonal holds more than f+1, and
	// since repairs never raise the cost, 8 bits count that. Starts have half a dozen at any N.
	mostForced = 200
	// poll is how many columns are placed between two looks at the order to stop.
	poll = 1 << 12
)

// searcher makes one solution after the other on a core: a start at random with few collisions, as in QS4 of Sosic and
// Gu ("Efficient local search with conflict minimization: a case study of the n-queens problem", 1994), then exchanges
// of rows that lessen them.
//
// It is a loop of its own, and no walk of single.MinConflict on nqueens.Instance, since at N = 1000 a solution takes
// less than twenty microseconds: preparing a search, a state and a round takes longer, and a construction that
// allocates its sets, to be counted once more by the state, as long. Here all memory is kept, and counters that the
// start fills serve the repair.
type searcher struct {
	n                 int
	x                 []int32 // a permutation; the rows not taken yet are those behind the columns that have their queen
	sums, differences []uint8 // queens by column + row, and by column - row + n
	random            *multiwalk.Rand
	attacked          []int32 // each pair that attacks each other has a column in it
	halt              *atomic.Bool
}

func newSearcher(n int, halt *atomic.Bool) *searcher {
	return &searcher{n: n, x: make([]int32, n), sums: make([]uint8, 2*n), differences: make([]uint8, 2*n), halt: halt}
}

// begin starts the stream of a walk, whose solutions are a function of seed and walk: the first pool of rows is always
// the same, and later ones are the solutions before.
func (s *searcher) begin(seed uint64, walk int) {
	s.random = multiwalk.NewRand(seed, walk)
	// Rows a golden section apart, so that those that a column tries one after the other are not near each other.
	step := int(float64(s.n) * 0.618)
	for step = max(step, 1); divisor(step, s.n) != 1; step++ {
	}
	v := 0
	for i := range s.x {
		s.x[i] = int32(v)
		if v += step; v >= s.n {
			v -= s.n
		}
	}
}

// divisor returns the greatest common one.
func divisor(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// next makes x a solution, and reports false if it was told to stop before.
func (s *searcher) next() bool {
	for !s.halt.Load() {
		if s.place() && s.repair() {
			return true
		}
	}
	return false
}

// place gives each column in turn a row that suits, the first from a random one on of those that are left; about three
// are looked at. It reports false if there are too many columns that none suits, or if it was told to stop.
func (s *searcher) place() bool {
	clear(s.sums)
	clear(s.differences)
	s.attacked = s.attacked[:0]
	most := max(0, s.n-2*group)
	for i := 0; i < most; i += poll {
		if s.halt.Load() {
			return false
		}
		s.placeByGroups(i, min(i+poll, most))
	}
	s.placeByOnes(most)
	for _, c := range s.attacked {
		s.put(c, s.x[c], 1)
	}
	return len(s.attacked) <= mostForced
}

// placeByGroups places columns from up to until, before the last two groups. Where a queen is attacked its diagonals
// are left alone, so that counts are 0 and 1.
func (s *searcher) placeByGroups(from, until int) {
	n, x := s.n, s.x
	sums, differences := s.sums[:2*n], s.differences[:2*n]
	word := uint32(0)
	for i := from; i < until; i++ {
		if word <<= 16; i&1 == 0 { // 16 bits say well enough where to begin to look
			word = s.random.Uint32()
		}
		j := i + int(uint64(word)*uint64(n-group+1-i)>>32)
		left := tries / group
		for {
			c := x[j : j+group : j+group]
			a, b, d, e := int(c[0]), int(c[1]), int(c[2]), int(c[3])
			taken := (sums[i+a] | differences[i-a+n]) | (sums[i+b]|differences[i-b+n])<<1 |
				(sums[i+d]|differences[i-d+n])<<2 | (sums[i+e]|differences[i-e+n])<<3
			if taken != 1<<group-1 {
				j += bits.TrailingZeros8(^taken)
				break
			}
			if left--; left == 0 {
				s.attacked = append(s.attacked, int32(i))
				break
			}
			if j += group; j > n-group {
				j = i
			}
		}
		v := x[j]
		x[i], x[j] = v, x[i]
		if left > 0 {
			sums[i+int(v)] = 1
			differences[i-int(v)+n] = 1
		}
	}
}

// placeByOnes places the columns from one on, each after a look at all rows that are left.
func (s *searcher) placeByOnes(from int) {
	for i := from; i < s.n; i++ {
		rows := s.x[i:]
		j := int(uint64(s.random.Uint32()) * uint64(len(rows)) >> 32)
		left := len(rows)
		for ; left > 0 && s.on(int32(i), rows[j]) > 0; left-- {
			if j++; j == len(rows) {
				j = 0
			}
		}
		rows[0], rows[j] = rows[j], rows[0]
		if left == 0 {
			s.attacked = append(s.attacked, int32(i))
		} else {
			s.put(int32(i), rows[0], 1)
		}
	}
}

// repair exchanges the rows of attacked columns with those of random ones until no queen is attacked. It gives up after
// some tries, which hardly happens but on small boards, or if it was told to stop.
func (s *searcher) repair() bool {
	// A start is cheap on a small board. Of several bounds tried for N from 13 to 1000, this one took the least time.
	budget := s.n * min(max(s.n/4, 4), 16)
	for len(s.attacked) > 0 {
		last := len(s.attacked) - 1
		c := s.attacked[last]
		mine := s.on(c, s.x[c]) - 2
		if mine == 0 {
			s.attacked = s.attacked[:last]
			continue
		}
		j, used := s.partner(c, mine, budget)
		if budget -= used; j < 0 || s.halt.Load() {
			return false
		}
		s.swap(c, j)
		s.attacked = append(s.attacked, j)
	}
	return true
}

// partner returns a column that c can exchange rows with, so that fewer pairs attack each other, or if there is none then no
// more; -1 if it found neither within most tries. mine is the number of queens that attack c's. It also returns the number of
// tries. They go through the columns from a random one on, twice at most.
func (s *searcher) partner(c int32, mine, most int) (j int32, used int) {
	j = int32(uint64(s.random.Uint32()) * uint64(s.n) >> 32)
	// Where as many attack the queen at its new place, there is no need to look at the other places: an exchange gains
	// more there only if its partner is attacked too, and few are.
	limit, again := mine-1, false
	for most = min(most, 2*s.n); used < most; {
		if j++; int(j) == s.n {
			j = 0
		}
		if used++; used > s.n {
			limit, again = mine, true
		}
		if s.on(c, s.x[j]) > limit || j == c {
			continue
		}
		if d := s.delta(c, j); d < 0 || d == 0 && again {
			return j, used
		}
	}
	return -1, used
}

// delta returns by how many pairs more attack each other once the rows of two columns are exchanged.
//
// The new places share a column with one of the two queens and a row with the other, hence a diagonal with neither: the
// counts there are those of other queens. If the two attack each other, that is counted twice in what was, and they
// will again.
func (s *searcher) delta(i, j int32) int {
	v, w := s.x[i], s.x[j]
	delta := s.on(i, w) + s.on(j, v) - s.on(i, v) - s.on(j, w) + 4
	if d := i - j; d == v-w || d == w-v {
		delta += 2
	}
	return delta
}

// on returns the sum of the counts of the two diagonals through a place.
func (s *searcher) on(i, v int32) int {
	return int(s.sums[i+v]) + int(s.differences[int(i-v)+s.n])
}

// swap exchanges the rows of two columns.
func (s *searcher) swap(i, j int32) {
	v, w := s.x[i], s.x[j]
	s.put(i, v, 0xFF)
	s.put(j, w, 0xFF)
	s.put(i, w, 1)
	s.put(j, v, 1)
	s.x[i], s.x[j] = w, v
}

// put adds to the counts of the diagonals through a place, modulo 256.
func (s *searcher) put(i, v int32, by uint8) {
	s.sums[i+v] += by
	s.differences[int(i-v)+s.n] += by
}
