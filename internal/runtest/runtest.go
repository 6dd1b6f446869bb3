// Package runtest is what the engine's tests have in common, be they run with methods made for tests or with real ones.
package runtest

import (
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// Trap does something at a call of one method, from some call on. The zero Trap does nothing.
type Trap struct {
	method string
	from   int64
	spring func()
	calls  *atomic.Int64
}

// NewTrap is a trap that springs at a method's calls from number from on.
func NewTrap(method string, from int64, spring func()) Trap {
	return Trap{method, from, spring, new(atomic.Int64)}
}

// At is called by each method of what the trap is in.
func (t Trap) At(method string) {
	if method == t.method && t.calls.Add(1) >= t.from {
		t.spring()
	}
}

// Broke checks what a run returned whose trap panics, or ends its goroutine: the error of the run says want if the trap has sprung, and
// there is none if it has not.
func (t Trap) Broke(test *testing.T, want string, r *multiwalk.Result, err error) {
	test.Helper()
	if sprung := t.calls.Load() >= t.from; sprung != (err != nil) || err != nil && !strings.Contains(err.Error(), want) {
		test.Errorf("%s, call %d of %d: %v", t.method, t.calls.Load(), t.from, err)
	}
	if err != nil && r != nil && r.Status != multiwalk.Failed && t.method != "Close" && r.Status != multiwalk.WorkLimit {
		test.Errorf("%s: status %s", t.method, r.Status)
	}
}

// ComesBack checks what a run returned whose problem or method does not return.
func ComesBack(t *testing.T, r *multiwalk.Result, err error) {
	t.Helper()
	if err != nil && !errors.Is(err, multiwalk.ErrNoIncumbent) {
		t.Errorf("error %v", err)
	}
	if err == nil && (r.Best == nil || r.Status != multiwalk.TimeLimit) {
		t.Errorf("%v without an error", r)
	}
	if r != nil && r.Best != nil {
		Decreasing(t, r)
	}
}

// Decreasing checks that each point of the history is better than the one before, and that the last is the result.
func Decreasing(t *testing.T, r *multiwalk.Result) {
	t.Helper()
	if len(r.History) == 0 || r.History[len(r.History)-1].Cost != r.Cost {
		t.Fatalf("the history does not end with the cost %d: %+v", r.Cost, r.History)
	}
	for i := 1; i < len(r.History); i++ {
		if r.History[i].Cost >= r.History[i-1].Cost {
			t.Fatalf("point %d of the history is no incumbent: %+v", i, r.History)
		}
	}
}
