package construct

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/internal/metropolis"
	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// Releasing says what a launch of Release and Price does.
type Releasing struct {
	States    int32
	Size      int32 // elements of a state
	Variables int32 // of the type
	Words     int32 // of the set of released variables, 64 a word
	Most      int32 // variables to release of a state: a random number from 1 to Most; 0: all are
	Kind      uint32
	Round     uint32
	Clone     int32 // 1: successors are copied first
	Seed      uint64
}

// releaseWords is the draw of a launch of Release: it shares seed and stream with that of Assign, and has the last tries.
func releaseWords(a *Releasing, state, draw int32) [4]uint32 {
	return lane.Random(a.Seed, uint32(state), uint64(a.Round)<<32|uint64(uint32(draw)), a.Kind<<24|(1<<24-1))
}

// Worse tells whether a state's successor takes its parent's place though it costs more. No draw of a variable has the random word by which
// that is decided.
func Worse(rule metropolis.Rule, cost, parent int64, seed uint64, state int32, round uint32) bool {
	if rule == (metropolis.Rule{}) || cost-parent <= 0 { // where it does not fit 63 bits it is too much in any case
		return false
	}
	return rule.Accept(cost-parent, lane.Random(seed, uint32(state), uint64(round)<<32|math.MaxUint32, 1<<24-1)[0])
}

// ReleaseOf releases variables of a state, and sets their bits. ok is false if Pick returns a variable that does not exist:
// the wrong one.
func ReleaseOf[P kernel.Releaser[E], E any](p P, a *Releasing, x []E, set []uint64, state int32) (wrong int32, ok bool) {
	clear(set)
	if a.Most == 0 {
		for v := range a.Variables {
			p.Release(x, v)
			set[v/64] |= 1 << uint32(v%64)
		}
		return 0, true
	}
	words, most := releaseWords(a, state, 0), int32(0)
	for draw := int32(0); draw <= most; draw++ {
		if draw == 0 {
			hi, _ := bits.Mul64(RandomWord(words, ForOrder), uint64(a.Most))
			most = int32(hi)
		} else {
			words = releaseWords(a, state, draw)
		}
		v := p.Pick(x, RandomWord(words, ForPossibility))
		if v < 0 || v >= a.Variables {
			return v, false
		}
		if bit := uint64(1) << uint32(v%64); set[v/64]&bit == 0 {
			set[v/64] |= bit
			p.Release(x, v)
		}
	}
	return 0, true
}

// Release makes each state's next successor ready to be assigned. A warp is a state: the successor that is there takes
// its parent's place if it is accepted, else it becomes a copy of the parent again. Then one lane releases variables, which
// are the set of those to assign.
func Release[P kernel.Releaser[E], E any](t lane.Thread, p P, a Releasing, parents, successors []E, accepted []int32, sets []uint64,
	faults []Fault, sums []int64) {
	state := t.BlockID()*t.Warps() + t.WarpID()
	if state >= a.States {
		return
	}
	begin := int64(state) * int64(a.Size)
	parent, x := parents[begin:begin+int64(a.Size)], successors[begin:begin+int64(a.Size):begin+int64(a.Size)]
	if a.Clone != 0 {
		keep := accepted[state] != 0
		for i := t.LaneID(); i < a.Size; i += lane.WarpSize {
			if keep {
				parent[i] = x[i]
			} else {
				x[i] = parent[i]
			}
		}
		t.SyncWarp()
	}
	if t.LaneID() != 0 {
		return
	}
	set := sets[int64(state)*int64(a.Words) : (int64(state)+1)*int64(a.Words)]
	if wrong, ok := ReleaseOf[P, E](p, &a, x, set, state); !ok {
		faults[state] = Fault{FaultPick, wrong, 0, int64(wrong)}
		lane.AtomicMin(t, &sums[FirstFault], int64(a.Kind)<<32|int64(state))
	}
}

// Price prices states, a thread each. A state that a heuristic has failed is priced as dear as can be.
func Price[P kernel.Releaser[E], E any](t lane.Thread, p P, a Releasing, successors []E, faults []Fault, costs []int64) {
	state := t.BlockID()*t.BlockDim() + t.ThreadID()
	if state >= a.States {
		return
	}
	begin := int64(state) * int64(a.Size)
	costs[state] = math.MaxInt64
	if faults[state].Code == 0 {
		costs[state] = p.Price(successors[begin : begin+int64(a.Size) : begin+int64(a.Size)])
	}
}
