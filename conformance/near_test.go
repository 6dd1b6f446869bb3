package conformance

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// ordered is the orders of three elements, and eightBits eight bits; what they cost does not matter.
type (
	ordered   struct{}
	eightBits struct{}
)

func (ordered) Space() multiwalk.Space   { return multiwalk.Permutation(3) }
func (ordered) Cost(x []int32) int64     { return int64(x[0]) }
func (eightBits) Space() multiwalk.Space { return multiwalk.Binary(8) }
func (eightBits) Cost(x []int32) int64   { return int64(x[0]) }

type (
	wideSwap   struct{ ordered }
	byPointer  struct{ ordered }
	intInsert  struct{ ordered }
	noResult   struct{ ordered }
	halfEdges  struct{ ordered }
	american   struct{ ordered }
	lowerCase  struct{ ordered }
	otherOrder struct{ eightBits }
	plainCheck struct{ ordered }
	flipOrders struct{ ordered }
	stated     struct{ eightBits }
	placed     struct{ ordered }
	bounded    struct{ ordered }
	unrelated  struct{ ordered }
)

func (wideSwap) SwapDelta(x []int32, i, j int) int64 { return 0 }
func (*byPointer) SwapDelta(x []int32, i, j int32) int64 {
	if min(i, j) > 0 {
		return 0
	}
	return int64(x[max(i, j)] - x[0])
}

func (intInsert) InsertDelta(x []int32, from, to uint32) int64 { return 0 }
func (noResult) SwapDelta(x []int32, i, j int32) int           { return 0 }
func (halfEdges) EdgeCost(i, j int32) int64                    { return 0 }
func (american) Neighbors(k int) []int32                       { return nil }
func (lowerCase) Swapdelta(x []int32, i, j int32) int64        { return 0 }
func (otherOrder) DeltaFlip(x []int32, i int32) int64          { return 0 }
func (plainCheck) Check(x []int32) bool                        { return true }
func (flipOrders) FlipDelta(x []int32, i int32) int64          { return 0 }
func (stated) NewState(x []int32) multiwalk.State              { return gains{} }
func (placed) Cost([]int32) int64                              { return 0 }
func (placed) NewState(x []int32) multiwalk.State              { return places{} }
func (bounded) LowerBound() int                                { return 0 }
func (unrelated) Describe() string                             { return "" }
func (unrelated) SwapDeltas(x []int32) []int64                 { return nil }
func (unrelated) Symmetric() bool                              { return true }
func (unrelated) Swap(i, j int)                                {}

type ownMoves struct{ ordered }

func (ownMoves) NewMoves() multiwalk.Moves { return cycles{} }

type cycles struct{}

func (cycles) Reset(x []int32)                                 {}
func (cycles) Random(r *multiwalk.Rand) (m multiwalk.Move)     { return m }
func (cycles) Apply(x []int32, m multiwalk.Move)               { x[0], x[1], x[2] = x[1], x[2], x[0] }
func (cycles) Undo(x []int32, m multiwalk.Move)                { x[1], x[2], x[0] = x[0], x[1], x[2] }
func (cycles) Delta(x []int32, m multiwalk.Move) (delta int32) { return x[1] - x[0] }

// turning has the same moves, with a Delta that is one.
type turning struct{ ordered }

func (turning) NewMoves() multiwalk.Moves { return turns{} }

type turns struct{ cycles }

func (turns) Delta(x []int32, m multiwalk.Move) int64 { return int64(x[1] - x[0]) }

type gains struct{}

func (gains) Reset(x []int32)         {}
func (gains) FlipDelta(i int32) int64 { return 0 }
func (gains) ChangeDelta(i, v int) int64 {
	return 0
}

// embedding is a problem whose state embeds it.
type embedding struct{ ordered }

func (embedding) Cost([]int32) int64                      { return 0 }
func (embedding) InsertDelta(x []int32, i, j int32) int64 { return 0 }
func (embedding) LowerBound() int64                       { return 0 }
func (e embedding) NewState(x []int32) multiwalk.State    { return embedded{embedding: e} }

type embedded struct{ embedding }

func (embedded) Reset(x []int32)              {}
func (embedded) InsertDelta(i, j int32) int64 { return 0 }
func (embedded) Insert(i, j int32)            {}

type places struct{}

func (places) Reset(x []int32)                             {}
func (places) InsertDelta(i, j int32) int64                { return 0 }
func (places) Insert(i, j int32)                           {}
func (places) InsertDeltas(i, first int32, deltas []int64) {}

