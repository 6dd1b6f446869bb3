package nqueens

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/runtest"
	"github.com/multiwalk/multiwalk/internal/unraced"
)

func queens(t testing.TB, n int) *Instance {
	t.Helper()
	return must.Have(New(n))(t)
}

func TestInstance_Conforms(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 12, 31, 32, 33, 300, 1000} {
		conformance.Problem(t, queens(t, n), conformance.Moves(60))
	}
}

func TestNew_Refuses(t *testing.T) {
	for _, n := range []int{-1, 0, MaxN + 1} {
		if _, err := New(n); err == nil || !strings.Contains(err.Error(), "multiwalk: ") {
			t.Errorf("%d queens: %v", n, err)
		}
	}
}

func TestSolvable(t *testing.T) {
	for n := 1; n < 10; n++ {
		q := queens(t, n)
		_, err := Hoffman(n)
		if none := n == 2 || n == 3; errors.Is(q.Solvable(), ErrNoSolution) != none || errors.Is(err, ErrNoSolution) != none {
			t.Errorf("%d queens: %v, %v", n, q.Solvable(), err)
		}
	}
}

// The least costs of small boards, by trying all permutations.
func TestLowerBound_IsReached(t *testing.T) {
	for n := 1; n <= 7; n++ {
		q := queens(t, n)
		if least := runtest.LeastBy(q.Space(), Serial{}.Conflicts); q.LowerBound() != least {
			t.Errorf("%d queens: bound %d, least cost %d", n, q.LowerBound(), least)
		}
	}
}

// Check and the serial scheme share no code: over all permutations they must agree, and count the known solutions.
func TestCheck_AcceptsTheSolutionsAlone(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92} {
		q, found := queens(t, n), 0
		for x := range runtest.Solutions(q.Space()) {
			free := q.CheckSolved(x) == nil
			if free != (Serial{}.Conflicts(x) == 0) {
				t.Errorf("%v: check %v, conflicts %d", x, q.CheckSolved(x), Serial{}.Conflicts(x))
			}
			if free {
				found++
			}
		}
		if found != want {
			t.Errorf("%d queens: %d solutions, want %d", n, found, want)
		}
	}
}

func TestCheck_NamesTheDefect(t *testing.T) {
	q := queens(t, 4)
	for want, x := range map[string][]int32{
		"the solution has 3":                    {1, 3, 0},
		"column 1 is in row 4, outside [0, 3]":  {1, 4, 0, 2},
		"column 3 is in row -1, outside":        {1, 3, 0, -1},
		"columns 0 and 2, rows 1 and 1, attack": {1, 3, 1, 2},
		"columns 1 and 2, rows 2 and 1, attack": {0, 2, 1, 3},
		"columns 0 and 2, rows 0 and 2, attack": {0, 3, 2, 1},
	} {
		must.Fail(t, want)(q.CheckSolved(x))
	}
}

func TestHoffman_SolvesEverySize(t *testing.T) {
	sizes := []int{1, 65_536, 99_998, 100_001}
	for n := 4; n <= 700; n++ {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		x := must.Have(Hoffman(n))(t)
		if c := (Linear{}).Conflicts(x); len(x) != n || c != 0 {
			t.Fatalf("%d queens: %d conflicts", len(x), c)
		}
	}
	if _, err := Hoffman(0); err == nil {
		t.Error("no queens: constructed")
	}
}

// Random permutations have about 2N/3 attacking pairs (section 3.4 of the paper); Construct leaves few.
func TestConstruct_LeavesFewCollisions(t *testing.T) {
	for _, n := range []int{1000, 20_000, 200_000} {
		q, x := queens(t, n), make([]int32, n)
		q.Construct(multiwalk.NewRand(1, 0), x)
		must.Do(t, q.Space().Check(x))
		if c := q.Cost(x); c > int64(60+n/1000) {
			t.Errorf("%d queens: %d pairs attack each other", n, c)
		}
		q.Space().Random(multiwalk.NewRand(1, 0), x)
		if c := q.Cost(x); c < int64(n)/2 || c > int64(n) {
			t.Errorf("%d queens at random: %d pairs attack each other, want some %d", n, c, 2*n/3)
		}
	}
}

