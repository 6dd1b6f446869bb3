package multiwalk

// apportion divides the evaluations that a run on a Both has left by what each walk made in the round before, because a machine
// makes many times those of a core. It does so before each round, and looks at no clock.
func (r *run) apportion() {
	b, all := r.both, r.stops.evaluations
	if b == nil || all == 0 {
		return
	}
	known, sum, late := b.made != nil, int64(0), int64(0)
	if !known {
		b.made = make([]int64, len(r.walks))
	}
	recent := make([]int64, len(r.walks))
	for i, c := range r.counters {
		sum += c.Evaluations()
		if known && !r.ended[i] {
			recent[i] = c.Evaluations() - b.made[i]
			late += recent[i]
		}
		b.made[i] = c.Evaluations()
	}
	left := max(0, all-sum)
	b.caps = make([]int64, len(r.walks))
	for i := range b.caps {
		part := 1 / float64(len(r.walks))
		if late > 0 {
			part = float64(recent[i]) / float64(late)
		}
		b.caps[i] = b.made[i] + max(1, int64(part*float64(left)))
		r.shorten(i, 1-quotient(float64(left), float64(all)))
	}
}

// shorten makes the stretch of a walk begin here and end where its part of the evaluations does. spent is the part of the run's
// budget of evaluations that is; progress does not fall where a walk is ahead of the others.
func (r *run) shorten(walk int, spent float64) {
	if r.pacing.stretches == nil {
		return
	}
	s := &r.pacing.stretches[walk]
	s.part = max(spent, s.progress(float64(r.res.Rounds), r.both.made[walk]))
	s.round, s.evaluations, s.share = r.res.Rounds, r.both.made[walk], r.both.caps[walk]
}
