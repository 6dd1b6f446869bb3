package papers

import (
	"errors"
	"fmt"
	"time"
)

// SearchesHead is the first line of a journal of trials that have several searches each: all that a trial depends on, but for what its own
// line says.
type SearchesHead struct {
	Seed     uint64 `json:"seed"`
	Searches int    `json:"searches"`
	Limit    string `json:"limit"`
	Machine
}

// CheckSearches refuses labs without instances, and numbers of runs, of searches of a run and of cores that cannot be.
func (s *Setup[S]) CheckSearches(instances, runs, searches int, limit time.Duration) error {
	switch {
	case instances == 0:
		return errors.New("multiwalk: no instances to run; give some")
	case min(runs, s.Cores, s.Jobs) < 1 || limit < 0 || searches < 0:
		return fmt.Errorf("multiwalk: runs %d, searches %d, cores %d, jobs %d and limit %v must be above 0; leave them out for the defaults",
			runs, searches, s.Cores, s.Jobs, limit)
	}
	return nil
}
