package pspm

import (
	"context"
	"fmt"
	"time"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
)

// runTable3 runs both experiments of section 5.3.
func runTable3(ctx context.Context, l *Lab) error {
	if err := runThroughput(ctx, l); err != nil {
		return err
	}
	return runConvergence(ctx, l)
}

// runThroughput runs, for each instance, SSPM's complete searches to find the threshold, then throughput trials of all
// systems but those of one move, which do not get there, as in the paper.
func runThroughput(ctx context.Context, l *Lab) error {
	return l.each(ctx, func(in Instance, s System) error {
		if s.Moves == 1 {
			return nil
		}
		return l.reach(ctx, in, s)
	})
}

// reach runs throughput trials.
func (l *Lab) reach(ctx context.Context, in Instance, s System) error {
	reference, _ := SystemsNamed([]string{"sspm"})
	if err := l.run(ctx, in, reference[0], Trial{Kind: Search, Size: PaperMoves}); err != nil {
		return err
	}
	return l.run(ctx, in, s, Trial{Kind: Throughput, Size: s.moves(PaperMoves), Target: l.threshold(in), Limit: l.Limit})
}

// runConvergence runs, for each instance, the GPU's throughput trials to find the time limit, then convergence trials of
// all systems.
func runConvergence(ctx context.Context, l *Lab) error {
	for _, in := range l.Instances {
		if gpu, ok := l.System(gpuSystems...); ok && l.Runs(gpu) {
			if err := l.reach(ctx, in, gpu); err != nil {
				return err
			}
		}
		limit, _ := l.timeLimit(in)
		for _, s := range l.Systems {
			if err := l.run(ctx, in, s, Trial{Kind: Convergence, Size: s.moves(PaperMoves), Limit: limit}); err != nil {
				return err
			}
		}
	}
	return nil
}

// threshold is the shortest length that SSPM found in its complete searches, 0 without any. Reaching it is enough: where it is the
// optimum, nothing is shorter.
func (l *Lab) threshold(in Instance) int64 {
	reference, _ := SystemsNamed([]string{"sspm"})
	if list := l.runs(Search, in, reference[0], PaperMoves); len(list) > 0 {
		return list.Costs()[0]
	}
	return 0
}

// timeLimit is how long convergence trials last: the mean time of the GPU to the threshold. Where there is no GPU it is
// that of the paper's GPU; for instances that the paper does not have, that of SSPM to the threshold.
func (l *Lab) timeLimit(in Instance) (limit time.Duration, source string) {
	mean := func(list Runs) time.Duration {
		return time.Duration(list.Mean(func(r Run) float64 { return float64(r.Elapsed) }))
	}
	if s, ok := l.System(gpuSystems...); ok {
		if list := l.runs(Throughput, in, s, s.moves(PaperMoves)); len(list) > 0 {
			return mean(list), "of " + s.Title
		}
	}
	if row := papers.Find(Table3, in.Name, name3); row != nil {
		return time.Duration(100 / row.PSPMTC * float64(time.Second)), "of the paper's GPU"
	}
	for _, s := range l.Systems {
		if list := l.runs(Throughput, in, s, s.moves(PaperMoves)); len(list) > 0 {
			return mean(list), "of " + s.Title
		}
	}
	return l.Limit, "limit"
}

// printed3 is where Table 3 has the figures of a system.
var printed3 = map[string]struct{ tc, sec, improvement func(PaperTable3) float64 }{
	"sspm": {func(r PaperTable3) float64 { return r.SSPMTC }, func(r PaperTable3) float64 { return r.SSPMSEC },
		func(r PaperTable3) float64 { return r.ImprovesSSPM }},
	"pssm": {nil, func(r PaperTable3) float64 { return r.PSSMSEC }, func(r PaperTable3) float64 { return r.ImprovesPSSM }},
	"pspm": {func(r PaperTable3) float64 { return r.PSPMTC }, func(r PaperTable3) float64 { return r.PSPMSEC }, nil},
}

// rows3 makes the rows of Table 3 and their averages.
func (l *Lab) rows3(s *papers.Sheet[Instance, PaperTable3]) *exhibit.Table {
	for _, in := range l.Instances {
		s.Row(in.Name, in, papers.Find(Table3, in.Name, name3))
	}
	s.Average(ofAll(l, Table3Average))
	return s.Table
}

func tables3(l *Lab) []*exhibit.Table { return []*exhibit.Table{l.throughput(), l.convergence()} }

