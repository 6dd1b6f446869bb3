package record

import (
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
)

// snapshots are a run's incumbents, no two of them closer than a gap.
type snapshots struct {
	gap     time.Duration
	told    time.Duration // when the last one was
	pending *Snapshot     // not told yet
	any     bool          // an incumbent has come
	cost    int64         // of the last one
}

func newSnapshots(gap time.Duration) snapshots { return snapshots{gap: gap, told: -gap} }

// observe returns the newest incumbent if it has not been told and the time has come, and nil otherwise. Events of every kind tell of
// incumbents, because the solutions that walks begin with have no event of their own. The solution is the run's own where it is told at
// once: who keeps it makes a copy.
func (s *snapshots) observe(e multiwalk.Event) *Snapshot {
	wait := e.Elapsed-s.told < s.gap
	if e.Best != nil && (!s.any || e.Cost < s.cost) {
		s.any, s.cost = true, e.Cost
		s.pending = &Snapshot{Cost: e.Cost, Walk: e.Walk, Round: e.Round, Counters: e.Counters, Elapsed: seconds(e.Elapsed), Solution: e.Best}
		if wait {
			s.pending.Solution = slices.Clone(e.Best)
		}
	}
	if wait || s.pending == nil {
		return nil
	}
	due := s.pending
	s.pending, s.told = nil, e.Elapsed
	return due
}
