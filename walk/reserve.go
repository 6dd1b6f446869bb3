package walk

import (
	"errors"
	"github.com/multiwalk/multiwalk"
	"math"
	"sync"
)

// ErrAborted is wrapped by the error of a Prepare or NewWalk that gave up because Plan.Aborted said that the run was
// over.
var ErrAborted = errors.New("the run was over before its preparation was")

// reserveStream is the walk number whose random numbers the first reserve is made with.
const reserveStream = math.MaxInt32 - 7

// reserve is the best solution that is known before there are walks. A Prepare that the run left behind may still add
// to it, so it has a lock.
type reserve struct {
	mu sync.Mutex
	x  []int32
	v  verdict
}

// found is Plan.Found: it checks and evaluates x and keeps it if it is the best so far.
func (v *reserve) found(rules rules, x []int32) error {
	value, _, err := rules.judge(x)
	if err != nil {
		return err
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.x == nil || value.cost < v.v.cost {
		v.x, v.v = append([]int32(nil), x...), value
	}
	return nil
}

// first has an AnytimeConstructor make a solution as quickly as it can. For other problems it does nothing.
func (v *reserve) first(rules rules, seed uint64) error {
	a, ok := rules.p.(multiwalk.AnytimeConstructor)
	if !ok {
		return nil
	}
	x := make([]int32, rules.space.Len())
	a.ConstructUntil(multiwalk.NewRand(seed, reserveStream), x, func() bool { return true })
	KeepFixed(rules.p, x)
	return v.found(rules, x)
}

// takeReserve makes the reserve the incumbent of a run that has none. It was evaluated in full when it was found.
func (r *run) takeReserve() bool {
	r.reserve.mu.Lock()
	defer r.reserve.mu.Unlock()
	if r.reserve.x == nil {
		return false
	}
	r.res.Best, r.res.Cost, r.res.Walk = r.reserve.x, r.reserve.v.cost, -1
	r.judge(r.reserve.v)
	r.res.History = append(r.res.History, multiwalk.Point{Walk: -1, Cost: r.res.Cost, Elapsed: r.elapsed()})
	r.publish()
	return true
}
