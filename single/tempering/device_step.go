package tempering

import (
	"github.com/multiwalk/multiwalk/internal/gpu"
	"github.com/multiwalk/multiwalk/internal/tempering"
)

// Until implements fleet.Searches: a launch ends after launchSweeps, or where the evaluations are spent, and has one sweep at
// least.
func (w *machineTempering) Until(from, evaluations int64) int64 {
	return min(from+max(1, min(w.launchSweeps(), evaluations/w.perSweep)), tempering.Still(from))
}

// Proceed implements fleet.Searches: it finds out how many proposals a sweep has from now on. That changes only after the
// launches of the warm-up. None of them goes beyond the next step.
func (w *machineTempering) Proceed() (bool, error) {
	if !tempering.Warming(w.At - 1) {
		return false, nil
	}
	w.perSweep = 0
	err := w.memory.rungs.Read(w.rungs, 0)
	for _, r := range w.rungs {
		w.perSweep += int64(r.Quota)
	}
	return false, err
}

// launchSweeps is how many sweeps a launch has on a GPU: some 10 ms of one full of ladders, if the estimates of
// proposalNanoseconds hold. How sweeps are split into launches changes nothing but when the run hears of what was found.
func (w *machineTempering) launchSweeps() int64 {
	if w.f.sweeps > 0 {
		return w.f.sweeps
	}
	length := float64(w.perSweep) / float64(w.Size)
	return w.Paced(length*w.nanoseconds(), emulatedProposals/w.perSweep)
}

// nanoseconds is how long a replica takes for a proposal beside all others of the machine.
func (w *machineTempering) nanoseconds() float64 {
	blocks := (int(w.Plan.Ladders) + w.Machine.Multiprocessors() - 1) / w.Machine.Multiprocessors()
	return float64(blocks) * float64(w.Plan.Replicas) * w.f.proposalNanoseconds(w.Machine, w.shape)
}

// lookOut sets how often replicas look whether to stop: every 4 ms or 8192 proposals, since a look takes some microseconds.
// Few proposals may fill that time, because a swap costs O(n*n), and a sweep may be many times as long.
func (w *machineTempering) lookOut() {
	const most, batch = 1 << 13, 64
	between := max(batch, min(most, int64(4e6/w.nanoseconds())))
	if w.Machine.Emulated() {
		between = max(1, emulatedLook/int64(w.f.s.n*w.f.s.n))
	}
	w.Plan.Poll, w.Plan.Stretch = int32(max(1, between/w.f.s.sweep)), int32(min(between, w.f.s.sweep))
}

const (
	// emulatedProposals is how many proposals a launch of the emulator makes.
	emulatedProposals = 1 << 12
	// emulatedLook is how many numbers of its matrix a replica has changed there between two looks, if it takes every swap.
	emulatedLook = 1 << 14
)

// proposalNanoseconds is how long a multiprocessor is busy with a proposal, if 8 in 100 are accepted, as on structured
// instances. On uniform ones, which accept a fourth of that, launches are shorter.
func (f *temperFleet) proposalNanoseconds(m *gpu.Machine, s temperShape) float64 {
	n := float64(f.s.n)
	swap := 0.08 * m.Tuned("tempering.swap", f.s.n) * n * n * float64(max(1, f.products)*max(4, f.bytes)) / 4
	switch s {
	case byStaged, byMatrix:
		return m.Tuned("tempering.proposal", f.s.n) + swap
	case byFarMatrix:
		return m.Tuned("tempering.far", f.s.n) + swap/2
	}
	return 1 + n/10
}
