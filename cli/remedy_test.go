package cli

import (
	"strings"
	"testing"
)

// A missed target has a remedy that can help.
func TestSolve_RemedyForAMissedTarget(t *testing.T) {
	b := newBench(t)
	for _, c := range []struct{ args, want string }{
		{ring + " --target=1 --evaluations=2000", "give it more --evaluations, or another --method"},
		{ring + " --target=1 --work=2", "give it more --work, or another --method"},
		{ring + " --target=1 --time=200ms", "give it more --time, or another --method"},
		{ring + " --target=1 --no-improvement=50 --walks=1 --method=anneal", "give it more --no-improvement, or another --method"},
		{ring + " --target=1 --method=climb --walks=1", "try another --seed, or another --method"},
		{"nqueens:20 --target=-5 --evaluations=2000", "no solution is better than 0, which is proven"},
	} {
		b.want(1, append([]string{"solve", "-q"}, strings.Fields(c.args)...)...)
		if !strings.HasSuffix(b.err.String(), c.want+"\n") {
			t.Errorf("%s: %q", c.args, b.err.String())
		}
	}
	b.want(2, "tune", ring, "--method=auto", "--vary=sweeps=5")
	b.says("--method auto chooses a method, and has no settings to vary")
}
