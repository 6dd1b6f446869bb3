package q3ap

import (
	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/single"
)

// System is a method on a part of the machine.
type System struct {
	ID     string // in the command and in files
	Title  string // in tables, behind the place's
	Where  papers.Where
	Method multiwalk.Method
	Burst  int // iterations of a burst of tabu search; 0: it has none
}

func (s System) Key() string         { return s.ID }
func (s System) String() string      { return s.Title }
func (s System) Place() papers.Where { return s.Where }

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
		{ID: tabuGPU, Title: "tabu", Where: papers.OneGPU, Method: tabu, Burst: burst},
		{ID: tabuCores, Title: "tabu", Where: papers.AllCores, Method: tabu, Burst: burst},
		{ID: tabuCore, Title: "tabu", Where: papers.OneCore, Method: tabu, Burst: burst},
		{ID: swapsCore, Title: "tabu by swaps alone", Where: papers.OneCore, Method: swaps, Burst: burst},
		{ID: annealGPU, Title: "annealing", Where: papers.OneGPU, Method: single.Anneal{}},
		{ID: annealCore, Title: "annealing", Where: papers.OneCore, Method: single.Anneal{}},
	}
}

// SystemsNamed returns systems by their IDs, in the order of Systems; none stand for all.
func SystemsNamed(ids []string) ([]System, error) { return papers.Named(Systems(), ids) }
