package qap

// CostTerm implements kernel.TermCoster: what facility i and those before it pay each other. Lanes with neighbouring
// facilities read one row of each matrix at a time.
func (s *symmetricSwaps) CostTerm(x []int32, i int32) int64 {
	sum, to := int64(0), x[i]
	for j := range i {
		sum += int64(s.Flows[j*s.N+i]) * int64(s.Dists[x[j]*s.N+to])
	}
	return sum
}

// CostTerm implements kernel.TermCoster: what all facilities pay facility i. Lanes with neighbouring facilities read one
// row of each matrix at a time.
func (g *generalSwaps) CostTerm(x []int32, i int32) int64 {
	sum, to := int64(0), x[i]
	for j := range g.N {
		sum += int64(g.Flows[j*g.N+i]) * int64(g.Dists[x[j]*g.N+to])
	}
	return sum
}
