package trial

import (
	"github.com/multiwalk/multiwalk/problem/qubo"
	"testing"
)

func FlipProblem(t testing.TB, n int) *qubo.Instance {
	t.Helper()
	p, err := qubo.Random(n, 4)
	if err != nil {
		t.Fatal(err)
	}
	return p
}
