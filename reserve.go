package multiwalk

import (
	"errors"
	"math"
	"sync"
)

// ErrAborted is wrapped by the error of a Prepare or NewWalk that gave up because Plan.Aborted said that the run is over.
var ErrAborted = errors.New("the run was over before its preparation was")

// AnytimeConstructor is a Constructor of large solutions, which has one whenever it is told to stop.
type AnytimeConstructor interface {
	Constructor
	// ConstructUntil is Construct as long as stop, which it asks every few milliseconds, says no, and which may be nil.
	// Once stop says yes it writes a solution that takes no longer than some passes over x, however much worse. Minimize
	// has one made that is told to stop at once, before it prepares anything: the run's answer if it ends before the walks
	// have one.
	ConstructUntil(r *Rand, x []int32, stop func() bool)
}

// reserveStream is the number of the random numbers of the first reserve.
const reserveStream = math.MaxInt32 - 7

// reserve is the best solution that is known before there are walks. Whoever prepares may add to it, also after the run
// has gone on without them.
type reserve struct {
	mu   sync.Mutex
	x    []int32
	cost int64
}

// found is Plan.Found: it checks and evaluates x and keeps it if it is the best so far.
func (v *reserve) found(rules rules, x []int32) error {
	if err := rules.check(x); err != nil {
		return err
	}
	cost := rules.p.Cost(x)
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.x == nil || cost < v.cost {
		v.x, v.cost = append([]int32(nil), x...), cost
	}
	return nil
}

// first makes a solution in next to no time, where the problem can.
func (v *reserve) first(rules rules, seed uint64) error {
	a, ok := rules.p.(AnytimeConstructor)
	if !ok {
		return nil
	}
	x := make([]int32, rules.space.n)
	a.ConstructUntil(NewRand(seed, reserveStream), x, func() bool { return true })
	return v.found(rules, x)
}

// takeReserve makes the reserve the incumbent of a run that has none. It was evaluated in full when it was found.
func (r *run) takeReserve() bool {
	r.reserve.mu.Lock()
	defer r.reserve.mu.Unlock()
	if r.reserve.x == nil {
		return false
	}
	r.res.Best, r.res.Cost, r.res.Walk = r.reserve.x, r.reserve.cost, -1
	r.res.History = append(r.res.History, Point{Walk: -1, Cost: r.res.Cost, Elapsed: r.elapsed()})
	r.publish()
	return true
}
