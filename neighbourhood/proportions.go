package neighbourhood

import "math"

// Proportions returns the probability with which Random draws a move of each member that Members lists, by what is learnt so
// far.
func Proportions(n Neighbourhood) []float64 {
	if w, ok := n.(*Weighed); ok {
		return Proportions(w.Neighbourhood)
	}
	u, ok := n.(*union)
	if !ok {
		return []float64{1}
	}
	chances, before := make([]float64, len(u.members)), uint32(0)
	for k := range u.parts {
		part := &u.parts[k]
		whole := float64(part.weight-before) / float64(u.parts[len(u.parts)-1].weight)
		before = part.weight
		below := uint32(0)
		for kind, i := range part.members {
			if part.learner == nil {
				chances[i] = whole
				continue
			}
			upTo := uint32(math.MaxUint32) // the last has what is left
			if kind < len(part.members)-1 {
				upTo = part.learner.shares[kind]
			}
			chances[i] += float64(whole * float64(float64(upTo-below)/math.MaxUint32))
			below = upTo
		}
	}
	return chances
}

// weigh returns the weights of chances, each the sum up to there. What has moves is never without one.
func weigh(ops []operator, chances []float64) []uint32 {
	weights, sum := make([]uint32, len(ops)), uint32(0)
	for i, o := range ops {
		if o.Size() > 0 {
			sum += 1 + uint32(chances[i]*(1<<24))
		}
		weights[i] = sum
	}
	return weights
}
