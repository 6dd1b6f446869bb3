package auto_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/continuous"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/successor"
	"github.com/multiwalk/multiwalk/walk"
)

// Methods of other spaces refuse real vectors, and say what takes them.
func TestOthersRefuseReals(t *testing.T) {
	p := must.Have(continuous.Of(continuous.Func{Lower: []float64{-5, -5}, Upper: []float64{5, 5}, F: func(x []float64) float64 { return x[0] + x[1] }}))(t)
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
