package single

import "math"

// Until implements fleet.Searches: a launch ends after launchIterations, or where the evaluations are spent.
func (w *machineTabu) Until(from, evaluations int64) int64 {
	if w.anew { // those that the searches begin with count
		evaluations -= int64(w.Size)
	}
	n, p := int64(w.f.N), &w.Plan
	pairs, extra, each := n*(n-1)/2, int64(0), 0.0
	if p.Length > 0 { // an iteration's share of the perturbations, and one more
		extra = int64(p.Strongest - 1)
		each = float64(extra) / float64(p.Length)
	}
	allowed := float64(evaluations/int64(p.Walks)-extra) / (float64(pairs) + each)
	most := w.launchIterations()
	if left := w.End - from; left > 0 { // in launches of about the same length
		launches := (left + most - 1) / most
		most = (left + launches - 1) / launches
	}
	return from + max(1, min(most, int64(min(allowed, math.MaxInt32))))
}

// launchIterations is how many iterations a launch has on a GPU: some 10 ms of one that is full of searches. How iterations are split into
// launches changes nothing but when the run hears of what was found.
func (w *machineTabu) launchIterations() int64 {
	if w.f.each > 0 {
		return w.f.each
	}
	n, words := w.f.N, w.f.products*w.f.bytes/4
	each := float64(words)*float64(n*n)*w.Machine.Tuned("tabu.delta", n) + w.Machine.Tuned("tabu.iteration", n)
	if w.shape.vast {
		each *= w.Machine.Tuned("tabu.vast", n)
	}
	resident := max(1, (w.Size+w.Machine.Multiprocessors()-1)/w.Machine.Multiprocessors())
	return w.Paced(float64(resident)*each, emulatedIterations/int64(w.Size))
}

// emulatedIterations is how many iterations a launch of the emulator makes of all its searches together.
const emulatedIterations = 256
