package successor

import (
	"cmp"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/single/greedy"
	"github.com/multiwalk/multiwalk/walk"
)

// partlyRelease and wholeRelease are the defaults of IteratedGreedy.Release on orders: where parts of them have costs, and elsewhere.
const partlyRelease, wholeRelease = 2, 5

// onOrders says whether the method takes elements out of orders, and draws nothing.
func onOrders(p multiwalk.Problem) bool {
	_, heuristics := walk.As[Problem](p)
	return !heuristics && greedy.Takes(p) == nil
}

// greedyOrders is IteratedGreedy prepared for orders.
type greedyOrders struct {
	walk.Search
	m IteratedGreedy
}

// Resolved returns the settings with their defaults.
func (s greedyOrders) Resolved(walk.Walk) walk.Method { return s.m }

func (m IteratedGreedy) prepareOrders(p multiwalk.Problem, plan walk.Plan) (walk.Search, error) {
	release := cmp.Or(m.Release, wholeRelease)
	if _, partly := p.(multiwalk.PartialOrderer); partly {
		release = cmp.Or(m.Release, partlyRelease)
	}
	m, err := m.withDefaults(plan.Device)
	if err != nil {
		return nil, err
	}
	m.Population, m.Select, m.Release = 1, -1, release
	o := greedy.Order{Method: nameGreedy, Release: m.Release, Temperature: m.Temperature}
	if _, ok := plan.Device.(multiwalk.Accelerator); ok {
		return o.On(p, plan, m)
	}
	s, err := o.Prepare(p, plan)
	return greedyOrders{s, m}, err
}
