package walk

import "testing"

// A run is left behind at once while it is at work, and later where it may take longer; from then on it begins nothing more.
func TestWatched_LeftBehindBeginsNothing(t *testing.T) {
	for _, c := range []struct {
		stage       stage
		soon, later bool
	}{{atWork, true, true}, {inObserve, false, true}, {inClose, false, true}} {
		w := &watched{}
		if !w.enter(c.stage) || w.stage != c.stage {
			t.Fatalf("the run cannot enter stage %d", c.stage)
		}
		if w.quit(true) != c.soon || w.enter(c.stage) == c.soon {
			t.Errorf("stage %d: left behind soon: %v, want %v", c.stage, !c.soon, c.soon)
		}
		if w.quit(false) != c.later || w.enter(inClose) || w.stage != c.stage {
			t.Errorf("stage %d: not left behind, or stage %d was entered after that", c.stage, w.stage)
		}
	}
}
