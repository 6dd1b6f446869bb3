package tabu

import (
	"testing"

	"github.com/multiwalk/multiwalk"
)

// Mirrored tells whether kernel TabuFlip's searches take a solution and its complement for one.
func Mirrored(t *testing.T, p multiwalk.Problem) bool {
	_, rows, err := flipModule(p)
	if err != nil {
		t.Fatal(err)
	}
	return mirrored(rows, p.Space().Len())
}
