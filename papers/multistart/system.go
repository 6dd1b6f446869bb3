package multistart

import (
	"cmp"
	"fmt"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// System is a method on a part of the machine.
type System struct {
	papers.Base
	Mapping  string // of the chapter's search: single.MappingSearch or MappingNeighbour; "": another method
	Searches int    // of a mapping; 0: the Lab's
	Tabu     bool   // its searches are tabu searches
	ThreeOpt bool   // its iterated local searches are by 3-opt
}

// sized is a system with a number of searches.
func (s System) sized(searches int) System {
	s.ID, s.Searches = fmt.Sprintf("%s-%d", s.ID, searches), searches
	return s
}

// asTabu is a system whose searches are tabu searches.
func (s System) asTabu() System {
	s.ID, s.Tabu = "tabu-"+s.ID, true
	return s
}

// The systems that tables name.
const (
	searchGPU, neighbourGPU, oneCore, allCores = "search-gpu", "neighbour-gpu", "core", "cores"
)

// byThreeOpt is a system whose searches are by 3-opt.
func (s System) byThreeOpt() System {
	s.ID, s.Title, s.ThreeOpt = "3opt-"+s.ID, "3-opt, "+s.Title, true
	return s
}

// Systems returns all systems: the chapter's two mappings and the same search on cores, by 3-opt and by parts of it, and what auto picks.
func Systems() []System {
	list := []System{
		{Base: papers.At(searchGPU, "a thread a search", papers.OneGPU), Mapping: single.MappingSearch},
		{Base: papers.At(neighbourGPU, "a thread a neighbour", papers.OneGPU), Mapping: single.MappingNeighbour},
		{Base: papers.At(oneCore, "one search", papers.OneCore), Mapping: single.MappingNeighbour},
		{Base: papers.At(allCores, "a search each", papers.AllCores), Mapping: single.MappingNeighbour},
	}
	for _, s := range list[:4] {
		list = append(list, s.byThreeOpt())
	}
	return append(list, System{Base: papers.At("auto-gpu", "auto", papers.OneGPU)}, System{Base: papers.At("auto-cores", "auto", papers.AllCores)})
}

// SystemsNamed returns systems by their IDs, in the order of Systems; none stand for all.
func SystemsNamed(ids []string) ([]System, error) { return papers.Named(Systems(), ids) }

// kick is how many random moves lead away from a local optimum.
const kick = 3

// method is what a system runs: the chapter's is an iterated local search by 3-opt, which goes on from its best tour.
// Parts of 3-opt are to reverse a stretch, and to take up to three cities elsewhere, either way round.
func (l *Lab) method(in Instance, s System, _ papers.Trial) walk.Method {
	if s.Mapping == "" {
		return auto.On(in.Problem, l.Device(s.Where))
	}
	if s.Tabu {
		return tabu(in, s)
	}
	m := single.ILS{LocalSearch: single.FirstImprovement, Strength: kick, Neighbourhood: "oropt+2opt", Mapping: s.Mapping}
	if s.ThreeOpt {
		m.Neighbourhood = "3opt"
	}
	return m
}

// set ends a trial at the optimum. Of the chapter's mappings there are as many searches as the system or the Lab says.
func (l *Lab) set(in Instance, s System, _ papers.Trial, settings *multiwalk.Settings) {
	settings.Stop = papers.Until(in.Target, l.Limit)
	if s.Where == papers.AllCores && s.Searches > 0 {
		settings.Walks = s.Searches
	}
	if s.Where == papers.OneGPU && s.Mapping != "" {
		settings.Walks = cmp.Or(s.Searches, l.Searches)
	}
}