// What is nearly right is found, and the error has what is right.
func TestProblem_FindsNearMisses(t *testing.T) {
	for _, c := range []struct {
		p     multiwalk.Problem
		wants []string
	}{
		{wideSwap{}, []string{"conformance.wideSwap has SwapDelta([]int32, int, int) int64, which no method finds; " +
			"write SwapDelta([]int32, int32, int32) int64 (multiwalk.SwapEvaluator)"}},
		{byPointer{}, []string{"SwapDelta has a pointer receiver, and a conformance.byPointer is given, so no method finds it; " +
			"give a pointer to it, or write func (p byPointer) SwapDelta([]int32, int32, int32) int64"}},
		{intInsert{}, []string{"has InsertDelta([]int32, uint32, uint32) int64, which no method finds; write InsertDelta([]int32, int32, int32) int64"}},
		{noResult{}, []string{"has SwapDelta([]int32, int32, int32) int, which"}},
		{halfEdges{}, []string{"has EdgeCost without Symmetric() bool, which methods ask for too (multiwalk.EdgeCoster)"}},
		{american{}, []string{"has a method Neighbors; if that is to be Neighbours(int) []int32 (multiwalk.NeighbourLister)"}},
		{lowerCase{}, []string{"has a method Swapdelta; if that is to be SwapDelta([]int32, int32, int32) int64"}},
		{otherOrder{}, []string{"has a method DeltaFlip; if that is to be FlipDelta([]int32, int32) int64 (multiwalk.FlipEvaluator)"}},
		{plainCheck{}, []string{"has Check([]int32) bool, which no method finds; write Check([]int32) error (multiwalk.Checker)"}},
		{bounded{}, []string{"has LowerBound() int, which no method finds; write LowerBound() int64"}},
		{flipOrders{}, []string{"FlipDelta prices moves that permutation of 3 does not have"}},
		{stated{}, []string{"conformance.gains has FlipDelta without Flip(int32)",
			"conformance.gains has ChangeDelta(int, int) int64, which no method finds; write ChangeDelta(int32, int32) int64"}},
		{placed{}, []string{"conformance.places has InsertDeltas, which no method asks of a state; give it to the problem (multiwalk.InsertionsEvaluator)"}},
		{ownMoves{}, []string{"conformance.cycles has Delta([]int32, multiwalk.Move) int32, which no method finds; " +
			"write Delta([]int32, multiwalk.Move) int64 (multiwalk.MoveEvaluator)"}},
	} {
		errs := CheckProblem(c.p)
		for _, want := range c.wants {
			if !strings.Contains(fmt.Sprint(errs), want) {
				t.Errorf("%T: found %v, want %s", c.p, errs, want)
			}
		}
		if len(errs) > len(c.wants) {
			t.Errorf("%T: found more than there is: %v", c.p, errs)
		}
		for _, err := range errs {
			if !strings.HasPrefix(err.Error(), "conformance: ") || strings.Contains(err.Error(), "Seed") {
				t.Errorf("%T: %v", c.p, err)
			}
		}
	}
	for _, p := range []multiwalk.Problem{ordered{}, &byPointer{}, unrelated{}, eightBits{}, embedding{}} {
		if errs := CheckProblem(p); len(errs) > 0 {
			t.Errorf("%T: %v", p, errs)
		}
	}
}

// logged is a test that keeps what it is told.
type logged struct{ said, failed string }

func (*logged) Helper()                             {}
func (l *logged) Errorf(format string, args ...any) { l.failed += fmt.Sprintf(format, args...) }
func (l *logged) Logf(format string, args ...any)   { l.said += fmt.Sprintf(format, args...) }

// The kit says what it has checked, how often, and what there is not.
func TestProblem_ListsWhatItChecked(t *testing.T) {
	var l logged
	Problem(&l, &byPointer{})
	want := "conformance: *conformance.byPointer, permutation of 3: checked Space, Cost, SwapDelta (90 moves), concurrent use; searches would be faster with InsertDelta"
	if l.said != want || l.failed != "" {
		t.Errorf("said %q and failed with %q, want %q", l.said, l.failed, want)
	}
}

// Of the problem's own moves it says whether their Delta was checked, and by how many; beside them it wants no other deltas.
func TestProblem_ListsOwnMoves(t *testing.T) {
	var l logged
	Problem(&l, turning{})
	if want := regexp.MustCompile(`NewMoves, whose Delta was compared with Cost \(\d{2,} moves\)`); !want.MatchString(l.said) || strings.Contains(l.said, "SwapDelta") {
		t.Errorf("said %q, failed with %q", l.said, l.failed)
	}
	l = logged{}
	Problem(&l, ownMoves{})
	if !strings.Contains(l.said, "NewMoves") || strings.Contains(l.said, "compared") || !strings.Contains(l.said, "its own moves have no Delta (multiwalk.MoveEvaluator)") ||
		strings.Contains(l.said, "SwapDelta") {
		t.Errorf("said %q, failed with %q", l.said, l.failed)
	}
}
