package cross

// Points makes the child of crossover at two points: the second parent's values at positions cut1 to cut2-1, the first's elsewhere. With
// cut2 = n there is one point.
func Points[E Gene, T Team](t T, child []int32, own, other []E, cut1, cut2 int32) {
	n, rank, size := int32(len(own)), t.Rank(), t.Size()
	for k := rank; k < n; k += size {
		if child[k] = int32(own[k]); k >= cut1 && k < cut2 {
			child[k] = int32(other[k])
		}
	}
	t.Sync()
}

// Uniform makes the child of uniform crossover (Syswerda, "Uniform crossover in genetic algorithms", 1989): each value is one of the two
// parents' with equal chances.
func Uniform[E Gene, T Team, W Words](t T, child []int32, own, other []E, words W) {
	n, rank, size := int32(len(own)), t.Rank(), t.Size()
	for k := rank; k < n; k += size {
		if child[k] = int32(own[k]); either(words, k) {
			child[k] = int32(other[k])
		}
	}
	t.Sync()
}
