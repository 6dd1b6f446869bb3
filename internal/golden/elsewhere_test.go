package golden

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/internal/must"
	"github.com/multiwalk/multiwalk/walk"
)

// elsewhere is places that do a run's units: any of them any unit, and some units twice.
type elsewhere struct {
	t      *testing.T
	places []*walk.Replica
	mu     sync.Mutex
	r      *rand.Rand
	units  int // done
}

func (*elsewhere) String() string { return "elsewhere" }
func (*elsewhere) Workers() int   { return 2 }

func (e *elsewhere) Begin(p multiwalk.Problem, m walk.Method, plan walk.Plan, _ int) (walk.Crew, error) {
	for range e.Workers() {
		r, err := walk.NewReplica(p, m, walk.Plan{Seed: plan.Seed, Walks: plan.Walks, Start: plan.Start, Budget: plan.Budget})
		if err != nil {
			return nil, err
		}
		e.places = append(e.places, r)
	}
	return e, nil
}

func (e *elsewhere) Do(ctx context.Context, _ int, unit, state []byte, accept func(string, []byte) error) error {
	e.mu.Lock()
	e.units++
	at, twice := e.r.IntN(len(e.places)), e.r.IntN(4) == 0
	e.mu.Unlock()
	long := func() ([]byte, error) { return state, nil }
	answer, err := e.places[at].Do(ctx, unit, long)
	if err == nil && twice {
		answer, err = e.places[1-at].Do(ctx, unit, long)
	}
	if err != nil {
		return err
	}
	if err := accept("there", answer); err != nil {
		e.t.Errorf("an honest answer was refused: %v", err)
		return err
	}
	return nil
}

func (e *elsewhere) Close() error {
	for _, r := range e.places {
		if err := r.Close(); err != nil {
			return err
		}
	}
	return nil
}

// TestRuns_Elsewhere makes runs whose walks work elsewhere, each batch of rounds in another place. They find what they find here.
func TestRuns_Elsewhere(t *testing.T) {
	list, records := runs(), golden(t)
	if !*every {
		list = oneInSeven(t, list, 5)
	}
	for _, r := range list {
		if r.settings.Device != nil || records[r.name] == "refused" {
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			e := &elsewhere{t: t, r: rand.New(rand.NewPCG(1, 2))}
			res := r.do(t, e)
			if got := line(res); got != records[r.name] {
				t.Errorf("found elsewhere\n%s\nand here\n%s", got, records[r.name])
			}
			if e.units == 0 && res != nil && !res.Proven && !proves(t, r) { // what proves something trusts nobody else
				t.Error("all work was done here")
			}
		})
	}
}

// proves tells whether a run's method may prove that its best solution is optimal.
func proves(t *testing.T, r run) bool {
	search := must.Have(r.method.Prepare(problems[r.problem](), walk.Plan{Walks: max(1, r.settings.Walks)}))(t)
	_, ok := walk.As[walk.Prover](search)
	if c, closes := search.(interface{ Close() error }); closes {
		_ = c.Close()
	}
	return ok
}
