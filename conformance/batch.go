package conformance

import (
	"fmt"
	"slices"

	"github.com/multiwalk/multiwalk"
)

// costBatch compares what a batch of all solutions costs, and a batch of none, with Cost.
func (k *problemKit) costBatch(p multiwalk.BatchEvaluator) error {
	p.CostBatch(nil, nil)
	xs, costs := make([][]int32, len(k.x)), make([]int64, len(k.x))
	for i, x := range k.x {
		xs[i], costs[i] = slices.Clone(x), p.Cost(x)+1
	}
	p.CostBatch(xs, costs)
	for i, x := range k.x {
		if err := unchanged("CostBatch", xs[i], x); err != nil {
			return err
		}
		if c := p.Cost(x); costs[i] != c {
			return fmt.Errorf("%s costs %d in a batch, and Cost says %d", show(x), costs[i], c)
		}
	}
	return nil
}
