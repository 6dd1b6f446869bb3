package evaluation

import "testing"

// The paper's kernels have blocks of 512 threads.
func TestConstants_AreThePapers(t *testing.T) {
	if paperThreads != 512 {
		t.Errorf("blocks of %d threads", paperThreads)
	}
}
