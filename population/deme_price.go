package population

import (
	"math"
	"slices"
	"time"

	"github.com/multiwalk/multiwalk"
)

// pricer prices a child that is near its parent, which most are in a population that has come together, by the swaps between them.
type pricer struct {
	swaps       multiwalk.SwapEvaluator // nil: children are evaluated in full, but for what their parents are
	worth       int                     // how many swaps take as long as a full evaluation
	near, place []int32                 // scratch: what becomes of the parent, and where it has each number
}

// pricer returns one that prices by swaps if the space is one order whose swaps are cheap.
func (s *demeSearch) pricer() pricer {
	if s.worth == 0 {
		return pricer{}
	}
	return pricer{s.p.(multiwalk.SwapEvaluator), s.worth, make([]int32, s.n), make([]int32, s.n)}
}

// price is what a child costs whose parent costs so much. It is O(n) and the deltas.
func (m *pricer) price(p multiwalk.Problem, child, parent []int32, cost int64) int64 {
	if m.swaps == nil {
		if slices.Equal(child, parent) {
			return cost
		}
		return p.Cost(child)
	}
	differ := 0 // positions; half as many swaps at least, where they are in pairs
	for k, v := range child {
		if v != parent[k] {
			differ++
		}
	}
	if differ > 2*m.worth {
		return p.Cost(child)
	}
	copy(m.near, parent)
	for k, v := range m.near {
		m.place[v] = int32(k)
	}
	for k, v := range child {
		was := m.near[k]
		if v == was {
			continue
		}
		j := m.place[v]
		cost += m.swaps.SwapDelta(m.near, int32(k), j)
		m.near[k], m.near[j] = v, was
		m.place[was] = j
	}
	return cost
}

// swapsWorth measures how many swap deltas take as long as a full evaluation; 0 where the problem has none. What is
// measured changes how fast children are priced, and not what they cost.
func swapsWorth(p multiwalk.Problem) int {
	swaps, ok := p.(multiwalk.SwapEvaluator)
	n := p.Space().Len()
	if !ok || n < 2 || !ordered(p.Space().Kind()) {
		return 0
	}
	r := multiwalk.NewRand(0, math.MaxInt32)
	x := make([]int32, n)
	p.Space().Random(r, x)
	full := fastest(func() { p.Cost(x) })
	delta := fastest(func() {
		i, j := int32(r.IntN(n)), int32(r.IntN(n-1))
		if j >= i {
			j++
		}
		swaps.SwapDelta(x, i, j)
	})
	return int(min(math.MaxInt32, full/delta))
}

// fastest returns how many seconds f takes: the least of some tries of some calls, as many as 50 us have.
func fastest(f func()) float64 {
	const tries, calls, enough = 8, 8, 50 * time.Microsecond
	least := math.MaxFloat64
	for began, k := time.Now(), 0; k == 0 || k < tries && time.Since(began) < enough; k++ {
		at := time.Now()
		made := 0
		for ; made < calls && (made == 0 || time.Since(at) < enough); made++ {
			f()
		}
		least = min(least, time.Since(at).Seconds()/float64(made))
	}
	return max(1e-9, least)
}
