package gantt

import (
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk/internal/must"
)

// A box is drawn to scale in the row of its machine; one that takes no time is left out, and names are text.
func TestSVG(t *testing.T) {
	jobs := func(yield func(string, []Box) bool) {
		_ = yield("a<b", []Box{{Row: 1, From: 5, Time: 10}, {Row: 0, From: 3}}) && yield("c", nil)
	}
	var b strings.Builder
	must.Do(t, SVG(&b, "one & all", 2, 20, jobs))
	for _, want := range []string{"viewBox=\"0 0 1000 48\"", "one &amp; all", "d=\"M250.00 26h500.00v20h-500.00z\"><title>a&lt;b<", "hsl(137,"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %s in %s", want, b.String())
		}
	}
}
