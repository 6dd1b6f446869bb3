package single

import "github.com/multiwalk/multiwalk"

func placeExplore(method string, p multiwalk.Problem, d multiwalk.Accelerator, neighbourhood string) error {
	return multiwalk.NoKernel(method, d, "stub")
}
func exploreOn(p multiwalk.Problem, plan multiwalk.Plan, e exploring) (multiwalk.Search, error) {
	return nil, multiwalk.NoKernel(e.method, plan.Device, "stub")
}
