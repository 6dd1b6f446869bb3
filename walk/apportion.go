package walk

// apportion divides the evaluations that a run on a Both has left among its walks, in proportion to those that each walk made
// in the round before, because a machine makes many times as many as a core. The run calls it before each round. It looks at no
// clock.
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

// shorten makes the stretch of a walk begin now, and end where the walk's part of the evaluations ends. spent is the spent part
// of the run's budget of evaluations. If a walk is ahead of the others, its progress still does not fall.
func (r *run) shorten(walk int, spent float64) {
	if r.pacing.stretches == nil {
		return
	}
	s := &r.pacing.stretches[walk]
	s.part = max(spent, s.progress(float64(r.res.Rounds), r.both.made[walk]))
	s.round, s.evaluations, s.share = r.res.Rounds, r.both.made[walk], r.both.caps[walk]
}
