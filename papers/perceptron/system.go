package perceptron

import (
	"fmt"

	"github.com/multiwalk/multiwalk/auto"
	"github.com/multiwalk/multiwalk/neighbourhood"
	"github.com/multiwalk/multiwalk/papers"
	"github.com/multiwalk/multiwalk/single"
	"github.com/multiwalk/multiwalk/walk"
)

// System is a method on a part of the machine.
type System struct {
	papers.Base
	Hamming int // how many bits a move of the paper's tabu search flips; 0: another method
}

// Systems returns all systems: the paper's on the GPU and on a core, for each neighbourhood, and what auto picks.
func Systems() (list []System) {
	for bits := 1; bits <= 3; bits++ {
		title := fmt.Sprintf("tabu, %d-Hamming", bits)
		list = append(list, System{papers.At(fmt.Sprintf("hamming%d-gpu", bits), title, papers.OneGPU), bits},
			System{papers.At(fmt.Sprintf("hamming%d-core", bits), title, papers.OneCore), bits})
	}
	return append(list, System{papers.At("auto-gpu", "auto", papers.OneGPU), 0}, System{papers.At("auto-cores", "auto", papers.AllCores), 0},
		System{papers.At("auto-core", "auto", papers.OneCore), 0})
}

// SystemsNamed returns systems by their IDs, in the order of Systems; none stand for all.
func SystemsNamed(ids []string) ([]System, error) { return papers.Named(Systems(), ids) }

// neighbours is how many neighbours a solution of n bits has.
func (s System) neighbours(n int) int64 {
	b := neighbourhood.Member{Op: [...]neighbourhood.Op{0, neighbourhood.OpFlip, neighbourhood.OpFlip2, neighbourhood.OpFlip3}[s.Hamming], N: int32(n)}
	return b.Size()
}

// method is what a system runs. The paper's tabu search looks at all neighbours in each iteration, wherever it runs.
func (l *Lab) method(in Instance, s System, _ papers.Trial) walk.Method {
	if s.Hamming == 0 {
		return auto.On(in.Problem, l.Device(s.Where))
	}
	name := [...]string{"", "flip", "flip2", "flip3"}[s.Hamming]
	return single.Tabu{Neighbourhood: name, Candidates: int(s.neighbours(in.Problem.Columns()))}
}

// partner is the system of the same neighbourhood on the other side: on the GPU, of one on a core.
func (l *Lab) partner(s System) (System, bool) {
	return l.System(fmt.Sprintf("hamming%d-gpu", s.Hamming))
}