// The cost that a bit a line gives, where it does, is the serial scheme's, and the counters' where it does not.
func TestCost_FewPairsOrMany(t *testing.T) {
	unraced.Test(t)
	r := multiwalk.NewRand(1, 0)
	few := 0
	for _, n := range []int{1, 2, 3, 4, 31, 64, 65, 1000, 3000} {
		q := queens(t, n)
		x := make([]int32, n)
		for try := range 60 {
			q.Construct(r, x)
			for range try / 4 * (try % 4) { // rows that come several times, too
				x[r.IntN(n)] = x[r.IntN(n)]
			}
			if _, ok := fewPairs(x); ok {
				few++
			}
			if got, want := q.Cost(x), (Serial{}).Conflicts(x); got != want {
				t.Fatalf("%d queens: %d pairs, want %d: %v", n, got, want, x)
			}
		}
	}
	if few < 100 || few > 500 {
		t.Errorf("%d of 540 candidates have few pairs: the test tells little", few)
	}
}

// The rows of a large board come in turns of blocks: all of them, each once, and spread evenly.
func TestRowSequence(t *testing.T) {
	for _, n := range []int{1, 2, 3, 4, 5, 1000, 1039, blockFrom - 1, blockFrom, blockFrom + 1, blockFrom + 63, blockFrom + 12_345} {
		for _, start := range []int{0, n / 3, n - 1} {
			list := make([]int32, n)
			q := newRowSequence(n, start)
			for from := 0; from < n; { // in pieces
				to := min(n, from+1+from%300)
				q.deal(list[from:to])
				from = to
			}
			must.Do(t, multiwalk.Permutation(n).Check(list))
			for from := 0; from+atHand <= n && from < n-blockSize*clusters; from += n/7 + 1 {
				var share [8]int
				for _, v := range list[from : from+atHand] {
					share[8*int(v)/n]++
				}
				if slices.Min(share[:]) < atHand/8*8/10 {
					t.Errorf("%d rows: of a thousand from place %d on, %v lie in each eighth of the board", n, from, share)
				}
			}
		}
	}
}

// On no size do the steps come back to a diagonal, where thousands of queens would find no row: these did so with the
// golden section alone, on blocks of some size.
func TestConstruct_NoResonance(t *testing.T) {
	sizes := []int{2_500_001, 3_286_762, 3_377_574}
	for n := 1040; n < 60_000; n += n/9 + 1 {
		sizes = append(sizes, n)
	}
	if testing.Short() {
		sizes = sizes[3:]
	}
	for _, n := range sizes {
		s := newStart(multiwalk.NewRand(1, 0), make([]int32, n))
		s.build(nil)
		if c := len(s.clashes); c > 30+n/2000 {
			t.Errorf("%d queens: %d clash", n, c)
		}
	}
}

// A state that was built with its start is that of the start.
func TestConstructConflictState(t *testing.T) {
	unraced.Test(t)
	for _, n := range []int{1, 2, 5, 8, 1000, 1039, 1040, 1041, 20_000, blockFrom + 17} {
		q, x := queens(t, n), make([]int32, n)
		q.Construct(multiwalk.NewRand(3, 1), x)
		built, attacked := q.ConstructConflictState(multiwalk.NewRand(3, 1), nil)
		counted := q.newState(x)
		got := built.(*diagonals)
		if !slices.Equal(got.x, x) || got.cost != counted.cost || !slices.Equal(got.sums.count, counted.sums.count) ||
			!slices.Equal(got.difference.count, counted.difference.count) {
			t.Errorf("%d queens: cost %d, counted %d, or another start or other counters", n, got.cost, counted.cost)
		}
		var conflicts int64
		for _, i := range attacked {
			conflicts += got.Conflicts(i)
		}
		if conflicts < got.cost {
			t.Errorf("%d queens: %d pairs, but the queens to look at are part of %d", n, got.cost, conflicts)
		}
	}
}

func TestConstructConflictState_Aborted(t *testing.T) {
	asked := 0
	s, attacked := queens(t, 200_000).ConstructConflictState(multiwalk.NewRand(1, 0), func() bool { asked++; return asked == 3 })
	if s != nil || attacked != nil || asked != 3 {
		t.Errorf("a state %v after it was told to stop, asked %d times", s != nil, asked)
	}
}

// A picture has a piece for each queen; those that are attacked are red.
func TestSVG(t *testing.T) {
	var svg strings.Builder
	if err := must.Be(New(5)).SVG(&svg, []int32{0, 1, 4, 2, 3}); err != nil || strings.Count(svg.String(), "<circle") != 5 ||
		strings.Count(svg.String(), `fill="#d00"`) != 4 || !strings.Contains(svg.String(), "5 queens, 2 pairs") {
		t.Error(err, svg.String())
	}
	if err := must.Be(New(1001)).SVG(io.Discard, make([]int32, 1001)); err == nil || !strings.Contains(err.Error(), "up to 1000 columns") {
		t.Error(err)
	}
}
