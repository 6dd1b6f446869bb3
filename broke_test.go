package multiwalk_test

import (
	"context"
	"errors"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// beyond reads an element that is not there after a few calls, by a function of its own.
type beyond struct{ calls *int }

func (beyond) Space() multiwalk.Space { return multiwalk.Binary(8) }

func (b beyond) Cost(x []int32) int64 {
	if *b.calls++; *b.calls > 20 {
		return at(x, 8)
	}
	return int64(x[0])
}

func at(x []int32, i int) int64 { return int64(x[i]) }

// An error of the user's code names the places in that code, and no other.
func TestMinimize_SaysWhereItBroke(t *testing.T) {
	_, err := multiwalk.Minimize(context.Background(), beyond{new(int)}, single.Climb{Restarts: -1}, multiwalk.Settings{
		Seed: 1, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Evaluations(1000)}})
	want := regexp.MustCompile(`^multiwalk: the run broke: runtime error: index out of range \[8\] with length 8, ` +
		`in multiwalk_test\.at \(broke_test\.go:\d+\), called by multiwalk_test\.beyond\.Cost \(broke_test\.go:\d+\)$`)
	if err == nil || !want.MatchString(err.Error()) {
		t.Errorf("%v", err)
	}
	var broke runtime.Error
	if !errors.As(err, &broke) {
		t.Errorf("%T does not wrap the panic's error", err)
	}
}

// fragile is a method whose own code panics.
type fragile struct{ single.Climb }

func (fragile) Prepare(multiwalk.Problem, walk.Plan) (walk.Search, error) {
	panic("it broke")
}

// So does an error of a method that is the user's own.
func TestMinimize_SaysWhichMethodBroke(t *testing.T) {
	_, err := multiwalk.Minimize(context.Background(), beyond{new(int)}, fragile{}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(1)}})
	must.Fail(t, "it broke, in multiwalk_test.fragile.Prepare (broke_test.go:")(err)
}

// A result without a solution costs nothing that could be told.
func TestResult_OutcomeWithoutASolution(t *testing.T) {
	calls := 20 // so that the first evaluation breaks
	res, err := multiwalk.Minimize(context.Background(), beyond{&calls}, single.Climb{}, multiwalk.Settings{Stop: []multiwalk.Stop{multiwalk.Work(1)}})
	if err == nil {
		t.Fatal("it did not break")
	}
	if res == nil || res.Outcome() != "no solution" || !strings.HasPrefix(res.String(), "no solution, ") {
		t.Errorf("%v", res)
	}
}

// sleepy does not return from a call of Cost until it is woken.
type sleepy struct {
	calls *atomic.Int64
	wake  chan struct{}
}

func (sleepy) Space() multiwalk.Space { return multiwalk.Binary(8) }

func (p sleepy) Cost(x []int32) int64 {
	if p.calls.Add(1) == 500 {
		<-p.wake
	}
	return int64(x[0])
}

// A run that had to leave its walks behind says so.
func TestMinimize_SaysThatCostHasNotReturned(t *testing.T) {
	synctest.Test(t, saysThatCostHasNotReturned)
}

func saysThatCostHasNotReturned(t *testing.T) {
	p := sleepy{new(atomic.Int64), make(chan struct{})}
	defer close(p.wake)
	res, err := multiwalk.Minimize(context.Background(), p, single.Climb{Restarts: -1}, multiwalk.Settings{
		Seed: 1, Walks: 1, Stop: []multiwalk.Stop{multiwalk.Time(50 * time.Millisecond)}})
	if err != nil || !res.Partial || !slices.ContainsFunc(res.Notes, func(n string) bool {
		return strings.Contains(n, "so the last round was left out; the result is the best")
	}) {
		t.Errorf("%v, %v, notes %q", res, err, res.Notes)
	}
}
