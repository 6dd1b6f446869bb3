package chapter

import "github.com/multiwalk/multiwalk/papers"

// System is a part of the machine: each runs the same method.
type System struct{ papers.Base }

// The systems that tables name.
const (
	gpu, gpus, cores, core = "gpu", "gpus", "cores", "core"
)

// Systems returns all systems.
func Systems() []System {
	return []System{
		{papers.At(core, "", papers.OneCore)}, {papers.At(cores, "", papers.AllCores)},
		{papers.At(gpu, "", papers.OneGPU)}, {papers.At(gpus, "", papers.AllGPUs)},
	}
}

// SystemsNamed returns systems by their IDs, in the order of Systems; none stand for all.
func SystemsNamed(ids []string) ([]System, error) { return papers.Named(Systems(), ids) }
