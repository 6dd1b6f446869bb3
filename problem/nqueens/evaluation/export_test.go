package evaluation

import "github.com/multiwalk/multiwalk/problem/nqueens/evaluation/nested"

// PTX is the compiled kernels, module by module.
var PTX = string(ptx) + string(nested.PTX)

// Kernels are the same kernels in Go, by their symbols.
func Kernels() map[string]any {
	return map[string]any{"Fine1": Fine1, "Fine1Long": Fine1Long, "Fine2": Fine2, "Coarse": Coarse, "Linear": Linear, "Tasks": nested.Tasks,
		"Subtasks": nested.Subtasks}
}

// SetChunk bounds the queens of a chunk.
func (s *Scheme) SetChunk(queens int) { s.chunk = queens }
