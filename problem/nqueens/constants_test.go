package nqueens

import (
	"runtime/metrics"
	"slices"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// made is how many goroutines there ever were.
func made(t *testing.T) int {
	t.Helper()
	s := []metrics.Sample{{Name: "/sched/goroutines-created:goroutines"}}
	metrics.Read(s)
	if s[0].Value.Kind() != metrics.KindUint64 {
		t.Skip("this version of Go does not count goroutines")
	}
	return int(s[0].Value.Uint64())
}

// forks is how many halves Algorithm 6 forks.
func forks(start, end, threshold int) int {
	if end-start < threshold {
		return 0
	}
	middle := start + (end-start)/2
	return 1 + forks(start, middle, threshold) + forks(middle+1, end, threshold)
}

// Algorithm 6 forks one half at every level, down to the paper's threshold of 2.
func TestForkJoin_Forks(t *testing.T) {
	x := must.Be(Hoffman(1000))
	for threshold, papers := range map[int]int{0: 2, 2: 2, 100: 100} {
		want := forks(0, 998, papers)
		before := made(t)
		if c := (ForkJoin{Threshold: threshold}).Conflicts(x); c != 0 {
			t.Fatalf("%d conflicts", c)
		}
		if got := made(t) - before; got < want || got > want+want/4+20 {
			t.Errorf("threshold %d: %d goroutines, want about %d", threshold, got, want)
		}
	}
}

// The paper's classes: 10 threads to 1000 queens, 20 to 10,000, 40 to 1,000,000.
func TestAdaptive_ClassesAreThePapers(t *testing.T) {
	if got := PaperClasses(); !slices.Equal(got, []SizeClass{{1000, 10}, {10_000, 20}, {1_000_000, 40}}) {
		t.Error(got)
	}
	s := Adaptive{Classes: PaperClasses()}
	for n, want := range map[int]int{8: 10, 1000: 10, 1001: 20, 10_000: 20, 10_001: 40, 1_000_000: 40, 2_000_000: 40} {
		if got := s.threads(n); got != want {
			t.Errorf("%d queens: %d threads, want %d", n, got, want)
		}
	}
}
