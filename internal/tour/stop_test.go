package tour

import (
	"errors"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/problem/tsp"
	"github.com/multiwalk/multiwalk/walk"
)

// watched counts the edges that are priced between two questions whether to stop.
type watched struct {
	multiwalk.EdgeCoster
	since, most int
	asked, stop int // the number of questions, and after how many the answer is yes
}

func (w *watched) EdgeCost(i, j int32) int64 {
	w.since++
	w.most = max(w.most, w.since)
	return w.EdgeCoster.EdgeCost(i, j)
}

func (w *watched) aborted() bool {
	w.since = 0
	w.asked++
	return w.asked > w.stop
}

// listed is watched with the lists of the instance.
type listed struct {
	*watched
	lister multiwalk.StoppableLister
}

func (l listed) Neighbours(k int) []int32 { return l.lister.NeighboursUntil(k, nil) }
func (l listed) NeighboursUntil(k int, stop func() bool) []int32 {
	list := l.lister.NeighboursUntil(k, nil) // priced by the instance, out of sight
	if stop() {
		return nil
	}
	return list
}

// Preparing 100,000 cities prices few edges between two questions whether to stop, beside those of one tour, and none after it was
// told to.
func TestPreparing_AsksOftenWhetherToStop(t *testing.T) {
	const n, k = 100_000, 6
	p := tsp.Random(n, 1)
	p.Neighbours(k)
	for name, c := range map[string]struct {
		most int
		try  func(w *watched) error
	}{
		"lists of the problem": {n + pollEvery*k, func(w *watched) error { _, err := NewGraph(listed{w, p}, k, identity(n), w.aborted); return err }},
		"lists of our own":     {n + n, func(w *watched) error { _, err := NewGraph(w, k, identity(n), w.aborted); return err }},
		"the twin":             {n, func(w *watched) error { _, err := Double(w, n, w.aborted); return err }},
	} {
		for _, stop := range []int{0, 1, 3, 20} {
			w := &watched{EdgeCoster: p, stop: stop}
			err := c.try(w)
			if !errors.Is(err, walk.ErrAborted) || w.asked != stop+1 || w.since > 0 {
				t.Errorf("%s, stopped at question %d: %v after %d questions, and then %d edges", name, stop+1, err, w.asked, w.since)
			}
			if w.most > c.most {
				t.Errorf("%s: %d edges between two questions, at most %d may be", name, w.most, c.most)
			}
		}
	}
}
