package construct

import (
	"math"
	"math/bits"

	"github.com/multiwalk/multiwalk/kernel"
	"github.com/multiwalk/multiwalk/kernel/lane"
)

// weighed is a Weigher as a Rater whose aggregator sees nothing.
type weighed[P kernel.Weigher[E], E any] struct{ p P }

func (w weighed[P, E]) Possibilities(x []E, variable int32) int32 {
	return w.p.Possibilities(x, variable)
}
func (w weighed[P, E]) Rate(x []E, variable, possibility int32) int64 {
	return w.p.Weigh(x, variable, possibility)
}
func (w weighed[P, E]) Aggregator() int32               { return 0 }
func (w weighed[P, E]) Add(a int32, _ int64) int32      { return a }
func (w weighed[P, E]) Combine(a, _ int32) int32        { return a }
func (w weighed[P, E]) Map(weight int64, _ int32) int64 { return weight }
func (w weighed[P, E]) Assign(x []E, variable, possibility int32) {
	w.p.Assign(x, variable, possibility)
}
func (w weighed[P, E]) CouldNotAssign(x []E, variable int32) { w.p.CouldNotAssign(x, variable) }
func (w weighed[P, E]) weighs()                              {}
func (w weighed[P, E]) four(x []E, variable, possibility, step int32) (weights [4]int64, ok bool) {
	if f, ok := any(w.p).(kernel.FourWeigher[E]); ok {
		return f.WeighFour(x, variable, possibility, step), true
	}
	return weights, false
}

// aggregates tells whether a heuristic's aggregator sees anything; the compiler decides it.
func aggregates[H any](h H) bool {
	_, ok := any(h).(interface{ weighs() })
	return !ok
}

// Assigning says what a launch of Assign and the kernels like it does.
type Assigning struct {
	States    int32  // of the launch
	Each      int32  // successors of a source state
	Size      int32  // elements of a state
	Variables int32  // of the type
	Words     int32  // of the set of active variables, 64 a word
	Most      int32  // possibilities of a variable
	Team      int32  // threads of a state: 32, or those of a block
	Stride    int32  // rows of 32 possibilities whose weights are added up together: see Stride
	Kind      uint32 // number of the type of variables
	Permuted  int32  // 1: active variables come in a random order; 0: in that of their numbers
	Clone     int32  // 1: states are copied from the source first
	Apart     int32  // whether variables are independent: see NotApart
	Active    int32  // which variables are: ActiveSets, ActiveAll or ActiveNone
	Segments  int32  // of AssignStored: where the table of segments begins in shared memory
	Round     uint32 // how often successors were generated before
	Seed      uint64
}

// Whether no variable of the type is rated by what the others become. Then its number is that of its draw, and the
// order of variables does not matter: a team has a state or, of a launch of AssignWeighed or Assign, a single variable.
const (
	NotApart = iota
	ApartInTurn
	ApartAtOnce
)

// Which variables are active.
const (
	ActiveSets = iota // those in sets
	ActiveAll
	ActiveNone
)

// What a state may end with in place of a successor.
const (
	FaultCount    = 1 + iota // a negative number of possibilities, or too many of them: Value
	FaultNegative            // a negative weight: Value
	FaultOverflow            // the weights up to Possibility sum up to more than MaxInt64
	FaultUnsteady            // ratings differ between two calls
	FaultPick                // Pick returned a variable that does not exist: Value
)

// Fault is what is wrong with a heuristic.
type Fault struct {
	Code, Variable, Possibility int32
	Value                       int64
}

// The numbers that a launch brings up to date.
const (
	SumAssigned   = iota // variables
	SumUnassigned        // variables that could not be assigned
	FirstFault           // type of variables<<32 + state, the least; or NoFault
	Sums                 // how many these are
)

// NoFault is greater than the number of any state.
const NoFault = math.MaxInt64

// join adds two sums of weights. A negative number stands for a sum that is wrong, and is all that comes of it: so a
// sum is wrong if a weight is, or if the whole does not fit, whatever the order of additions.
func join(a, b int64) int64 {
	sum := a + b
	if a|b|sum < 0 {
		return math.MinInt64
	}
	return sum
}

// DrawWords returns the random words of a state's draw: the first two are for the possibility, the others for the order
// of variables. The state's number among the successors is its stream; try is 0 unless a draw was rejected.
func DrawWords(a *Assigning, state, draw int32, try uint32) [4]uint32 {
	return lane.Random(a.Seed, uint32(state), uint64(a.Round)<<32|uint64(uint32(draw)), a.Kind<<24|try)
}

// What a number below another one is for: which of the words of a draw it is made of.
const (
	ForPossibility = 0
	ForOrder       = 2
)

// RandomWord is 64 random bits of a draw.
func RandomWord(words [4]uint32, use int) uint64 {
	return uint64(words[use+1])<<32 | uint64(words[use])
}

// DrawBelow returns a uniform number in [0, n) from a random word of a draw, exactly: Lemire, "Fast random integer
// generation in an interval" (2019).
func DrawBelow(a *Assigning, state, draw int32, use int, word, n uint64) uint64 {
	hi, lo := bits.Mul64(word, n)
	if lo < n {
		floor := -n % n
		for try := uint32(1); lo < floor; try++ {
			hi, lo = bits.Mul64(RandomWord(DrawWords(a, state, draw, try), use), n)
		}
	}
	return hi
}

// NextVariable returns the active variable to assign next: the first one, or that at the rank among all that are
// active. There must be one. from is a word below which none is active.
func NextVariable(active []uint64, from, rank int32) int32 {
	for ; ; from++ {
		word := active[from]
		if n := int32(bits.OnesCount64(word)); rank >= n {
			rank -= n
			continue
		}
		return 64*from + bitOf(word, rank)
	}
}

// bitOf is the place of a word's bit that has a rank among those set: six times it goes to the half that has it.
func bitOf(word uint64, rank int32) (at int32) {
	for half := uint32(32); half > 0; half /= 2 {
		if n := int32(bits.OnesCount64(word & (1<<half - 1))); rank >= n {
			rank -= n
			word >>= half
			at += int32(half)
		}
	}
	return at
}

// ActiveWord is word number at of the active variables of a state, which has these sets in the source.
func ActiveWord(a *Assigning, sets []uint64, at int32) uint64 {
	word := uint64(math.MaxUint64)
	if rest := a.Variables - 64*at; rest < 64 {
		word = 1<<uint32(rest) - 1
	}
	switch a.Active {
	case ActiveSets:
		return word & sets[at]
	case ActiveNone:
		return 0
	}
	return word
}

// Diagnose tells what is wrong with a variable whose n weights have no sum, by a look at each in turn.
func Diagnose[P kernel.Rater[E, R, A], E, R, A any](p P, x []E, variable, n int32, agg A) Fault {
	sum := int64(0)
	for i := range n {
		m := p.Map(p.Rate(x, variable, i), agg)
		if m < 0 {
			return Fault{FaultNegative, variable, i, m}
		}
		if sum += m; sum < 0 {
			return Fault{FaultOverflow, variable, i, m}
		}
	}
	return Fault{FaultUnsteady, variable, 0, 0}
}
