package cross

// Cycle makes the child of cycle crossover (CX; Oliver, Smith and Holland, "A study of permutation crossover operators on the travelling
// salesman problem", 1987): the first parent's numbers at the positions of one cycle, that of position from, and the second's elsewhere.
// So each number stands where one of the parents has it. place is scratch.
func Cycle[E Gene, T Team](t T, child []int32, own, other, place []E, from int32) {
	n, rank, size := int32(len(own)), t.Rank(), t.Size()
	for k := rank; k < n; k += size {
		place[own[k]] = E(k)
		child[k] = int32(other[k])
	}
	t.Sync()
	if rank == 0 { // a cycle is a chain: one thread follows it
		for k := from; ; {
			child[k] = int32(own[k])
			if k = int32(place[other[k]]); k == from {
				break
			}
		}
	}
	t.Sync()
}
