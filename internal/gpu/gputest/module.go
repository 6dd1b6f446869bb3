package gputest

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/kernel"
)

// Made tells whether a GPU can run the kernels that a problem has: those that tests alone run are not committed, and may not be built in.
func Made(p multiwalk.Problem) bool {
	c, ok := p.(kernel.Carrier)
	if !ok {
		return true
	}
	m, err := c.Kernels()
	return err != nil || m.PTX != nil
}

// InPTX checks a module that is compiled in the tree: its name tells it from what it was before, and every entry is in the PTX.
func InPTX(t testing.TB, m kernel.Module) {
	t.Helper()
	if len(m.Name) < 64 {
		t.Errorf("the module's name %q has no hash to tell it from others", m.Name)
	}
	for of, e := range m.Entries {
		if !strings.Contains(string(m.PTX), ".visible .entry "+e.Symbol+"(") {
			t.Errorf("there is no entry %s for %s; run go generate", e.Symbol, of)
		}
	}
}
