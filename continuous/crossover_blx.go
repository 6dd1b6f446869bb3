package continuous

// crossing makes a child x of two parents, which it may not share memory with.
type crossing func(d *draws, a, b, x []float64)

// blend is BLX-alpha (Eshelman and Schaffer, "Real-coded genetic algorithms and interval-schemata", 1993): each element is drawn uniformly
// from the interval between the parents' that is longer by alpha of it on both sides.
func blend(alpha float64) crossing {
	return func(d *draws, a, b, x []float64) {
		for i, v := range a {
			way := b[i] - v
			x[i] = v + float64((float64(d.uniform()*(1+2*alpha))-alpha)*way)
		}
	}
}
