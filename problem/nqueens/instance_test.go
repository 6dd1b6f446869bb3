package nqueens

import (
	"errors"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
)

func queens(t testing.TB, n int) *Instance {
	t.Helper()
	q, err := New(n)
	if err != nil {
		t.Fatal(err)
	}
	return q
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
		q, least := queens(t, n), int64(1<<62)
		permutations(n, func(x []int32) { least = min(least, Serial{}.Conflicts(x)) })
		if q.LowerBound() != least {
			t.Errorf("%d queens: bound %d, least cost %d", n, q.LowerBound(), least)
		}
	}
}

// permutations calls f with each permutation of n.
func permutations(n int, f func(x []int32)) {
	x := make([]int32, n)
	multiwalk.Permutation(n).Random(multiwalk.NewRand(1, 0), x)
	var place func(k int)
	place = func(k int) {
		if k == n {
			f(x)
			return
		}
		for i := k; i < n; i++ {
			x[k], x[i] = x[i], x[k]
			place(k + 1)
			x[k], x[i] = x[i], x[k]
		}
	}
	place(0)
}

// Check and the serial scheme share no code: over all permutations they must agree, and count the known solutions.
func TestCheck_AcceptsTheSolutionsAlone(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92} {
		q, found := queens(t, n), 0
		permutations(n, func(x []int32) {
			free := q.Check(x) == nil
			if free != (Serial{}.Conflicts(x) == 0) {
				t.Errorf("%v: check %v, conflicts %d", x, q.Check(x), Serial{}.Conflicts(x))
			}
			if free {
				found++
			}
		})
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
		if err := q.Check(x); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want ... %s ...", x, err, want)
		}
	}
}

func TestHoffman_SolvesEverySize(t *testing.T) {
	sizes := []int{1, 65_536, 99_998, 100_001}
	for n := 4; n <= 700; n++ {
		sizes = append(sizes, n)
	}
	for _, n := range sizes {
		x, err := Hoffman(n)
		if err != nil {
			t.Fatal(err)
		}
		if c := (Linear{}).Conflicts(x); len(x) != n || c != 0 {
			t.Fatalf("%d queens: %d conflicts", len(x), c)
		}
	}
	if _, err := Hoffman(0); err == nil {
		t.Error("no queens: constructed")
	}
}

// Random permutations have about 2N/3 attacking pairs (section 3.4 of the paper); Construct leaves a handful.
func TestConstruct_LeavesFewCollisions(t *testing.T) {
	for _, n := range []int{1000, 20_000, 200_000} {
		q, x := queens(t, n), make([]int32, n)
		q.Construct(multiwalk.NewRand(1, 0), x)
		if err := q.Space().Check(x); err != nil {
			t.Fatal(err)
		}
		if c := q.Cost(x); c > 100 {
			t.Errorf("%d queens: %d pairs attack each other", n, c)
		}
		q.Space().Random(multiwalk.NewRand(1, 0), x)
		if c := q.Cost(x); c < int64(n)/2 || c > int64(n) {
			t.Errorf("%d queens at random: %d pairs attack each other, want some %d", n, c, 2*n/3)
		}
	}
}
