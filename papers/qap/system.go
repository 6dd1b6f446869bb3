package qap

import (
	"cmp"

	"github.com/multiwalk/multiwalk"
	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/cooperate"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/population"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// System is a method on a part of the machine: one that the paper compares, or one that we put beside it.
type System struct {
	papers.Base
	Genetic bool // it is the paper's model
	Variant bool // it is one of Variants
	Method  func(in Instance, d multiwalk.Device) walk.Method
}

// The systems that tables name.
const (
	gaGPU, gaGPUs, gaCores = "ga-gpu", "ga-gpus", "ga-cores"
	modelI, modelII        = "model-1", "model-2"
	noRestart              = "no-restart"
)

// Systems returns all systems but Variants.
func Systems() []System {
	genetic := func(id, title string, where papers.Where, of func(in Instance) population.Genetic) System {
		return System{Base: papers.At(id, title, where), Genetic: true,
			Method: func(in Instance, _ multiwalk.Device) walk.Method { return of(in) }}
	}
	plain := func(Instance) population.Genetic { return population.Genetic{} }
	list := []System{
		genetic(gaGPU, "genetic", papers.OneGPU, plain),
		genetic(gaGPUs, "genetic", papers.AllGPUs, plain),
		genetic(gaCores, "genetic", papers.AllCores, plain),
		genetic(modelI, "genetic, Model I", papers.OneCore, func(in Instance) population.Genetic { return population.Genetic{Population: tuned(in)} }),
		genetic(modelII, "genetic, Model II", papers.OneCore, plain),
		genetic(noRestart, "genetic, no restart", papers.OneCore, func(Instance) population.Genetic { return population.Genetic{Restart: "none"} }),
	}
	for _, where := range []papers.Where{papers.OneGPU, papers.AllCores, papers.OneCore} {
		id := [...]string{papers.OneCore: "core", papers.AllCores: "cores", papers.OneGPU: "gpu"}[where]
		list = append(list, System{Base: papers.At("auto-"+id, "auto", where),
			Method: func(in Instance, d multiwalk.Device) walk.Method { return auto.On(in.Problem, d) }})
		for _, m := range others() {
			list = append(list, System{Base: papers.At(m.Name()+"-"+id, m.Name(), where),
				Method: func(Instance, multiwalk.Device) walk.Method { return m }})
		}
	}
	return list
}

// others are the methods beside the paper's, with their own defaults.
func others() []walk.Method {
	return []walk.Method{single.IteratedTabu{}, single.Tabu{}, population.Memetic{}, single.ParallelTempering{}}
}

// SystemsNamed returns systems by their IDs, in the order of Systems and then of Variants; none stand for Systems.
func SystemsNamed(ids []string) ([]System, error) {
	if len(ids) == 0 {
		return Systems(), nil
	}
	return papers.Named(append(Systems(), Variants()...), ids)
}

// tuned is the size of Model I's population, which the paper found best for each of its instances among 64 to 2048.
func tuned(in Instance) int {
	for _, r := range Table3 {
		if r.Instance == in.Name {
			return r.Size
		}
	}
	return paperSize
}

// method is what a system runs; the paper's model mutates as often as the Lab says, unless the system says otherwise.
func (l *Lab) method(s System, in Instance, d multiwalk.Device) walk.Method {
	mutating := func(g population.Genetic) population.Genetic {
		g.Mutation = cmp.Or(g.Mutation, l.Mutation)
		return g
	}
	switch m := s.Method(in, d).(type) {
	case population.Genetic:
		return mutating(m)
	case cooperate.Islands:
		if g, ok := m.Method.(population.Genetic); ok {
			m.Method = mutating(g)
		}
		return m
	default:
		return m
	}
}

// model is the paper's model within a method: the method, or what its islands are.
func model(m walk.Method) (g population.Genetic, ok bool) {
	if islands, ok := m.(cooperate.Islands); ok {
		m = islands.Method
	}
	g, ok = m.(population.Genetic)
	return g, ok
}
