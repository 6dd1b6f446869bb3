package nqueens

import (
	"fmt"
	"runtime/metrics"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

// variants are the schemes with their defaults, and with settings that make small candidates go the ways of great ones.
func variants() []Scheme {
	return append(Schemes(), Adaptive{Classes: PaperClasses()}, Adaptive{Classes: []SizeClass{{10, 3}}}, ForkJoin{Threshold: 1}, ForkJoin{Threshold: 50},
		Reduce{Workers: 5, Grain: 1}, Reduce{Workers: 3, Grain: 7}, LinearParallel{Workers: 1}, LinearParallel{Workers: 7}, LinearParallel{Workers: 64})
}

// candidates of n queens: any rows, permutations, one row for all, the two main diagonals, two rows alone, a solution.
func candidates(r *multiwalk.Rand, n int) map[string][]int32 {
	list := map[string][]int32{}
	fill := func(name string, f func(i int) int32) {
		x := make([]int32, n)
		for i := range x {
			x[i] = f(i)
		}
		list[name] = x
	}
	fill("random", func(int) int32 { return int32(r.IntN(n)) })
	fill("equal", func(int) int32 { return int32(n - 1) })
	fill("zero", func(int) int32 { return 0 })
	fill("rising", func(i int) int32 { return int32(i) })
	fill("falling", func(i int) int32 { return int32(n - 1 - i) })
	fill("two rows", func(i int) int32 { return int32(i % 2 * (n - 1)) })
	list["permutation"] = make([]int32, n)
	multiwalk.Permutation(n).Random(r, list["permutation"])
	if x, err := Hoffman(n); err == nil {
		list["solution"] = x
	}
	return list
}

// plain is formula (1) with g(i, j) of formula (2), written once more.
func plain(x []int32) (conflicts int64) {
	for j := range x {
		for i := range j {
			if d := int(x[j]) - int(x[i]); d == 0 || max(d, -d) == j-i {
				conflicts++
			}
		}
	}
	return conflicts
}

func TestSchemes_Agree(t *testing.T) {
	unraced.Test(t)
	r := multiwalk.NewRand(1, 0)
	sizes := []int{1, 2, 3, 4, 5, 31, 32, 33, 256, 257, 1000}
	for range 10 {
		sizes = append(sizes, 1+r.IntN(400))
	}
	for _, n := range sizes {
		for name, x := range candidates(r, n) {
			want, was := plain(x), slices.Clone(x)
			for _, s := range variants() {
				if got := s.Conflicts(x); got != want {
					t.Errorf("%s %+v, n=%d, %s: %d conflicts, want %d (seed 1)", s.Name(), s, n, name, got, want)
				}
			}
			if !slices.Equal(x, was) {
				t.Fatalf("n=%d, %s: a scheme changed the candidate", n, name)
			}
		}
	}
	for _, s := range variants() {
		if c := s.Conflicts(nil); c != 0 {
			t.Errorf("%s: no queens have %d conflicts", s.Name(), c)
		}
	}
}

// With the stop set before, next to nothing is counted of what takes minutes.
func TestStopper_Stops(t *testing.T) {
	x := make([]int32, 1<<20)
	var stop atomic.Bool
	stop.Store(true)
	stoppers := 0
	for _, s := range variants() {
		if s, ok := s.(Stopper); ok {
			stoppers++
			if got := s.ConflictsUntil(&stop, x); got > 1<<30 {
				t.Errorf("%s %+v counted %d conflicts", s.Name(), s, got)
			}
		}
	}
	if stoppers < 4 {
		t.Errorf("%d schemes can be broken off", stoppers)
	}
}

// A million queens on one row make more pairs than 32 bits hold; so they do on one diagonal.
func TestLinear_DoesNotOverflow(t *testing.T) {
	const n = 1_000_000
	x := make([]int32, n)
	for _, s := range []Scheme{Linear{}, LinearParallel{}, LinearParallel{Workers: 7}} {
		if got := s.Conflicts(x); got != n*(n-1)/2 {
			t.Errorf("%s: one row: %d", s.Name(), got)
		}
	}
	for i := range x {
		x[i] = int32(i)
	}
	if got := (Linear{}).Conflicts(x); got != n*(n-1)/2 {
		t.Errorf("one diagonal: %d", got)
	}
}

func TestAdaptive_ChoosesByClass(t *testing.T) {
	s := Adaptive{Classes: []SizeClass{{100, 1}, {1000, 4}, {5000, 8}}}
	for n, want := range map[int]int{1: 1, 100: 1, 101: 4, 1000: 4, 1001: 8, 5000: 8, 9999: 8} {
		if got := s.threads(n); got != want {
			t.Errorf("n=%d: %d threads, want %d", n, got, want)
		}
	}
	for cores := 1; cores < 100; cores++ {
		list := DefaultClasses(cores)
		for i := 1; i < len(list); i++ {
			if list[i].Most <= list[i-1].Most || list[i].Threads < list[i-1].Threads || list[i].Threads > cores {
				t.Fatalf("%d cores: %v", cores, list)
			}
		}
	}
	measured := MeasureClasses([]int{10, 50}, []int{1, 2})
	if len(measured) != 2 || measured[0].Most != 10 || measured[1].Most != 50 || measured[0].Threads < 1 || measured[0].Threads > 2 {
		t.Errorf("measured %v", measured)
	}
}

func TestTally_CountsBeyondAByte(t *testing.T) {
	s := newTally(3)
	for i := range int64(1000) {
		if got := s.put(1); got != i || s.at(1) != i+1 {
			t.Fatalf("queen %d met %d, makes %d", i, got, s.at(1))
		}
	}
	for i := int64(999); i >= 0; i-- {
		if got := s.take(1); got != i || s.at(1) != i {
			t.Fatalf("%d are left, want %d", got, i)
		}
	}
	for range 300 {
		s.put(2)
	}
	s.clear()
	if s.at(0) != 0 || s.at(2) != 0 || s.put(2) != 0 {
		t.Error("not empty after clear")
	}
}

// BenchmarkSchemes reports pairs a second, for random permutations.
func BenchmarkSchemes(b *testing.B) {
	for _, n := range []int{100, 1000, 10_000, 1_000_000} {
		x := make([]int32, n)
		multiwalk.Permutation(n).Random(multiwalk.NewRand(1, 0), x)
		for _, s := range Schemes() {
			if n > 10_000 && s != (Linear{}) && s != (LinearParallel{}) {
				continue // minutes each
			}
			b.Run(fmt.Sprintf("%s/%d", s.Name(), n), func(b *testing.B) {
				for b.Loop() {
					s.Conflicts(x)
				}
				b.ReportMetric(float64(n)*float64(n-1)/2*float64(b.N)/b.Elapsed().Seconds()/1e9, "Gpairs/s")
			})
		}
	}
}

func BenchmarkConstruct(b *testing.B) {
	for _, n := range []int{1_000_000, 10_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			q, x := queens(b, n), make([]int32, n)
			for b.Loop() {
				q.Construct(multiwalk.NewRand(1, 0), x)
			}
		})
	}
}

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
