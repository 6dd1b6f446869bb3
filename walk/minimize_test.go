package walk_test

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
)

// unprepared has a name, and nothing that a run could be made of.
type unprepared struct{}

func (unprepared) Name() string { return "unprepared" }

func TestMinimize_SaysWhatAMethodLacks(t *testing.T) {
	r, err := multiwalk.Minimize(t.Context(), value{9}, unprepared{}, multiwalk.Settings{})
	if r != nil || err == nil || !strings.Contains(err.Error(), "a walk_test.unprepared is no method, since it has no Prepare(multiwalk.Problem, walk.Plan)") {
		t.Errorf("%v, %v", r, err)
	}
}
