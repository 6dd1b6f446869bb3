package single

import (
	"errors"
	"math"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/kernel"
)

// Step implements multiwalk.Walk. A unit is a launch.
func (w *machineTabu) Step(s *multiwalk.Slice) bool {
	for s.Next(w.counters.Evaluations()) {
		if err := w.unit(s); err != nil {
			s.Fail(err)
			return false
		}
	}
	return true
}

// unit does a launch and takes up what it found.
func (w *machineTabu) unit(s *multiwalk.Slice) error {
	w.plan.Target = s.Target()
	if err := w.adopt(); err != nil {
		return err
	}
	w.plan.Until = w.plan.From + w.iterations(s.EvaluationsLeft(w.counters.Evaluations()))
	a := &w.memory
	if err := a.fits(w.plan); err != nil {
		return err
	}
	args := []any{a.problem, w.plan, a.states, a.rows, a.memory}
	if w.shape.vast {
		args = append(args, a.far.costs, a.far.deltas, a.far.expiries)
	}
	if err := w.search.Launch(w.launch, append(args, a.hits, a.goal, a.stop)...); err != nil {
		return err
	}
	if err := w.m.Wait(s.Aborted, a.stop); err != nil {
		return err
	}
	if err := a.states.Read(w.states, 0); err != nil {
		return err
	}
	return errors.Join(w.checkLedger(), w.take(s))
}

// adopt has the searches take up what Adopt or BeginEach left for them.
func (w *machineTabu) adopt() (err error) {
	switch {
	case w.adopted:
		err = w.launchStart(kernel.AdoptOne)
	case w.anew:
		err = w.launchStart(kernel.AdoptEach)
		w.counters.FullEvaluations += int64(w.plan.Walks)
	}
	w.adopted, w.anew = false, false
	return err
}

// iterations is how many the next launch makes: those of a launch, and no more than so many evaluations.
func (w *machineTabu) iterations(evaluations int64) int64 {
	n, p := int64(w.f.n), &w.plan
	pairs, extra, each := n*(n-1)/2, int64(0), 0.0
	if p.Length > 0 { // an iteration's share of the perturbations, and one more
		extra = int64(p.Strongest - 1)
		each = float64(extra) / float64(p.Length)
	}
	allowed := float64(evaluations/int64(p.Walks)-extra) / (float64(pairs) + each)
	most := w.launchIterations()
	if left := w.end - p.From; left > 0 { // in launches of about the same length
		launches := (left + most - 1) / most
		most = (left + launches - 1) / launches
	}
	return max(1, min(most, int64(min(allowed, math.MaxInt32))))
}

// launchIterations is how many iterations a launch has on a GPU: some 10 ms of an H200 full of searches, by
// tabuNanoseconds. How iterations are split into launches changes nothing but when the run hears of what was found.
func (w *machineTabu) launchIterations() int64 {
	if forcedLaunch > 0 {
		return forcedLaunch
	}
	resident := max(1, (int(w.plan.Walks)+w.m.Multiprocessors()-1)/w.m.Multiprocessors())
	if w.m.Emulated() {
		return max(1, emulatedIterations/int64(w.plan.Walks))
	}
	each := tabuNanoseconds(w.f.n, w.f.bytes, w.f.products)
	if w.shape.vast {
		each *= 10
	}
	return max(1, int64(10e6/(float64(resident)*each)))
}

// forcedLaunch is how many iterations a launch has in tests; 0 leaves it to the machine.
var forcedLaunch int64

// emulatedIterations is how many iterations a launch of the emulator makes of all its searches together.
const emulatedIterations = 256

// tabuNanoseconds is how long a multiprocessor of an H200 is busy with one iteration of one search whose matrices are in
// shared memory, within 40 % of what was measured from 30 to 150 positions, and 28 % for 32 bits.
func tabuNanoseconds(n, bytes, products int) float64 {
	return float64(products*bytes/4)*float64(n*n)*0.15 + 100
}

// take counts the work of a launch and reports a new incumbent. When the run was aborted the searches stopped somewhere;
// then only what they found counts.
func (w *machineTabu) take(s *multiwalk.Slice) error {
	if w.memory.stop.Get() != 0 {
		w.memory.stop.Set(0)
		return errors.Join(w.report(s, w.leader()), w.memory.goal.Write([]int64{math.MaxInt64}, 0))
	}
	winner, hit, err := gpu.Winner(w.memory.hits, w.memory.goal)
	if err != nil {
		return err
	}
	if hit != math.MaxInt64 { // others may have gone further or not as far, so their perturbations are not counted
		w.advance(hit + 1)
		return w.report(s, max(0, winner))
	}
	priced := int64(0)
	for i := range w.states {
		priced += w.states[i].Priced
	}
	w.counters.DeltaEvaluations += priced - w.priced
	w.counters.Moves += priced - w.priced
	w.priced = priced
	w.advance(w.plan.Until)
	return w.report(s, w.leader())
}

// advance counts the iterations up to another.
func (w *machineTabu) advance(to int64) {
	made := (to - w.plan.From) * int64(w.plan.Walks)
	n := int64(w.f.n)
	w.counters.DeltaEvaluations += made * (n * (n - 1) / 2)
	w.counters.Moves += made
	w.counters.Units++
	w.plan.From = to
}

// report tells of a search's incumbent if it is the machine's.
func (w *machineTabu) report(s *multiwalk.Slice, search int) error {
	better, err := w.improve(search)
	if better {
		s.Improved(w.least, w.counters)
	}
	return err
}

// farArrays is what TabuSwapVast keeps in a machine's memory: see there.
type farArrays struct {
	costs, deltas farArray
	expiries      *gpu.Array[int32]
}

// farArray is a *gpu.Array[int32] or a *gpu.Array[int64].
type farArray interface {
	Free() error
	Len() int
}

func newFarArrays(m *gpu.Machine, walks, n, bytes int) (farArrays, error) {
	costs, deltas := walks*kernel.TabuCosts(n), walks*kernel.TabuDeltas(n)
	var a farArrays
	var err [3]error
	if bytes == 4 {
		a.costs, err[0] = gpu.NewArray[int32](m, costs)
		a.deltas, err[1] = gpu.NewArray[int32](m, deltas)
	} else {
		a.costs, err[0] = gpu.NewArray[int64](m, costs)
		a.deltas, err[1] = gpu.NewArray[int64](m, deltas)
	}
	a.expiries, err[2] = gpu.NewArray[int32](m, deltas)
	return a, errors.Join(err[:]...)
}

func (a farArrays) free() error {
	if a.costs == nil {
		return nil
	}
	return errors.Join(a.costs.Free(), a.deltas.Free(), a.expiries.Free())
}
