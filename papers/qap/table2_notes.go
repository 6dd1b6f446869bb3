package qap

import (
	"fmt"
	"strings"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// notes2 says how predictions are made.
func (l *Lab) notes2() []string {
	notes := []string{"gain: T1,avg/Tp,avg. Δp: Tp,avg - M(p). off: M(p)/Tp,avg - 1. The paper's 60 blocks are on two GPUs.",
		"The paper's way: a gamma distribution fitted by least squares to the times of single runs, and equations 3 to 5.",
		fmt.Sprintf("Ours: from single runs, counted in generations; M(p) is the mean over all ways to take p of them where there are "+
			"%d times as many, else that of the likeliest of five families which the runs do not speak against. What p blocks "+
			"take for a number of generations is measured apart, by runs that search for nothing. Cores: the same in seconds.", decide)}
	if l.Device(papers.OneGPU) != nil {
		notes = append(notes, "Single blocks run side by side on the GPU, and none stops another; their time is that of a block alone "+
			"for as many generations. Their seeds are no other run's. "+
			fmt.Sprintf("To those of figure5 come %d times as many that end after a %dth of the time. ", shortRuns, shortShare)+
			"Races: as many blocks until one is at the target, of other seeds and by their generations too, many races side by side.")
	}
	for _, w := range []papers.Where{papers.OneGPU, papers.OneCore} {
		var parts []string
		for _, in := range l.Instances {
			if f := l.forecast(in, w); f.best != nil {
				part := fmt.Sprintf("%s %d of %d, %s", in.Name, f.sample.Reached(), f.sample.Runs(), f.best.Family())
				if f.head < 1 {
					part += fmt.Sprintf(" to the fastest %g %%", 100*f.head)
				}
				if f.p < 0.05 {
					part += fmt.Sprintf(" (p %.2g)", f.p)
				}
				parts = append(parts, part)
			}
		}
		if parts != nil {
			notes = append(notes, fmt.Sprintf("Single runs at the target on %s, and the fit: %s.", l.Title(w), strings.Join(parts, "; ")))
		}
	}
	return notes
}

// verdicts says for each number of blocks how many predictions are near what was measured.
func (l *Lab) verdicts(all []row2) []string {
	var notes []string
	for _, b := range l.asked() {
		what := plural(b.asked, "block")
		if b.asked == 0 {
			what = "all of " + l.Title(b.where)
		}
		for _, by := range []struct {
			name string
			time func(row2) exhibit.Cell
		}{{"runs", l.time2}, {"races", l.raced}} {
			paper, ours, of := 0, 0, 0
			for _, r := range all {
				if r.b.where == b.where && r.b.asked == b.asked && !r.lone() && by.time(r).Has() {
					of++
					paper += near(l.off(l.paperM, by.time)(r))
					ours += near(l.off(l.ourM(value), by.time)(r))
				}
			}
			if of > 0 {
				notes = append(notes, fmt.Sprintf("Within %g %% of the mean of %s, for %s: ours on %d of %d instances, the paper's way on %d.",
					100*within, by.name, what, ours, of, paper))
			}
		}
	}
	return notes
}

// near is 1 for a prediction that is off by little, else 0.
func near(off exhibit.Cell) int {
	if off.Has() && !strings.Contains(off.Mark, exhibit.Bound) && off.Value >= -100*within && off.Value <= 100*within {
		return 1
	}
	return 0
}
