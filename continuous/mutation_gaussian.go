package continuous

// gaussian is a mutation by normal numbers with a standard deviation of sigma.
func gaussian(sigma float64) mutation {
	return func(d *draws) float64 { return float64(sigma * d.normal()) }
}
