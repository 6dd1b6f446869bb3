package gputest

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/kernel"
)

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
