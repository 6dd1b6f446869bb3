package multiwalk_test

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/engine"
)

// named has a name, and nothing that a run could be made of.
type named struct{}

func (named) Name() string { return "named" }

// A program without a package of methods has no engine.
func TestMinimize_NeedsAMethodsPackage(t *testing.T) {
	defer func(was any) { engine.Minimize = was }(engine.Minimize)
	engine.Minimize = nil
	for _, m := range []multiwalk.Method{nil, named{}} {
		r, err := multiwalk.Minimize(t.Context(), beyond{new(int)}, m, multiwalk.Settings{})
		if r != nil || err == nil || !strings.Contains(err.Error(), "take one from the packages single and cooperate") {
			t.Errorf("%v: %v, %v", m, r, err)
		}
	}
}
