package population

// What cooperate.Islands asks of a machine's subpopulations. They stay on the machine but for a shuffle.

// Individuals returns the individuals of all subpopulations but those that are about to be drawn anew, and their costs.
// A machine that is lost has none; the next launch says so.
func (w *geneticMachine) Individuals() (x []int32, costs []int64) {
	blocks, size, n := w.Size, w.f.s.m.Population, w.f.s.n
	ages, all, paid := make([]int32, blocks), make([]uint16, w.memory.pools.Len()), make([]int64, blocks*size)
	w.settled = w.settled[:0]
	if w.memory.ages.Read(ages, 0) != nil || w.memory.pools.Read(all, 0) != nil || w.memory.costs.Read(paid, 0) != nil {
		return nil, nil
	}
	for b, age := range ages {
		if age < 0 {
			continue
		}
		w.settled = append(w.settled, b)
		for _, v := range all[w.home(b):][:size*n] {
			x = append(x, int32(v))
		}
		costs = append(costs, paid[b*size:][:size]...)
	}
	return x, costs
}

// home is where the individuals of a subpopulation begin in its machine's memory: in global memory their children lie
// between them.
func (w *geneticMachine) home(block int) int { return w.memory.pools.Len() / w.Size * block }

// Populations returns how many subpopulations Individuals told of.
func (w *geneticMachine) Populations() int { return len(w.settled) }

// Settle replaces the individuals that Individuals told of by as many others.
func (w *geneticMachine) Settle(x []int32, costs []int64) {
	size, n := w.f.s.m.Population, w.f.s.n
	own := make([]uint16, size*n)
	for i, b := range w.settled {
		for k := range own {
			own[k] = uint16(x[i*size*n+k])
		}
		if w.memory.pools.Write(own, w.home(b)) != nil || w.memory.costs.Write(costs[i*size:][:size], b*size) != nil {
			return // the machine is lost, and the next launch says so
		}
	}
}