// throughput is the left half of Table 3.
func (l *Lab) throughput() *exhibit.Table {
	s := &papers.Sheet[Instance, PaperTable3]{Table: &exhibit.Table{Name: "table3-throughput", Head: "instance",
		Title: "Table 3, throughput: solutions a second no longer than the shortest that CPU SSPM's complete searches found (TC)"}}
	gpu, hasGPU := l.System(gpuSystems...)
	s.Column(exhibit.Column{Group: "threshold", Name: "SEC", Unit: "%", Digits: 2}, l.thresholdCell, nil)
	for _, system := range l.Systems {
		if system.Moves != 1 {
			s.Column(exhibit.Column{Group: system.Title, Name: "TC", Unit: "1e-2/s", Digits: 2}, l.tc(system), printed3[system.paper()].tc)
		}
	}
	if sspm, ok := l.System("sspm"); ok && hasGPU {
		s.Column(exhibit.Column{Group: "TC speed-up", Name: "of " + gpu.Title, Digits: 1}, func(in Instance) exhibit.Cell {
			return exhibit.Ratio(l.tc(gpu)(in), l.tc(sspm)(in), Speedup)
		}, func(r PaperTable3) float64 { return r.Speedup })
	}
	t := l.rows3(s)
	t.Notes = append(l.tableNotes(""),
		fmt.Sprintf("A trial gives up after %g s, and counts as if it had got there then: "+
			"< and > stand before figures that are lower or higher.", l.Limit.Seconds()),
		"The paper does not report PSSM's TC: it had not reached the threshold after five times SSPM's time.")
	return t
}

func (l *Lab) thresholdCell(in Instance) exhibit.Cell {
	length := l.threshold(in)
	if length == 0 {
		return exhibit.Missing("-")
	}
	c := exhibit.Value(SEC(length, in.Best))
	reference, _ := SystemsNamed([]string{"sspm"})
	if len(l.runs(Search, in, reference[0], PaperMoves)) < l.trials(reference[0].ID) {
		c.Mark = exhibit.Partial
	}
	return c
}

// tc returns the cells of a system's throughput.
func (l *Lab) tc(s System) func(Instance) exhibit.Cell {
	return l.figure(Throughput, s, PaperMoves, func(_ Instance, list Runs) exhibit.Cell {
		c := exhibit.Value(100 * TC(list))
		if missed(list) > 0 {
			c.Mark = exhibit.Bound
		}
		return c
	})
}

// convergence is the right half of Table 3.
func (l *Lab) convergence() *exhibit.Table {
	s := &papers.Sheet[Instance, PaperTable3]{Table: &exhibit.Table{Name: "table3-convergence", Head: "instance",
		Title: "Table 3, convergence: solution error (SEC) after the time that the GPU needs to the threshold"}}
	gpu, hasGPU := l.System(gpuSystems...)
	s.Column(exhibit.Column{Group: "time", Name: "limit", Unit: "s", Digits: 3}, func(in Instance) exhibit.Cell {
		limit, _ := l.timeLimit(in)
		return exhibit.Value(limit.Seconds())
	}, nil)
	for _, system := range l.Systems {
		s.Column(exhibit.Column{Group: system.Title, Name: "SEC", Unit: "%", Digits: 2}, l.converged(system), printed3[system.paper()].sec)
	}
	for _, system := range l.Systems {
		if hasGPU && system.Where != papers.GPU {
			head := exhibit.Column{Group: "improvement of " + gpu.Title, Name: "over " + system.Title, Unit: "%", Digits: 2}
			s.Column(head, func(in Instance) exhibit.Cell {
				return exhibit.Ratio(l.converged(gpu)(in), l.converged(system)(in),
					func(ours, reference float64) float64 { return reference - ours })
			}, printed3[system.paper()].improvement)
		}
	}
	t := l.rows3(s)
	t.Notes = l.tableNotes("Table 3")
	if len(l.Instances) > 0 {
		_, source := l.timeLimit(l.Instances[0])
		t.Notes = append(t.Notes, "The limit is the mean time "+source+" to the threshold. The paper's is 1/TC.",
			"A CPU run ends with the round of work in progress, up to 40 ms after the limit.")
	}
	return t
}

// converged returns the cells of a system's convergence.
func (l *Lab) converged(s System) func(Instance) exhibit.Cell {
	return l.figure(Convergence, s, PaperMoves, sec)
}
