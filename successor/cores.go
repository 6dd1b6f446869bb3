package successor

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"github.com/multiwalk/multiwalk/internal/invariants"
	"github.com/multiwalk/multiwalk/internal/kernels/construct"
	"github.com/multiwalk/multiwalk/internal/simd"
)

// block is how many weights a core sums up at a time, room how many it asks for in one call. It keeps the sum up to each block. If the
// block with the drawn value is not among the weights of the last call, it is weighed again.
const (
	block = simd.SumsBlock
	room  = 32 * block
)

// cores is the buffers and the workers of a run on cores.
type cores[E any] struct {
	kinds          []Kind[E]
	source, target []E
	sets, active   [][]uint64 // by type
	workers        []*core[E]
	next           atomic.Int64
}

// core is a worker. It allocates nothing once it is made.
type core[E any] struct {
	heuristics []heuristic[E]
	weights    []int64 // those of the last call
	upTo       []int64 // sum of the weights up to the end of each block
	variable   int32   // in progress
	worst      fault   // the first of all its states, if Code is not 0
	outcome    Outcome
}

func newCores[E any](s Settings, kinds []Kind[E], workers int) *cores[E] {
	c := &cores[E]{kinds: kinds, source: make([]E, s.States*s.Size), target: make([]E, s.States*s.Size)}
	for _, k := range kinds {
		c.sets = append(c.sets, make([]uint64, s.States*words(k.variables)))
		c.active = append(c.active, make([]uint64, s.States*words(k.variables)))
	}
	for range workers {
		c.workers = append(c.workers, newCore(kinds))
	}
	return c
}

func newCore[E any](kinds []Kind[E]) *core[E] {
	w, most := &core[E]{}, 0
	for _, k := range kinds {
		w.heuristics = append(w.heuristics, k.worker())
		most = max(most, k.most)
	}
	w.weights, w.upTo = make([]int64, min(most, room)), make([]int64, (most+block-1)/block)
	return w
}

func (c *cores[E]) put(x []E) error {
	copy(c.source, x)
	return nil
}

func (c *cores[E]) get(x []E) error {
	copy(x, c.source)
	return nil
}

func (c *cores[E]) activate(kind int, sets []uint64) error {
	copy(c.sets[kind], sets)
	return nil
}

func (c *cores[E]) swap()        { c.source, c.target = c.target, c.source }
func (c *cores[E]) Close() error { return nil }

// generate has the workers take some states at a time. What they make does not depend on who takes which.
func (c *cores[E]) generate(plans []construct.Assigning) (Outcome, error) {
	states := int64(plans[0].States)
	chunk := max(1, states/int64(16*len(c.workers)))
	c.next.Store(0)
	var group sync.WaitGroup
	for _, w := range c.workers {
		w.worst, w.outcome = fault{}, Outcome{}
		group.Go(func() {
			for {
				from := c.next.Add(chunk) - chunk
				if from >= states {
					return
				}
				for state := from; state < min(from+chunk, states); state++ {
					c.successor(w, plans, int32(state))
				}
			}
		})
	}
	group.Wait()
	var sum Outcome
	var worst fault
	for _, w := range c.workers {
		sum.Assigned += w.outcome.Assigned
		sum.Unassigned += w.outcome.Unassigned
		if w.worst.Code != 0 && (worst.Code == 0 || w.worst.before(&worst)) {
			worst = w.worst
		}
	}
	if worst.Code != 0 {
		return Outcome{}, worst.err(c.kinds[worst.kind].most)
	}
	return sum, nil
}

// successor makes one state of the target.
func (c *cores[E]) successor(w *core[E], plans []construct.Assigning, state int32) {
	size, from := int(plans[0].Size), int(state/plans[0].Each)
	x := c.target[int(state)*size : (int(state)+1)*size : (int(state)+1)*size]
	copy(x, c.source[from*size:(from+1)*size])
	for k := range plans {
		a := &plans[k]
		n := int(a.Words)
		sets, active := c.sets[k][from*n:(from+1)*n], c.active[k][int(state)*n:(int(state)+1)*n]
		for i := range active {
			active[i] = construct.ActiveWord(a, sets, int32(i))
		}
		if f := w.assignAll(a, w.heuristics[k], x, active, state); f.Code != 0 {
			if w.worst.Code == 0 || f.before(&w.worst) {
				w.worst = f
			}
			return
		}
	}
}

