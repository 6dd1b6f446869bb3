package multistart

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// System is a method on a part of the machine.
type System struct {
	papers.Base
	Mapping string // of the chapter's search: single.MappingSearch or MappingNeighbour; "": another method
}

// The systems that tables name.
const (
	searchGPU, neighbourGPU, oneCore = "search-gpu", "neighbour-gpu", "core"
)

// Systems returns all systems: the chapter's two mappings and the same search on cores, and what auto picks.
func Systems() []System {
	return []System{
		{papers.At(searchGPU, "a thread a search", papers.OneGPU), single.MappingSearch},
		{papers.At(neighbourGPU, "a thread a neighbour", papers.OneGPU), single.MappingNeighbour},
		{papers.At(oneCore, "one search", papers.OneCore), single.MappingNeighbour},
		{papers.At("cores", "a search each", papers.AllCores), single.MappingNeighbour},
		{papers.At("auto-gpu", "auto", papers.OneGPU), ""},
		{papers.At("auto-cores", "auto", papers.AllCores), ""},
	}
}

// SystemsNamed returns systems by their IDs, in the order of Systems; none stand for all.
func SystemsNamed(ids []string) ([]System, error) { return papers.Named(Systems(), ids) }

// kick is how many random moves lead away from a local optimum.
const kick = 3

// method is what a system runs: the chapter's is an iterated local search, which goes on from its best tour; its moves reverse a stretch, or
// take up to three cities elsewhere, either way round.
func (l *Lab) method(in Instance, s System, _ papers.Trial) walk.Method {
	if s.Mapping == "" {
		return auto.On(in.Problem, l.Device(s.Where))
	}
	return single.VariableNeighbourhood{K: 1, Strength: kick, Neighbourhood: "oropt+2opt", Mapping: s.Mapping}
}

// set ends a trial at the optimum. Of the chapter's mappings there are as many searches as the Lab says.
func (l *Lab) set(in Instance, s System, _ papers.Trial, settings *multiwalk.Settings) {
	settings.Stop = papers.Until(in.Target, l.Limit)
	if s.Where == papers.OneGPU && s.Mapping != "" {
		settings.Walks = l.Searches
	}
}
