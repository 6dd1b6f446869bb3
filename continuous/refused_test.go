package continuous_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/sample"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/successor"
	"github.com/multiwalk/multiwalk/walk"
)

// Methods of other spaces refuse real vectors, and say what takes them.
func TestOthersRefuseReals(t *testing.T) {
	p := packed(t, function(3, sphere))
	for _, m := range []walk.Method{single.Climb{}, single.Anneal{}, single.LightWeight{}, single.LateAcceptance{}, single.ThresholdAccepting{},
		single.RecordToRecord{}, single.GreatDeluge{}, single.VariableNeighbourhood{}, single.Tabu{}, single.IteratedTabu{}, single.MatrixAnneal{}, single.ILS{},
		single.MinConflict{}, single.Focused{}, single.Weighting{}, single.MessagePassing{}, single.Enumerate{}, population.EAX{},
		population.Genetic{}, population.Cellular{}, population.Generational{}, population.Memetic{}, population.Ants{}, successor.IteratedGreedy{}, cooperate.PSPM{}, single.ParallelTempering{},
		cooperate.Islands{Method: population.Genetic{}}, cooperate.Exchange{Method: single.Anneal{}}} {
		_, err := m.Prepare(p, walk.Plan{Walks: 1, Warn: func(string) {}})
		if err == nil || !strings.Contains(err.Error(), "continuous") && !errors.Is(err, multiwalk.ErrNoDelta) && !errors.Is(err, multiwalk.ErrNoKernel) {
			t.Errorf("%s: %v", m.Name(), err)
		}
	}
}

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
