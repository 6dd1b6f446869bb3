package qap

import (
	"fmt"
	"math"
)

// misprints says where the paper contradicts itself, from its own figures.
func misprints() []string {
	var notes []string
	for _, r := range Table1 {
		for _, e := range []PaperEffect{r.NoRestart, r.Restart} {
			if e.Hits > 1 && e.Mean <= e.Min+(e.Max-e.Min)/e.Hits && e.Max > e.Mean*2 {
				least := e.Min + (e.Max-e.Min)/e.Hits
				notes = append(notes, fmt.Sprintf("The paper's Table I: %s's mean with restart is printed as %.2f s; "+
					"with a slowest of %.2f s and a fastest of %.2f s, %g runs have one of at least %.2f s%s.",
					r.Instance, e.Mean, e.Max, e.Min, e.Hits, least, inTable3(r)))
			}
		}
	}
	for i, r := range Table3 {
		if with := Table1[i].Restart.Mean; math.Abs(with-r.ModelII) > 0.1 && with > 0.1 {
			notes = append(notes, fmt.Sprintf("The paper's Tables I and III print the mean of the same runs of %s, "+
				"Model II on a core, as %.2f and %.2f s.",
				r.Instance, with, r.ModelII))
		}
	}
	return notes
}

// inTable3 is what Table III prints for the same runs.
func inTable3(r PaperTable1) string {
	for _, o := range Table3 {
		if o.Instance == r.Instance && o.ModelII != r.Restart.Mean {
			return fmt.Sprintf(", and Table III has %.2f s for the same", o.ModelII)
		}
	}
	return ""
}
