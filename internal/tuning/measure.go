package tuning

import "slices"

// Better returns a row like r for GPUs of a compute capability, with the best of the values that were tried at each size,
// which ascend; the last counts for all that is greater.
func (r Row) Better(capability int, sizes []int, values []float64, measured string) Row {
	r.Capability, r.Measured, r.Values = capability, measured, nil
	for i, v := range values {
		if n := len(r.Values); n > 0 && r.Values[n-1].Value == v {
			r.Values = slices.Delete(r.Values, n-1, n)
		}
		r.Values = append(r.Values, Step{Upto: sizes[i], Value: v})
	}
	r.Values[len(r.Values)-1].Upto = 0
	return r
}

// Scaled returns a row like r for GPUs of a compute capability with all values multiplied.
func (r Row) Scaled(capability int, factor float64, measured string) Row {
	r.Capability, r.Measured, r.Values = capability, measured, slices.Clone(r.Values)
	for i := range r.Values {
		r.Values[i].Value *= factor
	}
	return r
}
