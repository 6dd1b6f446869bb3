package population

// Incumbents returns the best solution of each subpopulation so far, one after the other, and what each costs. They are
// of the end of the last unit; before the first there are none.
func (w *geneticMachine) Incumbents() (x []int32, costs []int64, err error) {
	if w.plan.From == 0 {
		return nil, nil, nil
	}
	x, costs = make([]int32, w.shape.Blocks*w.f.n), make([]int64, w.shape.Blocks)
	if err := w.memory.best.Read(x, 0); err != nil {
		return nil, nil, err
	}
	return x, costs, w.memory.least.Read(costs, 0)
}
