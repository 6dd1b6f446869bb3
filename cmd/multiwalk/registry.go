package main

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/successor"
)

// methods returns the methods that the command knows, each with the documented defaults. Those that cooperate run other
// methods; the ones here are what they run unless --set says otherwise.
func methods() []multiwalk.Method {
	return []multiwalk.Method{
		single.Climb{}, single.Anneal{}, single.LightWeight{}, single.LateAcceptance{}, single.ThresholdAccepting{},
		single.VariableNeighbourhood{}, single.Tabu{}, single.IteratedTabu{},
		single.ILS{}, single.MinConflict{}, single.Focused{}, single.Weighting{}, single.MessagePassing{}, population.EAX{}, population.Genetic{}, population.Memetic{},
		successor.IteratedGreedy{},
		cooperate.Independent{Method: single.Anneal{}},
		cooperate.Exchange{Method: single.LightWeight{}},
		cooperate.Restart{Method: single.Climb{}},
		cooperate.Islands{Method: population.Genetic{}},
		cooperate.PSPM{}, single.ParallelTempering{},
		cooperate.Portfolio{Methods: []multiwalk.Method{single.Anneal{}, single.Tabu{}, single.ILS{}}},
		cooperate.Halving{Methods: []multiwalk.Method{single.Anneal{}, single.IteratedTabu{}, single.ILS{}}},
		cooperate.ByDevice{Cores: single.Anneal{}, Machines: single.Anneal{}},
	}
}

// replayed returns the methods that a user, a record or a checkpoint may name: the listed ones, and what auto runs where solutions
// are few.
func replayed() []multiwalk.Method { return append(methods(), single.Enumerate{}) }

// methodAuto is the name that leaves the choice to package auto.
const methodAuto = "auto"
