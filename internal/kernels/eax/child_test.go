package eax

import (
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Of several children the one counts that gains most for what it takes from the entropy; of equal ones the first; and what takes
// nothing, or adds to the entropy, is taken for the least loss.
func TestCrossing_JudgesByGainForLoss(t *testing.T) {
	for _, c := range []struct {
		bestGain, bestLoss, gain int32 // the new child loses 4
		better                   bool
	}{{0, 0, 1, true}, {3, 4, 3, false}, {3, 4, 4, true}, {6, 8, 3, false}, {6, 9, 3, true}, {6, 7, 3, false}, {3, 2, 6, false}, {3, 2, 7, true},
		{1 << 20, 1 << 20, 4, false}, {1 << 20, 1 << 20, 5, true}} {
		e := lane.Emulator{Blocks: 1, Threads: 32}
		cut, link := []uint16{1, 4}, []uint16{2, 3, 0, 1}
		bestCut, bestLink := make([]uint16, 2), make([]uint16, 4)
		gains := make([]int32, 32)
		if err := e.Run(func(th lane.Thread) {
			// One tour, 0 to 5, whose edges all tours have, so that each that leaves loses 7-5, and each that enters gains nothing.
			x := crossing[int32, flatMetric]{t: th, lane: th.LaneID(), n: 6, g: Generation{Arc: 3, EdgeBits: 14}, edges: make([]uint32, 1<<14),
				loss: []int32{0, 0, 5, 7, 7}, cuts: 2, cut: cut, link: link, bestCut: bestCut, bestLink: bestLink,
				bestGain: c.bestGain, bestLoss: c.bestLoss}
			x.w.city = []uint16{0, 1, 2, 3, 4, 5}
			x.edges[x.g.edge(1, 2)], x.edges[x.g.edge(4, 5)] = 3, 3
			x.judge(c.gain)
			gains[x.lane] = x.bestGain
			if c.better && x.bestLoss != 4 {
				t.Errorf("a loss of %d, want 4", x.bestLoss)
			}
		}); err != nil {
			t.Fatal(err)
		}
		want := c.bestGain
		if c.better {
			want = c.gain
		}
		if slices.Min(gains) != want || slices.Max(gains) != want || slices.Equal(bestCut, cut) != c.better || slices.Equal(bestLink, link) != c.better {
			t.Errorf("after a gain of %d for %d comes one of %d for 4: the best gains %v, with cuts %v and links %v", c.bestGain, c.bestLoss, c.gain,
				gains, bestCut, bestLink)
		}
	}
}

// flatMetric has all cities in one place.
type flatMetric struct{}

func (flatMetric) Place(int32) int32          { return 0 }
func (flatMetric) Between(int32, int32) int32 { return 0 }
