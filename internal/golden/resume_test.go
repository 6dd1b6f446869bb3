package golden

import (
	"context"
	"testing"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/checkpoint"
)

// short is a method whose rounds have at most so many units, so that a short run has many.
type short struct {
	multiwalk.Method
	Units int
}

func (m short) Place(p multiwalk.Problem, d multiwalk.Accelerator) error {
	return multiwalk.Place(p, m.Method, d)
}

func (m short) Prepare(p multiwalk.Problem, plan multiwalk.Plan) (multiwalk.Search, error) {
	s, err := m.Method.Prepare(p, plan)
	if err != nil {
		return nil, err
	}
	return shortSearch{s, m.Units}, nil
}

type shortSearch struct {
	multiwalk.Search
	units int
}

func (s shortSearch) Slice() int  { return min(s.units, s.Search.Slice()) }
func (s shortSearch) Unwrap() any { return s.Search }

func (s shortSearch) Meets(round int64, said []multiwalk.Message) bool {
	c, ok := s.Search.(multiwalk.Cooperator)
	return ok && c.Meets(round, said)
}

func (s shortSearch) Exchange(said []multiwalk.Message) []multiwalk.Message {
	return s.Search.(multiwalk.Cooperator).Exchange(said)
}

func (s shortSearch) Close() error {
	if c, ok := s.Search.(interface{ Close() error }); ok {
		return c.Close()
	}
	return nil
}

// TestResume_EqualsTheUninterruptedRun keeps every run between any two of its rounds, and goes on from some of these states.
func TestResume_EqualsTheUninterruptedRun(t *testing.T) {
	const rounds, resumed = 12, 3
	for i, r := range runs() {
		if testing.Short() && i%7 != 3 {
			continue
		}
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			plain := r.do(t, r.settings.Device)
			if plain == nil {
				return
			}
			r.method = short{r.method, max(1, int(plain.Units)/max(1, r.settings.Walks)/rounds)}
			if r.emulated() {
				r.method = short{r.method, 1}
			}
			var states [][]byte
			r.settings.Checkpoint.Every = 1
			r.settings.Checkpoint.Write = func(content []byte) error {
				states = append(states, content)
				return nil
			}
			whole := r.do(t, r.settings.Device)
			t.Logf("%d states of %d rounds", len(states), whole.Rounds)
			r.settings.Checkpoint = multiwalk.Checkpoint{}
			for k := range resumed {
				at := len(states) * (2*k + 1) / (2 * resumed)
				saved, err := checkpoint.Parse(states[at])
				if err != nil {
					t.Fatal(err)
				}
				s := r.settings
				s.Resume = saved
				res, err := multiwalk.Minimize(context.Background(), problems[r.problem](), r.method, s)
				if err != nil {
					t.Fatalf("from round %d of %d: %v", saved.Rounds, whole.Rounds, err)
				}
				if line(res) != line(whole) {
					t.Fatalf("from round %d of %d\n%s\nuninterrupted\n%s", saved.Rounds, whole.Rounds, line(res), line(whole))
				}
			}
		})
	}
}
