package kernel

// Weigher is a local heuristic for the variables of one type: what a variable may become, and how likely each of these
// is. A state is a slice of elements of type E, a plain struct or a number, and a possibility of a variable is a number
// from 0 on. Package successor draws successors by it. All methods but Assign and CouldNotAssign must leave x as it is,
// and give the same for the same state.
type Weigher[E any] interface {
	// Possibilities is how many possibilities the variable has in state x; 0 if there is none.
	Possibilities(x []E, variable int32) int32
	// Weigh is the weight of a possibility: it is drawn with probability weight/(sum of the weights of all). 0 forbids
	// it. A weight that is negative, and a sum above MaxInt64, end the run with an error.
	Weigh(x []E, variable, possibility int32) int64
	// Assign makes the variable the possibility that was drawn. It may change any element of x.
	Assign(x []E, variable, possibility int32)
	// CouldNotAssign is called in place of Assign if all possibilities are forbidden or if there is none. It may change
	// x.
	CouldNotAssign(x []E, variable int32)
}

// Rater is a Weigher in which a weight depends on the ratings of all possibilities: each is rated, an aggregator of
// type A sees all ratings, and then Map makes a weight of each.
type Rater[E, R, A any] interface {
	// Possibilities is that of Weigher.
	Possibilities(x []E, variable int32) int32
	// Rate is the rating of a possibility, a number or a plain struct.
	Rate(x []E, variable, possibility int32) R
	// Aggregator is the aggregator that has seen nothing.
	Aggregator() A
	// Add is an aggregator that has seen one rating more.
	Add(a A, r R) A
	// Combine is an aggregator that has seen what both have seen. The order in which ratings are added and combined
	// must not matter, to the last bit, since it is another one on each device: least, greatest, and sums of integers
	// are safe.
	Combine(a, b A) A
	// Map is the weight of a rating, once the aggregator has seen all: as in Weigh.
	Map(r R, a A) int64
	// Assign is that of Weigher.
	Assign(x []E, variable, possibility int32)
	// CouldNotAssign is that of Weigher.
	CouldNotAssign(x []E, variable int32)
}

// FourWeigher is a Weigher that weighs four possibilities in one call, so that a device reads what they have in common once, and
// works on one while another one waits: worth it where a weight is a few operations on what is read for it.
type FourWeigher[E any] interface {
	// WeighFour is what Weigh gives possibility, possibility+step, and so on.
	WeighFour(x []E, variable, possibility, step int32) [4]int64
}

// FourRater is the like of FourWeigher for a Rater.
type FourRater[E, R any] interface {
	// RateFour is what Rate gives possibility, possibility+step, and so on.
	RateFour(x []E, variable, possibility, step int32) [4]R
}

// WeighedBuilder is a Weigher by which a search takes solutions apart and builds them anew.
type WeighedBuilder[E any] interface {
	Weigher[E]
	Releaser[E]
}

// Builder is a Rater by which a search takes solutions apart and builds them anew.
type Builder[E, R, A any] interface {
	Rater[E, R, A]
	Releaser[E]
}

// Releaser is what a Weigher or Rater has beside, so that a search can take solutions apart and build them anew: the
// destruction of an iterated greedy algorithm.
type Releaser[E any] interface {
	// Pick is the variable of state x to release next, from 64 random bits: any, or one that seems to stand badly. It may be
	// one that is released already, which then counts for nothing.
	Pick(x []E, random uint64) int32
	// Release takes its value from a variable that has one: Assign backwards.
	Release(x []E, variable int32)
	// Price is what the solution in x costs, as Cost does, once all variables are assigned.
	Price(x []E) int64
}
