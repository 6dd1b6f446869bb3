// Package rule decides which proposals of a search are accepted, by the same code on cores and in kernels.
package rule

import (
	"math"

	"github.com/multiwalk/multiwalk/internal/metropolis"
)

// Lanes is how many proposals an iteration has for each warp of a walk: one for each lane.
const Lanes = 32

// MostWarps is how many warps a walk may have.
const MostWarps = 8

// Kind says by what a Rule accepts a proposal.
type Kind uint32

// The kinds of rule. A descent looks at all moves in the order of their indices; the others draw moves.
const (
	Metropolis     Kind = iota + 1 // worse by delta with probability exp(-delta/temperature); levels are temperatures
	Threshold                      // no worse than the threshold (Dueck and Scheuer 1990); levels are thresholds
	LateAcceptance                 // no worse than now or than some proposals ago (Burke and Bykov 2017)
	RecordToRecord                 // no worse than now, or than the incumbent by the threshold (Dueck 1993); levels are thresholds
	GreatDeluge                    // no worse than now or than the water (Dueck 1993); levels are its heights, see Bound
	FirstDescent                   // the first move that improves
	BestDescent                    // of all moves the one that improves most, the first of several
)

// Optimum says what a descent does in a local optimum.
type Optimum uint32

// The ways to go on from a local optimum.
const (
	EndThere Optimum = iota // the walk ends
	Restart                 // the walk begins again with a random solution, as often as Rule.Restarts says
	Shake                   // iterated local search, of which variable neighbourhood search is a form: see Rule.Reach and Rule.Within
)

// Rule is what accepts proposals, as plain data: cores and kernels decide by the same code. The zero fields of a kind that
// does not use them do not matter.
//
// A walk goes by iterations 0, 1, 2, ... In one, up to 32 lanes a warp propose, and the lowest lane whose proposal is accepted makes
// its move. So the proposals up to that one are considered; those of later lanes are void. See Course for the order of calls.
type Rule struct {
	Kind     Kind    `launch:"settled"`
	Optimum  Optimum `launch:"settled"`
	Steps    int32   // how many levels there are; after the last the first follows
	Length   int32   // how many costs there are in the history of LateAcceptance; 1 for GreatDeluge
	Restarts int32   // Restart: how often; negative: for ever
	Reach    int32   // Shake: k goes from 1 to Reach and round again; a new incumbent takes it back to 1
	Strength int32   // Shake: random moves a shake, times k
	Warps    int32   `launch:"settled"` // Metropolis, Threshold: how many warps propose, up to MostWarps; 0 means 1
	PerStep  int64   // iterations at a level
	Size     int64   // descents: how many moves there are
	Within   int64   // Shake: a local optimum is gone on from if it costs less than this more than the incumbent; 0: if it is a new one
}

// Course is what a rule keeps of a walk from one iteration to the next. The zero Course begins.
//
//	lanes := r.Lanes(&c)                          // how many propose
//	r.Scans(&c)                                   // lane l proposes move number r.Index(&c, l), else a random one
//	bound := r.Bound(&c, level, l, costs, history) // then lane l accepts if r.Accepts(level, bound, delta, word)
//	r.Note(&c, l, delta)                          // BestDescent, while it scans, for the least delta, in place of Accepts
//	r.Remember(&c, l, cost, history)              // LateAcceptance: considered lanes in order, with the cost afterwards
//	r.Pass(&c, considered, made)                  // ends the iteration
//	r.Complete(&c)                                // BestDescent: all moves were seen; move c.GainAt brings c.Gain if below 0,
//	                                              // is made, and r.Made(&c) follows
//	r.Stuck(&c)                                   // the walk is in a local optimum: see Stuck
type Course struct {
	At, Dry  int64 // descents: the next move to look at; how many were looked at since the last one made
	Gain     int64 // BestDescent: the least delta of those
	GainAt   int64 // BestDescent: the move that brings it
	Slot     int32 // LateAcceptance: how many proposals were considered, modulo Length
	K        int32 // Shake: the size of the last shake
	Shakes   int32 // random moves that are left of a shake
	Better   int32 // Shake: 1 where the walk has had a new incumbent since the last local optimum; the walk sets it
	Restarts int32 // how often the walk began again
	Ended    int32 // 1: at its end
}

// Level is what a rule decides by throughout a step.
type Level struct {
	Threshold int64
	Heat      metropolis.Rule
}

// Step is the number of the level of an iteration.
func (r *Rule) Step(iteration int64) int32 {
	if r.Steps <= 1 {
		return 0
	}
	return int32(iteration / r.PerStep % int64(r.Steps))
}

// After is the step that follows a step.
func (r *Rule) After(step int32) int32 {
	if step++; step == r.Steps {
		return 0
	}
	return step
}

// Level returns a step's level.
func (r *Rule) Level(levels []float64, step int32) Level {
	switch r.Kind {
	case Metropolis:
		return Level{0, metropolis.At(levels[step])}
	case Threshold, RecordToRecord:
		return Level{Threshold: int64(levels[step])}
	case GreatDeluge:
		return Level{Threshold: int64(levels[step] * parts)}
	case FirstDescent, BestDescent:
		return Level{Threshold: -1}
	}
	return Level{}
}

// Scans tells whether lanes look at moves in order, else they draw them.
func (r *Rule) Scans(c *Course) bool { return r.Kind >= FirstDescent && c.Shakes == 0 }

// Lanes is how many lanes propose in this iteration: the lowest ones.
func (r *Rule) Lanes(c *Course) int32 {
	switch {
	case c.Shakes > 0:
		return 1
	case r.Kind >= FirstDescent:
		return int32(min(Lanes, r.Size-c.Dry))
	}
	return r.Team()
}

