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
}

// The systems that tables name.
const (
	swapsCore, tabuCore, tabuCores, tabuGPU = "swaps-core", "tabu-core", "tabu-cores", "tabu-gpu"
	annealCore, annealGPU                   = "anneal-core", "anneal-gpu"
)

// burst is the length of a burst: the method's own for instances of up to 25.
const burst = 1000

// Systems returns all systems.
func Systems() []System {
	tabu := single.IteratedTabu{Length: burst}
	swaps := tabu
	swaps.Tabu.Neighbourhood = "swap"
	return []System{
		{Base: papers.At(tabuGPU, "tabu", papers.OneGPU), Method: tabu, Burst: burst},
		{Base: papers.At(tabuCores, "tabu", papers.AllCores), Method: tabu, Burst: burst},
		{Base: papers.At(tabuCore, "tabu", papers.OneCore), Method: tabu, Burst: burst},
		{Base: papers.At(swapsCore, "tabu by swaps alone", papers.OneCore), Method: swaps, Burst: burst},
		{Base: papers.At(annealGPU, "annealing", papers.OneGPU), Method: single.Anneal{}},
		{Base: papers.At(annealCore, "annealing", papers.OneCore), Method: single.Anneal{}},
	}
}

// SystemsNamed returns systems by their IDs, in the order of Systems; none stand for all.
func SystemsNamed(ids []string) ([]System, error) { return papers.Named(Systems(), ids) }
