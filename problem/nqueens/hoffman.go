package nqueens

import "fmt"

// Hoffman constructs a solution of n queens in O(n), always the same: E. J. Hoffman, J. C. Loessi and R. C. Moore,
// "Constructions for the solution of the m queens problem" (Mathematics Magazine, 1969), which cover all n from 4 on; one
// queen is placed directly. The error wraps ErrNoSolution for 2 and 3.
func Hoffman(n int) ([]int32, error) {
	q, err := New(n)
	if err == nil {
		err = q.Solvable()
	}
	if err != nil {
		return nil, err
	}
	x := make([]int32, n)
	even := x[:n&^1]
	if len(even)%6 != 2 {
		staircase(even)
	} else {
		rotated(even)
	}
	if n%2 != 0 {
		x[n-1] = int32(n - 1) // neither construction uses the main diagonal
	}
	if err := q.CheckSolved(x); err != nil {
		return nil, fmt.Errorf("multiwalk: Hoffman's construction is wrong: %w", err)
	}
	return x, nil
}

// staircase fills an even board whose size is not 2 modulo 6: knight's moves along the odd rows, then the even ones.
func staircase(x []int32) {
	half := len(x) / 2
	for i := range half {
		x[i], x[half+i] = int32(2*i+1), int32(2*i)
	}
}

// rotated fills an even board whose size is no multiple of 6: knight's moves that go round the board, and the same
// turned by half a circle.
func rotated(x []int32) {
	n := len(x)
	for i := range n / 2 {
		v := (2*i + n/2 - 1) % n
		x[i], x[n-1-i] = int32(v), int32(n-1-v)
	}
}