// assignAll assigns the active variables of one type. A panic of the heuristic becomes a fault.
func (w *core[E]) assignAll(a *construct.Assigning, h heuristic[E], x []E, active []uint64, state int32) (f fault) {
	defer func() {
		if cause := recover(); cause != nil {
			f = recovered(cause, w.variable, int(a.Kind), int(state))
		}
	}()
	left, from := int32(0), int32(0)
	for _, word := range active {
		left += int32(bits.OnesCount64(word))
	}
	for draw := int32(0); left > 0; draw++ {
		random, rank := construct.DrawWords(a, state, draw, 0), uint64(0)
		if a.Permuted != 0 {
			rank = construct.DrawBelow(a, state, draw, construct.ForOrder, construct.RandomWord(random, construct.ForOrder), uint64(left))
		} else {
			for active[from] == 0 {
				from++
			}
		}
		w.variable = construct.NextVariable(active, from, int32(rank))
		if a.Apart != construct.NotApart {
			draw = w.variable
			random = construct.DrawWords(a, state, draw, 0)
		}
		at, bad := w.draw(a, h, x, state, draw, random)
		switch {
		case bad.Code != 0:
			return fault{Fault: bad, kind: int(a.Kind), state: int(state)}
		case at < 0:
			h.CouldNotAssign(x, w.variable)
			w.outcome.Unassigned++
		default:
			h.Assign(x, w.variable, at)
			w.outcome.Assigned++
		}
		active[w.variable/64] &^= 1 << uint32(w.variable%64)
		left--
	}
	return fault{}
}

// draw draws a possibility for the variable: -1 if all are forbidden.
func (w *core[E]) draw(a *construct.Assigning, h heuristic[E], x []E, state, draw int32, random [4]uint32) (at int32, f construct.Fault) {
	n := h.Possibilities(x, w.variable)
	if n < 0 || n > a.Most {
		return 0, construct.Fault{Code: construct.FaultCount, Variable: w.variable, Value: int64(n)}
	}
	h.begin(x, w.variable, n)
	if invariants.Enabled {
		h.check(n, room)
	}
	total, ok := w.sum(h, n)
	switch {
	case !ok:
		h.check(n, room)
		return 0, h.diagnose(n)
	case total == 0:
		return -1, construct.Fault{}
	}
	value := int64(construct.DrawBelow(a, state, draw, construct.ForPossibility, construct.RandomWord(random, construct.ForPossibility), uint64(total)))
	if at = w.locate(h, n, value); at < 0 {
		h.check(n, room)
		return 0, construct.Fault{Code: construct.FaultUnsteady, Variable: w.variable}
	}
	return at, construct.Fault{}
}

// sum adds up all weights, and keeps the sum up to the end of each block. ok is false if one is negative, or if the sum
// does not fit.
func (w *core[E]) sum(h heuristic[E], n int32) (sum int64, ok bool) {
	for first := int32(0); first < n; first += room {
		weights := w.weights[:min(room, n-first)]
		h.weigh(first, weights)
		if sum, ok = sums(w.upTo[first/block:], weights, sum); !ok {
			return 0, false
		}
	}
	return sum, true
}

// sums goes on from a sum, and keeps it up to the end of each block. Where all weights are below 2^52 those of a call fit, which one
// test tells for all, and with the sum before they are negative if they do not; else each sum is looked at.
func sums(upTo, weights []int64, from int64) (sum int64, ok bool) {
	sum, bits := simd.Sums(upTo, weights, from)
	if uint64(bits) < 1<<63/room {
		return sum, sum >= 0
	}
	for i, m := range weights {
		from += m
		if m < 0 || from < 0 {
			return 0, false
		}
		upTo[i/block] = from
	}
	return from, true
}

// add adds up weights, a block at most. ok is false if one is negative, or if the sum does not fit.
func add(weights []int64) (sum int64, ok bool) {
	sum, bits := simd.Sum(weights)
	if uint64(bits) < 1<<63/block {
		return sum, true
	}
	sum, bits = 0, 0
	for _, m := range weights {
		sum += m
		bits |= m | sum
	}
	return sum, bits >= 0
}

// locate finds the first possibility with which the sum of weights is above a value, by halves: -1 if weights are not those
// they were.
func (w *core[E]) locate(h heuristic[E], n int32, value int64) int32 {
	low, high := int32(0), (n+block-1)/block-1
	for low < high {
		if mid := (low + high) / 2; w.upTo[mid] > value {
			high = mid
		} else {
			low = mid + 1
		}
	}
	if low > 0 {
		value -= w.upTo[low-1]
	}
	first := low * block
	weights := w.block(h, n, first)
	for len(weights) > 32 {
		half := weights[:len(weights)/2]
		sum, ok := add(half)
		switch {
		case !ok:
			return -1
		case value < sum:
			weights = half
		default:
			value -= sum
			first += int32(len(half))
			weights = weights[len(half):]
		}
	}
	for i, m := range weights {
		if m > value {
			return first + int32(i)
		}
		value -= max(0, m)
	}
	return -1
}

// block returns the weights of a block.
func (w *core[E]) block(h heuristic[E], n, first int32) []int64 {
	size := min(block, n-first)
	if at := first - (n-1)/room*room; at >= 0 && !invariants.Enabled {
		return w.weights[at : at+size]
	}
	weights := w.weights[:size]
	h.weigh(first, weights)
	return weights
}
