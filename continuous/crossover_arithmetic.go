package continuous

// arithmetic is whole arithmetic crossover (Michalewicz, "Genetic algorithms + data structures = evolution programs", 1992): a point on the
// line between the parents.
func arithmetic(d *draws, a, b, x []float64) {
	part := d.uniform()
	for i, v := range a {
		x[i] = v + float64(part*(b[i]-v))
	}
}
