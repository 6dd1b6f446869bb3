package successor

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/kernels/construct"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

const (
	// mostTeam is the most threads that a state is given unasked.
	mostTeam = 256
	// storedEach is how many possibilities a thread of the stored scheme has at least, so that most of the time is spent on them.
	storedEach = 16
	// mostKept is how many ratings and sums Automatic stores at most, 16 bytes or more each.
	mostKept = 1 << 28
)

// load is what a launch is for.
type load struct {
	states, most int
	rated        bool    // ratings are aggregated
	dear         float64 // how many times as long a rating takes as a light one
}

// pricing is what is known of a machine: how long things take on a multiprocessor, by what was measured (internal/tuning).
type pricing struct {
	tuned           func(name string, size int) float64
	multiprocessors int
}

// choose returns the scheme and the threads of a state that take least. What the settings name stays.
func (p pricing) choose(s Settings, l load) (scheme Scheme, team int) {
	least := math.Inf(1)
	for _, way := range []Scheme{OnePass, Stored} {
		if s.Scheme != Automatic && s.Scheme != way ||
			s.Scheme == Automatic && way == Stored && (l.most > construct.MostStored || l.states*l.most > mostKept) {
			continue
		}
		for t := lane.WarpSize; t <= lane.MaxThreads; t *= 2 {
			switch {
			case s.Threads != 0 && s.Threads != t, s.Threads == 0 && t > mostTeam:
				continue
			case s.Threads == 0 && way == Stored && t != storedTeam(l.most):
				continue
			}
			if c := p.cost(way, l, t); c < least {
				least, scheme, team = c, way, t
			}
		}
	}
	return scheme, team
}

// storedTeam is the threads of the stored scheme, which has a block a state as in the paper.
func storedTeam(most int) int {
	team := lane.WarpSize
	for team < mostTeam && most > storedEach*team {
		team *= 2
	}
	return team
}

// cost is how many nanoseconds a variable of all states takes. Either multiprocessors are busy: each has its share of the states, with all
// rows of 32 possibilities and a draw. Or they wait: a warp goes through its rows one after the other, which a team of more
// warps shortens and its barriers lengthen. Ratings that are aggregated are rated twice in one pass. The stored scheme keeps
// them, which takes as long as ten light ratings.
func (p pricing) cost(scheme Scheme, l load, team int) float64 {
	of := func(name string) float64 { return p.tuned("successor."+name, l.most) }
	rows, warps := math.Ceil(float64(l.most)/lane.WarpSize), float64(team/lane.WarpSize)
	row, wait := of("row")*l.dear, of("wait")*l.dear
	switch {
	case scheme == Stored:
		row, wait = row+of("store"), wait+of("store")
	case l.rated:
		row, wait = 2*row, 2*wait
	}
	each := float64(l.states) / float64(p.multiprocessors)
	busy := each * (rows*row + of("draw") + (warps-1)*of("warp"))
	alone := math.Ceil(rows/warps)*wait + of("alone")
	if warps > 1 {
		alone += 2 * of("barrier")
	}
	return max(busy, alone)
}
