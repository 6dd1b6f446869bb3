package tsp

// forest is a union-find over cities: which belong to the same path.
type forest []int32

func newForest(n int) forest {
	f := make(forest, n)
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

// root halves the paths that it walks, which makes its amortised cost all but constant.
func (f forest) root(i int32) int32 {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

// join merges the sets of i and j, and reports whether they were two.
func (f forest) join(i, j int32) bool {
	a, b := f.root(i), f.root(j)
	f[a] = b
	return a != b
}
