package continuous

// cauchy is a mutation by Cauchy numbers of scale sigma (Yao, Liu and Lin, "Evolutionary programming made faster", 1999): a quotient of two
// normal ones, so that far jumps are frequent.
func cauchy(sigma float64) mutation {
	return func(d *draws) float64 { return float64(sigma * (d.normal() / d.normal())) }
}
