package walk

import (
	"github.com/multiwalk/multiwalk"
	"time"
)

// stops holds the tightest criterion of each kind; 0 means none.
type stops struct {
	time                             time.Duration
	evaluations, work, noImprovement int64
	target                           int64
	hasTarget                        bool
}

func collect(list []multiwalk.Stop) stops {
	var c stops
	tighten := func(at *int64, v int64) {
		if *at == 0 || v < *at {
			*at = v
		}
	}
	for _, s := range list {
		switch s.Kind {
		case multiwalk.StopTime:
			tighten((*int64)(&c.time), s.Value)
		case multiwalk.StopEvaluations:
			tighten(&c.evaluations, s.Value)
		case multiwalk.StopWork:
			tighten(&c.work, s.Value)
		case multiwalk.StopNoImprovement:
			tighten(&c.noImprovement, s.Value)
		case multiwalk.StopTarget:
			if !c.hasTarget || s.Value > c.target { // the easiest target is met first
				c.target, c.hasTarget = s.Value, true
			}
		}
	}
	return c
}
