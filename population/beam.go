package population

import (
	"fmt"
	"slices"
	"sync/atomic"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

const (
	nameBeam = "beam"
	// mostWidth bounds Beam.Width, and beamBytes what a beam may take up: from there on its width stays the same.
	mostWidth, beamBytes = 1 << 24, 1 << 29
	// unitBranches is about how many children a unit makes, which takes each about branchTime, in nanoseconds.
	unitBranches, branchTime = 1 << 14, 50
)

// The guides of a beam.
const (
	// ByBound goes by the bound of a partial solution.
	ByBound = "bound"
	// ByGap goes by the bound the more, the nearer it is to the best cost known, and by waste otherwise.
	ByGap = "gap"
	// ByMix goes by waste at first, and by the bound in the end.
	ByMix = "mix"
	// ByWaste goes by waste alone.
	ByWaste = "waste"
)

// Beam is iterative beam search (Libralesso, Focke, Secardin and Jost, "Iterative beam search algorithms for the permutation flowshop",
// European Journal of Operational Research 301, 2022), for problems whose solutions are built by choices (multiwalk.Brancher). A level of a
// beam is as many partial solutions as it is wide. Of all their children those with the best guides are the next level; children that cannot
// become better than the best solution known are left out. A beam that came to its end is followed by one of twice the width.
//
// If nothing was left out for want of width the best solution is proven to be optimal, and the run ends. A run has one beam, on
// all cores: equal seeds give equal histories on any number of them. Each child counts as a delta evaluation.
type Beam struct {
	// Guide is what a level is chosen by: "bound"; "gap", which goes by the bound and then by waste; "mix", by waste at first and by the
	// bound in the end; or "waste". "" takes bound, gap and mix in turn, and those more often that find better
	// solutions.
	Guide string
	// Width is how many partial solutions a level of the first beam has, up to 2^24; 0 means 1.
	Width int
	// Way is by which of a problem's ways partial solutions grow, from 1 on, such as 1 for orders that grow at their end alone. 0 takes for each
	// the way by which it has the fewest children, of several the one with the greater bounds.
	Way int
}

func (Beam) Name() string     { return nameBeam }
func (m Beam) String() string { return m.Name() }

// guides are those that m takes in turn.
func (m Beam) guides() []string {
	if m.Guide == "" {
		return []string{ByBound, ByGap, ByMix}
	}
	return []string{m.Guide}
}

// Prepare refuses problems that are no Branchers, fixed elements, constraints, and settings out of range.
func (m Beam) Prepare(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	q, ok := p.(multiwalk.Brancher)
	if !ok {
		return nil, walk.NoDelta(nameBeam, "bounds on partial solutions (multiwalk.Brancher)")
	}
	if _, constrained := p.(multiwalk.Constrained); constrained {
		return nil, fmt.Errorf("multiwalk: %s: %T has constraints, which bounds of partial solutions do not know", nameBeam, p)
	}
	if err := walk.NoFixed(nameBeam, p); err != nil {
		return nil, err
	}
	s := &beamSearch{m: m, p: q, plan: plan, guides: m.guides()}
	b := q.NewBranches()
	s.size, s.depth, s.ways = b.Size(), b.Depth(), b.Ways()
	switch {
	case m.Guide != "" && !slices.Contains([]string{ByBound, ByGap, ByMix, ByWaste}, m.Guide):
		return nil, fmt.Errorf("multiwalk: %s guide %q is none of %s, %s, %s and %s", nameBeam, m.Guide, ByBound, ByGap, ByMix, ByWaste)
	case m.Width < 0 || m.Width > mostWidth:
		return nil, fmt.Errorf("multiwalk: %s width %d is outside [0, %d]; use 0 for the default (1)", nameBeam, m.Width, mostWidth)
	case m.Way < 0 || m.Way > s.ways:
		return nil, fmt.Errorf("multiwalk: %s way %d is outside [0, %d]; use 0 for the one with the fewest children", nameBeam, m.Way, s.ways)
	}
	s.m.Width = max(1, m.Width)
	return s, nil
}

// beamSearch is Beam prepared for a problem.
type beamSearch struct {
	m                 Beam
	p                 multiwalk.Brancher
	plan              walk.Plan
	guides            []string
	size, depth, ways int // of partial solutions
	walks, complete   atomic.Int64
}

func (s *beamSearch) Resolved(walk.Walk) walk.Method { return s.m }

// MostWalks implements walk.WalkLimiter: the run has one beam.
func (s *beamSearch) MostWalks() int { return 1 }

func (s *beamSearch) Slice() int { return 10_000_000 / (unitBranches * branchTime) }

// Proves implements walk.Prover: where a beam left nothing out.
func (s *beamSearch) Proves() bool { return s.complete.Load() > 0 }

// span is how many partial solutions a unit expands.
func (s *beamSearch) span() int { return 1 + unitBranches/max(1, s.depth) }

// most is the greatest width: two levels, and their children.
func (s *beamSearch) most() int { return max(s.m.Width, beamBytes/(2*(4*s.size+pickBytes))) }
