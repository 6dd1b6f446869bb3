package construct

import (
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// assigner is a state whose variables are assigned. Every thread of its team has a copy; only the slices are shared.
type assigner[H kernel.Rater[E, R, A], E, R, A any] struct {
	t      lane.Thread
	h      H
	a      Assigning
	x      []E
	active []uint64
	state  int32
	id     int32 // the thread's number in the team
	left   int32 // active variables
	from   int32 // no word of active below this one has any
	draw   int32 // number of the present one's draw
	only   int32 // the variable of a team that has one
	count  int32 // variables so far
	failed int32 // those that could not be assigned
	rank   int64 // of a fault: the least is told
}

// newAssigner copies a state and its active variables from the source. ok is false for threads without a state, and for
// a state that a heuristic of another type has failed. The heuristic is for the caller to add: one that is either there or
// not cannot be kept in registers.
func newAssigner[H kernel.Rater[E, R, A], E, R, A any](t lane.Thread, a Assigning, source, target []E, sets, active []uint64,
	faults []Fault) (d assigner[H, E, R, A], ok bool) {
	state, only := t.BlockID()*(t.BlockDim()/a.Team)+t.ThreadID()/a.Team, int32(0)
	if a.Apart == ApartAtOnce {
		state, only = state/a.Variables, state%a.Variables
	}
	if state >= a.States || faults[state].Code != 0 {
		return d, false
	}
	d = assigner[H, E, R, A]{t: t, a: a, state: state, only: only, id: t.ThreadID() % a.Team, rank: int64(a.Kind)<<32 | int64(state)}
	from, to := state/a.Each, int64(state)
	d.x = target[to*int64(a.Size) : (to+1)*int64(a.Size) : (to+1)*int64(a.Size)]
	if a.Clone != 0 {
		old := source[int64(from)*int64(a.Size) : (int64(from)+1)*int64(a.Size)]
		for i := d.id; i < a.Size; i += a.Team {
			d.x[i] = old[i]
		}
	}
	old := sets[int64(from)*int64(a.Words) : (int64(from)+1)*int64(a.Words)]
	if a.Apart == ApartAtOnce {
		d.left = int32(ActiveWord(&a, old, only/64) >> uint32(only%64) & 1)
		return d, true
	}
	d.active = active[to*int64(a.Words) : (to+1)*int64(a.Words)]
	for i := d.id; i < a.Words; i += a.Team {
		d.active[i] = ActiveWord(&a, old, i)
	}
	d.sync()
	for _, word := range d.active {
		d.left += int32(bits.OnesCount64(word))
	}
	return d, true
}

// sync waits for the threads of the team.
func (d *assigner[H, E, R, A]) sync() {
	if d.a.Team == lane.WarpSize {
		d.t.SyncWarp()
	} else {
		d.t.Sync()
	}
}

// next picks the variable to assign, and counts its possibilities. ok is false if that is a fault. The random words of
// the draw are for threads below a number, in a permuted order for all.
func (d *assigner[H, E, R, A]) next(below int32) (variable, n int32, words [4]uint32, ok bool) {
	switch {
	case d.a.Apart == ApartAtOnce:
		variable = d.only
	case d.a.Permuted != 0:
		words = DrawWords(&d.a, d.state, d.draw, 0)
		rank := DrawBelow(&d.a, d.state, d.draw, ForOrder, RandomWord(words, ForOrder), uint64(d.left))
		variable = NextVariable(d.active, 0, int32(rank))
	default:
		for d.active[d.from] == 0 {
			d.from++
		}
		variable = NextVariable(d.active, d.from, 0)
	}
	if d.a.Apart != NotApart {
		d.draw = variable
	}
	if d.a.Permuted == 0 && d.id < below {
		words = DrawWords(&d.a, d.state, d.draw, 0)
	}
	n = d.h.Possibilities(d.x, variable)
	return variable, n, words, n >= 0 && n <= d.a.Most
}

// done deactivates a variable that one thread has assigned. winner is that thread.
func (d *assigner[H, E, R, A]) done(winner bool, variable int32) {
	if winner && d.a.Apart != ApartAtOnce {
		d.active[variable/64] &^= 1 << uint32(variable%64)
	}
	d.left--
	d.draw++
	d.count++
	d.sync()
}

// giveUp deactivates a variable without a possibility.
func (d *assigner[H, E, R, A]) giveUp(variable int32) {
	d.t.SyncWarp() // all lanes have read the state
	if d.id == 0 {
		d.h.CouldNotAssign(d.x, variable)
	}
	d.failed++
	d.done(d.id == 0, variable)
}

// fail writes a state's fault, by one thread, unless it has one.
func (d *assigner[H, E, R, A]) fail(f Fault, faults []Fault, sums []int64) {
	if faults[d.state].Code == 0 {
		faults[d.state] = f
		lane.AtomicMin(d.t, &sums[FirstFault], d.rank)
	}
}

// finish adds up what became of the state's variables.
func (d *assigner[H, E, R, A]) finish(sums []int64) {
	if d.id == 0 {
		lane.AtomicAdd(d.t, &sums[SumAssigned], int64(d.count-d.failed))
		if d.failed > 0 {
			lane.AtomicAdd(d.t, &sums[SumUnassigned], int64(d.failed))
		}
	}
}

// combine returns what the aggregators of all threads of the team have seen together. Those of a warp are combined in a
// tree, then each thread combines those of the warps.
func (d *assigner[H, E, R, A]) combine(agg A) A {
	all := lane.SharedAt[A](d.t, 0, d.t.BlockDim())
	own, id := all[d.t.ThreadID()-d.t.LaneID():], d.t.LaneID()
	own[id] = agg
	d.t.SyncWarp()
	for half := int32(lane.WarpSize / 2); half > 0; half /= 2 {
		if id < half {
			own[id] = d.h.Combine(own[id], own[id+half])
		}
		d.t.SyncWarp()
	}
	if d.a.Team == lane.WarpSize {
		return own[0]
	}
	d.t.Sync()
	agg = all[0]
	for i := int32(lane.WarpSize); i < d.a.Team; i += lane.WarpSize {
		agg = d.h.Combine(agg, all[i])
	}
	return agg
}

// joinUpTo returns the joined sums of the lanes up to the own one, that included.
func joinUpTo(t lane.Thread, sum int64) int64 {
	for d := int32(1); d < lane.WarpSize; d *= 2 {
		if below := lane.ShuffleUp(t, sum, d); t.LaneID() >= d {
			sum = join(below, sum)
		}
	}
	return sum
}

// whose returns the first lane whose sum up to itself is above a value, and the sum up to the lane before; lane 32 if
// there is none.
func whose(t lane.Thread, upTo, value int64) (winner int32, before int64) {
	winner = int32(bits.TrailingZeros32(t.Ballot(upTo > value)))
	before = lane.Shuffle(t, upTo, max(0, min(winner, lane.WarpSize)-1))
	if winner == 0 {
		before = 0
	}
	return winner, before
}
