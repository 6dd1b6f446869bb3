package continuous

import (
	"time"

	"github.com/multiwalk/multiwalk/walk"
)

// A walk divides its work among cores where the run has more of them than walks. Who does what decides no result.

// worthSharing is how many products of numbers are worth a meeting of cores, some 20 microseconds.
const worthSharing = 1 << 17

// share calls f for the numbers below n, in ranges whose beginnings are multiples of grain: for all here, or where work, the products that it
// takes, is worth it, on some cores. Cores take ranges in turn.
func share(cores, work, n, grain int, f func(from, to int)) {
	if cores = min(cores, (n+grain-1)/grain); cores < 2 || work < worthSharing {
		f(0, n)
		return
	}
	size := max(1, n/(4*cores)/grain) * grain
	walk.BesideEach(cores, (n+size-1)/size, never, func(_, i int) { f(i*size, min(n, i*size+size)) })
}

func never() bool { return false }

// crew is the cores that a walk has, and what it knows of how long an evaluation takes.
type crew struct {
	each   time.Duration // of an evaluation, when last looked at
	looks  int           // batches until the next look
	shared bool          // cores have evaluated side by side
}

// cores is how many goroutines a walk may have.
func (w *vectorWalk) cores() int { return max(1, w.g.plan.Cores()/int(max(1, w.g.walks.Load()))) }

// Cores implements walk.Divider.
func (w *vectorWalk) Cores() int {
	if w.shared {
		return w.cores()
	}
	return 1
}

const (
	// dearBatch is how long a batch takes at least that is evaluated by several cores, and turn how long a core evaluates before it takes more.
	dearBatch, turn = 40 * time.Microsecond, 10 * time.Microsecond
	// lookAfter is after how many cheap batches the clock is looked at again.
	lookAfter = 50
)

// together evaluates a batch side by side, if it is worth that. Else it is evaluated one by one, and began is when, if the time counts.
func (w *vectorWalk) together(s *walk.Slice, x [][]float64, f []float64) (done bool, began time.Time) {
	if s == nil || len(x) < 2 || w.cores() < 2 {
		return false, began
	}
	if w.each*time.Duration(len(x)) < dearBatch {
		if w.looks--; w.looks < 0 {
			w.looks, began = lookAfter, time.Now()
		}
		return false, began
	}
	size := min(1+int(turn/(w.each+1)), 1+len(x)/w.cores())
	parts := (len(x) + size - 1) / size
	w.shared = true
	return walk.BesideEach(min(w.cores(), parts), parts, s.Aborted, func(_, i int) {
		for k := i * size; k < min(len(x), (i+1)*size); k++ {
			f[k] = w.g.of.Cost(x[k])
		}
	}), began
}

// look takes down how long the evaluations of a batch have taken.
func (w *vectorWalk) look(began time.Time, evaluations int) {
	if !began.IsZero() {
		w.each = time.Since(began) / time.Duration(evaluations)
	}
}
