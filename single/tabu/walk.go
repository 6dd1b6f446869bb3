package tabu

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/walk"
)

// tabuGround is where a tabu search moves: a solution, a scan for the best admissible move, and a memory of what is tabu.
type tabuGround interface {
	walk.Walk
	// iterate makes the best admissible move, and tells the bursts. It returns false, and has done nothing, if the run is aborted.
	iterate(s *walk.Slice) bool
	// here is the current solution, read-only, and its cost.
	here() (x []int32, cost int64)
	// note reports the current solution if it is a new incumbent.
	Note(s *walk.Slice)
	// perturbed goes on from x, with as many elements or moves changed at random as the strength says.
	perturbed(s *walk.Slice, x []int32, cost int64, strength int)
	// adopt goes on from x. What is tabu stays so.
	adopt(x []int32, cost int64)
	// beginAt goes on from x, which becomes the incumbent, with nothing tabu and other random numbers.
	beginAt(x []int32, r *multiwalk.Rand)
	// check panics if the solution, its cost and the memory do not fit. It is for -tags invariants.
	check()
}

// tabuBursts is the tabu search that all walks on cores are, wherever they move: bursts of iterations, each from a perturbation of the best
// solution of the burst before.
type tabuBursts struct {
	ground   tabuGround // the walk itself
	of       IteratedTabu
	patience int64 // iterations without a better solution that end a burst; of.Length takes its place

	made     int64   // iterations of the burst
	top      []int32 // its best solution
	topCost  int64
	topMade  int64 // the iteration that found it
	before   int64 // the best cost of the burst before
	strength int   // of the next perturbation
}

// start begins the first burst on a ground.
func (b *tabuBursts) start(ground tabuGround) {
	b.ground = ground
	b.restart()
}

// Step implements walk.Walk. A unit is one iteration.
func (b *tabuBursts) Step(s *walk.Slice) bool {
	if invariants.Enabled {
		defer b.ground.check()
	}
	for s.Next(b.ground.Counters().Evaluations()) {
		if b.over() {
			b.perturb(s)
		}
		if !b.ground.iterate(s) {
			return true
		}
	}
	return true
}

// over tells whether the burst has ended.
func (b *tabuBursts) over() bool {
	if length := int64(b.of.Length); length > 0 {
		return b.made >= length
	}
	return b.made-b.topMade >= b.patience
}

// went counts an iteration that led to the current solution.
func (b *tabuBursts) went(s *walk.Slice) {
	x, cost := b.ground.here()
	if b.made++; cost < b.topCost {
		b.topCost, b.topMade = cost, b.made
		copy(b.top, x)
	}
	b.ground.Note(s)
}

// perturb ends a burst and begins another. After a burst that ended better than the one before, the perturbation is the weakest. After any
// other burst it is stronger by one; after the strongest it is the weakest again.
func (b *tabuBursts) perturb(s *walk.Slice) {
	if b.topCost < b.before || b.strength >= b.of.Strongest {
		b.strength = b.of.Weakest
	} else {
		b.strength++
	}
	b.before = b.topCost
	b.ground.perturbed(s, b.top, b.topCost, b.strength)
	b.begin()
}

// restart begins with the weakest perturbation, after a burst from the current solution.
func (b *tabuBursts) restart() {
	b.begin()
	b.strength, b.before = b.of.Weakest, b.topCost
}

// begin begins a burst at the current solution.
func (b *tabuBursts) begin() {
	x, cost := b.ground.here()
	b.top = append(b.top[:0], x...)
	b.topCost, b.made, b.topMade = cost, 0, 0
}

// Adopt implements walk.Adopter: the burst begins anew at x.
func (b *tabuBursts) Adopt(x []int32, cost int64) {
	b.ground.adopt(x, cost)
	b.restart()
}

// Begin goes on from x, which becomes the incumbent, as if the walk began. See population.Memetic.
func (b *tabuBursts) Begin(x []int32, r *multiwalk.Rand) {
	b.ground.beginAt(x, r)
	b.restart()
}

// Idle is how many iterations of the burst have been made since its best solution. See population.Memetic.
func (b *tabuBursts) Idle() int64 { return b.made - b.topMade }

func (b *tabuBursts) Save(a *checkpoint.Archive) {
	a.Fields("bursts", &b.made, &b.top, &b.topCost, &b.topMade, &b.before, &b.strength)
}
