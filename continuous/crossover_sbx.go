package continuous

// simulated is simulated binary crossover (Deb and Agrawal, "Simulated binary crossover for continuous search space", 1995): half of the
// elements are as far from the parents' middle as those times a number about 1, the nearer to it the greater eta is. The others are a's.
func simulated(eta float64) crossing {
	return func(d *draws, a, b, x []float64) {
		for i, v := range a {
			x[i] = v
			if side := d.uniform(); side < 0.5 {
				u := d.uniform()
				spread := 0.0
				if u < 0.5 {
					spread = raised(2*u, 1/(eta+1))
				} else {
					spread = 1 / raised(2*(1-u), 1/(eta+1))
				}
				if side < 0.25 {
					spread = -spread
				}
				x[i] = float64(0.5*(v+b[i])) + float64(0.5*spread*(v-b[i]))
			}
		}
	}
}
