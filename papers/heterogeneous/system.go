package heterogeneous

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// System is iterated tabu search on a part of the machine, in one of two schemes.
type System struct {
	papers.Base
	// Neighbourhoods says that the searches are the host's, and the GPU evaluates the neighbourhoods of all of them at a time; else a GPU makes
	// whole searches.
	Neighbourhoods bool
}

// The systems that tables name.
const (
	oneCore, allCores, oneGPU, hybrid = "core", "cores", "neighbourhoods-gpu", "neighbourhoods-both"
)

// Systems returns all systems.
func Systems() []System {
	return []System{
		{papers.At(oneCore, "one search", papers.OneCore), false},
		{papers.At(allCores, "a search each", papers.AllCores), false},
		{papers.At(oneGPU, "neighbourhoods of several searches", papers.OneGPU), true},
		{papers.At(hybrid, "neighbourhoods, and further searches", papers.CoresAndGPU), true},
		{papers.At("walks-gpu", "whole searches", papers.OneGPU), false},
		{papers.At("walks-both", "whole searches", papers.CoresAndGPU), false},
	}
}

// SystemsNamed returns systems by their IDs, in the order of Systems; none stand for all.
func SystemsNamed(ids []string) ([]System, error) { return papers.Named(Systems(), ids) }

// search is the tabu search that all systems run on an instance: on two permutations by the chapter's pairs of swaps, on tours by reversals,
// else by the moves that the method takes.
func search(p multiwalk.Problem) single.IteratedTabu {
	m := single.IteratedTabu{}
	switch space := p.Space(); {
	case space.JointLength() > 0:
		m.Tabu.Neighbourhood = "pair"
	case space.Kind() == multiwalk.KindTour:
		m.Tabu.Neighbourhood = "2opt"
	}
	return m
}

// method is what a system runs.
func (s System) method(p multiwalk.Problem) walk.Method {
	m := search(p)
	if !s.Neighbourhoods {
		return m
	}
	on := m
	on.Tabu.Mapping = single.MappingIteration
	return cooperate.ByDevice{Cores: m, Machines: on}
}
