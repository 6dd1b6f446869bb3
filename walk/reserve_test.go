package walk_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/walk"
)

// hasty is a tour of six cities with a fixed edge that the solution it has at once lacks.
type hasty struct{}

func (hasty) Space() multiwalk.Space { return multiwalk.Tour(6) }
func (hasty) Cost(x []int32) int64   { return int64(x[0]) }
func (hasty) FixedEdges() [][2]int32 { return [][2]int32{{0, 3}} }

func (h hasty) Construct(r *multiwalk.Rand, x []int32) { h.ConstructUntil(r, x, nil) }

func (hasty) ConstructUntil(_ *multiwalk.Rand, x []int32, _ func() bool) {
	copy(x, []int32{0, 1, 2, 3, 4, 5})
}

// What a run keeps in reserve must meet all constraints, as it may be the run's answer.
func TestMinimize_ReserveKeepsConstraints(t *testing.T) { synctest.Test(t, reserveKeepsConstraints) }

func reserveKeepsConstraints(t *testing.T) {
	slow := script{prepare: func(walk.Plan) error { time.Sleep(300 * time.Millisecond); return nil }}
	r, err := multiwalk.Minimize(context.Background(), hasty{}, slow, multiwalk.Settings{Walks: 1, Stop: []multiwalk.Stop{multiwalk.Time(5 * time.Millisecond)}})
	if !errors.Is(err, multiwalk.ErrConstraint) {
		t.Errorf("%v, %v; want an error that the fixed edge is not kept", r, err)
	}
}
