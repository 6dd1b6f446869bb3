package nqueens

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Adaptive compares all pairs on as many threads as suit the size: Algorithms 2 and 3 of the paper, its section 2.2. Of T
// threads, t takes columns t, t+T, t+2T and so on, which shares the work evenly, and counts for itself; the counts are
// added up at the end.
type Adaptive struct {
	// Classes says how many threads suit which size; nil means DefaultClasses for the cores of this machine. MeasureClasses
	// makes the map of this machine, as the paper has it.
	Classes []SizeClass
}

// SizeClass is the number of threads up to a size, an entry of the paper's map.
type SizeClass struct {
	Most    int // the greatest size of the class; the last class is for all above it too
	Threads int
}

// PaperClasses returns the paper's own map, for its 40 logical cores, as section 2.2 sums it up.
func PaperClasses() []SizeClass {
	return []SizeClass{{1000, 10}, {10_000, 20}, {1_000_000, 40}}
}

// alone is the size up to which a second thread costs more than it saves: on two idle cores MeasureClasses finds one
// thread the faster up to 256 queens in two of three runs, and two from 320 on in all; the paper has 300.
const alone = 256

// DefaultClasses returns the classes for a number of cores: one thread for sizes up to 256, then a thread for each 128
// queens, until all cores work.
func DefaultClasses(cores int) []SizeClass {
	list := []SizeClass{{alone, 1}}
	for threads := 2; threads < cores; threads *= 2 {
		list = append(list, SizeClass{alone / 2 * (threads + 1), threads})
	}
	return append(list, SizeClass{1_000_000, max(1, cores)})
}

// MeasureClasses finds the best of the thread counts for each size by timing, the best of 5 runs each, as the paper made
// its map. The sizes must ascend. It evaluates 5 times for each size and number of threads, n*n/2 pairs each.
func MeasureClasses(sizes, threads []int) []SizeClass {
	var list []SizeClass
	for _, n := range sizes {
		x := make([]int32, n)
		for i := range x {
			x[i] = int32(i * 7919 % n)
		}
		best, least := 1, time.Duration(1<<63-1)
		for _, t := range threads {
			for range 5 {
				began := time.Now()
				onThreads(&never, x, t)
				if took := time.Since(began); took < least {
					best, least = t, took
				}
			}
		}
		list = append(list, SizeClass{n, best})
	}
	return list
}

func (Adaptive) Name() string                { return "adaptive" }
func (s Adaptive) Conflicts(x []int32) int64 { return s.ConflictsUntil(&never, x) }

func (s Adaptive) ConflictsUntil(stop *atomic.Bool, x []int32) int64 {
	return onThreads(stop, x, s.threads(len(x)))
}

func (s Adaptive) threads(n int) int {
	classes := s.Classes
	if len(classes) == 0 {
		classes = DefaultClasses(runtime.GOMAXPROCS(0))
	}
	at := slices.IndexFunc(classes, func(c SizeClass) bool { return n <= c.Most })
	if at < 0 {
		at = len(classes) - 1
	}
	return max(1, classes[at].Threads)
}

// onThreads is Algorithm 3, with Algorithm 2 as the threads' function.
func onThreads(stop *atomic.Bool, x []int32, threads int) int64 {
	if threads == 1 {
		return Serial{}.ConflictsUntil(stop, x)
	}
	conflicts := make([]int64, threads)
	var wg sync.WaitGroup
	for t := range threads {
		wg.Go(func() {
			var sum int64 // in a register: neighbours in the slice share a cache line
			for i := t; i < len(x) && !stop.Load(); i += threads {
				sum += attackedAfter(x, i)
			}
			conflicts[t] = sum
		})
	}
	wg.Wait()
	return total(conflicts)
}
