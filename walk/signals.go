package walk

import (
	"math"
	"sync"
	"sync/atomic"
)

// maxBatch is how many rounds walks may work before all wait for each other at a barrier, if they tell each other
// nothing. At a barrier the faster walks idle. On two cores a barrier after every fourth round costs 1 %, after each
// round 5 %.
const maxBatch = 4

// mostBatch is the same for walks that work elsewhere. They go through it in units of remoteUnit rounds, or more where messages are long on
// their way. So a walk that has to wait, as after a node's death, does not have all wait for it so soon.
const mostBatch, remoteUnit = 8 * maxBatch, 2 * maxBatch

// signals tells walks, while they work, when to stop. It never changes what a walk computes before it stops, and every
// walk goes through the same rounds, however far ahead of the others it ran. So runs are repeatable.
type signals struct {
	abort atomic.Bool
	// over is the moment, on the run's clock, at which its time was over; 0: it is not. hurried says that a walk has since then seen
	// progress that went by the clock (see Slice.closing), so the round cannot be repeated.
	over    atomic.Int64
	hurried atomic.Bool
	hits    [mostBatch]atomic.Int64 // for each round, the first moment of it at which a walk met the target: see Slice.moment
	last    atomic.Int64            // the last round that counts
	// machines is how many of a Both have not finished the round.
	machines atomic.Int64
	mu       sync.Mutex
	begun    int // the last round begun by any walk
	ends     bool
}

func newSignals() *signals {
	s := new(signals)
	s.reset(1)
	return s
}

// reset prepares a batch of the given number of rounds, or of one round if the run is about to end.
func (s *signals) reset(rounds int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.hits {
		s.hits[i].Store(math.MaxInt64)
	}
	s.begun = 0
	if s.ends {
		rounds = 1
	}
	s.last.Store(int64(rounds - 1))
}

// begin reports whether a walk may begin a round of the batch.
func (s *signals) begin(round int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if int64(round) > s.last.Load() {
		return false
	}
	s.begun = max(s.begun, round)
	return true
}

// beginSome begins rounds of the batch, at most so many, for a walk whose work is out of sight until they are over. It returns how many.
func (s *signals) beginSome(round, most int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := max(0, min(most, int(s.last.Load())+1-round))
	s.begun = max(s.begun, round+n-1)
	return n
}

// end keeps walks from beginning a round that no walk has begun yet.
func (s *signals) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ends = true
	s.last.Store(min(s.last.Load(), int64(s.begun)))
}

// hit notes that a walk met the target at a moment of a round. Later rounds then do not count, and in this round no walk goes on
// after that moment.
func (s *signals) hit(round int, moment int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hits[round].Store(min(s.hits[round].Load(), moment))
	s.last.Store(min(s.last.Load(), int64(round)))
}

// beyond reports whether what a walk finds at a moment of a round counts no more, because the target was met before.
func (s *signals) beyond(round int, moment int64) bool {
	return int64(round) > s.last.Load() || moment > s.hits[round].Load()
}

// goOn reports whether a walk may do another unit in a round.
func (s *signals) goOn(round int, moment int64) bool {
	return !s.abort.Load() && int64(round) <= s.last.Load() && moment < s.hits[round].Load()
}