// Team is how many lanes a walk has.
func (r *Rule) Team() int32 { return Lanes * max(1, r.Warps) }

// Apart tells whether the lanes of a warp draw moves whose positions lie as far apart: see neighbourhood.Member.DrawApart. On a GPU annealing
// of a user's problem then considers 1.2 to 1.8 times the proposals in a second. The moves with short distances are taken soon and those
// with long ones refused in all lanes. So of the proposals that are considered more have long distances, and where a core asks lane after
// lane, as for the other rules, that is a loss. On a tour a price takes no loop.
func (r *Rule) Apart(tour bool) bool { return r.Kind == Metropolis && !tour }

// Index is the number of the move that a lane looks at.
func (r *Rule) Index(c *Course, lane int32) int64 {
	k := c.At + int64(lane)
	if k >= r.Size {
		k -= r.Size
	}
	return k
}

// parts is how many steps the water of a great deluge has from the record up to where it began, in Level.Threshold.
const parts = 1 << 40

// Costs are those of a walk's present solution and of its incumbent, which may be known to be the present one by its cost alone.
type Costs struct{ Now, Least int64 }

// Bound is the delta up to which a lane accepts whatever its random word. A late acceptance takes a cost that is not
// above the present one, or below what the history has for the proposal. With a history shorter than 32 a lane from Length on meets an
// entry that an earlier lane of this iteration brought down to that cost, so nothing worse is taken there. The water of a great deluge stands
// between the record and what the history has, where the walk began, at the height of the level, from 0 to 1.
func (r *Rule) Bound(c *Course, level Level, lane int32, at Costs, history []int64) int64 {
	over := at.Now - min(at.Now, at.Least)
	switch {
	case c.Shakes > 0:
		return math.MaxInt64
	case r.Kind == LateAcceptance && lane < r.Length:
		return max(0, history[r.slot(c, lane)]-at.Now-1)
	case r.Kind == RecordToRecord:
		return max(0, level.Threshold-over)
	case r.Kind == GreatDeluge:
		depth := max(0, history[0]-at.Now+over)
		return max(0, int64(float64(depth)*(float64(level.Threshold)*(1.0/parts)))-over)
	}
	return level.Threshold
}

// Accepts decides on a proposal of a lane with that bound.
func (r *Rule) Accepts(level Level, bound, delta int64, word uint32) bool {
	return delta <= bound || delta > 0 && level.Heat.Takes(delta, word)
}

// slot is the place in the history of a lane's proposal.
func (r *Rule) slot(c *Course, lane int32) int32 {
	s := c.Slot + lane
	if s >= r.Length {
		s %= r.Length
	}
	return s
}

// Remember notes in the history that a lane's proposal was considered, and that the walk then was at that cost: the final form
// of the paper keeps the lower of the two. A refused lane from Length on changes nothing.
func (r *Rule) Remember(c *Course, lane int32, cost int64, history []int64) {
	s := r.slot(c, lane)
	history[s] = min(history[s], cost)
}

// Note takes up the delta of a lane of a descent that looks for the best move. Lanes must come in order.
func (r *Rule) Note(c *Course, lane int32, delta int64) {
	if delta < c.Gain {
		c.Gain, c.GainAt = delta, r.Index(c, lane)
	}
}

// Pass ends an iteration in which that many proposals were considered, and a move was made or not.
func (r *Rule) Pass(c *Course, considered int32, made bool) {
	switch {
	case c.Shakes > 0:
		c.Shakes--
	case r.Kind >= FirstDescent:
		c.At = r.Index(c, considered)
		c.Dry += int64(considered)
		if made {
			r.Made(c)
		}
	case r.Kind == LateAcceptance:
		c.Slot = (c.Slot + considered) % r.Length
	}
}

// Made notes that a descent made a move.
func (r *Rule) Made(c *Course) { c.Dry, c.Gain = 0, 0 }

// Complete tells whether a descent that looks for the best move has seen all.
func (r *Rule) Complete(c *Course) bool {
	return r.Kind == BestDescent && c.Dry >= r.Size && c.Gain < 0
}

// Stuck tells whether a descent has come to a local optimum. The walk then asks Settle what to do.
func (r *Rule) Stuck(c *Course) bool {
	return r.Kind >= FirstDescent && c.Shakes == 0 && c.Dry >= r.Size
}

// Settle goes on from a local optimum. It returns what the walk does at once. least is what the incumbent costs.
func (r *Rule) Settle(c *Course, cost, least int64) Next {
	c.Dry, c.Gain = 0, 0
	switch {
	case r.Optimum == Shake:
		next := Back
		if c.K = c.K%r.Reach + 1; c.Better != 0 {
			c.Better, c.K = 0, 1
			if cost == least {
				next = Stay
			}
		}
		if cost-least < r.Within {
			next = Stay
		}
		c.Shakes = c.K * r.Strength
		return next
	case r.Optimum == Restart && (r.Restarts < 0 || c.Restarts < r.Restarts):
		c.Restarts++
		c.At = 0
		return Anew
	}
	c.Ended = 1
	return End
}

// Next is what a walk does in a local optimum.
type Next int32

// What a walk does in a local optimum.
const (
	End  Next = iota // nothing any more: c.Ended is 1
	Anew             // begin with a random solution, number c.Restarts, from 1
	Stay             // go on from here
	Back             // return to the incumbent
)

// Adopted notes that the walk was given another solution.
func (r *Rule) Adopted(c *Course) {
	c.At, c.Dry, c.Gain, c.K, c.Shakes, c.Better, c.Ended = 0, 0, 0, 0, 0, 0, 0
}
