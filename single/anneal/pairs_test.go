package anneal

import (
	"context"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/conformance"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/internal/unraced"
	"github.com/multiwalk/multiwalk/single/internal/trial"
	"github.com/multiwalk/multiwalk/tools/own"
	"github.com/multiwalk/multiwalk/walk"
)

// A problem that is no order by pairs, but looks like one, is searched by its own deltas as soon as that shows, and resumes so.
func TestPairTable_IsDroppedWhereItIsWrong(t *testing.T) {
	unraced.Test(t)
	p := trial.Nearly{Ordering: own.NewOrdering(10, 2)}
	if b := bathOf(t, p, walk.Budget{}); b.row.Pairs.Over == nil {
		t.Fatal("the problem is seen through at once: the test tests nothing")
	}
	s := multiwalk.Settings{Seed: 1, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(1_000_000)}}
	res, err := multiwalk.Minimize(context.Background(), p, Anneal{}, s)
	if err != nil || res.Cost != p.Cost(res.Best) {
		t.Fatal(res, err)
	}
	must.Do(t, conformance.CheckResume(Anneal{}, p, s))
	w := annealWalk{bath: bathOf(t, p, walk.Budget{})}
	x := []int32{0, 3, 5, 7, 1, 2, 4, 6, 8, 9}
	deltas := w.bath.row.Insertions(x, 0, 0, 10)
	if d := w.bath.confirm(x, 0, 9, deltas[9]); d != deltas[9]+40 || w.bath.row.Pairs.Over != nil {
		t.Errorf("the table says %d, the problem %d; it is kept: %v", deltas[9], d, w.bath.row.Pairs.Over != nil)
	}
}
