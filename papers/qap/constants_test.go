package qap

import (
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
)

// A run says that it reached the target where it did, and only there.
func TestMinimize_ReachedIsWhatTheCostSays(t *testing.T) {
	l := newLab(t, tiny())
	s, ok := l.System(gaCores)
	if !ok {
		t.Fatal("no system " + gaCores)
	}
	in := l.Instances[0]
	for _, c := range []struct {
		target int64
		want   bool
	}{{1 << 40, true}, {-1, false}} {
		in.Target = c.target
		settings := multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.Target(c.target), multiwalk.Evaluations(500)}}
		r := must.Have(l.Minimize(t.Context(), in, s, Trial{Instance: in.Name, System: s.ID}, settings))(t)
		if r.Reached != c.want || r.Reached != (r.Cost <= c.target) {
			t.Errorf("target %d: cost %d, reached %v", c.target, r.Cost, r.Reached)
		}
	}
}

// Section 4 of the paper: 30 runs, blocks of 128 individuals, tai50b within 0.06 %; and Model I's populations.
func TestConstants_AreThePapers(t *testing.T) {
	if paperRuns != 30 || paperSize != 128 || paperWithin != 6 || paperLoose != "tai50b" || DefaultMutation != 0.9 {
		t.Errorf("%d runs, %d individuals, %s within %d in 10,000, mutation %v", paperRuns, paperSize, paperLoose, paperWithin, DefaultMutation)
	}
	for name, want := range map[string]int{"tai25b": 128, "kra30a": 1024, "kra30b": 128, "tai30b": 512, "kra32": 128,
		"tai35b": 512, "ste36b": 256, "tai40b": 512, "tai50b": 512, "ring8": 128} {
		if got := tuned(Instance{Name: name}); got != want {
			t.Errorf("Model I has %d individuals for %s, want %d", got, name, want)
		}
	}
	if got := acceptable("tai50b", 1_000_000); got != 1_000_600 {
		t.Errorf("tai50b may cost %d of 1,000,000", got)
	}
	if got := acceptable("tai40b", 1_000_000); got != 1_000_000 {
		t.Errorf("tai40b may cost %d of 1,000,000", got)
	}
}
