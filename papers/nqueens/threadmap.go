package nqueens

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	queens "github.com/multiwalk/multiwalk/problem/nqueens"
)

// ThreadMap names the map from sizes to numbers of threads that the adaptive scheme has wherever it is compared with
// others. In Figures 2 and 3, which look for the best numbers, it has none.
type ThreadMap string

// The maps.
const (
	MeasuredMap ThreadMap = "measured" // timed before the scheme is first used, as in the paper's section 2.2
	DefaultMap  ThreadMap = "default"  // given: queens.DefaultClasses for the cores of the Lab
	PaperMap    ThreadMap = "paper"    // given: queens.PaperClasses, for 40 logical cores
)

// adaptiveID is the system that has a map.
const adaptiveID = "adaptive"

// mapSizes are those at which the map is measured. The time for it is that of the last one, nearly: it grows with the
// square of the size. Greater sizes have the last class.
var mapSizes = []int{100, 200, 500, 1000, 2000, 5000, 10_000}

// sizesOfMap are those that the Lab's sizes need: up to the first that is no smaller than all of them.
func (l *Lab) sizesOfMap() []int {
	if len(l.Sizes) == 0 {
		return mapSizes
	}
	at, _ := slices.BinarySearch(mapSizes, slices.Max(l.Sizes))
	return mapSizes[:min(at+1, len(mapSizes))]
}

// mapped is the case that a size of the measured map is kept as.
func mapped(c queens.SizeClass) Case {
	return Case{Kind: Map, Candidates: Random, System: adaptiveID, N: c.Most, Parameter: c.Threads}
}

// classes is the map in use; nil where it is to be measured and has not been.
func (l *Lab) classes() []queens.SizeClass {
	switch l.Map {
	case PaperMap:
		return queens.PaperClasses()
	case DefaultMap:
		return queens.DefaultClasses(l.Cores)
	}
	var list []queens.SizeClass
	for _, c := range l.Results(nil) {
		if c.Kind == Map {
			list = append(list, queens.SizeClass{Most: c.N, Threads: c.Parameter})
		}
	}
	slices.SortFunc(list, func(a, b queens.SizeClass) int { return cmp.Compare(a.Most, b.Most) })
	return list
}

// measureMap times the sizes of the map that are not known, if the map is to be measured. The journal keeps them, so
// that a run that goes on has the same map.
func (l *Lab) measureMap(ctx context.Context) error {
	if _, ok := l.System(adaptiveID); !ok || l.Map != MeasuredMap {
		return nil
	}
	known := l.classes()
	for _, n := range l.sizesOfMap() {
		if slices.ContainsFunc(known, func(c queens.SizeClass) bool { return c.Most == n }) {
			continue
		}
		done := make(chan []queens.SizeClass, 1)
		go func() { done <- queens.MeasureClasses([]int{n}, l.Threads) }()
		select {
		case <-ctx.Done(): // the timing of one size ends by itself, within a second or two
			return ctx.Err()
		case list := <-done:
			if err := l.keep(Measurement{Case: mapped(list[0]), Trials: mapTrials}); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// mapTrials is how often queens.MeasureClasses times each number of threads.
const mapTrials = 5

// adaptive is the adaptive scheme with a number of threads, or with the map for 0.
func (l *Lab) adaptive(threads int) queens.Adaptive {
	if threads > 0 {
		return queens.Adaptive{Classes: []queens.SizeClass{{Most: queens.MaxN, Threads: threads}}}
	}
	return queens.Adaptive{Classes: l.classes()}
}

// mapNote says which map is in use.
func (l *Lab) mapNote() string {
	switch l.Map {
	case PaperMap:
		return "The adaptive scheme's map of threads is the paper's (--map paper), for 40 logical cores."
	case DefaultMap:
		return fmt.Sprintf("The adaptive scheme's map of threads is the library's default for %d cores (--map default).",
			l.Cores)
	}
	text := "The adaptive scheme's map of threads was measured on this machine, as in the paper (--map measured)"
	for i, c := range l.classes() {
		separator := ", "
		if i == 0 {
			separator = ": "
		}
		text += fmt.Sprintf("%s%d up to N = %d", separator, c.Threads, c.Most)
	}
	return text + "; the last is for all sizes above it too."
}
