package solutions

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/nqueens"
)

// collect returns the solutions that Find hands out, each checked and all different.
func collect(t *testing.T, n int, o Options) ([][]int32, Stats) {
	t.Helper()
	q := must.Have(nqueens.New(n))(t)
	var list [][]int32
	seen := map[string]bool{}
	o.Each = func(x []int32) error {
		key := fmt.Sprint(x)
		if err := q.CheckSolved(x); err != nil || seen[key] {
			t.Errorf("solution %d: %v, seen before: %v", len(list), err, seen[key])
		}
		seen[key] = true
		list = append(list, slices.Clone(x))
		return nil
	}
	stats, err := Find(t.Context(), n, o)
	if err != nil || int(stats.Found) != len(list) {
		t.Fatalf("%d queens: %d handed out, %+v, %v", n, len(list), stats, err)
	}
	return list, stats
}

func TestFind_SolvesEverySize(t *testing.T) {
	for _, n := range []int{13, 14, 15, 16, 17, 18, 31, 32, 33, 63, 64, 65, 100, 255, 300, 1000, 4096, 140_000} {
		count := int64(5)
		if n > 10_000 {
			count = 1
		}
		if _, stats := collect(t, n, Options{Count: count, Seed: 5}); stats.Found != count || stats.End != Enough {
			t.Errorf("%d queens: %+v", n, stats)
		}
	}
}

// Up to 12 queens all solutions come, in one batch, and above in parallel.
func TestFind_AllOfFewQueens(t *testing.T) {
	all := map[int]int64{1: 1, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92, 9: 352, 10: 724, 11: 2680, 12: 14_200}
	if !testing.Short() {
		all[13] = 73_712
	}
	for n, want := range all {
		if _, stats := collect(t, n, Options{Count: 1 << 40, Seed: 3, Workers: 3}); stats.Found != want || stats.End != Exhausted {
			t.Errorf("%d queens: %+v, want %d", n, stats, want)
		}
	}
	if _, stats := collect(t, 8, Options{Count: 92}); stats.End != Enough {
		t.Errorf("%+v", stats)
	}
}

// The same solutions whatever the number of workers, more is the same and more, and another seed gives others.
func TestFind_IsAFunctionOfTheSeed(t *testing.T) {
	for _, n := range []int{8, 13, 40, 400} {
		one, _ := collect(t, n, Options{Count: 40, Seed: 7, Workers: 1})
		more, _ := collect(t, n, Options{Count: 60, Seed: 7, Workers: 5})
		other, _ := collect(t, n, Options{Count: 40, Seed: 8})
		if !slices.EqualFunc(one, more[:40], slices.Equal) {
			t.Errorf("%d queens: 5 workers make others", n)
		}
		if slices.EqualFunc(one, other, slices.Equal) {
			t.Errorf("%d queens: two seeds make the same", n)
		}
	}
}

// Two solutions agree in one column on average, as two random permutations do.
func TestFind_SolutionsHaveLittleInCommon(t *testing.T) {
	list, _ := collect(t, 500, Options{Count: 60})
	same, pairs := 0, 0
	for i, x := range list {
		for _, y := range list[:i] {
			pairs++
			for c := range x {
				if x[c] == y[c] {
					same++
				}
			}
		}
	}
	if mean := float64(same) / float64(pairs); mean < 0.7 || mean > 1.4 {
		t.Errorf("two solutions agree in %.2f columns on average", mean)
	}
}

func TestFind_Ends(t *testing.T) {
	for _, n := range []int{20, 1000, 200_000} {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
		stats, err := Find(ctx, n, Options{})
		cancel()
		if err != nil || stats.End != Cancelled {
			t.Errorf("%d queens: %+v, %v", n, stats, err)
		}
	}
	enough, left := errors.New("enough"), 5
	stats, err := Find(t.Context(), 50, Options{Each: func([]int32) error {
		if left--; left == 0 {
			return enough
		}
		return nil
	}})
	if !errors.Is(err, enough) || stats.End != "" || stats.Found != 4 {
		t.Errorf("%+v, %v", stats, err)
	}
	for _, n := range []int{2, 3} {
		if _, err := Find(t.Context(), n, Options{}); !errors.Is(err, nqueens.ErrNoSolution) {
			t.Errorf("%d queens: %v", n, err)
		}
	}
}

