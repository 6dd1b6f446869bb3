package multistart

import (
	"testing"

	"github.com/multiwalk/multiwalk/problem/tsp"
)

// The figures as the text prints them: "with sizes varying from 100 to 3038 cities", "The greater speedup factor reached by the second
// strategy is 6x".
func TestPaper_IsPrinted(t *testing.T) {
	if Speedup != 6 || Fewest != 100 || Most != 3038 {
		t.Error(Speedup, Fewest, Most)
	}
	for _, name := range PaperInstances() {
		if _, optimal, ok := tsp.BestKnown(name); !ok || !optimal {
			t.Errorf("no optimum of %s", name)
		}
	}
}
