package multistart

// What our text of the chapter prints of this work: the greatest speed-up over a core, which the second mapping has, and the range of
// the instances. It has no table.
const (
	Speedup = 6.0
	Fewest  = 100
	Most    = 3038
)

// PaperInstances are TSPLIB's of the chapter's range; which ones the authors had our text does not say.
func PaperInstances() []string {
	return []string{"kroA100", "kroA200", "pcb442", "pr1002", "d1655", "pcb3038"}
}