// Counters that a search has changed by exchanges are those of the board, and its deltas what a full evaluation finds, on
// boards full of attacks too.
func TestSearcher_KeepsItsCounters(t *testing.T) {
	r := multiwalk.NewRand(2, 0)
	for _, n := range []int{4, 5, 6, 8, 13, 32, 33, 200, 5000} {
		q, s := must.Have(nqueens.New(n))(t), newSearcher(n, 7, new(atomic.Bool))
		s.batch(3, nil)
		for range 30 {
			if err := q.CheckSolved(s.x); !s.next() || err != nil {
				t.Fatalf("%d queens: %v, %v", n, s.x, err)
			}
			for i, v := range s.x {
				s.put(int32(i), v, 0xFF)
			}
			if slices.Max(s.sums) != 0 || slices.Max(s.differences) != 0 {
				t.Fatalf("%d queens: counters do not fit the board", n)
			}
		}
		multiwalk.Permutation(n).Random(r, s.x)
		for i, v := range s.x {
			s.put(int32(i), v, 1)
		}
		for range 200 {
			if i, j := int32(r.IntN(n)), int32(r.IntN(n)); i != j && int64(s.delta(i, j)) != q.SwapDelta(s.x, i, j) {
				t.Errorf("%v, %d and %d: %d, want %d", s.x, i, j, s.delta(i, j), q.SwapDelta(s.x, i, j))
			}
		}
	}
}

// Fingerprints depend on every row, also behind the last group.
func TestFingerprint(t *testing.T) {
	for _, n := range []int{1, 4, 7, 8, 9, 100, 70_000} {
		x := make([]int32, n)
		multiwalk.Permutation(n).Random(multiwalk.NewRand(5, 0), x)
		seen := map[uint64]bool{fingerprint(x): true}
		for i := range min(n, 1000) {
			x[i] ^= 1
			if seen[fingerprint(x)] {
				t.Errorf("%d queens: row %d makes no difference", n, i)
			}
			seen[fingerprint(x)] = true
			x[i] ^= 1
		}
	}
}

func TestStream_BelievesNoSearch(t *testing.T) {
	s := newStream(must.Have(nqueens.New(4))(t), &Options{Workers: 1})
	good := []int32{1, 3, 0, 2}
	b := &batch{prints: []uint64{fingerprint(good), fingerprint(good)}, rows: slices.Concat(good, good), flaw: errors.New("flawed")}
	if err := s.handOut(b); !errors.Is(err, b.flaw) || s.stats.Found != 1 || s.stats.Duplicates != 1 {
		t.Errorf("%+v, %v", s.stats, err)
	}
}

func TestCheck(t *testing.T) {
	for text, want := range map[string]string{
		"2 4 1 3\n\n3 1 4 2\n": "", "": "", "\xef\xbb\xbf2 4 1 3": "",
		"2 4 1 3\n3 1 4 2\n2 4 1 3\n": "f:3: not all are different solutions: it repeats line 1",
		"2 4 1 3\n1 2 3 4\n":          "f:2: not all are different solutions: multiwalk: 4 queens: those in columns 0 and 1",
		"2 4 1 3\n2 4 1\n":            "f:2: the lines before have 4 rows",
		"2 4 1 3\n2 4 1 3 2\n":        "f:2: the lines before have 4 rows",
		"2 4 1 3\n2 5 1 3\n":          "f:2: found 5 as a row; it must be from 1 to 4",
		"0":                           "f:1: found 0 as a row", "x": `f:1: found "x" where a row should be`,
		"1 3": "f:1: not all are different solutions: multiwalk: 2 queens", "\x00": "no text",
	} {
		n, _, err := Check(strings.NewReader(text), "f")
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) || text != "" && err == nil && n != 4 {
			t.Errorf("%q: %d queens, %v", text, n, err)
		}
	}
}
