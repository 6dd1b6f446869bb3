package single

import (
	"sync/atomic"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/problem/qubo"
	"github.com/multiwalk/multiwalk/walk"
)

// counted counts how many states are made of a problem.
type counted struct {
	*qubo.Instance
	states *atomic.Int64
}

func (p counted) NewState(x []int32) multiwalk.State {
	p.states.Add(1)
	return p.Instance.NewState(x)
}

// A state may take as long as a round, so a run of many rounds makes no more of them than a run of few.
func TestStates_AreNotMadeInRounds(t *testing.T) {
	for _, m := range []walk.Method{Anneal{}, Climb{}, IteratedTabu{}, ILS{}, Tabu{}, LateAcceptance{}, LightWeight{}, ParallelTempering{}} {
		made := func(rounds int64) int64 {
			p := counted{must.Have(qubo.Random(20, 1))(t), new(atomic.Int64)}
			must.Have(multiwalk.Minimize(t.Context(), p, m, multiwalk.Settings{Walks: 1, Workers: 1, Stop: []multiwalk.Stop{multiwalk.Work(rounds)}}))(t)
			return p.states.Load()
		}
		if few, many := made(2), made(12); many > few {
			t.Errorf("%s: %d states in 2 rounds, %d in 12", m.Name(), few, many)
		}
	}
}
