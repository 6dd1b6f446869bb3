package q3ap

import (
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// System is a method on a part of the machine.
type System struct {
	papers.Base
	Method walk.Method
	Burst  int // iterations of a burst of tabu search; 0: it has none
	Walks  int // searches side by side; 0: as many as the method chooses
}

// The systems that tables name.
const (
	swapsCore, tabuCore, tabuCores, tabuGPU = "swaps-core", "tabu-core", "tabu-cores", "tabu-gpu"
	annealCore, annealGPU                   = "anneal-core", "anneal-gpu"
	// The chapter's own: pairs of a swap in p and one in q, on a core, and on a GPU a thread for each. The chapter has one search; many of
	// them leave no multiprocessor idle.
	pairsCore, pairsGPU, pairsMany = "pairs-core", "pairs-gpu", "pairs-many"
)

// many is how many searches fill a GPU where each has a block.
const many = 512

// by is the system whose time on the GPU a system's is measured by.
func (s System) by() string {
	switch s.ID {
	case pairsCore, pairsGPU, pairsMany:
		return pairsGPU
	}
	return tabuGPU
}

// burst is the length of a burst: the method's own for instances of up to 25.
const burst = 1000

// Systems returns all systems.
func Systems() []System {
	tabu := single.IteratedTabu{Length: burst}
	swaps, pairs := tabu, tabu
	swaps.Tabu.Neighbourhood, pairs.Tabu.Neighbourhood = "swap", "pair"
	return []System{
		{Base: papers.At(tabuGPU, "tabu", papers.OneGPU), Method: tabu, Burst: burst},
		{Base: papers.At(tabuCores, "tabu", papers.AllCores), Method: tabu, Burst: burst},
		{Base: papers.At(tabuCore, "tabu", papers.OneCore), Method: tabu, Burst: burst},
		{Base: papers.At(swapsCore, "tabu by swaps alone", papers.OneCore), Method: swaps, Burst: burst},
		{Base: papers.At(pairsGPU, "tabu by pairs", papers.OneGPU), Method: pairs, Burst: burst},
		{Base: papers.At(pairsMany, "tabu by pairs, many searches", papers.OneGPU), Method: pairs, Burst: burst, Walks: many},
		{Base: papers.At(pairsCore, "tabu by pairs", papers.OneCore), Method: pairs, Burst: burst},
		{Base: papers.At(annealGPU, "annealing", papers.OneGPU), Method: single.Anneal{}},
		{Base: papers.At(annealCore, "annealing", papers.OneCore), Method: single.Anneal{}},
	}
}

// SystemsNamed returns systems by their IDs, in the order of Systems; none stand for all.
func SystemsNamed(ids []string) ([]System, error) { return papers.Named(Systems(), ids) }
