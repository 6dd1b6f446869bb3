package continuous

// tournament draws some vectors of a population, and returns the number of the best of these.
func tournament(d *draws, f []float64, size int) int {
	best := d.below(len(f))
	for range size - 1 {
		if k := d.below(len(f)); f[k] < f[best] {
			best = k
		}
	}
	return best
}
