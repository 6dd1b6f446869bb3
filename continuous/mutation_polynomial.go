package continuous

// mutation is by how much an element changes, as a part of the distance between its bounds.
type mutation func(d *draws) float64

// polynomial is Deb's polynomial mutation (Deb and Goyal, "A combined genetic adaptive search (GeneAS) for engineering design", 1996): up
// to the whole distance, and mostly the less the greater eta is.
func polynomial(eta float64) mutation {
	return func(d *draws) float64 {
		u := d.uniform()
		if u < 0.5 {
			return raised(2*u, 1/(eta+1)) - 1
		}
		return 1 - raised(2*(1-u), 1/(eta+1))
	}
}

// mutate changes each element with a probability.
func (m mutation) mutate(d *draws, g *ground, x []float64, probability float64) {
	for i := range x {
		if d.uniform() < probability {
			x[i] += float64(m(d) * (g.upper[i] - g.lower[i]))
		}
	}
}
