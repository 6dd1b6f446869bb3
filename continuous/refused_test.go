package continuous_test

import (
	"testing"

	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/walk"
)

// The methods of this package take nothing else.
func TestReals_RefuseOthers(t *testing.T) {
	for _, p := range sample.Problems() {
		for _, m := range methods() {
			if _, err := m.Prepare(p, walk.Plan{Walks: 1}); err == nil {
				t.Errorf("%s takes %v", m.Name(), p.Space())
			}
		}
	}
}
