package multiwalk

import (
	"math"
	"sync"
	"sync/atomic"
)

// maxBatch is the most rounds that walks which tell each other nothing go through without waiting for each other. At a
// barrier the faster walks idle; on two cores, one in four rounds costs 1 % instead of 5 %.
const maxBatch = 4

// signals is what walks look at while they work. Reading it cannot change what a walk computes before the place where
// it stops, which is what keeps runs repeatable; and every walk goes through the same rounds, however far ahead of the
// others it ran.
type signals struct {
	abort atomic.Bool
	hits  [maxBatch]atomic.Int64 // the fewest evaluations after which a walk met the target in that round
	last  atomic.Int64           // the last round that counts
	mu    sync.Mutex
	begun int // the last round begun by any walk
	ends  bool
}

func newSignals() *signals {
	s := new(signals)
	s.reset(1)
	return s
}

// reset prepares for a batch of so many rounds, or for one if the run is about to end.
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

// end lets no walk begin a round that no other has begun.
func (s *signals) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ends = true
	s.last.Store(min(s.last.Load(), int64(s.begun)))
}

// hit notes that a walk met the target in a round: later rounds do not count, and in this one what others do after as
// many evaluations.
func (s *signals) hit(round int, evaluations int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hits[round].Store(min(s.hits[round].Load(), evaluations))
	s.last.Store(min(s.last.Load(), int64(round)))
}

// goOn reports whether a walk may do another unit in a round.
func (s *signals) goOn(round int, evaluations int64) bool {
	return !s.abort.Load() && int64(round) <= s.last.Load() && evaluations < s.hits[round].Load()
}
