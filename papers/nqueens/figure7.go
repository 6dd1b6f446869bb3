package nqueens

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// annealers are the systems that anneal in Figure 7: the paper's two, all cores, and the fastest of ours.
func (l *Lab) annealers() []System {
	return l.only("serial", "linear", "adaptive", gpuPrefix+"coarse", gpuPrefix+"linear")
}

// runFigure7 anneals with each of the systems and with deltas, and times evaluations at the same sizes.
func runFigure7(ctx context.Context, l *Lab) error {
	return papers.Each(ctx, l.annealedSizes(), func(n int) error {
		var runs, calls []Case
		for _, s := range l.annealers() {
			runs, calls = append(runs, annealed(s.ID, n)), append(calls, evaluated(s, n))
		}
		if err := l.evaluations(ctx, calls); err != nil {
			return err
		}
		return l.annealings(ctx, append(runs, annealed(deltaID, n)))
	})
}

// schedule is how long a complete schedule takes with a system, in seconds: an estimate where only its beginning was timed.
func (l *Lab) schedule(s System, n int) exhibit.Cell {
	c := in(float64(ScheduleFor(n).Evaluations()), l.cell(annealed(s.ID, n), func(m Measurement) float64 { return m.Each }))
	if m, _ := l.Result(annealed(s.ID, n)); c.Has() && !m.Complete {
		c.Mark += exhibit.Estimate
	}
	return c
}

// gain is the speed-up of annealing over that with the serial scheme.
func (l *Lab) gain(s System, n int) exhibit.Cell {
	serial, _ := l.System("serial")
	return exhibit.Ratio(l.schedule(serial, n), l.schedule(s, n), exhibit.Quotient)
}

// delta stands for annealing with deltas in heads of tables.
var delta = System{Base: papers.At(deltaID, "O(1) deltas", papers.OneCore)}

func tablesFigure7(l *Lab) []*exhibit.Table {
	times := papers.NewSheet[int, float64]("figure7-time", "N",
		"Figure 7: time of a complete schedule of simulated annealing")
	gains := papers.NewSheet[int, struct{}]("figure7", "N",
		"Figure 7: speed-up of evaluation and of simulated annealing over the serial scheme")
	systems := l.annealers()
	cores := slices.IndexFunc(systems, func(s System) bool { return s.Where != papers.OneCore })
	if cores < 0 {
		cores = len(systems)
	}
	systems = slices.Insert(systems, cores, delta)
	for _, s := range systems {
		times.Column(s.column("s", -3), func(n int) exhibit.Cell { return l.schedule(s, n) }, nil)
		if s.ID == "serial" {
			times.Column(s.column("s", 0), nil, func(v float64) float64 { return v })
			continue
		}
		gain := func(what string, of func(s System, n int) exhibit.Cell) {
			gains.Column(exhibit.Column{Group: s.name(), Name: what, Unit: "x", Digits: -3}, func(n int) exhibit.Cell { return of(s, n) }, nil)
		}
		if s.ID != deltaID {
			gain("evaluation", l.fifth)
		}
		gain("annealing", l.gain)
	}
	for _, n := range l.annealedSizes() {
		var printed *float64
		if n == MostAnnealed {
			printed = &Text.Annealing
		}
		times.Row(strconv.Itoa(n), n, printed)
		gains.Row(strconv.Itoa(n), n, nil)
	}
	times.Table.Notes = []string{
		"The time of annealing for an evaluation, all it does included, " +
			"times the evaluations of Table 1's schedule. ~: only its beginning was timed.",
		"O(1) deltas: the same annealing where the problem prices a swap by its diagonal counters and nothing is evaluated in full.",
		"The fastest: " + fastest(systems, l.annealedSizes(), l.schedule) + ".",
	}
	gains.Table.Notes = []string{speedupNote, fmt.Sprintf("The paper prints no figures but the greatest speed-up of annealing with the coarse-grained GPU scheme, %.1f, "+
		"for N up to %d.", Text.AnnealingSpeedup, MostAnnealed)}
	if l.Accelerator == nil {
		times.Table.Notes = append(times.Table.Notes, noGPU)
		gains.Table.Notes = append(gains.Table.Notes, noGPU)
	}
	return []*exhibit.Table{times.Table, gains.Table}
}

func chartsFigure7(l *Lab) []*exhibit.Chart {
	panel := func(what string, systems []System, of func(s System, n int) exhibit.Cell) exhibit.Panel {
		return exhibit.Panel{X: exhibit.Axis{Label: "N", Log: true}, Series: bySystem(systems, l.annealedSizes(), of),
			Y: exhibit.Axis{Label: "speed-up of " + what + " over the serial scheme", Log: true}}
	}
	systems := l.annealers()[1:]
	return []*exhibit.Chart{{Name: "figure7", Title: "Figure 7: speed-up of evaluation and of simulated annealing",
		Panels: []exhibit.Panel{panel("evaluation", systems, l.fifth), panel("annealing", append(systems, delta), l.gain)}}}
}
