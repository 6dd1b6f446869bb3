package clausekernel

import (
	"strings"
	"testing"
)

func TestModule_KernelsAreInThePTX(t *testing.T) {
	m := Module()
	if len(m.Name) < 64 {
		t.Errorf("the module's name %q has no hash to tell it from others", m.Name)
	}
	for of, e := range m.Entries {
		if !strings.Contains(string(m.PTX), ".visible .entry "+e.Symbol+"(") {
			t.Errorf("there is no entry %s for %s; run go generate", e.Symbol, of)
		}
	}
}
