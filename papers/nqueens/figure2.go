package nqueens

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/multiwalk/multiwalk/internal/exhibit"
	"github.com/multiwalk/multiwalk/papers"
	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

// threadedSizes are those of Figures 2 and 3.
func (l *Lab) threadedSizes() []int {
	return l.sizes([]int{100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000})
}

// threaded is the case of a number of threads; 0 stands for the serial scheme.
func threaded(threads, n int) Case {
	if threads == 0 {
		return Case{Kind: Threads, Candidates: Random, System: "serial", N: n}
	}
	return Case{Kind: Threads, Candidates: Random, System: "adaptive", N: n, Parameter: threads}
}

// runFigure2 times the adaptive scheme with each number of threads, beside the serial one.
func runFigure2(ctx context.Context, l *Lab) error {
	if _, ok := l.System("adaptive"); !ok {
		return nil
	}
	return papers.Each(ctx, l.threadedSizes(), func(n int) error {
		cases := []Case{threaded(0, n)}
		for _, t := range l.Threads {
			cases = append(cases, threaded(t, n))
		}
		return l.evaluations(ctx, cases)
	})
}

// runFigure3 does the same, and measures the map that later experiments have.
func runFigure3(ctx context.Context, l *Lab) error {
	if err := runFigure2(ctx, l); err != nil {
		return err
	}
	defer l.onCores()()
	return l.measureMap(ctx)
}

// byThreads returns the cells of the speed-up at a size.
func (l *Lab) byThreads(n int) func(threads int) exhibit.Cell {
	return func(threads int) exhibit.Cell { return l.speedup(threaded(threads, n), threaded(0, n)) }
}

func tablesFigure2(l *Lab) []*exhibit.Table {
	s := papers.NewSheet[int, struct{}]("figure2", "N",
		"Figure 2: speed-up of the adaptive multithreaded scheme over the serial one, by the number of threads")
	for _, t := range l.Threads {
		s.Column(exhibit.Column{Group: "threads", Name: strconv.Itoa(t), Digits: 2},
			func(n int) exhibit.Cell { return l.byThreads(n)(t) }, nil)
	}
	papers.Sizes(s, l.threadedSizes())
	s.Table.Notes = append(l.cpuNotes(Threads, l.threadedSizes()), speedupNote,
		"The paper prints no figures but these: at most 5 up to N = 1000, 10 to 15 up to 10000, 10 to 20 beyond, "+
			"on 40 logical cores.")
	return []*exhibit.Table{s.Table}
}

// speedupNote says what speed-ups are of.
const speedupNote = "Speed-ups are ratios of medians. " +
	"~: the serial time is that of the greatest size that was timed, times the ratio of the pairs."

// cpuNotes are notes on cores alone.
func (l *Lab) cpuNotes(kind Kind, sizes []int) []string {
	return slices.DeleteFunc(l.notes(kind, sizes), func(s string) bool { return s == noGPU })
}

// best returns the number of threads with the greatest speed-up at a size.
func (l *Lab) best(n int) (threads, speedup exhibit.Cell) {
	threads, speedup = exhibit.Missing("-"), exhibit.Missing("-")
	for _, t := range l.Threads {
		c := l.byThreads(n)(t)
		switch {
		case !c.Has() && !speedup.Has():
			threads, speedup = c, c
		case c.Has() && (!speedup.Has() || c.Value > speedup.Value):
			threads, speedup = exhibit.Cell{Value: float64(t), Mark: c.Mark}, c
		}
	}
	return threads, speedup
}

// classOf returns the number of threads that a map gives a size.
func classOf(classes []queens.SizeClass, n int) float64 {
	for _, c := range classes {
		if n <= c.Most {
			return float64(c.Threads)
		}
	}
	return float64(classes[len(classes)-1].Threads)
}

func tablesFigure3(l *Lab) []*exhibit.Table {
	s := papers.NewSheet[int, int]("figure3", "N",
		"Figure 3: the best number of threads of the adaptive multithreaded scheme")
	threads := func(n int) exhibit.Cell { t, _ := l.best(n); return t }
	s.Column(exhibit.Column{Name: "threads", Unit: "best"}, threads,
		func(n int) float64 { return classOf(queens.PaperClasses(), n) })
	s.Column(exhibit.Column{Name: "speed-up", Digits: -3}, func(n int) exhibit.Cell { _, c := l.best(n); return c }, nil)
	s.Column(exhibit.Column{Name: "threads", Unit: "map in use"}, func(n int) exhibit.Cell {
		if list := l.classes(); len(list) > 0 {
			return exhibit.Value(classOf(list, n))
		}
		return exhibit.Missing("-")
	}, nil)
	s.Column(exhibit.Column{Name: "threads", Unit: "scheme's default"}, func(n int) exhibit.Cell {
		return exhibit.Value(classOf(queens.DefaultClasses(l.Cores), n))
	}, nil)
	for _, n := range l.threadedSizes() {
		s.Row(strconv.Itoa(n), n, &n)
	}
	s.Table.Notes = append(l.cpuNotes(Threads, l.threadedSizes()),
		"The paper's numbers of threads are those that its section 2.2 sums up, about 10, 20 and 40; the figure prints none.",
		l.mapNote(),
		fmt.Sprintf("The paper's greatest speed-up is %.2f, on %d logical cores; ours has %d.",
			Text.Adaptive, Text.Cores, l.Cores))
	return []*exhibit.Table{s.Table}
}

func chartsFigure2(l *Lab) []*exhibit.Chart {
	chart := &exhibit.Chart{Name: "figure2", Title: "Figure 2: speed-up of the adaptive multithreaded scheme"}
	low, style := 0, 0
	for _, top := range []int{1000, 10_000, queens.MaxN} {
		sizes := slices.DeleteFunc(slices.Clone(l.threadedSizes()), func(n int) bool { return n <= low || n > top })
		low = top
		panel := exhibit.Panel{Y: exhibit.Axis{Label: "speed-up over the serial scheme"}}
		var drawn []int
		for _, n := range sizes {
			if line := series(fmt.Sprintf("N = %d", n), style, l.Threads, l.byThreads(n)); len(line.X) > 0 {
				drawn, panel.Series = append(drawn, n), append(panel.Series, line)
				style++
			}
		}
		switch len(drawn) {
		case 0:
			continue
		case 1:
			panel.X.Label = fmt.Sprintf("threads, N = %d", drawn[0])
		default:
			panel.X.Label = fmt.Sprintf("threads, N from %d to %d", drawn[0], drawn[len(drawn)-1])
		}
		chart.Panels = append(chart.Panels, panel)
	}
	return []*exhibit.Chart{chart}
}

func chartsFigure3(l *Lab) []*exhibit.Chart {
	sizes := l.threadedSizes()
	return chart("figure3", "Figure 3: the best number of threads", "speed-up, threads", []exhibit.Series{
		series("greatest speed-up", 0, sizes, func(n int) exhibit.Cell { _, c := l.best(n); return c }),
		series("number of threads for it", 1, sizes, func(n int) exhibit.Cell { t, _ := l.best(n); return t }),
	})
}
